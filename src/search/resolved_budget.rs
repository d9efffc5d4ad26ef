//! A budget with everything looked up that it depends on.

use std::convert::Infallible;

use super::budget::Budget;
use crate::heuristic::{CostError, CostProfile, Heuristic};

/// A budget for one heuristic, ready to be spent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ResolvedBudget {
    /// So many plies deep, and at least one.
    Depth(u32),
    /// So many nodes.
    Nodes(u64),
    /// So many units, of which a node costs 1.
    Effort {
        /// The units.
        units: u64,
        /// What a heuristic call costs.
        call: f64,
    },
    /// So many milliseconds.
    Time(u64),
}

impl Budget {
    /// Looks up what calls of a heuristic cost, where that matters.
    ///
    /// `costs` names the cost profile for an effort budget that names none itself.
    ///
    /// # Errors
    /// When the cost profile cannot be had.
    pub fn resolve(&self, heuristic: &Heuristic, costs: &str) -> Result<ResolvedBudget, CostError> {
        self.with_call(|| Ok(CostProfile::named(self.costs().unwrap_or(costs))?.call(heuristic)))
    }

    /// Gives the allowance when calls cost what a profile says that was looked up before.
    #[must_use]
    pub fn priced(&self, heuristic: &Heuristic, profile: &CostProfile) -> ResolvedBudget {
        let Ok(allowance) = self.with_call(|| Ok::<_, Infallible>(profile.call(heuristic)));
        allowance
    }

    fn with_call<E>(&self, call: impl FnOnce() -> Result<f64, E>) -> Result<ResolvedBudget, E> {
        Ok(match self {
            Budget::Depth(plies) => ResolvedBudget::Depth(*plies),
            Budget::Nodes(nodes) => ResolvedBudget::Nodes(*nodes),
            Budget::Effort { units, .. } => ResolvedBudget::Effort { units: *units, call: call()? },
            Budget::Time(milliseconds) => ResolvedBudget::Time(*milliseconds),
        })
    }

    /// Gives the cost profile that the budget names itself.
    #[must_use]
    pub fn costs(&self) -> Option<&str> {
        match self {
            Budget::Effort { costs, .. } => costs.as_deref(),
            Budget::Depth(_) | Budget::Nodes(_) | Budget::Time(_) => None,
        }
    }
}
