//! The statistics of one side against another.

use serde::{Deserialize, Serialize};

use super::elo::{Elo, los};
use super::pair_tally::PairTally;
use super::population::Population;
use super::score::Score;
use super::sprt::{Sprt, SprtVerdict};

/// The statistics of one side against another.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct HeadToHead {
    /// The pairs lost, split and won.
    pub tally: PairTally,
    /// The mean score with its error.
    pub score: Score,
    /// The logistic Elo difference.
    pub elo: Elo,
    /// The normalized Elo difference, which does not exist if all pairs ended alike.
    pub normalized_elo: Option<Elo>,
    /// The likelihood of superiority: how likely the first side is the stronger one.
    pub los: f64,
    /// The result of the sequential test, if there is one.
    pub sprt: Option<SprtVerdict>,
}

impl HeadToHead {
    /// Sums up a tally of pairs drawn from `population`, or returns nothing without pairs.
    #[must_use]
    pub fn of(tally: PairTally, population: Population, sprt: Option<&Sprt>) -> Option<Self> {
        let score = Score::of(tally, population)?;
        let (_, variance) = tally.mean_and_variance()?;
        Some(Self {
            tally,
            score,
            elo: Elo::logistic(&score),
            normalized_elo: Elo::normalized(&score, variance),
            los: los(&score),
            sprt: sprt.map(|sprt| sprt.verdict(tally)),
        })
    }
}
