//! How a candidate's results are valued.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::stats::PairTally;

/// How a candidate's results against its opponents are valued.
///
/// `OptimizerChoice::has_duels` decides whether candidates also play each other under it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Objective {
    /// The win rate, all opponents with the same weight.
    #[default]
    MeanWinRate,
    /// The win rate by the opponents' weights.
    Weighted,
    /// The mean logarithm of the odds: wins against a weak opponent do not make up for losses against a strong one.
    MeanLogit,
    /// The win rate against the worst opponent.
    WorstOpponent,
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MeanWinRate => "MeanWinRate",
            Self::Weighted => "Weighted",
            Self::MeanLogit => "MeanLogit",
            Self::WorstOpponent => "WorstOpponent",
        })
    }
}

impl Objective {
    /// Returns the value of a candidate's tallies against opponents with weights: the greater the better, and 0 without
    /// any pairs. It is a win rate, except for [`Objective::MeanLogit`].
    ///
    /// Logits and the worst opponent add half a win and half a loss to each tally, so that winning all of a few games has
    /// a finite value.
    #[must_use]
    pub fn value(self, results: &[(f64, PairTally)]) -> f64 {
        let rate = |tally: &PairTally| tally.mean_and_variance().map_or(0.0, |(mean, _)| mean);
        let smoothed = |tally: &PairTally| {
            let (won, lost) = ((2 * tally.won + tally.split) as f64, (2 * tally.lost + tally.split) as f64);
            (won + 0.5, lost + 0.5)
        };
        match self {
            Self::MeanWinRate => average(results.iter().map(|(_, tally)| (1.0, rate(tally)))),
            Self::Weighted => average(results.iter().map(|(weight, tally)| (*weight, rate(tally)))),
            Self::MeanLogit => average(results.iter().map(|(_, tally)| {
                let (won, lost) = smoothed(tally);
                (1.0, libm::log(won / lost))
            })),
            Self::WorstOpponent => {
                let share = |(_, tally): &(f64, PairTally)| {
                    let (won, lost) = smoothed(tally);
                    won / (won + lost)
                };
                results.iter().map(share).reduce(f64::min).unwrap_or(0.0)
            }
        }
    }
}

/// The weighted average, 0 if all weights are 0.
fn average(values: impl Iterator<Item = (f64, f64)>) -> f64 {
    let add = |(weights, sum), (weight, value)| (weights + weight, sum + weight * value);
    let (weights, sum) = values.fold((0.0, 0.0), add);
    if weights > 0.0 { sum / weights } else { 0.0 }
}
