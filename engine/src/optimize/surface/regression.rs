//! Least squares with a quadratic, from sums that are carried from generation to generation.

use nalgebra::{DMatrix, DVector};
use serde::{Deserialize, Serialize};

/// Weighted sums over points and their values: all that a quadratic fit needs to know of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Regression {
    dimension: usize,
    /// The sum of the weights, a number of points.
    weight: f64,
    /// The sum of φφᵀ with φ = (1, x, all products of two coordinates), the lower triangle row by row.
    products: Vec<f64>,
    /// The sum of φ times the value.
    values: Vec<f64>,
}

/// A quadratic: its gradient at the origin and its Hessian.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Quadratic {
    pub(super) gradient: DVector<f64>,
    pub(super) hessian: DMatrix<f64>,
}

impl Regression {
    pub(super) fn new(dimension: usize) -> Self {
        let terms = terms(dimension);
        Self { dimension, weight: 0.0, products: vec![0.0; terms * (terms + 1) / 2], values: vec![0.0; terms] }
    }

    /// Returns whether every part is finite and of a dimension.
    pub(super) fn fits(&self, dimension: usize) -> bool {
        let terms = terms(dimension);
        self.dimension == dimension
            && self.products.len() == terms * (terms + 1) / 2
            && self.values.len() == terms
            && self.weight >= 0.0
            && self.products.iter().chain(&self.values).chain([&self.weight]).all(|x| x.is_finite())
    }

    /// Returns the number of points, each counted by its weight.
    pub(super) fn weight(&self) -> f64 {
        self.weight
    }

    /// Multiplies the weight of every point so far.
    pub(super) fn discount(&mut self, factor: f64) {
        self.weight *= factor;
        for sum in self.products.iter_mut().chain(&mut self.values) {
            *sum *= factor;
        }
    }

    /// Adds a point of weight 1.
    pub(super) fn add(&mut self, point: &[f64], value: f64) {
        self.add_row(&basis(point), value, 1.0);
        self.weight += 1.0;
    }

    /// Adds the difference of the values of two points on opposite sides of a centre; it counts as four points at the
    /// weight given, as it says as much about the slope.
    pub(super) fn add_difference(&mut self, [first, second]: [&[f64]; 2], value: f64, weight: f64) {
        let row: Vec<f64> = basis(first).iter().zip(basis(second)).map(|(first, second)| first - second).collect();
        self.add_row(&row, value, weight);
        self.weight += 4.0 * weight;
    }

    fn add_row(&mut self, row: &[f64], value: f64, weight: f64) {
        let mut start = 0;
        for (i, term) in row.iter().enumerate() {
            let factor = weight * term;
            for (sum, other) in self.products[start..=start + i].iter_mut().zip(row) {
                *sum += factor * other;
            }
            start += i + 1;
            self.values[i] += factor * value;
        }
    }

    /// Fits a quadratic; the two penalties hold the squares of the linear and of the quadratic coefficients down.
    ///
    /// Returns `None` when the points do not decide it.
    pub(super) fn fit(&self, linear_penalty: f64, quadratic_penalty: f64) -> Option<Quadratic> {
        let (n, terms) = (self.dimension, self.values.len());
        let mut normal = DMatrix::zeros(terms, terms);
        let mut sums = self.products.iter();
        for i in 0..terms {
            for j in 0..=i {
                normal[(i, j)] = *sums.next()?;
            }
            let penalty = if i > n { quadratic_penalty } else { linear_penalty };
            normal[(i, i)] += if i == 0 { 0.0 } else { penalty };
        }
        // Only the lower triangle is looked at.
        let solution = normal.cholesky()?.solve(&DVector::from_column_slice(&self.values));
        if !solution.iter().all(|x| x.is_finite()) {
            return None;
        }
        let mut hessian = DMatrix::zeros(n, n);
        let mut coefficients = solution.iter().skip(1 + n);
        for i in 0..n {
            for j in 0..=i {
                let coefficient = *coefficients.next()?;
                hessian[(i, j)] += coefficient;
                hessian[(j, i)] += coefficient; // Twice on the diagonal: the second derivative of x².
            }
        }
        Some(Quadratic { gradient: solution.rows(1, n).into_owned(), hessian })
    }
}

