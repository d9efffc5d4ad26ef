//! Populations, from which observations are drawn.

use serde::{Deserialize, Serialize};

/// The population from which observations are drawn, without replacement.
///
/// A population is finite only if repetition is pointless: if the same starting point can end differently when tried
/// again, it is unlimited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Population {
    /// The population is unlimited.
    Unlimited,
    /// The population has this many members, each with a fixed result.
    Finite(u64),
}

/// Whether a figure is an estimate or exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Coverage {
    /// The figure is an estimate from a sample.
    Sampled,
    /// The whole population was observed: the figure is exact, and its interval is a point.
    Census,
}

impl Population {
    /// Returns the finite-population factor √(1 − n/M) by which a standard error shrinks when
    /// `drawn` observations were made (Cochran, Sampling Techniques, 1977, section 2.6).
    #[must_use]
    pub fn factor(self, drawn: u64) -> f64 {
        match self {
            Self::Unlimited => 1.0,
            Self::Finite(size) if drawn >= size => 0.0,
            Self::Finite(size) => ((size - drawn) as f64 / size as f64).sqrt(),
        }
    }

    /// Returns the coverage of `drawn` observations.
    #[must_use]
    pub fn basis(self, drawn: u64) -> Coverage {
        match self {
            Self::Finite(size) if drawn >= size => Coverage::Census,
            _ => Coverage::Sampled,
        }
    }
}
