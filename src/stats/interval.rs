//! Intervals of confidence.

use serde::{Deserialize, Serialize};

/// The normal quantile that leaves 2.5 % in each tail, the familiar 1.96.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// A closed interval, of 95 % confidence wherever this room makes one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
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
    pub(super) fn map(self, rising: impl Fn(f64) -> f64) -> Self {
        Self { low: rising(self.low), high: rising(self.high) }
    }

    /// Returns half the width, which is what stands after the ± sign.
    #[must_use]
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}
