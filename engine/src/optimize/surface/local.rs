//! The quadratic as candidates see it.

use nalgebra::{DMatrix, DVector, SymmetricEigen};

use super::trust_region;
use crate::optimize::Outlook;

/// The quadratic around the mean, in the coordinates in which candidates are standard normal.
pub(super) struct Local {
    pub(super) gradient: DVector<f64>,
    pub(super) hessian: DMatrix<f64>,
}

impl Local {
    /// Returns the best step within a ball.
    pub(super) fn step(&self, radius: f64) -> DVector<f64> {
        trust_region::maximize(&self.gradient, &self.hessian, radius)
    }

    /// Returns what a step is worth, if every component of the gradient has the variance `noise`.
    pub(super) fn outlook(&self, noise: f64, degrees: f64, learning_rate: f64) -> Outlook {
        let eigen = SymmetricEigen::new(-&self.hessian);
        let slopes = eigen.eigenvectors.tr_mul(&self.gradient);
        let (mut gain, mut squares) = (0.0, 0.0);
        for (slope, curvature) in slopes.iter().zip(eigen.eigenvalues.iter()) {
            // The direction in which nothing changes has no slope at all.
            if *curvature > 0.0 && slope.abs() > 1e-9 * noise.sqrt() {
                gain += 0.5 * (slope * slope - noise) / curvature;
                squares += 0.5 * (noise / curvature).powi(2);
            }
        }
        let ratio = if noise > 0.0 { self.gradient.norm_squared() / (noise * degrees) } else { 0.0 };
        Outlook { signal_to_noise: (ratio - 1.0).max(0.0).sqrt(), gain, gain_error: squares.sqrt(), learning_rate }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn local(gradient: Vec<f64>) -> Local {
        let hessian = DMatrix::from_diagonal(&DVector::from_vec(vec![-2.0, -4.0]));
        Local { gradient: DVector::from_vec(gradient), hessian }
    }

    #[test]
    fn a_gradient_without_noise_has_its_whole_gain_before_it() {
        // Steps of 1 and 2 gain ½·2·1² + ½·4·2².
        let outlook = local(vec![2.0, 8.0]).outlook(0.0, 2.0, 1.0);
        assert!((outlook.gain - 9.0).abs() < 1e-12);
        assert!(outlook.gain_error.abs() < 1e-12 && outlook.is_climbing());
    }

    #[test]
    fn a_gradient_like_its_noise_is_no_signal() {
        let outlook = local(vec![0.1, 0.1]).outlook(0.01, 2.0, 0.5);
        assert!(outlook.gain.abs() < 1e-12 && outlook.signal_to_noise < 1e-6 && !outlook.is_climbing());
        assert!((outlook.gain_error - (0.5_f64 * (0.005_f64.powi(2) + 0.0025_f64.powi(2))).sqrt()).abs() < 1e-12);
    }
}
