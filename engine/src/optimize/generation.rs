//! The candidates that are evaluated together.

use serde::{Deserialize, Serialize};

/// How the candidates of a generation are to be scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scoring {
    /// Each on its own, all under the same conditions.
    Alone,
    /// Candidates 2i and 2i + 1 against each other: only the difference of their costs counts.
    Duels,
    /// The first candidates each on its own, the others two by two against each other.
    Mixed {
        /// The number of candidates on their own.
        alone: usize,
    },
}

/// The candidates that are evaluated together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// The number of generations before this one.
    pub number: u64,
    /// How the candidates are to be scored.
    pub scoring: Scoring,
    /// Full vectors inside the bounds, frozen coordinates included.
    pub candidates: Vec<Vec<f64>>,
}
