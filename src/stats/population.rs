//! What observations are drawn from.

use serde::{Deserialize, Serialize};

/// What the observations were drawn from, without replacement.
///
/// Repetition must be pointless for a population to be finite: if the same starting point can
/// end differently when it is tried again, the population is unlimited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Population {
    /// There is always more to draw.
    Unlimited,
    /// There are this many to draw, and each always gives the same result.
    Finite(u64),
}

/// What a figure rests on, and so whether it has an error at all.
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

    /// Returns what a figure from `drawn` observations rests on.
    #[must_use]
    pub fn basis(self, drawn: u64) -> Coverage {
        match self {
            Self::Finite(size) if drawn >= size => Coverage::Census,
            _ => Coverage::Sampled,
        }
    }
}
