//! The provenance of weights and the evidence for them.

use serde::{Deserialize, Deserializer, Serialize};

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
    /// The number of significant digits that the weights were rounded to after the score was measured, if they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounded: Option<u8>,
    /// The version of the program.
    pub version: String,
    /// The day the run was started, if known; not part of a run's own files, which do not depend on the date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}

/// A win rate against a roster, and the difference from `improved` on the same openings, as fractions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct ProvenScore {
    /// The win rate.
    pub score: f64,
    /// Its standard error.
    pub se: f64,
    /// The number of pairs of games.
    pub pairs: u64,
    /// The block of openings: `train`, `select` or `final`.
    pub block: String,
    /// The opponents.
    pub roster: String,
    /// The search budget of a move.
    pub budget: String,
    /// The budget of the opponents and of `improved`, where `budget` names prices or theirs is another. Files
    /// of version 0.3.0 and before lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// The protocol whose rules the games were played by. Files of version 0.3.0 and before lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol: Option<String>,
    /// The number of plies of an opening. Files of version 0.3.0 and before lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
    /// The difference from `improved`.
    pub delta: f64,
    /// The standard error of the difference.
    pub delta_se: f64,
}

/// A score as written: version 0.1.0 wrote percent and points, under names of their own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default, deserialize_with = "present")]
    score: Option<f64>,
    #[serde(default, deserialize_with = "present")]
    win_rate: Option<f64>,
    se: f64,
    pairs: u64,
    block: String,
    roster: String,
    budget: String,
    #[serde(default)]
    against: Option<String>,
    #[serde(default)]
    protocol: Option<String>,
    #[serde(default)]
    plies: Option<usize>,
    #[serde(default, deserialize_with = "present")]
    delta: Option<f64>,
    #[serde(default, deserialize_with = "present")]
    delta_vs_improved: Option<f64>,
    delta_se: f64,
}

/// Reads a number that may be left out, but is not written as an option.
fn present<'de, D: Deserializer<'de>>(number: D) -> Result<Option<f64>, D::Error> {
    f64::deserialize(number).map(Some)
}

impl TryFrom<Written> for ProvenScore {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        let Written { se, pairs, block, roster, budget, against, protocol, plies, delta_se, .. } = written;
        let (score, delta, unit) = match (written.score, written.delta, written.win_rate, written.delta_vs_improved) {
            (Some(score), Some(delta), None, None) => (score, delta, 1.0),
            (None, None, Some(percent), Some(points)) => (percent, points, 100.0),
            _ => return Err("a score has `score` and `delta`, as fractions"),
        };
        let [score, se, delta, delta_se] = [score, se, delta, delta_se].map(|figure| figure / unit);
        Ok(Self { score, se, pairs, block, roster, budget, against, protocol, plies, delta, delta_se })
    }
}
