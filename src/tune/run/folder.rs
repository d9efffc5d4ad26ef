//! The folder a run lives in.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::document::{self, DocumentError};
use crate::heuristic::{Provenance, WeightsDocument};
use crate::optimize::Snapshot;
use crate::store::{self, ChecksumHeader, Digest, Disk, FileKind, Files, Lock, LockError};

use super::record::{self, Damage, Recommendation, RunRecord, SavedRun, Times};
use crate::tune::config::TuneConfig;
use crate::tune::error::TuneError;
use crate::tune::plan::TunePlan;

/// The first line of best.ron.
const BEST: ChecksumHeader = ChecksumHeader { kind: "weights", format: 4 };

/// What a folder may hold that is no run yet: a kill within the first write leaves it behind.
const UNUSED: [&str; 2] = ["lock", "config.ron.tmp"];

/// The folder a run lives in; readers need no lock, the one writer holds one.
#[derive(Clone, Debug)]
pub struct RunFolder {
    path: PathBuf,
    files: Arc<dyn Files>,
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
        Self::on(Arc::new(Disk), path)
    }

    /// Creates a handle for a path in other files than those of the disk; nothing is read or written.
    #[must_use]
    pub fn on(files: Arc<dyn Files>, path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), files }
    }

    /// Returns the files that the folder is in.
    pub(super) fn files(&self) -> &Arc<dyn Files> {
        &self.files
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
    /// Returns an error if there is a run already or another process works there, or the folder cannot be written; then
    /// nothing is left behind.
    pub fn create(&self, config_text: &str) -> Result<Lock, TuneError> {
        let created = store::create_folders(&*self.files, &self.path)
            .map_err(|error| TuneError::Create { path: self.path.clone(), error })?;
        let not_started = |error| match error {
            TuneError::File { path, error, .. } => TuneError::Start { path, error },
            error => error,
        };
        let lock = self.lock().inspect_err(|_| self.remove_if(created)).map_err(not_started)?;
        // Another process may have been faster, and even have finished.
        if !self.is_unused().map_err(not_started)? {
            return Err(TuneError::Exists { path: self.path.clone() });
        }
        let path = self.file("config.ron");
        match store::replace(&*self.files, &path, config_text.as_bytes()) {
            Ok(()) => Ok(lock),
            Err(error) => {
                // Nothing to do if it cannot be removed: the next attempt takes over what is left.
                let _ = self.files.remove(&path);
                let _ = lock.remove(&*self.files);
                self.remove_if(created);
                Err(TuneError::Start { path, error })
            }
        }
    }

    /// Removes the folder if this process has created it, and nobody else uses it.
    fn remove_if(&self, created: bool) {
        if created {
            // A folder without a run would be in the way of the next attempt; one with files is not removed.
            let _ = self.files.remove_folder(&self.path);
        }
    }

    /// Returns whether a new run can be created in the folder: it is missing, or holds no more than a kill within the
    /// first write leaves behind.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read.
    pub fn is_unused(&self) -> Result<bool, TuneError> {
        match self.kind(&self.path)? {
            None => Ok(true),
            Some(FileKind::Folder | FileKind::Link) => {
                let names = self.files.list(&self.path);
                let names = names.map_err(|error| TuneError::file("read", &self.path, error))?;
                Ok(names.iter().all(|name| UNUSED.iter().any(|unused| name == unused)))
            }
            Some(_) => Ok(false),
        }
    }

    /// Locks an existing folder.
    ///
    /// # Errors
    /// Returns an error if there is no folder, or another process holds the lock.
    pub fn lock(&self) -> Result<Lock, TuneError> {
        self.expect_folder()?;
        let path = self.file("lock");
        Lock::take(&*self.files, &path).map_err(|error| match error {
            LockError::Held { process } => TuneError::Busy { path: self.path.clone(), process },
            LockError::File(error) => TuneError::file("lock", &path, error),
        })
    }

    /// Returns an error unless there is a folder, or a link that may lead to one.
    fn expect_folder(&self) -> Result<(), TuneError> {
        match self.kind(&self.path)? {
            Some(FileKind::Folder | FileKind::Link) => Ok(()),
            _ => Err(TuneError::NoRun { path: self.path.clone() }),
        }
    }

    /// Returns the process that works on the run, if any; `Some(None)` if its id is unknown.
    #[must_use]
    pub fn worker(&self) -> Option<Option<u32>> {
        Lock::holder(&*self.files, &self.file("lock"))
    }

    /// Reads the configuration; `None` if the file is missing.
    ///
    /// # Errors
    /// Returns the position and the cause if the text is invalid, or an error if it cannot be read.
    pub fn config(&self) -> Result<Option<TuneConfig>, TuneError> {
        let path = self.file("config.ron");
        Ok(self.read("config.ron")?.map(|bytes| document::parse_bytes(bytes, &path)).transpose()?)
    }

    /// Reads the state, or the previous one if the last is damaged; `None` if the run has none yet.
    ///
    /// # Errors
    /// Returns an error if both are damaged, or another version wrote the state.
    pub fn state(&self) -> Result<Option<(SavedRun, Option<Repair>)>, TuneError> {
        let path = self.file("state.ron");
        let damage = match self.read("state.ron")?.map(|bytes| SavedRun::from_bytes(&bytes)) {
            Some(Ok(saved)) => return Ok(Some((saved, None))),
            Some(Err(damage @ (Damage::Format { .. } | Damage::Contents))) => {
                return Err(TuneError::OtherVersion { path, damage });
            }
            Some(Err(damage)) => damage,
            None => Damage::Missing,
        };
        let previous = self.read("state.ron.previous")?;
        match previous.map(|bytes| SavedRun::from_bytes(&bytes)) {
            Some(Ok(saved)) => {
                let kept = match damage {
                    Damage::Missing => None,
                    _ => Some(store::free_path(&*self.files, &path, ".damaged"))
                        .transpose()
                        .map_err(|error| TuneError::file("read", &path, error))?,
                };
                let repair = Repair::PreviousState { damage, generation: saved.record.generations, kept };
                Ok(Some((saved, Some(repair))))
            }
            None if damage == Damage::Missing && !self.has_begun()? => Ok(None),
            _ => Err(TuneError::Lost { path, damage }),
        }
    }

    /// Returns whether there is a file that only a run with a state writes.
    fn has_begun(&self) -> Result<bool, TuneError> {
        for name in ["best.ron", "history.csv", "journal"] {
            if self.has(name)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Renames a damaged state, so that the next one does not become the previous one.
    pub(super) fn set_damaged_state_aside(&self) -> Result<(), TuneError> {
        let path = self.file("state.ron");
        if self.has("state.ron")? {
            let aside = store::set_aside(&*self.files, &path, ".damaged");
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

    /// Reads best.ron.
    ///
    /// # Errors
    /// Returns an error if it is missing or not what the run wrote.
    pub fn best(&self) -> Result<WeightsDocument, TuneError> {
        self.expect_folder()?;
        let path = self.file("best.ron");
        let bytes = self.files.read(&path).map_err(|error| DocumentError::Read { path: path.clone(), error })?;
        let intact = BEST.open(&bytes).is_ok();
        let document = document::parse_bytes(bytes, &path)?;
        if intact { Ok(document) } else { Err(TuneError::BestChanged { path, run: self.name() }) }
    }

    /// Writes a file of the folder atomically.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), TuneError> {
        let path = self.file(name);
        store::replace(&*self.files, &path, bytes).map_err(|error| TuneError::file("write", &path, error))
    }

    /// Returns whether there is anything of a name in the folder.
    pub(super) fn has(&self, name: &str) -> Result<bool, TuneError> {
        Ok(self.kind(&self.file(name))?.is_some())
    }

    fn kind(&self, path: &Path) -> Result<Option<FileKind>, TuneError> {
        self.files.kind(path).map_err(|error| TuneError::file("read", path, error))
    }

    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, TuneError> {
        let path = self.file(name);
        store::read_if_there(&*self.files, &path).map_err(|error| TuneError::file("read", &path, error))
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