impl Quadratic {
    /// Returns the gradient at a point.
    pub(super) fn slope(&self, point: &DVector<f64>) -> DVector<f64> {
        &self.gradient + &self.hessian * point
    }
}

/// The terms of a quadratic at a point: 1, the coordinates, all products of two of them.
fn basis(point: &[f64]) -> Vec<f64> {
    let mut basis = Vec::with_capacity(terms(point.len()));
    basis.push(1.0);
    basis.extend_from_slice(point);
    for (i, x) in point.iter().enumerate() {
        basis.extend(point[..=i].iter().map(|y| x * y));
    }
    basis
}

/// The number of coefficients of a quadratic.
fn terms(dimension: usize) -> usize {
    1 + dimension + dimension * (dimension + 1) / 2
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// 1 + 2a − b − 3a² + ab − b²/2
    fn value(a: f64, b: f64) -> f64 {
        1.0 + 2.0 * a - b - 3.0 * a * a + a * b - 0.5 * b * b
    }

    fn grid() -> Regression {
        let mut regression = Regression::new(2);
        for (a, b) in [(0.0, 0.0), (1.0, 0.0), (-1.0, 0.5), (0.0, 1.0), (0.5, -1.0), (1.0, 1.0), (-0.5, -0.5)] {
            regression.add(&[a, b], value(a, b));
        }
        regression
    }

    #[test]
    fn a_quadratic_is_found_exactly() {
        let quadratic = grid().fit(0.0, 0.0).unwrap();
        assert!((quadratic.gradient - DVector::from_vec(vec![2.0, -1.0])).norm() < 1e-9);
        assert!((quadratic.hessian - DMatrix::from_row_slice(2, 2, &[-6.0, 1.0, 1.0, -1.0])).norm() < 1e-9);
    }

    #[test]
    fn differences_of_couples_and_a_few_points_give_the_same_quadratic() {
        let mut regression = grid();
        for (centre, offset) in [((0.3, 0.1), (0.5, -0.2)), ((-0.4, 0.8), (0.1, 0.6)), ((1.0, -1.0), (0.7, 0.7))] {
            let (a, b) = ([centre.0 + offset.0, centre.1 + offset.1], [centre.0 - offset.0, centre.1 - offset.1]);
            regression.add_difference([&a, &b], value(a[0], a[1]) - value(b[0], b[1]), 2.5);
        }
        let quadratic = regression.fit(0.0, 0.0).unwrap();
        assert!((quadratic.gradient - DVector::from_vec(vec![2.0, -1.0])).norm() < 1e-9);
        assert!((quadratic.hessian - DMatrix::from_row_slice(2, 2, &[-6.0, 1.0, 1.0, -1.0])).norm() < 1e-9);
        assert!((regression.weight() - (7.0 + 3.0 * 10.0)).abs() < 1e-12);
    }

    #[test]
    fn a_slope_is_the_derivative_there() {
        let quadratic = grid().fit(0.0, 0.0).unwrap();
        let slope = quadratic.slope(&DVector::from_vec(vec![1.0, 2.0]));
        assert!((slope - DVector::from_vec(vec![2.0 - 6.0 + 2.0, -1.0 + 1.0 - 2.0])).norm() < 1e-9);
    }

    #[test]
    fn a_common_factor_on_the_weights_changes_nothing_but_the_count() {
        let mut discounted = grid();
        discounted.discount(0.25);
        assert!((discounted.weight() - 7.0 / 4.0).abs() < 1e-12);
        let (a, b) = (discounted.fit(0.0, 0.0).unwrap(), grid().fit(0.0, 0.0).unwrap());
        assert!((a.gradient - b.gradient).norm() < 1e-9);
    }

    #[test]
    fn penalties_decide_what_points_do_not() {
        let mut one = Regression::new(3);
        one.add(&[1.0, 0.0, 0.0], 1.0);
        assert_eq!(one.fit(0.0, 0.0), None);
        let quadratic = one.fit(0.1, 0.1).unwrap();
        assert!(quadratic.gradient[1].abs() < 1e-12);
        assert!(one.fits(3) && !one.fits(2));
    }
}
