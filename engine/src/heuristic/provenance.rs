//! The provenance of weights and the evidence for them.

use serde::{Deserialize, Serialize};

/// The provenance of weights.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The run that found the weights.
    pub run: String,
    /// The run's seed.
    pub seed: u64,
    /// The digest of the run's configuration.
    pub config: String,
    /// The number of generations completed.
    pub generation: u64,
    /// The number of games played for them.
    pub games: u64,
    /// The measured score, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<ProvenScore>,
    /// Whether the score comes from openings that neither the search nor the choice among finalists has seen.
    pub verified: bool,
    /// The version of the program.
    pub version: String,
    /// The day the run was started, if known; not part of a run's own files, which do not depend on the date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}

/// A win rate against a roster, and the difference from `improved` on the same openings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProvenScore {
    /// The win rate in percent.
    pub win_rate: f64,
    /// Its standard error in points.
    pub se: f64,
    /// The number of pairs of games.
    pub pairs: u64,
    /// The block of openings: `train`, `select` or `final`.
    pub block: String,
    /// The opponents.
    pub roster: String,
    /// The search budget of a move.
    pub budget: String,
    /// The difference from `improved` in points.
    pub delta_vs_improved: f64,
    /// The standard error of the difference.
    pub delta_se: f64,
}
