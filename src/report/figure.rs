//! A figure of a table with its 95 % interval.

use serde::Serialize;

use super::number::percent;
use super::sentence::{Shown, shown_difference, shown_rate};
use crate::stats::{Interval, Score, TTest};

/// A figure with its 95 % interval, as a table shows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FigureData {
    /// The figure, in percent or points.
    pub value: f64,
    /// The lower end of its interval; the figure itself where there is no error.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The figure as text.
    pub text: String,
    /// Its interval as text: after a ±, or both ends; empty for a census.
    pub error: String,
}

impl FigureData {
    /// Creates the figure of a rate, in percent.
    pub(super) fn rate(score: &Score, decimals: usize) -> Self {
        Self::new(score.mean, score.interval, shown_rate(score, decimals))
    }

    /// Creates the figure of a difference, in points.
    pub(super) fn difference(test: &TTest, decimals: usize) -> Self {
        Self::new(test.difference, test.interval, shown_difference(test, decimals))
    }

    fn new(value: f64, Interval { low, high }: Interval, Shown { text, error }: Shown) -> Self {
        let [value, low, high] = [value, low, high].map(percent);
        Self { value, low, high, text, error }
    }
}
