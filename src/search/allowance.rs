//! A budget with everything looked up that it depends on.

use super::budget::Budget;
use crate::heuristic::{CostError, CostProfile, Heuristic};

/// A budget for one heuristic, ready to be spent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Allowance {
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
    pub fn allowance(&self, heuristic: &Heuristic, costs: &str) -> Result<Allowance, CostError> {
        Ok(match self {
            Budget::Depth(plies) => Allowance::Depth(*plies),
            Budget::Nodes(nodes) => Allowance::Nodes(*nodes),
            Budget::Effort { units, costs: named } => {
                let profile = CostProfile::named(named.as_deref().unwrap_or(costs))?;
                Allowance::Effort { units: *units, call: profile.call(heuristic) }
            }
            Budget::Time(milliseconds) => Allowance::Time(*milliseconds),
        })
    }
}
