//! Everything about a run that changes, as state.ron keeps it.

use serde::{Deserialize, Serialize};

use super::config::TuneConfig;
use super::division::Division;
use super::measure::Measure;
use super::verdict::Verdict;
use crate::heuristic::ProvenScore;
use crate::optimize::Snapshot;
use crate::store::{ChecksumHeader, ChecksumHeaderError, Fingerprint};

/// The first line of state.ron.
const HEADER: ChecksumHeader = ChecksumHeader { kind: "run", format: 1 };

/// Everything about a run that changes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunRecord {
    /// The version of the program that wrote it.
    pub version: String,
    /// The configuration the run was begun with.
    pub config: TuneConfig,
    /// What decides results and is not in the configuration: opponents' weights and prices.
    pub surroundings: Fingerprint,
    /// How the total is spent.
    pub division: Division,
    /// The games of the search and of its measurements, without any verdict's.
    pub games: u64,
    /// The search.
    pub search: Snapshot,
    /// Generations finished.
    pub generations: u64,
    /// The bytes of history.csv that belong to this state, and their fingerprint.
    pub history: (u64, Fingerprint),
    /// The last measurement on openings that the search does not see.
    pub holdout: Option<Measure>,
    /// The results of `improved` on those openings, opponent by opponent, a digit for each pair.
    pub baseline: Vec<String>,
    /// What best.ron holds.
    pub recommendation: Recommendation,
    /// The outcome, once the search has ended or its time was up.
    pub verdict: Option<Verdict>,
}

/// The weights that a run recommends at the moment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Recommendation {
    /// The vector behind the weights.
    pub vector: Vec<f64>,
    /// The generation they come from.
    pub generation: u64,
    /// The games played by then.
    pub games: u64,
    /// How well they play, as far as it was measured.
    pub score: Option<ProvenScore>,
    /// Whether that was measured on the final block.
    pub verified: bool,
}

/// When a run was begun, and how long it has worked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Times {
    /// When it was begun, in ISO 8601.
    pub started: String,
    /// Seconds of work so far.
    pub seconds: f64,
}

#[derive(Deserialize)]
struct Saved {
    times: Times,
    record: RunRecord,
}

impl RunRecord {
    /// Writes the text of state.ron; the times have a line of their own, all else is the same for every run of the same
    /// configuration.
    pub(super) fn to_text(&self, times: &Times) -> Result<String, ron::Error> {
        let (times, record) = (ron::to_string(times)?, ron::to_string(self)?);
        Ok(HEADER.close(&format!("(\ntimes: {times},\nrecord: {record},\n)\n")))
    }

    /// Reads the text of state.ron.
    pub(super) fn from_text(bytes: &[u8]) -> Result<(RunRecord, Times), Damage> {
        let body = HEADER.open(bytes).map_err(|error| match error {
            ChecksumHeaderError::Damaged => Damage::Checksum,
            ChecksumHeaderError::Format { found } => Damage::Format { found, known: HEADER.format },
        })?;
        let Saved { times, record } = ron::from_str(body).map_err(|_| Damage::Contents)?;
        Ok((record, times))
    }
}

/// What is wrong with a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damage {
    /// The file is not there.
    #[error("is missing")]
    Missing,
    /// The file is not what was once written.
    #[error("is cut short or changed, its checksum does not fit")]
    Checksum,
    /// The file was written by a program that lays it out differently.
    #[error("has format {found}, and this program reads format {known}")]
    Format {
        /// The format of the file.
        found: u32,
        /// The format of this program.
        known: u32,
    },
    /// The checksum fits and the contents do not.
    #[error("is whole, but was written by a program that kept other things in it")]
    Contents,
}
