//! The conditions that weights were examined under.

use crate::tune::Conditions;
use serde::Serialize;

/// The conditions of `verify` and `ablate`, as programs read them.
#[derive(Serialize)]
pub(crate) struct ConditionsRecord {
    board: String,
    protocol: &'static str,
    roster: String,
    budget: String,
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
            plies: conditions.plies(),
            seed,
        }
    }
}
