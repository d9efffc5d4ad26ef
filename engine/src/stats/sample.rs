//! Independent observations, summed up.

use serde::{Deserialize, Serialize};

/// The size, mean and variance of a sample of independent observations.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// The number of observations.
    pub count: u64,
    /// The mean of the observations.
    pub mean: f64,
    /// The unbiased variance, with the divisor n − 1; zero for a single observation.
    pub variance: f64,
}

impl Sample {
    /// Summarizes observations, or returns nothing if there are none or they are not all finite
    /// and of a finite variance.
    ///
    /// Welford's recurrence (Technometrics 4, 1962) gives equal observations a variance of
    /// exactly zero.
    #[must_use]
    pub fn of(observations: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut count = 0_u64;
        let mut mean = 0.0;
        let mut spread = 0.0;
        for observation in observations {
            count += 1;
            let before = observation - mean;
            mean += before / count as f64;
            spread += before * (observation - mean);
        }
        let variance = spread / count.saturating_sub(1).max(1) as f64;
        (count > 0 && mean.is_finite() && variance.is_finite()).then_some(Self { count, mean, variance })
    }
}

/// Returns the mean and the variance, Σ p (x − mean)², of `(value, weight)` cells.
///
/// The weights are relative and must not sum to zero.
pub(super) fn moments(cells: impl Iterator<Item = (f64, f64)> + Clone) -> (f64, f64) {
    let total: f64 = cells.clone().map(|(_, weight)| weight).sum();
    let mean = cells.clone().map(|(value, weight)| value * weight).sum::<f64>() / total;
    let spread: f64 = cells.map(|(value, weight)| weight * (value - mean).powi(2)).sum();
    (mean, spread / total)
}

#[cfg(test)]
mod tests {
    use super::moments;

    #[test]
    fn weights_are_relative() {
        // A pair is worth 0, 1/2 or 1: one lost, two split, five won.
        for scale in [1.0, 0.125, 1e6] {
            let (mean, variance) = moments([(0.0, scale), (0.5, 2.0 * scale), (1.0, 5.0 * scale)].into_iter());
            assert!((mean - 0.75).abs() < 1e-15, "{mean}");
            assert!((variance - 0.125).abs() < 1e-15, "{variance}");
        }
    }

    #[test]
    fn values_far_from_zero_keep_their_variance() {
        let (mean, variance) = moments([(1e9 - 1.0, 1.0), (1e9 + 1.0, 1.0)].into_iter());
        assert!((mean - 1e9).abs() < 1e-6 && (variance - 1.0).abs() < 1e-6, "{mean} {variance}");
    }
}
