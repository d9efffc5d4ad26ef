//! A difference of means, tested.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::interval::{Interval, Z_95, unseen_share};
use super::population::{Coverage, Population};
use super::sample::Sample;

/// A difference of means, and how surprising it would be if there were none.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct TTest {
    /// The mean of the first minus the mean of the second.
    pub difference: f64,
    /// The standard error of the difference; the t statistic is the difference divided by it.
    pub se: f64,
    /// The standard error if the observations were a sample of an unlimited population, also for a census.
    #[serde(default)]
    pub sample_se: f64,
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
    /// Returns the standard error of which 1.96 make half the 95 % interval: that of few observations is wider than the normal
    /// distribution has it.
    #[must_use]
    pub fn interval_se(&self) -> f64 {
        match self.basis {
            Coverage::Census => self.se,
            Coverage::Sampled => self.interval.margin() / Z_95,
        }
    }

    /// Tests a difference against zero, with 1 or more degrees of freedom, or returns nothing if
    /// the figures are too large to be numbers.
    fn new(difference: f64, (se, sample_se): (f64, f64), degrees_of_freedom: f64, basis: Coverage) -> Option<Self> {
        let t = StudentsT::new(0.0, 1.0, degrees_of_freedom).ok()?;
        let p_value = if se > 0.0 {
            (2.0 * t.sf((difference / se).abs())).min(1.0)
        } else {
            f64::from(u8::from(difference.abs() <= 0.0))
        };
        let interval = Interval::around(difference, quantile_95(&t) * se);
        let test = Self { difference, se, sample_se, degrees_of_freedom, interval, p_value, basis };
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
    let sample_se = (variance / count as f64).sqrt();
    let se = sample_se * population.factor(count);
    TTest::new(mean, (se, sample_se), (count - 1) as f64, population.basis(count))
}

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
    TTest::new(first.mean - second.mean, (se2.sqrt(), se2.sqrt()), degrees_of_freedom, Coverage::Sampled)
}

impl TTest {
    /// Returns the test of the mean of independent differences, such as those against each of several opponents, all
    /// with the same weight.
    ///
    /// With K of them, the difference is Σ d / K and SE² = Σ SE² / K²; the degrees of freedom are
    /// Welch–Satterthwaite's. Returns `None` without members.
    ///
    /// The members are differences of scores, between −1 and 1. A sample whose differences are all equal has an unknown error,
    /// not none: it counts with z/(n + z²), so that 1.96 of them are the greatest share of other differences that is compatible
    /// with it (see [`Score::pooled`](super::Score::pooled)). Where all differences of all members are 0, nothing tells the
    /// sides apart, and the error is 0.
    #[must_use]
    pub fn pooled(members: &[Self]) -> Option<Self> {
        let count = members.len() as f64;
        let difference = members.iter().map(|test| test.difference).sum::<f64>() / count;
        let bounded = |se: f64, test: &Self| if se > 0.0 { se } else { test.se_bound() };
        let exact = |test: &Self| test.basis == Coverage::Census;
        let square = |test: &Self| if exact(test) { test.se } else { bounded(test.se, test) }.powi(2);
        let of_sample = |test: &Self| bounded(test.sample_se, test).powi(2);
        let differs = members.iter().any(|test| test.sample_se > 0.0 || test.difference != 0.0);
        let sum = |square: &dyn Fn(&Self) -> f64| if differs { members.iter().map(square).sum() } else { 0.0_f64 };
        let (total, sampled) = (sum(&square), sum(&of_sample));
        let errors = (total.sqrt() / count, sampled.sqrt() / count);
        let degrees_of_freedom = if total > 0.0 {
            let share = |test: &Self| (square(test) / total).powi(2) / test.degrees_of_freedom;
            members.iter().map(share).sum::<f64>().recip()
        } else {
            members.iter().map(|test| test.degrees_of_freedom).sum()
        };
        let basis = if members.iter().all(exact) { Coverage::Census } else { Coverage::Sampled };
        if members.is_empty() { None } else { Self::new(difference, errors, degrees_of_freedom, basis) }
    }

    /// Returns a bound of the standard error of differences that are all equal.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn se_bound(&self) -> f64 {
        // Differences of common starting points have a degree of freedom less than there are.
        unseen_share(self.degrees_of_freedom as u64 + 1) / Z_95
    }
}
