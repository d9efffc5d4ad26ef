//! How elongated a distribution is.

use nalgebra::{DMatrix, SymmetricEigen};

/// Returns the condition number of a covariance matrix, the ratio of its largest to its smallest eigenvalue, or `None` if it is
/// not a covariance matrix.
#[must_use]
pub fn condition(covariance: &[Vec<f64>]) -> Option<f64> {
    let n = covariance.len();
    let sound = covariance.iter().all(|row| row.len() == n && row.iter().all(|value| value.is_finite()));
    if n == 0 || !sound {
        return None;
    }
    let eigenvalues = SymmetricEigen::new(DMatrix::from_fn(n, n, |i, j| covariance[i][j])).eigenvalues;
    let (least, most) = (eigenvalues.min(), eigenvalues.max());
    (least > 0.0).then(|| most / least)
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
