//! From costs to weights: the best first, failures last, and equals treated as equals.

use super::constants::effective_size;

/// The weight of every candidate of one generation, in the order of the candidates.
#[derive(Debug, PartialEq)]
pub(super) struct Shares {
    /// Weights that move the mean: none negative, sum 1.
    pub(super) mean: Vec<f64>,
    /// Weights that shape the covariance, the worse half negative.
    pub(super) covariance: Vec<f64>,
    /// How many equal weights would average noise as well as those of the mean.
    pub(super) mu_eff: f64,
}

/// Deals the weights, given by rank, to the candidates.
///
/// Tied candidates share: each gets the average of the ranks that the tie covers, which is its
/// expectation over all orders of the tie.
pub(super) fn share(weights: &[f64], costs: &[f64]) -> Shares {
    let cost = |candidate: &usize| effective(costs[*candidate]);
    let mut order: Vec<usize> = (0..costs.len()).collect();
    order.sort_by(|a, b| cost(a).total_cmp(&cost(b)));

    let mut mean = vec![0.0; costs.len()];
    let mut covariance = mean.clone();
    let mut rank = 0;
    for tie in order.chunk_by(|a, b| cost(a).total_cmp(&cost(b)).is_eq()) {
        let covered = &weights[rank..rank + tie.len()];
        let size = tie.len() as f64;
        for &candidate in tie {
            mean[candidate] = covered.iter().map(|w| w.max(0.0)).sum::<f64>() / size;
            covariance[candidate] = covered.iter().sum::<f64>() / size;
        }
        rank += tie.len();
    }
    let mu_eff = effective_size(&mean);
    Shares { mean, covariance, mu_eff }
}

/// Whether all costs are equal, so that they say nothing.
pub(super) fn is_flat(costs: &[f64]) -> bool {
    let same = |pair: &[f64]| effective(pair[0]).total_cmp(&effective(pair[1])).is_eq();
    costs.windows(2).all(same)
}

/// A cost that is not finite is a failed evaluation: the worst of all, and equal to all other
/// failures.
///
/// Adding 0 makes −0 equal to 0.
fn effective(cost: f64) -> f64 {
    if cost.is_finite() { cost + 0.0 } else { f64::INFINITY }
}
