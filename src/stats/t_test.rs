//! A difference of means, tested.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::interval::Interval;
use super::population::Coverage;

/// A difference of means, and how surprising it would be if there were none.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TTest {
    /// The mean of the first minus the mean of the second.
    pub difference: f64,
    /// The standard error of the difference; the t statistic is the difference divided by it.
    pub se: f64,
    /// The degrees of freedom of the t distribution.
    pub degrees_of_freedom: f64,
    /// The 95 % interval of the difference.
    pub interval: Interval,
    /// The two-sided p-value; without any error it is 1 for equal means and 0 for others.
    pub p_value: f64,
    /// Whether the difference is an estimate or exact.
    pub basis: Coverage,
}

impl TTest {
    /// Tests a difference against zero, with 1 or more degrees of freedom, or returns nothing if
    /// the figures are too large to be numbers.
    pub(super) fn new(difference: f64, se: f64, degrees_of_freedom: f64, basis: Coverage) -> Option<Self> {
        let t = StudentsT::new(0.0, 1.0, degrees_of_freedom).ok()?;
        let p_value = if se > 0.0 {
            (2.0 * t.sf((difference / se).abs())).min(1.0)
        } else {
            f64::from(u8::from(difference.abs() <= 0.0))
        };
        let interval = Interval::around(difference, quantile_95(&t) * se);
        let test = Self { difference, se, degrees_of_freedom, interval, p_value, basis };
        interval.margin().is_finite().then_some(test)
    }
}

/// Returns the t beyond which 2.5 % remain in the tail.
///
/// This bisects because the `inverse_cdf` of statrs 0.19 is wrong in the fourth digit from a
/// million degrees of freedom on and does not return from a hundred million on.
fn quantile_95(t: &StudentsT) -> f64 {
    // From just below the normal quantile to just above that of one degree of freedom.
    let (mut low, mut high) = (1.95, 12.75);
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if t.sf(middle) > 0.025 {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}
