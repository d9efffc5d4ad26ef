//! The folder of a run together with its lock, which all writing needs.

use std::io;
use std::ops::Deref;

use crate::heuristic::{Provenance, WeightsDocument};
use crate::optimize::Snapshot;
use crate::store::{self, ChecksumHeader, Digest, Lock};

use super::folder::RunFolder;
use super::record::{self, Recommendation, RunRecord, Times};
use crate::tune::config::TuneConfig;
use crate::tune::error::TuneError;
use crate::tune::plan::TunePlan;

/// The copy of a run's roster in its folder.
pub(super) const ROSTER_COPY: &str = "roster.ron";

/// The first line of best.ron.
pub(super) const BEST: ChecksumHeader = ChecksumHeader { kind: "weights", format: 5 };

/// The folder of a run, locked until dropped: whoever owns it is the only process that writes there.
#[derive(Debug)]
pub struct LockedFolder {
    folder: RunFolder,
    lock: Lock,
}

/// Everything that can be read without the lock.
impl Deref for LockedFolder {
    type Target = RunFolder;

    fn deref(&self) -> &RunFolder {
        &self.folder
    }
}

impl LockedFolder {
    pub(super) fn new(folder: RunFolder, lock: Lock) -> Self {
        Self { folder, lock }
    }

    /// Removes the lock file, and with it the lock.
    pub(super) fn unlock_and_remove(self) -> io::Result<()> {
        self.lock.remove(&**self.folder.files())
    }

    /// Writes config.ron; comments in it are lost.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write_config(&self, config: &TuneConfig) -> Result<(), TuneError> {
        self.write("config.ron", (config.to_ron()? + "\n").as_bytes())
    }

    /// Writes the copy of the file with the opponents, so that the folder has all that the configuration names.
    pub(in crate::tune) fn keep_roster(&self, roster: &[u8]) -> Result<(), TuneError> {
        self.write(ROSTER_COPY, roster)
    }

    /// Renames a damaged state, so that the next one does not become the previous one.
    pub(super) fn set_damaged_state_aside(&self) -> Result<(), TuneError> {
        let path = self.file("state.ron");
        if self.has("state.ron")? {
            let aside = store::set_aside(&**self.files(), &path, ".damaged");
            aside.map_err(|error| TuneError::file("rename", &path, error))?;
        }
        Ok(())
    }

    /// Writes the state, keeping the previous one.
    pub(super) fn save(&self, times: &Times, record: &RunRecord, search: &Snapshot) -> Result<(), TuneError> {
        let text = record::to_text(times, record, search)?;
        if let Some(last) = self.read("state.ron")? {
            self.write("state.ron.previous", &last)?;
        }
        self.write("state.ron", text.as_bytes())
    }

    /// Writes best.ron, unless it is up to date.
    pub(super) fn recommend(&self, plan: &TunePlan, recommendation: &Recommendation) -> Result<(), TuneError> {
        let text = BEST.close(&(weights_document(plan, recommendation)?.to_ron()? + "\n"));
        if self.read("best.ron")?.as_deref() == Some(text.as_bytes()) {
            return Ok(());
        }
        self.write("best.ron", text.as_bytes())
    }

    /// Writes a file of the folder atomically.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), TuneError> {
        let path = self.file(name);
        store::replace(&**self.files(), &path, bytes).map_err(|error| TuneError::file("write", &path, error))
    }
}

/// Returns a recommendation as a weights file.
fn weights_document(plan: &TunePlan, recommendation: &Recommendation) -> Result<WeightsDocument, TuneError> {
    let config = plan.config();
    let Recommendation { vector, generation, games, score, verified } = recommendation;
    let provenance = Provenance {
        run: config.name.clone(),
        seed: config.seed,
        config: Digest::of(config.to_ron()?.as_bytes()).to_string(),
        generation: *generation,
        games: *games,
        score: score.clone(),
        verified: *verified,
        rounded: None,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        date: None,
    };
    Ok(WeightsDocument {
        name: config.name.clone(),
        board: Some(config.board),
        note: String::new(),
        provenance: Some(provenance),
        weights: plan.encoding().weights(vector),
    })
}
