//! A search in a file: written whole or not at all, and taken back only by the search that wrote
//! it.
//!
//! The first line names the format and the checksum of the rest, which is RON. The checkpoint
//! before the last one is kept beside it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use argmin::core::checkpointing::{Checkpoint, CheckpointingFrequency};
use argmin::core::{Error, State};
use serde::{Deserialize, Serialize};

use super::checkpoint_error::{CheckpointError, Offer, Refusal};
use super::solver::Tuner;
use super::state::TunerState;
use crate::document::{decode, encode};
use crate::optimize::{Config, Optimizer, Snapshot, Space};
use crate::store::{self, ChecksumHeader, ChecksumHeaderError, Digest, Disk, Lock, LockError};

/// The file's first line.
const HEADER: ChecksumHeader = ChecksumHeader { kind: "search", format: 4 };
/// The version of the algorithms; it grows whenever the same search would take another way.
const ALGORITHM: u32 = 1;

/// Saves a search after every generation and resumes it exactly.
#[derive(Clone, Debug)]
pub struct RonCheckpoint {
    path: PathBuf,
    space: Space,
    config: Config,
    search: Digest,
    objective: Digest,
    /// Held as long as any copy of this lives: one search at a time writes the file.
    _lock: Arc<Lock>,
}

/// The body of the file.
#[derive(Serialize, Deserialize)]
struct Saved<S> {
    /// The fingerprint of space and configuration, the budget left out.
    search: Digest,
    /// The fingerprint of what the costs come from, as the caller gave it.
    objective: Digest,
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
    pub fn new(path: impl Into<PathBuf>, optimizer: &Optimizer, objective: Digest) -> Result<Self, CheckpointError> {
        let (space, config) = (optimizer.space().clone(), *optimizer.config());
        let without_budget = Config { evaluations: 0, ..config };
        let text = encode(&(ALGORITHM, &space, without_budget)).map_err(CheckpointError::Write)?;
        let path = path.into();
        let lock = Arc::new(lock(&path)?);
        Ok(Self { path, space, config, search: Digest::of(text.as_bytes()), objective, _lock: lock })
    }

    /// Where the checkpoint before the last one is kept.
    #[must_use]
    pub fn previous_path(&self) -> PathBuf {
        store::append_path(&self.path, ".previous")
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
        let body = encode(&saved).map_err(CheckpointError::Write)?;
        if let Some(last) = read_if_there(&self.path)? {
            replace(&self.previous_path(), &last)?;
        }
        replace(&self.path, HEADER.close(&body).as_bytes())
    }

    /// Turns the bytes of a file back into a search, or says why not.
    fn accept(&self, bytes: &[u8]) -> Result<(Tuner, TunerState), Refusal> {
        let body = HEADER.open(bytes).map_err(|error| match error {
            ChecksumHeaderError::Damaged => Refusal::Damaged,
            ChecksumHeaderError::Format { found } => Refusal::Format { found, known: HEADER.format },
        })?;
        let saved: Saved<Snapshot> = decode(body).ok_or(Refusal::Damaged)?;
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

/// Takes the lock that lies beside a checkpoint.
fn lock(path: &Path) -> Result<Lock, CheckpointError> {
    Lock::take(&Disk, &store::append_path(path, ".lock")).map_err(|error| match error {
        LockError::Held { .. } => CheckpointError::Busy { path: path.to_owned() },
        LockError::File(source) => CheckpointError::File { path: path.to_owned(), source },
    })
}

fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, CheckpointError> {
    store::read_if_there(&Disk, path).map_err(|source| CheckpointError::File { path: path.to_owned(), source })
}

fn replace(path: &Path, bytes: &[u8]) -> Result<(), CheckpointError> {
    store::replace(&Disk, path, bytes).map_err(|source| CheckpointError::File { path: path.to_owned(), source })
}
