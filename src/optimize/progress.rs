//! Where a search stands, in figures.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Where a search stands after a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Generations told.
    pub generations: u64,
    /// Candidates evaluated.
    pub evaluations: u64,
    /// Candidates of the next generation.
    pub population: usize,
    /// The average finite cost of the last generation.
    pub cost: Option<f64>,
    /// The largest standard deviation of any coordinate in initial steps, where the method has one.
    pub spread: Option<f64>,
    /// The condition number of the covariance, where the method has one.
    pub condition: Option<f64>,
    /// Generations whose costs said nothing.
    pub flat: u64,
    /// Evaluations whose cost was not finite.
    pub failed: u64,
    /// Restarts so far.
    pub restarts: usize,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { generations, evaluations, .. } = self;
        write!(f, "generation {generations}, {evaluations} evaluations")?;
        if let Some(cost) = self.cost {
            write!(f, ", cost {cost:.4}")?;
        }
        if let Some(spread) = self.spread {
            write!(f, ", spread {spread:.3}")?;
        }
        for (count, what) in [(self.flat, "flat"), (self.failed, "failed"), (self.restarts as u64, "restarts")] {
            if count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        Ok(())
    }
}
