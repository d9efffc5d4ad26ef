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
    /// What the last step was worth, where the method knows.
    pub outlook: Option<Outlook>,
}

/// What the last step of a search was worth, and what is left to gain.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outlook {
    /// The length of the gradient without its noise, over that of the noise; 0 if nothing but noise is seen.
    pub signal_to_noise: f64,
    /// The fall in cost from the mean to the optimum of the fitted surface, less what noise alone would show.
    pub gain: f64,
    /// The standard deviation that noise alone gives the gain.
    pub gain_error: f64,
    /// The share of a step that is taken.
    pub learning_rate: f64,
}

impl Outlook {
    /// Returns whether there is more to gain than noise alone would show.
    #[must_use]
    pub fn is_climbing(&self) -> bool {
        self.gain > 2.0 * self.gain_error
    }

    pub(super) fn is_sound(self) -> bool {
        [self.signal_to_noise, self.gain, self.gain_error, self.learning_rate].iter().all(|x| x.is_finite())
    }
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
