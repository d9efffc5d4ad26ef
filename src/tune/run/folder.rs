//! The folder a run lives in.

#[cfg(feature = "cli")]
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::document::{self, DocumentError};
use crate::heuristic::WeightsDocument;
#[cfg(feature = "cli")]
use crate::store::Access;
use crate::store::{self, Disk, FileKind, Files, Lock, LockError};

use super::locked_folder::{self, LockedFolder};
use super::record::SavedRun;
use crate::tune::config::TuneConfig;
use crate::tune::damage::{Damage, Repair};
use crate::tune::error::TuneError;

/// What a folder may hold that is no run yet: a kill within the first write leaves it behind.
const UNUSED: [&str; 2] = ["lock", "config.ron.tmp"];

/// The folder a run lives in, for readers, who need no lock; the one writer has a [`LockedFolder`].
#[derive(Clone, Debug)]
pub struct RunFolder {
    path: PathBuf,
    files: Arc<dyn Files>,
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
    pub fn create(&self, config_text: &str) -> Result<LockedFolder, TuneError> {
        let created = store::create_folders(&*self.files, &self.path)
            .map_err(|error| TuneError::Create { path: self.path.clone(), error })?;
        let not_started = |error| match error {
            TuneError::File { path, error, .. } => TuneError::Start { path, error },
            error => error,
        };
        let locked = self.lock().inspect_err(|_| self.remove_if(created)).map_err(not_started)?;
        // Another process may have been faster, and even have finished.
        if !self.is_unused().map_err(not_started)? {
            return Err(TuneError::Exists { path: self.path.clone() });
        }
        let path = self.file("config.ron");
        match store::replace(&*self.files, &path, config_text.as_bytes()) {
            Ok(()) => Ok(locked),
            Err(error) => {
                // Nothing to do if it cannot be removed: the next attempt takes over what is left.
                let _ = self.files.remove(&path);
                let _ = locked.unlock_and_remove();
                self.remove_if(created);
                Err(TuneError::Start { path, error })
            }
        }
    }

    /// Removes the folder if this process has created it, and no other process uses it.
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
    pub fn lock(&self) -> Result<LockedFolder, TuneError> {
        self.expect_folder()?;
        let path = self.file("lock");
        let lock = Lock::take(&*self.files, &path).map_err(|error| match error {
            LockError::Held { process } => TuneError::Busy { path: self.path.clone(), process },
            LockError::File(error) => TuneError::file("lock", &path, error),
        })?;
        Ok(LockedFolder::new(self.clone(), lock))
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

    /// Reads best.ron.
    ///
    /// # Errors
    /// Returns an error if it is missing or not what the run wrote.
    pub fn best(&self) -> Result<WeightsDocument, TuneError> {
        self.expect_folder()?;
        let path = self.file("best.ron");
        let bytes = self.files.read(&path).map_err(|error| DocumentError::Read { path: path.clone(), error })?;
        let intact = locked_folder::BEST.open(&bytes).is_ok();
        let document = document::parse_bytes(bytes, &path)?;
        if intact { Ok(document) } else { Err(TuneError::BestChanged { path, run: self.name() }) }
    }

    /// Returns whether there is anything of a name in the folder.
    pub(crate) fn has(&self, name: &str) -> Result<bool, TuneError> {
        Ok(self.kind(&self.file(name))?.is_some())
    }

    fn kind(&self, path: &Path) -> Result<Option<FileKind>, TuneError> {
        self.files.kind(path).map_err(|error| TuneError::file("read", path, error))
    }

    /// Writes a file that is no part of the run's state, which needs no lock: the last of several writers wins.
    pub(crate) fn write_beside(&self, name: &str, bytes: &[u8]) -> Result<(), TuneError> {
        let path = self.file(name);
        store::replace_shared(&*self.files, &path, bytes).map_err(|error| TuneError::file("write", &path, error))
    }

    /// Appends to a file that is no part of the run's state.
    #[cfg(feature = "cli")]
    pub(crate) fn append_beside(&self, name: &str, bytes: &[u8]) -> Result<(), TuneError> {
        let path = self.file(name);
        let file = match self.files.open(&path, Access::Append) {
            Err(error) if error.kind() == ErrorKind::NotFound => self.files.open(&path, Access::New),
            file => file,
        };
        file.and_then(|mut file| file.write(bytes)).map_err(|error| TuneError::file("write", &path, error))
    }

    /// Removes a file that is no part of the run's state.
    #[cfg(feature = "cli")]
    pub(crate) fn remove_beside(&self, name: &str) -> Result<(), TuneError> {
        let path = self.file(name);
        self.files.remove(&path).map_err(|error| TuneError::file("remove", &path, error))
    }

    /// Reads a file of the folder; `None` if there is none.
    pub(crate) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, TuneError> {
        let path = self.file(name);
        store::read_if_there(&*self.files, &path).map_err(|error| TuneError::file("read", &path, error))
    }
}
