//! Points where only directions count.

use nalgebra::DVector;

use super::Surface;

impl Surface {
    /// A point as the regression sees it: from the start, or from zero and at the start's length.
    pub(super) fn placed(&self, point: &DVector<f64>) -> DVector<f64> {
        match &self.origin {
            None => point.clone(),
            Some(origin) => at_length(&(origin + point), origin.norm()),
        }
    }

    /// The point of the same direction at the start's length.
    pub(super) fn rescaled(&self, point: DVector<f64>) -> DVector<f64> {
        match &self.origin {
            None => point,
            Some(origin) => at_length(&(origin + point), origin.norm()) - origin,
        }
    }
}

fn at_length(vector: &DVector<f64>, length: f64) -> DVector<f64> {
    let norm = vector.norm();
    if norm > 0.0 { vector * (length / norm) } else { vector.clone() }
}
