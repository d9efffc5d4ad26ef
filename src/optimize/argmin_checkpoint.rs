//! A search in a file: written whole or not at all, and taken back only by the search that wrote
//! it.
//!
//! The first line names the format and the checksum of the rest, which is RON. The checkpoint
//! before the last one is kept beside it.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use argmin::core::checkpointing::{Checkpoint, CheckpointingFrequency};
use argmin::core::{Error, State};
use serde::{Deserialize, Serialize};

use super::argmin_solver::Tuner;
use super::argmin_state::TunerState;
use super::checkpoint_error::{CheckpointError, Offer, Refusal};
use super::config::Config;
use super::fingerprint::Fingerprint;
use super::optimizer::{Optimizer, Snapshot};
use super::space::Space;

/// The version of the file's layout; it grows whenever an older program could not read the file.
const FORMAT: u32 = 1;
/// The version of the algorithms; it grows whenever the same search would take another way.
const ALGORITHM: u32 = 1;

/// Saves a search after every generation and resumes it exactly.
#[derive(Clone, Debug)]
pub struct RonCheckpoint {
    path: PathBuf,
    space: Space,
    config: Config,
    search: Fingerprint,
    objective: Fingerprint,
    /// Held as long as any copy of this lives: one search at a time writes the file.
    _lock: Arc<File>,
}

/// The body of the file.
#[derive(Serialize, Deserialize)]
struct Saved<S> {
    /// The fingerprint of space and configuration, the budget left out.
    search: Fingerprint,
    /// The fingerprint of what the costs come from, as the caller gave it.
    objective: Fingerprint,
    /// Seconds of work so far.
    seconds: f64,
    snapshot: S,
}

impl RonCheckpoint {
    /// A checkpoint for one search and one objective.
    ///
    /// The fingerprint of the objective stands for all that the costs depend on; two runs that
    /// share it may continue each other. The optimizer's budget may differ from that of the file.
    ///
    /// # Errors
    ///
    /// A file that another process works on, a folder that cannot be written, or a configuration that RON cannot
    /// write.
    pub fn new(
        path: impl Into<PathBuf>,
        optimizer: &Optimizer,
        objective: Fingerprint,
    ) -> Result<Self, CheckpointError> {
        let (space, config) = (optimizer.space().clone(), *optimizer.config());
        let without_budget = Config { evaluations: 0, ..config };
        let text = ron::to_string(&(ALGORITHM, &space, without_budget)).map_err(CheckpointError::Write)?;
        let path = path.into();
        let lock = Arc::new(lock(&path)?);
        Ok(Self { path, space, config, search: Fingerprint::of(text.as_bytes()), objective, _lock: lock })
    }

    /// Where the checkpoint before the last one is kept.
    #[must_use]
    pub fn previous_path(&self) -> PathBuf {
        beside(&self.path, ".previous")
    }

    /// Reads the search back, if one was saved.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, or one that is refused; the error says whether the previous one
    /// would do.
    pub fn read(&self) -> Result<Option<(Tuner, TunerState)>, CheckpointError> {
        let previous = self.previous_path();
        let reason = match (read_if_there(&self.path)?, previous.exists()) {
            (Some(bytes), _) => match self.accept(&bytes) {
                Ok(found) => return Ok(Some(found)),
                Err(reason) => reason,
            },
            (None, true) => Refusal::Missing,
            (None, false) => return Ok(None),
        };
        let offer = match read_if_there(&previous)?.map(|bytes| self.accept(&bytes)) {
            Some(Ok((tuner, _))) => {
                Offer::Previous { path: previous, generations: tuner.optimizer().progress().generations }
            }
            _ => Offer::Nothing,
        };
        Err(CheckpointError::Refused { path: self.path.clone(), reason, offer })
    }

    /// Puts the previous checkpoint in the place of the last one, which is lost.
    ///
    /// # Errors
    ///
    /// A previous checkpoint that is missing or itself refused; nothing has changed then.
    pub fn restore_previous(&self) -> Result<(), CheckpointError> {
        let path = self.previous_path();
        let refuse = |reason| CheckpointError::Refused { path: path.clone(), reason, offer: Offer::Nothing };
        let bytes = read_if_there(&path)?.ok_or_else(|| refuse(Refusal::Missing))?;
        self.accept(&bytes).map_err(refuse)?;
        replace(&self.path, &bytes)
    }

