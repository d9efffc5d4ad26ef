//! The conditions that weights were tuned or examined under.

use crate::tune::Conditions;
use serde::Serialize;

/// The conditions of a run, of `verify` and of `ablate`, as programs read them.
#[derive(Serialize)]
pub(crate) struct ConditionsRecord {
    board: String,
    protocol: &'static str,
    roster: String,
    budget: String,
    /// The prices of the weights' own heuristic calls; the opponents pay the roster's.
    costs: String,
    plies: usize,
    seed: u64,
}

impl ConditionsRecord {
    pub(crate) fn new(conditions: &Conditions, seed: u64) -> Self {
        Self {
            board: conditions.board().to_string(),
            protocol: conditions.protocol().name(),
            roster: conditions.roster().name.clone(),
            budget: conditions.budget().to_string(),
            costs: conditions.profile().name.clone(),
            plies: conditions.plies(),
            seed,
        }
    }
}
