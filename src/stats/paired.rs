//! The paired t-test.

use super::population::Population;
use super::sample::Sample;
use super::t_test::TTest;

/// Tests whether two sides score differently on common starting points, each of which gives one
/// `(first, second)` couple of scores.
///
/// Only the differences count, so what makes a starting point easy for both cancels out. Two
/// couples are needed. If all differences are equal, or were taken on all of a finite
/// population, the p-value is 1 for a mean difference of zero and 0 for any other
/// (Student, Biometrika 6, 1908).
#[must_use]
pub fn paired(scores: impl IntoIterator<Item = (f64, f64)>, population: Population) -> Option<TTest> {
    let differences = Sample::of(scores.into_iter().map(|(first, second)| first - second))?;
    let Sample { count, mean, variance } = differences;
    if count < 2 {
        return None;
    }
    let se = (variance / count as f64).sqrt() * population.factor(count);
    TTest::new(mean, se, (count - 1) as f64, population.basis(count))
}
