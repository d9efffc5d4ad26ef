//! Everything about a run that changes, as state.ron keeps it.

use serde::{Deserialize, Serialize};

use crate::document::{decode, encode};
use crate::heuristic::ProvenScore;
use crate::optimize::{Policy, Snapshot};
use crate::store::{ChecksumHeader, ChecksumHeaderError, Digest};

use crate::tune::config::TuneConfig;
use crate::tune::damage::Damage;
use crate::tune::measurement::Measurement;
use crate::tune::plan::{self, TunePlan};
use crate::tune::pruning::Pruning;
use crate::tune::verdict::Verdict;

/// The first line of state.ron.
const HEADER: ChecksumHeader = ChecksumHeader { kind: "run", format: 6 };

/// The progress of a run, besides the optimizer's own state.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunRecord {
    /// The version of the program that started the run.
    pub version: String,
    /// The configuration; on resume its free fields follow config.ron.
    pub config: TuneConfig,
    /// The digest of everything that the results of its games depend on.
    pub identity: Digest,
    /// The division of the total.
    pub policy: Policy,
    /// The games of the search and of its measurements, without any verdict's.
    pub games: u64,
    /// Finished generations.
    pub generations: u64,
    /// The number of lines of history.csv that belong to this state, and the digest of all but their times.
    pub history: (u64, Digest),
    /// The last measurement on the select block.
    pub holdout: Option<Measurement>,
    /// The means with the best scores there, the best first: candidates for the outcome.
    pub best_holdouts: Vec<HoldoutMean>,
    /// The matches that decided which features the search goes on without.
    #[serde(default)]
    pub prunings: Vec<Pruning>,
    /// The results of `improved` on the same openings: for each opponent a digit for each pair.
    pub baseline: Vec<String>,
    /// The contents of best.ron.
    pub recommendation: Recommendation,
    /// The outcome, once the search has ended or reached its time limit.
    pub verdict: Option<Verdict>,
}

impl RunRecord {
    /// Returns the names of the features that the search goes on without.
    #[must_use]
    pub fn left_out(&self) -> Vec<&'static str> {
        self.prunings.iter().filter(|pruning| pruning.accepted).flat_map(Pruning::feature_names).collect()
    }

    /// Returns whether the recommended weights are those that the run started with: its verdict has selected them, or it
    /// has none and nothing else was recommended so far.
    #[must_use]
    pub fn keeps_start(&self) -> bool {
        match &self.verdict {
            Some(verdict) => verdict.keeps_start(),
            None => self.recommendation.generation == 0 || self.recommendation.vector == self.config.start_vector(),
        }
    }
}

/// A mean of the search that was measured on the select block.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct HoldoutMean {
    /// The number of generations before it.
    pub generation: u64,
    /// Its win rate.
    pub score: f64,
    /// The vector of its weights.
    pub vector: Vec<f64>,
}

/// The weights that a run recommends at the moment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Recommendation {
    /// The vector of the weights.
    pub vector: Vec<f64>,
    /// The generation they come from.
    pub generation: u64,
    /// The games played before it.
    pub games: u64,
    /// Their score, once measured.
    pub score: Option<ProvenScore>,
    /// Whether the score was measured on the final block.
    pub verified: bool,
}

/// When a run was started, and how long it has worked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Times {
    /// The start, in ISO 8601.
    pub started: String,
    /// Seconds of work so far.
    pub seconds: f64,
}

/// The contents of state.ron.
#[derive(Clone, Debug, Deserialize)]
pub struct SavedRun {
    /// When the run was started, and how long it has worked.
    pub times: Times,
    /// The progress of the run.
    pub record: RunRecord,
    /// The state of the optimizer.
    pub search: Snapshot,
}

/// Returns the text of state.ron.
///
/// The times have a line of their own; everything else is the same for every run of the same configuration.
pub(super) fn to_text(times: &Times, record: &RunRecord, search: &Snapshot) -> Result<String, ron::Error> {
    let (times, record, search) = (encode(times)?, encode(record)?, encode(search)?);
    Ok(HEADER.close(&format!("(\ntimes: {times},\nrecord: {record},\nsearch: {search},\n)\n")))
}

impl SavedRun {
    /// Reads the bytes of state.ron.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, Damage> {
        let body = HEADER.open(bytes).map_err(|error| match error {
            ChecksumHeaderError::Damaged => Damage::Checksum,
            ChecksumHeaderError::Format { found } => Damage::Format { found, supported: HEADER.format },
        })?;
        decode(body).ok_or(Damage::Contents)
    }

    /// Returns whether the numbers can be those of a plan's run: a checksum shows only that they were not changed by
    /// accident.
    pub(super) fn fits(&self, plan: &TunePlan) -> bool {
        let record = &self.record;
        let width = plan.encoding().start().len();
        let is_vector = |vector: &[f64]| vector.len() == width && vector.iter().all(|weight| weight.is_finite());
        let judged = |verdict: &Verdict| {
            verdict.winner < verdict.finalists.len()
                && verdict.recommended.is_none_or(|recommended| recommended < verdict.finalists.len())
                && verdict.finalists.iter().all(|finalist| is_vector(&finalist.vector))
        };
        let counts = [record.games, record.generations, record.recommendation.games];
        plan::is_possible(&record.policy)
            && record.policy.dimension == plan.dimension()
            && counts.iter().all(|count| *count <= MOST_COUNT)
            && is_vector(&record.recommendation.vector)
            && record.best_holdouts.iter().all(|holdout| is_vector(&holdout.vector))
            && record.verdict.as_ref().is_none_or(judged)
            && self.times.seconds.is_finite()
    }
}

/// Far more than a run counts, and far from an overflow.
const MOST_COUNT: u64 = 1 << 50;
