//! How the weights of a search depend on each other.

use serde::Serialize;

use super::number::rounded;
use crate::optimize::condition;
use crate::tune::{Distribution, Slot};

/// The distribution that a search samples from, as correlations.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DistributionData {
    /// The names of the weights.
    pub names: Vec<String>,
    /// The correlation of every weight with every other.
    pub correlations: Vec<Vec<f64>>,
    /// The ratio of the longest to the shortest axis, in first steps.
    pub axis_ratio: Option<f64>,
}

impl DistributionData {
    /// Returns the correlations of a distribution, or `None` if its covariance matrix is invalid.
    pub(super) fn of(distribution: &Distribution) -> Option<Self> {
        let Distribution { slots, covariance, .. } = distribution;
        let n = slots.len();
        let square = covariance.len() == n && covariance.iter().all(|row| row.len() == n);
        let variances: Vec<f64> = (0..n).filter_map(|i| covariance.get(i)?.get(i).copied()).collect();
        if n == 0 || !square || !variances.iter().all(|variance| *variance > 0.0) {
            return None;
        }
        let correlation = |i: usize, j: usize| {
            // Exactly 1 on the diagonal, whatever the rounding.
            if i == j { 1.0 } else { rounded(covariance[i][j] / (variances[i] * variances[j]).sqrt()) }
        };
        Some(Self {
            names: slots.iter().map(Slot::name).collect(),
            correlations: (0..n).map(|i| (0..n).map(|j| correlation(i, j)).collect()).collect(),
            axis_ratio: condition(covariance).map(|ratio| rounded(ratio.sqrt())),
        })
    }
}
