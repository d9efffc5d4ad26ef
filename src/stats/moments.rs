//! Mean and variance of weighted values.

/// Returns the mean and the variance, Σ p (x − mean)², of `(value, weight)` cells.
///
/// The weights are relative and must not sum to zero.
pub(super) fn moments(cells: impl Iterator<Item = (f64, f64)> + Clone) -> (f64, f64) {
    let total: f64 = cells.clone().map(|(_, weight)| weight).sum();
    let mean = cells.clone().map(|(value, weight)| value * weight).sum::<f64>() / total;
    let spread: f64 = cells.map(|(value, weight)| weight * (value - mean).powi(2)).sum();
    (mean, spread / total)
}
