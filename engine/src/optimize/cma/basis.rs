//! The eigenbasis of a covariance: what samples are made with and steps are measured against.

use nalgebra::{DMatrix, DVector, SymmetricEigen};

/// The largest condition number that a covariance may keep; beyond it rounding could make an
/// eigenvalue negative.
const MAX_CONDITION: f64 = 1e12;

/// Principal axes and the standard deviations along them: C = B D² Bᵀ.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::optimize) struct Basis {
    axes: DMatrix<f64>,
    deviations: DVector<f64>,
}

impl Basis {
    /// Makes a covariance symmetric and, where rounding has made it too thin, thicker; then
    /// decomposes it.
    ///
    /// A covariance that has been through here once comes out the second time with the same bits
    /// and the same basis.
    pub(in crate::optimize) fn of(covariance: &mut DMatrix<f64>) -> Self {
        *covariance = (&*covariance + covariance.transpose()) * 0.5;
        let mut eigen = SymmetricEigen::new(covariance.clone());
        let floor = eigen.eigenvalues.max() / MAX_CONDITION;
        // Half of the floor, so that what is mended here is not mended again.
        if eigen.eigenvalues.min() < 0.5 * floor {
            eigen.eigenvalues.apply(|value| *value = value.max(floor));
            let mended = eigen.recompose();
            *covariance = (&mended + mended.transpose()) * 0.5;
            eigen = SymmetricEigen::new(covariance.clone());
        }
        Self { deviations: eigen.eigenvalues.map(f64::sqrt), axes: eigen.eigenvectors }
    }

    /// B D, which turns a standard normal vector into one of this covariance (Hansen 2016, eq. 39).
    pub(in crate::optimize) fn root(&self) -> DMatrix<f64> {
        let mut root = self.axes.clone();
        for (mut column, deviation) in root.column_iter_mut().zip(&self.deviations) {
            column *= *deviation;
        }
        root
    }

    /// C^(−1/2) = B D⁻¹ Bᵀ.
    pub(in crate::optimize) fn inverse_root(&self) -> DMatrix<f64> {
        let mut scaled = self.axes.clone();
        for (mut column, deviation) in scaled.column_iter_mut().zip(&self.deviations) {
            column /= *deviation;
        }
        scaled * self.axes.transpose()
    }

    /// B z: the whitened step C^(−1/2) y of the sample y = B D z.
    pub(in crate::optimize) fn whitened(&self, z: &DVector<f64>) -> DVector<f64> {
        &self.axes * z
    }

    /// The standard deviation along the longest axis.
    pub(in crate::optimize) fn longest(&self) -> f64 {
        self.deviations.max()
    }

    /// The sum of the logarithms of the deviations, half the logarithm of the determinant.
    pub(in crate::optimize) fn log_volume(&self) -> f64 {
        self.deviations.iter().map(|d| libm::log(*d)).sum()
    }

    /// The ratio of the largest to the smallest eigenvalue.
    pub(in crate::optimize) fn condition(&self) -> f64 {
        (self.deviations.max() / self.deviations.min()).powi(2)
    }
}
