//! What a candidate's results are worth.

use serde::{Deserialize, Serialize};

use crate::stats::PairTally;

/// What a candidate's results against its opponents are worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Objective {
    /// The win rate, every opponent counting alike.
    #[default]
    MeanWinRate,
    /// The win rate, opponents counting by their weights.
    Weighted,
    /// The mean logarithm of the odds: what is won against a weak opponent cannot make up for a strong one.
    MeanLogit,
    /// The win rate against the worst opponent.
    WorstOpponent,
}

impl Objective {
    /// Gives the value of a candidate's tallies against opponents with weights: the greater the better, and 0 without
    /// any pairs. It is a win rate, but for [`Objective::MeanLogit`].
    ///
    /// Logits and the worst opponent see each tally with half a game won and half a game lost added, so that a clean sheet
    /// over few games is not worth infinitely much.
    #[must_use]
    pub fn value(self, results: &[(f64, PairTally)]) -> f64 {
        let rate = |tally: &PairTally| tally.mean_and_variance().map_or(0.0, |(mean, _)| mean);
        let cautious = |tally: &PairTally| {
            let (won, lost) = ((2 * tally.won + tally.split) as f64, (2 * tally.lost + tally.split) as f64);
            (won + 0.5, lost + 0.5)
        };
        match self {
            Objective::MeanWinRate => average(results.iter().map(|(_, tally)| (1.0, rate(tally)))),
            Objective::Weighted => average(results.iter().map(|(weight, tally)| (*weight, rate(tally)))),
            Objective::MeanLogit => average(results.iter().map(|(_, tally)| {
                let (won, lost) = cautious(tally);
                (1.0, libm::log(won / lost))
            })),
            Objective::WorstOpponent => {
                let share = |(_, tally): &(f64, PairTally)| {
                    let (won, lost) = cautious(tally);
                    won / (won + lost)
                };
                results.iter().map(share).reduce(f64::min).unwrap_or(0.0)
            }
        }
    }
}

/// The average of values with weights, 0 when nothing has any.
fn average(values: impl Iterator<Item = (f64, f64)>) -> f64 {
    let add = |(weights, sum), (weight, value)| (weights + weight, sum + weight * value);
    let (weights, sum) = values.fold((0.0, 0.0), add);
    if weights > 0.0 { sum / weights } else { 0.0 }
}
