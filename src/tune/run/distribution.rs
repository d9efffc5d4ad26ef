//! The distribution that a saved search samples from.

use nalgebra::{DMatrix, SymmetricEigen};

use crate::tune::error::TuneError;
use crate::tune::plan::{self, Slot};

use super::record::SavedRun;

/// The distribution that a search samples its next generation from.
#[derive(Clone, Debug)]
pub struct Distribution {
    /// The coordinates that move, in the order of the matrix.
    pub slots: Vec<Slot>,
    /// The step size.
    pub sigma: f64,
    /// The covariance matrix in first steps, row by row.
    pub covariance: Vec<Vec<f64>>,
}

/// Returns the condition number of a covariance matrix, the ratio of its largest to its smallest eigenvalue, or `None` if it is
/// not a covariance matrix.
pub(super) fn condition(covariance: &[Vec<f64>]) -> Option<f64> {
    let n = covariance.len();
    let sound = covariance.iter().all(|row| row.len() == n && row.iter().all(|value| value.is_finite()));
    if n == 0 || !sound {
        return None;
    }
    let eigenvalues = SymmetricEigen::new(DMatrix::from_fn(n, n, |i, j| covariance[i][j])).eigenvalues;
    let (least, most) = (eigenvalues.min(), eigenvalues.max());
    (least > 0.0).then(|| most / least)
}

impl SavedRun {
    /// Returns the distribution of the search, or `None` if the method has none.
    ///
    /// # Errors
    /// Returns an error if the state does not fit its own configuration.
    pub fn distribution(&self) -> Result<Option<Distribution>, TuneError> {
        let config = &self.record.config;
        let encoding = config.encoding()?;
        let directions = plan::directions(config, &encoding);
        let space = encoding.space(directions)?;
        let optimizer = plan::optimizer(config, space, &self.record.policy, Some(self.search.clone()))?;
        Ok(optimizer.shape().map(|shape| Distribution {
            slots: encoding.moving(directions),
            sigma: shape.sigma,
            covariance: shape.covariance,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::condition;

    #[test]
    fn the_condition_is_the_ratio_of_the_eigenvalues() {
        let rotated = [vec![2.5, 1.5], vec![1.5, 2.5]];
        assert!(condition(&rotated).is_some_and(|ratio| (ratio - 4.0).abs() < 1e-12), "its eigenvalues are 4 and 1");
        assert_eq!(condition(&[]), None);
        assert_eq!(condition(&[vec![1.0, 2.0]]), None);
        assert_eq!(condition(&[vec![f64::NAN]]), None);
        assert_eq!(condition(&[vec![1.0, 2.0], vec![2.0, 1.0]]), None, "a negative eigenvalue");
    }
}
