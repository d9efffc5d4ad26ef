//! The folder a run lives in.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::config::TuneConfig;
use super::error::TuneError;
use super::plan::TunePlan;
use super::record::{Damage, Recommendation, RunRecord, Times};
use crate::document;
use crate::heuristic::{Provenance, WeightsDocument};
use crate::store::{self, ChecksumHeader, Fingerprint, Lock, LockError};

/// The folder a run lives in; readers need no lock, the one writer holds one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunFolder {
    path: PathBuf,
}

/// What was found wrong in a folder and made good, or left alone.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Repair {
    /// The state before the last one is used.
    #[error("state.ron {damage}; going on from the state before it, generation {generation}{}", kept_as(kept.as_deref()))]
    PreviousState {
        /// What is wrong with the last one.
        damage: Damage,
        /// The generation of the one used.
        generation: u64,
        /// Where the damaged file is, if there was one.
        kept: Option<PathBuf>,
    },
    /// The configuration was written again.
    #[error("config.ron was missing; it was written again from state.ron")]
    ConfigRestored,
    /// Some results are played again.
    #[error("{lines} lines of the journal were damaged; their games are played again")]
    Journal {
        /// How many lines.
        lines: usize,
    },
    /// The history begins anew.
    #[error("history.csv was missing or changed{}; it goes on with the next generation, the search loses nothing", kept_as(kept.as_deref()))]
    History {
        /// Where the damaged file is, if there was one.
        kept: Option<PathBuf>,
    },
    /// The recommendation was written again.
    #[error("best.ron was missing or changed; it was written again from state.ron")]
    BestRestored,
}

fn kept_as(kept: Option<&Path>) -> String {
    kept.map_or_else(String::new, |kept| format!(" (kept as {})", kept.display()))
}

/// The first line of best.ron.
const BEST: ChecksumHeader = ChecksumHeader { kind: "weights", format: 1 };

const SPACE: &str =
    "check the folder, its rights and the space left; nothing saved so far is lost, 'isotune resume' goes on";

