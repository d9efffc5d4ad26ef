//! Where a set of weights comes from, and how far it can be trusted.

use serde::{Deserialize, Serialize};

/// Where a set of weights comes from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The run that found the weights.
    pub run: String,
    /// The run's seed.
    pub seed: u64,
    /// The fingerprint of the run's configuration.
    pub config: String,
    /// How many generations the run had seen.
    pub generation: u64,
    /// How many games it had played for them.
    pub games: u64,
    /// How well the weights play, as far as it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<ProvenScore>,
    /// Whether the score comes from openings that neither the search nor the choice among finalists has seen.
    pub verified: bool,
    /// The version of the program.
    pub version: String,
    /// The day the run was started, where it is known; not part of a run's own files, which are the same on any day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}

/// A win rate against a roster, and the difference to `improved` on the same openings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProvenScore {
    /// The win rate in percent.
    pub win_rate: f64,
    /// Its standard error in points.
    pub se: f64,
    /// The pairs of games behind it.
    pub pairs: u64,
    /// The block of openings: `train`, `select` or `final`.
    pub block: String,
    /// The opponents.
    pub roster: String,
    /// What each side could think about a move.
    pub budget: String,
    /// The difference to `improved` in points.
    pub delta_vs_improved: f64,
    /// The standard error of the difference.
    pub delta_se: f64,
}
