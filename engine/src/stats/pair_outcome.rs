//! The outcome of a pair.

use serde::{Deserialize, Serialize};

/// How one pair of trials ended, seen from one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum PairOutcome {
    /// Both trials were lost.
    Lost,
    /// One trial was lost and one was won.
    Split,
    /// Both trials were won.
    Won,
}

impl PairOutcome {
    /// Every outcome, from worst to best.
    pub const ALL: [Self; 3] = [Self::Lost, Self::Split, Self::Won];

    /// Returns the outcome of a pair whose two trials were won or not.
    #[must_use]
    pub fn from_wins(first: bool, second: bool) -> Self {
        match (first, second) {
            (false, false) => Self::Lost,
            (true, true) => Self::Won,
            _ => Self::Split,
        }
    }

    /// Returns what the pair counts: 0, ½ or 1.
    #[must_use]
    pub fn score(self) -> f64 {
        match self {
            Self::Lost => 0.0,
            Self::Split => 0.5,
            Self::Won => 1.0,
        }
    }

    /// Returns the same pair seen from the other side.
    #[must_use]
    pub fn flip(self) -> Self {
        match self {
            Self::Lost => Self::Won,
            Self::Split => Self::Split,
            Self::Won => Self::Lost,
        }
    }
}