impl RunFolder {
    /// Names a folder.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> RunFolder {
        RunFolder { path: path.into() }
    }

    /// Gives the path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the run's name, which is the folder's.
    #[must_use]
    pub fn name(&self) -> String {
        // A path such as '.' has no name of its own.
        let whole = self.path.canonicalize();
        let path = if self.path.file_name().is_some() { &self.path } else { whole.as_ref().unwrap_or(&self.path) };
        path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    /// Gives the path of a file in it.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Makes the folder, which must not be there, locks it and puts the configuration into it.
    ///
    /// # Errors
    /// When there is one already, or it cannot be made.
    pub fn create(&self, config_text: &str) -> Result<Lock, TuneError> {
        let failed = |error| TuneError::File {
            what: "make",
            path: self.path.clone(),
            error,
            advice: "choose another folder for runs with --runs, or another name",
        };
        if let Some(runs) = self.path.parent().filter(|runs| !runs.as_os_str().is_empty()) {
            fs::create_dir_all(runs).map_err(failed)?;
        }
        match fs::create_dir(&self.path) {
            Ok(()) => {}
            // What a kill left behind before there was anything in it is nobody's run.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && self.is_empty() => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(TuneError::Exists { path: self.path.clone() });
            }
            Err(error) => return Err(failed(error)),
        }
        let begun = self.lock().and_then(|lock| self.write("config.ron", config_text.as_bytes()).map(|()| lock));
        begun.inspect_err(|_| {
            // A folder with no run in it would only be in the way of the next attempt.
            let _ = fs::remove_file(self.file("lock")).and_then(|()| fs::remove_dir(&self.path));
        })
    }

    /// Says whether there is nothing in the folder but perhaps a lock.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let entries = fs::read_dir(&self.path);
        entries.is_ok_and(|mut entries| entries.all(|entry| entry.is_ok_and(|entry| entry.file_name() == "lock")))
    }

    /// Takes the lock of a folder that is there.
    ///
    /// # Errors
    /// When there is none, or another process has it.
    pub fn lock(&self) -> Result<Lock, TuneError> {
        if !self.path.is_dir() {
            return Err(TuneError::NoRun { path: self.path.clone() });
        }
        let path = self.file("lock");
        Lock::take(&path).map_err(|error| match error {
            LockError::Held { process } => TuneError::Busy { path: self.path.clone(), process },
            LockError::File(error) => failed("lock", &path, error),
        })
    }

    /// Gives the process that works on the run, if any does.
    #[must_use]
    pub fn worker(&self) -> Option<Option<u32>> {
        Lock::holder(&self.file("lock"))
    }

    /// Reads the configuration; `None` when the file is missing.
    ///
    /// # Errors
    /// Says where the text is wrong and why.
    pub fn config(&self) -> Result<Option<TuneConfig>, TuneError> {
        let path = self.file("config.ron");
        if path.exists() { Ok(Some(document::read(&path)?)) } else { Ok(None) }
    }

    /// Reads the state, or the one before it when the last is damaged; nothing when there is none at all.
    ///
    /// # Errors
    /// When neither is sound.
    pub fn state(&self) -> Result<Option<(RunRecord, Times, Option<Repair>)>, TuneError> {
        let path = self.file("state.ron");
        let damage = match read(&path)?.map(|bytes| RunRecord::from_text(&bytes)) {
            Some(Ok((record, times))) => return Ok(Some((record, times, None))),
            Some(Err(damage @ (Damage::Format { .. } | Damage::Contents))) => {
                return Err(TuneError::OtherProgram { path, damage });
            }
            Some(Err(damage)) => damage,
            None => Damage::Missing,
        };
        let previous = read(&store::append_path(&path, ".previous"))?;
        match previous.map(|bytes| RunRecord::from_text(&bytes)) {
            Some(Ok((record, times))) => {
                let kept = (damage != Damage::Missing).then(|| store::append_path(&path, ".damaged"));
                let repair = Repair::PreviousState { damage, generation: record.generations, kept };
                Ok(Some((record, times, Some(repair))))
            }
            None if damage == Damage::Missing && !self.has_begun() => Ok(None),
            _ => Err(TuneError::Lost { path, damage }),
        }
    }

    /// Says whether there is anything that only a run with a state writes.
    fn has_begun(&self) -> bool {
        ["best.ron", "history.csv", "journal"].iter().any(|name| self.file(name).exists())
    }

    /// Puts a damaged state aside, so that the next one does not take it for the one before.
    pub(super) fn put_state_aside(&self) -> Result<(), TuneError> {
        let path = self.file("state.ron");
        match fs::rename(&path, store::append_path(&path, ".damaged")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed("rename", &path, error)),
            _ => Ok(()),
        }
    }

    /// Writes the state, keeping the one before.
    pub(super) fn save(&self, record: &RunRecord, times: &Times) -> Result<(), TuneError> {
        let text = record.to_text(times)?;
        let path = self.file("state.ron");
        if let Some(last) = read(&path)? {
            self.write("state.ron.previous", &last)?;
        }
        self.write("state.ron", text.as_bytes())
    }

    /// Writes best.ron, if it is not what it should be.
    pub(super) fn recommend(&self, plan: &TunePlan, recommendation: &Recommendation) -> Result<(), TuneError> {
        let text = BEST.close(&(Self::document(plan, recommendation)?.to_ron()? + "\n"));
        let path = self.file("best.ron");
        if read(&path)?.as_deref() == Some(text.as_bytes()) {
            return Ok(());
        }
        self.write("best.ron", text.as_bytes())
    }

    /// The recommendation as a weights file.
    fn document(plan: &TunePlan, recommendation: &Recommendation) -> Result<WeightsDocument, TuneError> {
        let config = plan.config();
        let Recommendation { vector, generation, games, score, verified } = recommendation;
        let provenance = Provenance {
            run: config.name.clone(),
            seed: config.seed,
            config: Fingerprint::of(config.to_ron()?.as_bytes()).to_string(),
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

    /// Reads best.ron.
    ///
    /// # Errors
    /// When it is not there or wrong.
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

    /// Writes a file of the folder whole or not at all.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), TuneError> {
        let path = self.file(name);
        store::replace(&path, bytes).map_err(|error| failed("write", &path, error))
    }
}

fn read(path: &Path) -> Result<Option<Vec<u8>>, TuneError> {
    store::read_if_there(path).map_err(|error| failed("read", path, error))
}

/// Makes a sentence of what the file system said.
pub(super) fn failed(what: &'static str, path: &Path, error: io::Error) -> TuneError {
    TuneError::File { what, path: path.to_owned(), error, advice: SPACE }
}