    /// Writes the search, keeping what was there before as the previous checkpoint.
    fn write(&self, optimizer: &Optimizer, worked: Duration) -> Result<(), CheckpointError> {
        let saved = Saved {
            search: self.search,
            objective: self.objective,
            seconds: worked.as_secs_f64(),
            snapshot: optimizer.snapshot(),
        };
        let body = ron::to_string(&saved).map_err(CheckpointError::Write)?;
        if let Some(last) = read_if_there(&self.path)? {
            replace(&self.previous_path(), &last)?;
        }
        replace(&self.path, format!("{}{body}", header(FORMAT, &body)).as_bytes())
    }

    /// Turns the bytes of a file back into a search, or says why not.
    fn accept(&self, bytes: &[u8]) -> Result<(Tuner, TunerState), Refusal> {
        let body = unseal(bytes)?;
        let saved: Saved<Snapshot> = ron::from_str(body).map_err(|_| Refusal::Damaged)?;
        if saved.search != self.search {
            return Err(Refusal::OtherSearch);
        }
        if saved.objective != self.objective {
            return Err(Refusal::OtherObjective);
        }
        let worked = Duration::try_from_secs_f64(saved.seconds).map_err(|_| Refusal::Damaged)?;
        let optimizer = Optimizer::resume(self.space.clone(), self.config, saved.snapshot)?;
        let state = TunerState::resumed(&optimizer, worked);
        Ok((Tuner::new(optimizer), state))
    }
}

impl Checkpoint<Tuner, TunerState> for RonCheckpoint {
    fn save(&self, tuner: &Tuner, state: &TunerState) -> Result<(), Error> {
        let worked = state.get_time().unwrap_or_default();
        Ok(self.write(tuner.optimizer(), worked)?)
    }

    fn load(&self) -> Result<Option<(Tuner, TunerState)>, Error> {
        Ok(self.read()?)
    }

    fn frequency(&self) -> CheckpointingFrequency {
        CheckpointingFrequency::Always
    }
}

/// The first line of a file; to RON it is a comment.
fn header(format: u32, body: &str) -> String {
    let checksum = Fingerprint::of(body.as_bytes());
    format!("// isotune search, format {format}, checksum {checksum}\n")
}

/// Checks format and checksum and returns the rest.
fn unseal(bytes: &[u8]) -> Result<&str, Refusal> {
    let text = std::str::from_utf8(bytes).map_err(|_| Refusal::Damaged)?;
    let (first, body) = text.split_once('\n').ok_or(Refusal::Damaged)?;
    let format = first
        .strip_prefix("// isotune search, format ")
        .and_then(|rest| rest.split_once(','))
        .and_then(|(number, _)| number.parse().ok())
        .ok_or(Refusal::Damaged)?;
    if format != FORMAT {
        return Err(Refusal::Format { found: format, known: FORMAT });
    }
    if text.strip_suffix(body) != Some(&header(FORMAT, body)) {
        return Err(Refusal::Damaged);
    }
    Ok(body)
}

/// Takes the lock that lies beside a checkpoint; the system lets go of it when the process ends, however it ends.
fn lock(path: &Path) -> Result<File, CheckpointError> {
    let failed = |source| CheckpointError::File { path: path.to_owned(), source };
    let file = File::options().create(true).append(true).open(beside(path, ".lock")).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(CheckpointError::Busy { path: path.to_owned() }),
        Err(TryLockError::Error(source)) => Err(failed(source)),
    }
}

fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, CheckpointError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(CheckpointError::File { path: path.to_owned(), source }),
    }
}

/// Writes a file so that a kill at any moment leaves either the old or the new one.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), CheckpointError> {
    let temporary = beside(path, ".tmp");
    let write = || -> io::Result<()> {
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, path)?;
        match path.parent() {
            Some(folder) if folder.as_os_str().is_empty() => File::open(".")?.sync_all(),
            Some(folder) => File::open(folder)?.sync_all(),
            None => Ok(()),
        }
    };
    write().map_err(|source| {
        // What a full disk could not hold should not fill it; if it cannot be removed either, so be it.
        let _ = fs::remove_file(&temporary);
        CheckpointError::File { path: path.to_owned(), source }
    })
}

/// A file beside another: the same name with something behind it.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
