//! From costs to weights: the best first, failures last, and equals treated as equals.

use super::constants::effective_size;

/// The weight of every candidate of one generation, in the order of the candidates.
#[derive(Debug, PartialEq)]
pub(in crate::optimize) struct Shares {
    /// Weights that move the mean: none negative, sum 1.
    pub(in crate::optimize) mean: Vec<f64>,
    /// Weights that shape the covariance, the worse half negative.
    pub(in crate::optimize) covariance: Vec<f64>,
    /// How many equal weights would average noise as well as those of the mean.
    pub(in crate::optimize) mu_eff: f64,
}

/// Deals the weights, given by rank, to the candidates.
///
/// Tied candidates share: each gets the average of the ranks that the tie covers, which is its
/// expectation over all orders of the tie.
pub(in crate::optimize) fn share(weights: &[f64], costs: &[f64]) -> Shares {
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
pub(in crate::optimize) fn is_flat(costs: &[f64]) -> bool {
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

#[cfg(test)]
mod tests {
    use super::{Shares, is_flat, share};

    const WEIGHTS: [f64; 4] = [0.75, 0.25, -0.25, -0.5];

    fn assert_shares(costs: [f64; 4], mean: [f64; 4], covariance: [f64; 4]) {
        let Shares { mean: m, covariance: c, mu_eff } = share(&WEIGHTS, &costs);
        assert_eq!(m.iter().map(|w| w.to_bits()).collect::<Vec<_>>(), mean.map(f64::to_bits), "{costs:?}: {m:?}");
        assert_eq!(c.iter().map(|w| w.to_bits()).collect::<Vec<_>>(), covariance.map(f64::to_bits), "{costs:?}: {c:?}");
        let expected = 1.0 / mean.iter().map(|w| w * w).sum::<f64>();
        assert!((mu_eff - expected).abs() < 1e-12, "{costs:?}: {mu_eff}");
    }

    #[test]
    fn weights_follow_the_rank_of_the_cost() {
        assert_shares([3.0, 1.0, 4.0, 2.0], [0.0, 0.75, 0.0, 0.25], [-0.25, 0.75, -0.5, 0.25]);
    }

    #[test]
    fn tied_candidates_get_the_average_of_their_ranks() {
        assert_shares([1.0, 1.0, 2.0, 3.0], [0.5, 0.5, 0.0, 0.0], [0.5, 0.5, -0.25, -0.5]);
        // A tie across the middle: only the better rank moves the mean.
        assert_shares([1.0, 2.0, 2.0, 3.0], [0.75, 0.125, 0.125, 0.0], [0.75, 0.0, 0.0, -0.5]);
        assert_shares([-0.0, 0.0, 5.0, 6.0], [0.5, 0.5, 0.0, 0.0], [0.5, 0.5, -0.25, -0.5]);
    }

    #[test]
    fn failed_evaluations_are_the_worst_and_tied() {
        for failed in [f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let costs = [failed, 1e300, f64::NAN, -1e300];
            assert_shares(costs, [0.0, 0.25, 0.0, 0.75], [-0.375, 0.25, -0.375, 0.75]);
        }
    }

    #[test]
    fn equal_costs_are_flat() {
        assert!(is_flat(&[]));
        assert!(is_flat(&[2.0, 2.0, 2.0]));
        assert!(is_flat(&[0.0, -0.0]));
        assert!(is_flat(&[f64::NAN, f64::NEG_INFINITY]));
        assert!(!is_flat(&[2.0, 2.0, 2.0 + 1e-15]));
        assert!(!is_flat(&[f64::NAN, f64::MAX]));
    }
}
