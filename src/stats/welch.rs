//! Welch's t-test.

use super::population::Coverage;
use super::sample::Sample;
use super::t_test::TTest;

/// Tests whether two independent samples have different means, without assuming equal variances.
///
/// Each sample needs two observations. If neither has any variance, the p-value is 1 for equal
/// means and 0 for others (Welch, Biometrika 34, 1947).
#[must_use]
pub fn welch(first: &Sample, second: &Sample) -> Option<TTest> {
    if first.count.min(second.count) < 2 {
        return None;
    }
    let squared = |sample: &Sample| sample.variance / sample.count as f64;
    let freedom = |sample: &Sample| (sample.count - 1) as f64;
    let se2 = squared(first) + squared(second);
    let degrees_of_freedom = if se2 > 0.0 {
        // Welch–Satterthwaite, in the shares of the variance so that nothing over- or underflows.
        let share = squared(first) / se2;
        (share.powi(2) / freedom(first) + (1.0 - share).powi(2) / freedom(second)).recip()
    } else {
        freedom(first) + freedom(second)
    };
    TTest::new(first.mean - second.mean, se2.sqrt(), degrees_of_freedom, Coverage::Sampled)
}
