//! How well a mean plays against the opponents, measured outside the train block.

use serde::{Deserialize, Serialize};

use crate::stats::{Score, TTest};

/// How well a mean plays against the opponents, and how much better than the baseline on the same openings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Measurement {
    /// The number of generations before it.
    pub generation: u64,
    /// The win rate over all opponents, each with the same weight.
    pub score: Score,
    /// The win rate against each opponent.
    pub opponents: Vec<Score>,
    /// The difference to `improved` on the same openings.
    pub delta: TTest,
}
