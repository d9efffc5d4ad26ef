//! The strategy parameters of Hansen's tutorial, functions of dimension and population only.
//!
//! Equation numbers are those of N. Hansen, The CMA Evolution Strategy: A Tutorial,
//! arXiv:1604.00772 (2016, revised 2023).

/// The population that the tutorial recommends for a dimension when costs carry no noise (eq. 48).
///
/// ```
/// # use isotune_engine as isotune;
/// assert_eq!(isotune::optimize::default_population(8), 10);
/// assert_eq!(isotune::optimize::default_population(16), 12);
/// ```
#[must_use]
pub fn default_population(dimension: usize) -> usize {
    // Of the dimensions of this world ⌊3 ln n⌋ has at most three digits.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let growth = (3.0 * libm::log(dimension.max(1) as f64)) as usize;
    4 + growth
}

/// Weights and learning rates of one dimension and population.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::optimize) struct Constants {
    /// Recombination weights by rank, the worse half negative (eq. 53).
    pub(in crate::optimize) weights: Vec<f64>,
    /// Learning rate and damping of the step size (eq. 55).
    pub(in crate::optimize) c_sigma: f64,
    pub(in crate::optimize) d_sigma: f64,
    /// Learning rates of the path (eq. 56), the rank-one (eq. 57) and the rank-mu update (eq. 58).
    pub(in crate::optimize) c_c: f64,
    pub(in crate::optimize) c_1: f64,
    pub(in crate::optimize) c_mu: f64,
    /// The expected length of a standard normal vector.
    pub(in crate::optimize) chi: f64,
}

impl Constants {
    /// `rank_mu` scales the rank-mu learning rate; the tutorial has 1.
    pub(in crate::optimize) fn new(dimension: usize, population: usize, rank_mu: f64) -> Self {
        let n = dimension as f64;
        let lambda = population as f64;
        let raw: Vec<f64> = (1..=population)
            .map(|rank| libm::log(f64::midpoint(lambda, 1.0)) - libm::log(rank as f64)) // (49)
            .collect();
        let (better, worse) = raw.split_at(population / 2);
        let mu_eff = effective_size(better);

        let alpha_cov = 2.0;
        let c_1 = alpha_cov / ((n + 1.3).powi(2) + mu_eff); // (57)
        let c_mu = alpha_cov * (0.25 + mu_eff + 1.0 / mu_eff - 2.0) / ((n + 2.0).powi(2) + alpha_cov * mu_eff / 2.0);
        let c_mu = rank_mu * c_mu.min(1.0 - c_1); // (58)

        let negative_sum = (1.0 + c_1 / c_mu) // (50)
            .min(1.0 + 2.0 * effective_size(worse) / (mu_eff + 2.0)) // (51)
            .min((1.0 - c_1 - c_mu) / (n * c_mu)); // (52)
        let (positive, negative) = (sum_of(&raw, 1.0), sum_of(&raw, -1.0));
        let scale = |w: &f64| {
            if *w >= 0.0 { w / positive } else { w * negative_sum / negative }
        };
        let weights = raw.iter().map(scale).collect(); // (53)

        let excess = ((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0;
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0); // (55)
        Self {
            weights,
            c_sigma,
            d_sigma: 1.0 + 2.0 * excess.max(0.0) + c_sigma,         // (55)
            c_c: (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n), // (56)
            c_1,
            c_mu,
            chi: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

/// The number of equal weights that would average noise as well as these (eq. 8).
pub(in crate::optimize) fn effective_size(weights: &[f64]) -> f64 {
    let sum: f64 = weights.iter().sum();
    sum * sum / weights.iter().map(|w| w * w).sum::<f64>()
}

/// The absolute sum of the weights of one sign.
fn sum_of(weights: &[f64], sign: f64) -> f64 {
    weights.iter().map(|w| (w * sign).max(0.0)).sum()
}
