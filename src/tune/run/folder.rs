//! The folder a run lives in.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::document;
use crate::heuristic::{Provenance, WeightsDocument};
use crate::optimize::Snapshot;
use crate::store::{self, ChecksumHeader, Digest, Lock, LockError};

use super::record::{self, Damage, Recommendation, RunRecord, SavedRun, Times};
use crate::tune::config::TuneConfig;
use crate::tune::error::TuneError;
use crate::tune::plan::TunePlan;

/// The first line of best.ron.
const BEST: ChecksumHeader = ChecksumHeader { kind: "weights", format: 2 };

/// The folder a run lives in; readers need no lock, the one writer holds one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunFolder {
    path: PathBuf,
}

/// Damage that was found in a folder, and how it was handled.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Repair {
    /// The previous state is used.
    #[error("state.ron {damage}; resuming from the previous state, generation {generation}{}", kept_as(kept.as_deref()))]
    PreviousState {
        /// What is wrong with the last state.
        damage: Damage,
        /// The generation of the previous one.
        generation: u64,
        /// Where the damaged file is kept, if there was one.
        kept: Option<PathBuf>,
    },
    /// The configuration was restored.
    #[error("config.ron was missing; restored from state.ron")]
    ConfigRestored,
    /// Some results are lost.
    #[error("damaged lines in the journal: {lines}; their games are played again")]
    Journal {
        /// The number of lines.
        lines: usize,
    },
    /// The history starts over.
    #[error("history.csv was missing or changed{}; it continues with the next generation; the search is not affected", kept_as(kept.as_deref()))]
    History {
        /// Where the damaged file is kept, if there was one.
        kept: Option<PathBuf>,
    },
    /// The recommendation was restored.
    #[error("best.ron was missing or changed; restored from state.ron")]
    BestRestored,
}

fn kept_as(kept: Option<&Path>) -> String {
    kept.map_or_else(String::new, |kept| format!(" (kept as {})", kept.display()))
}

impl RunFolder {
    /// Creates a handle for a path; nothing is read or written.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Returns the path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the run's name, which is the folder's.
    #[must_use]
    pub fn name(&self) -> String {
        // A path such as '.' has no name of its own.
        let whole = self.path.canonicalize();
        let path = if self.path.file_name().is_some() { &self.path } else { whole.as_ref().unwrap_or(&self.path) };
        path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    /// Returns the path of a file in the folder.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Creates the folder, locks it and writes the configuration.
    ///
    /// # Errors
    /// Returns an error if the folder exists and is not empty, or cannot be written.
    pub fn create(&self, config_text: &str) -> Result<Lock, TuneError> {
        let failed = |error| TuneError::Create { path: self.path.clone(), error };
        if let Some(runs) = self.path.parent().filter(|runs| !runs.as_os_str().is_empty()) {
            fs::create_dir_all(runs).map_err(failed)?;
        }
        match fs::create_dir(&self.path) {
            Ok(()) => {}
            // A kill may have left an empty folder behind.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && self.is_empty() => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(TuneError::Exists { path: self.path.clone() });
            }
            Err(error) => return Err(failed(error)),
        }
        let created = self.lock().and_then(|lock| self.write("config.ron", config_text.as_bytes()).map(|()| lock));
        created.inspect_err(|_| {
            // A folder without a run would be in the way of the next attempt.
            let _ = fs::remove_file(self.file("lock")).and_then(|()| fs::remove_dir(&self.path));
        })
    }

