//! The best point of a quadratic within a ball.

use nalgebra::{DMatrix, DVector, SymmetricEigen};

/// Halvings of the interval in which the multiplier lies: as many as a number has bits to tell apart.
const HALVINGS: usize = 100;

/// Maximizes g·z + zᵀHz/2 over |z| ≤ r.
///
/// J. J. Moré, D. C. Sorensen, Computing a Trust Region Step, SIAM J. Sci. Stat. Comput. 4 (1983): the solution is
/// (μI − H)⁻¹g with the smallest μ ≥ 0 that makes it short enough and μI − H definite.
pub(super) fn maximize(gradient: &DVector<f64>, hessian: &DMatrix<f64>, radius: f64) -> DVector<f64> {
    let eigen = SymmetricEigen::new(hessian.clone());
    let slopes = eigen.eigenvectors.tr_mul(gradient);
    let along = |mu: f64| DVector::from_fn(slopes.len(), |i, _| slopes[i] / (mu - eigen.eigenvalues[i]));
    let top = eigen.eigenvalues.max();
    if top < 0.0 && along(0.0).norm() <= radius {
        return &eigen.eigenvectors * along(0.0);
    }
    let mut low = top.max(0.0);
    let mut high = low + gradient.norm() / radius + f64::MIN_POSITIVE;
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        // Beside a pole the length is no number or infinite, and μ too small.
        if along(middle).norm() <= radius { high = middle } else { low = middle }
    }
    let step = along(high);
    if step.iter().all(|x| x.is_finite()) { &eigen.eigenvectors * step } else { DVector::zeros(slopes.len()) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn value(gradient: &DVector<f64>, hessian: &DMatrix<f64>, z: &DVector<f64>) -> f64 {
        gradient.dot(z) + 0.5 * z.dot(&(hessian * z))
    }

    #[test]
    fn a_maximum_within_the_ball_is_met() {
        let hessian = DMatrix::from_row_slice(2, 2, &[-2.0, 0.5, 0.5, -1.0]);
        let gradient = DVector::from_vec(vec![0.3, -0.1]);
        let step = maximize(&gradient, &hessian, 10.0);
        assert!((&hessian * step + gradient).norm() < 1e-12);
    }

    #[test]
    fn otherwise_no_point_of_the_rim_is_better() {
        let hessian = DMatrix::from_row_slice(2, 2, &[1.0, 0.5, 0.5, -1.0]);
        let gradient = DVector::from_vec(vec![0.3, -0.1]);
        let step = maximize(&gradient, &hessian, 0.7);
        assert!((step.norm() - 0.7).abs() < 1e-9);
        for degree in 0..360 {
            let (sin, cos) = f64::from(degree).to_radians().sin_cos();
            let other = DVector::from_vec(vec![0.7 * cos, 0.7 * sin]);
            assert!(value(&gradient, &hessian, &other) <= value(&gradient, &hessian, &step) + 1e-9);
        }
    }

    #[test]
    fn nothing_to_gain_is_no_step() {
        let step = maximize(&DVector::zeros(2), &-DMatrix::identity(2, 2), 1.0);
        assert!(step.norm() < 1e-12);
    }
}
