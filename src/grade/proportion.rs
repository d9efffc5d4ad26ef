//! A proportion of right answers.

use crate::stats::{Interval, wilson};

/// A proportion of right ones among independent answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Proportion {
    /// The number of right answers.
    pub right: u64,
    /// The number of answers.
    pub all: u64,
}

impl Proportion {
    /// Returns the proportion between 0 and 1, or `None` without answers.
    #[must_use]
    pub fn mean(self) -> Option<f64> {
        (self.all > 0).then(|| self.right as f64 / self.all as f64)
    }

    /// Returns the standard error, zero if all answers were alike.
    #[must_use]
    pub fn se(self) -> Option<f64> {
        self.mean().map(|mean| (mean * (1.0 - mean) / self.all as f64).sqrt())
    }

    /// Returns Wilson's 95 % interval, which has a width even if all answers were alike.
    #[must_use]
    pub fn interval(self) -> Interval {
        wilson(self.right, self.all - self.right)
    }
}

impl FromIterator<bool> for Proportion {
    fn from_iter<I: IntoIterator<Item = bool>>(answers: I) -> Self {
        answers
            .into_iter()
            .fold(Self::default(), |sum, right| Self { right: sum.right + u64::from(right), all: sum.all + 1 })
    }
}
