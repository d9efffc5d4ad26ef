//! A t-test over strata, such as opponents.

use super::population::Coverage;
use super::t_test::TTest;

impl TTest {
    /// Returns the test of the mean of independent differences, such as those against each of several opponents, all
    /// with the same weight.
    ///
    /// With K of them, the difference is Σ d / K and SE² = Σ SE² / K²; the degrees of freedom are
    /// Welch–Satterthwaite's. There is none without members.
    #[must_use]
    pub fn pooled(members: &[TTest]) -> Option<TTest> {
        let count = members.len() as f64;
        let difference = members.iter().map(|test| test.difference).sum::<f64>() / count;
        let squares: f64 = members.iter().map(|test| test.se.powi(2)).sum();
        let degrees_of_freedom = if squares > 0.0 {
            let share = |test: &TTest| (test.se.powi(2) / squares).powi(2) / test.degrees_of_freedom;
            members.iter().map(share).sum::<f64>().recip()
        } else {
            members.iter().map(|test| test.degrees_of_freedom).sum()
        };
        let census = members.iter().all(|test| test.basis == Coverage::Census);
        let basis = if census { Coverage::Census } else { Coverage::Sampled };
        if members.is_empty() {
            None
        } else {
            TTest::new(difference, squares.sqrt() / count, degrees_of_freedom, basis)
        }
    }
}
