//! Coordinates that no longer move.

use nalgebra::{DMatrix, DVector, Dyn, SymmetricEigen};

use super::Surface;

impl Surface {
    /// Holds a coordinate at a value from now on. At least one keeps moving.
    ///
    /// What was seen before stays in the regression: it still tells of the other coordinates.
    pub(in crate::optimize) fn fix(&mut self, coordinate: usize, value: f64) {
        let n = self.mean.len();
        if self.is_fixed(coordinate) || self.fixed.len() + 1 >= n || coordinate >= n {
            return;
        }
        self.fixed.push((coordinate, value));
        let mut mean = self.mean.clone();
        mean[coordinate] = value;
        self.mean = self.rescaled(mean);
        let variance = self.covariance[(coordinate, coordinate)];
        isolate(&mut self.covariance, coordinate, variance);
    }

    /// Returns whether a coordinate no longer moves.
    pub(in crate::optimize) fn is_fixed(&self, coordinate: usize) -> bool {
        self.fixed.iter().any(|(fixed, _)| *fixed == coordinate)
    }

    /// Decomposes a matrix of curvatures and returns it with the average over the `free` coordinates that move, unless no
    /// curvature is seen. Fixed coordinates get the average, so that they take no part in the volume of the shape.
    pub(super) fn free_curvatures(
        &self,
        mut curvatures: DMatrix<f64>,
        free: f64,
    ) -> Option<(SymmetricEigen<f64, Dyn>, f64)> {
        self.fixed.iter().for_each(|&(coordinate, _)| isolate(&mut curvatures, coordinate, 0.0));
        let eigen = SymmetricEigen::new(curvatures.clone());
        let average = eigen.eigenvalues.iter().filter(|h| **h > 0.0).sum::<f64>() / free;
        if average.is_nan() || average <= 0.0 {
            return None;
        }
        self.fixed.iter().for_each(|&(coordinate, _)| isolate(&mut curvatures, coordinate, average));
        let eigen = if self.fixed.is_empty() { eigen } else { SymmetricEigen::new(curvatures) };
        Some((eigen, average))
    }

    /// Puts a point where the fixed coordinates are.
    pub(super) fn hold(&self, point: &mut DVector<f64>) {
        self.fixed.iter().for_each(|&(coordinate, value)| point[coordinate] = value);
    }

    /// Makes the fitted quadratic flat along the fixed coordinates.
    pub(super) fn flatten(&self, slope: &mut DVector<f64>, hessian: &mut DMatrix<f64>) {
        for &(coordinate, _) in &self.fixed {
            slope[coordinate] = 0.0;
            isolate(hessian, coordinate, 0.0);
        }
    }
}

/// Sets the row and the column of a coordinate to 0, but for the diagonal.
fn isolate(matrix: &mut DMatrix<f64>, coordinate: usize, diagonal: f64) {
    matrix.row_mut(coordinate).fill(0.0);
    matrix.column_mut(coordinate).fill(0.0);
    matrix[(coordinate, coordinate)] = diagonal;
}
