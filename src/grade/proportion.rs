//! How many of how many were right.

use crate::stats::{Interval, wilson};

/// How many of a number of independent answers were right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Proportion {
    /// Those that were right.
    pub right: u64,
    /// All of them.
    pub all: u64,
}

impl Proportion {
    /// Returns the share between 0 and 1; nothing without an answer.
    #[must_use]
    pub fn mean(self) -> Option<f64> {
        (self.all > 0).then(|| self.right as f64 / self.all as f64)
    }

    /// Returns the standard error of the share, zero when all answers were alike.
    #[must_use]
    pub fn se(self) -> Option<f64> {
        self.mean().map(|mean| (mean * (1.0 - mean) / self.all as f64).sqrt())
    }

    /// Returns the 95 % interval, which keeps its width when all answers were alike.
    #[must_use]
    pub fn interval(self) -> Interval {
        wilson(self.right, self.all - self.right)
    }
}

impl FromIterator<bool> for Proportion {
    fn from_iter<I: IntoIterator<Item = bool>>(answers: I) -> Self {
        answers
            .into_iter()
            .fold(Self::default(), |share, right| Self { right: share.right + u64::from(right), all: share.all + 1 })
    }
}