    /// Returns whether the folder holds nothing but perhaps a lock.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let entries = fs::read_dir(&self.path);
        entries.is_ok_and(|mut entries| entries.all(|entry| entry.is_ok_and(|entry| entry.file_name() == "lock")))
    }

    /// Locks an existing folder.
    ///
    /// # Errors
    /// Returns an error if there is no folder, or another process holds the lock.
    pub fn lock(&self) -> Result<Lock, TuneError> {
        if !self.path.is_dir() {
            return Err(TuneError::NoRun { path: self.path.clone() });
        }
        let path = self.file("lock");
        Lock::take(&path).map_err(|error| match error {
            LockError::Held { process } => TuneError::Busy { path: self.path.clone(), process },
            LockError::File(error) => TuneError::file("lock", &path, error),
        })
    }

    /// Returns the process that works on the run, if any; `Some(None)` if its id is unknown.
    #[must_use]
    pub fn worker(&self) -> Option<Option<u32>> {
        Lock::holder(&self.file("lock"))
    }

    /// Reads the configuration; `None` if the file is missing.
    ///
    /// # Errors
    /// Returns the position and the cause if the text is invalid.
    pub fn config(&self) -> Result<Option<TuneConfig>, TuneError> {
        let path = self.file("config.ron");
        if path.exists() { Ok(Some(document::read(&path)?)) } else { Ok(None) }
    }

    /// Reads the state, or the previous one if the last is damaged; `None` if the run has none yet.
    ///
    /// # Errors
    /// Returns an error if both are damaged, or another version wrote the state.
    pub fn state(&self) -> Result<Option<(SavedRun, Option<Repair>)>, TuneError> {
        let path = self.file("state.ron");
        let damage = match read(&path)?.map(|bytes| SavedRun::from_bytes(&bytes)) {
            Some(Ok(saved)) => return Ok(Some((saved, None))),
            Some(Err(damage @ (Damage::Format { .. } | Damage::Contents))) => {
                return Err(TuneError::OtherVersion { path, damage });
            }
            Some(Err(damage)) => damage,
            None => Damage::Missing,
        };
        let previous = read(&store::append_path(&path, ".previous"))?;
        match previous.map(|bytes| SavedRun::from_bytes(&bytes)) {
            Some(Ok(saved)) => {
                let kept = (damage != Damage::Missing).then(|| store::append_path(&path, ".damaged"));
                let repair = Repair::PreviousState { damage, generation: saved.record.generations, kept };
                Ok(Some((saved, Some(repair))))
            }
            None if damage == Damage::Missing && !self.has_begun() => Ok(None),
            _ => Err(TuneError::Lost { path, damage }),
        }
    }

    /// Returns whether there is a file that only a run with a state writes.
    fn has_begun(&self) -> bool {
        ["best.ron", "history.csv", "journal"].iter().any(|name| self.file(name).exists())
    }

    /// Renames a damaged state, so that the next one does not become the previous one.
    pub(super) fn set_damaged_state_aside(&self) -> Result<(), TuneError> {
        let path = self.file("state.ron");
        match fs::rename(&path, store::append_path(&path, ".damaged")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(TuneError::file("rename", &path, error)),
            _ => Ok(()),
        }
    }

    /// Writes the state, keeping the previous one.
    pub(super) fn save(&self, times: &Times, record: &RunRecord, search: &Snapshot) -> Result<(), TuneError> {
        let text = record::to_text(times, record, search)?;
        if let Some(last) = read(&self.file("state.ron"))? {
            self.write("state.ron.previous", &last)?;
        }
        self.write("state.ron", text.as_bytes())
    }

    /// Writes best.ron, unless it is up to date.
    pub(super) fn recommend(&self, plan: &TunePlan, recommendation: &Recommendation) -> Result<(), TuneError> {
        let text = BEST.close(&(weights_document(plan, recommendation)?.to_ron()? + "\n"));
        if read(&self.file("best.ron"))?.as_deref() == Some(text.as_bytes()) {
            return Ok(());
        }
        self.write("best.ron", text.as_bytes())
    }

    /// Reads best.ron.
    ///
    /// # Errors
    /// Returns an error if it is missing or not what the run wrote.
    pub fn best(&self) -> Result<WeightsDocument, TuneError> {
        if !self.path.is_dir() {
            return Err(TuneError::NoRun { path: self.path.clone() });
        }
        let path = self.file("best.ron");
        let document = document::read(&path)?;
        match read(&path)?.map(|bytes| BEST.open(&bytes).is_ok()) {
            Some(true) => Ok(document),
            _ => Err(TuneError::BestChanged { path, run: self.name() }),
        }
    }

    /// Writes a file of the folder atomically.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), TuneError> {
        let path = self.file(name);
        store::replace(&path, bytes).map_err(|error| TuneError::file("write", &path, error))
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

fn read(path: &Path) -> Result<Option<Vec<u8>>, TuneError> {
    store::read_if_there(path).map_err(|error| TuneError::file("read", path, error))
}
