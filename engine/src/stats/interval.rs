//! Intervals of confidence.

use serde::{Deserialize, Serialize};

/// The normal quantile that leaves 2.5 % in each tail, the familiar 1.96.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// A closed interval, of 95 % confidence wherever this room makes one.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Returns the interval `center ± margin`.
    pub(super) fn around(center: f64, margin: f64) -> Self {
        Self { low: center - margin, high: center + margin }
    }

    /// Returns the interval between the images of both ends under a rising function.
    #[must_use]
    pub fn map(self, rising: impl Fn(f64) -> f64) -> Self {
        Self { low: rising(self.low), high: rising(self.high) }
    }

    /// Returns half the width, which is what stands after the ± sign.
    #[must_use]
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Returns whether a value lies in the middle, so that ± says all: both ends are equally far from it, but for a tenth of ±.
    #[must_use]
    pub fn is_even_around(&self, value: f64) -> bool {
        (self.low + self.high - 2.0 * value).abs() <= 0.1 * self.margin()
    }
}

/// Returns Wilson's interval for a share of which `yes` and `no` independent cases were seen.
///
/// Unlike mean ± 1.96 SE it keeps its width when all cases agree, and without any case it is
/// the whole of 0 to 1 (Wilson, Probable Inference, JASA 22, 1927).
#[must_use]
pub fn wilson(yes: u64, no: u64) -> Interval {
    let trials = yes as f64 + no as f64;
    // Without a trial the share does not matter, it only has to be a number.
    wilson_share(yes as f64 / trials.max(1.0), trials)
}

/// Returns Wilson's interval for a share observed on a possibly fractional number of trials.
pub(super) fn wilson_share(share: f64, trials: f64) -> Interval {
    let z2 = Z_95 * Z_95;
    let center = (trials * share + z2 / 2.0) / (trials + z2);
    let margin = Z_95 * (trials * share * (1.0 - share) + z2 / 4.0).sqrt() / (trials + z2);
    // Rounding must not push the share out of its own interval, nor the interval out of 0 to 1.
    Interval { low: (center - margin).max(0.0).min(share), high: (center + margin).min(1.0).max(share) }
}

/// Returns the greatest share of cases of another kind that is compatible with `seen` cases of one kind: the upper end of
/// Wilson's interval, z²/(n + z²).
pub(super) fn unseen_share(seen: u64) -> f64 {
    wilson(0, seen).high
}
