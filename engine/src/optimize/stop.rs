//! When a search is over, in terms that survive noise.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a search has ended.
///
/// Equal costs are no reason: under noise they mean that a generation was unlucky, not that the
/// search has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stop {
    /// The budget does not pay another generation.
    Budget,
    /// The mean, averaged over a quarter of the search, has stopped moving.
    Plateau,
    /// The distribution has become smaller than the step floor.
    StepFloor,
    /// The distribution has become too long and thin for its arithmetic.
    Condition,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Budget => "the budget is spent",
            Self::Plateau => "the mean has stopped moving",
            Self::StepFloor => "the step size has reached its floor",
            Self::Condition => "the distribution has become too thin",
        })
    }
}

/// The limits beyond which a CMA-ES ends before its budget does; the other methods spend theirs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StopRules {
    /// The least move of the mean from the third to the last quarter of the search, as a share of the largest standard
    /// deviation of any coordinate by then: a mean that only trembles within its own distribution has arrived.
    pub plateau: f64,
    /// The number of generations before which no plateau is called.
    pub plateau_generations: u64,
    /// The least that the largest standard deviation of any coordinate may be, in initial steps.
    pub step_floor: f64,
    /// The largest condition number of the covariance.
    pub condition: f64,
}

impl StopRules {
    /// No limit at all: only the budget ends the search.
    pub const BUDGET_ONLY: Self =
        Self { plateau: 0.0, plateau_generations: 0, step_floor: 0.0, condition: f64::INFINITY };
}

impl StopRules {
    /// Returns whether the rules let a search start.
    pub(super) fn is_sound(&self) -> bool {
        let share = 0.0..1.0;
        share.contains(&self.plateau) && share.contains(&self.step_floor) && self.condition > 1.0
    }
}

impl Default for StopRules {
    /// Limits for noisy costs: three tenths of the distribution's own width and not before generation 100, a thousandth of the
    /// initial step.
    fn default() -> Self {
        Self { plateau: 0.3, plateau_generations: 100, step_floor: 1e-3, condition: 1e12 }
    }
}
