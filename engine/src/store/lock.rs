//! A lock file: one writer at a time.

use std::fs::TryLockError;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::files::{Access, Files, OpenFile};

/// How often and how long to wait for a process that only queries the lock, or is about to write its id.
const RETRIES: u32 = 5;
const RETRY_DELAY: Duration = Duration::from_millis(20);

/// A lock that is held until dropped; the system releases it when the process ends, however it ends.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    file: Box<dyn OpenFile>,
}

/// Why a lock cannot be taken.
#[derive(Debug)]
pub enum LockError {
    /// Another process holds it, whose id is in the file.
    Held {
        /// The process id, if it could be read.
        process: Option<u32>,
    },
    /// The file cannot be opened or written.
    File(io::Error),
}

impl Lock {
    /// Takes the lock of a file and writes the id of this process into it.
    ///
    /// A file left behind by a crash does no harm: what counts is the system's lock on it, not its existence.
    ///
    /// # Errors
    /// Returns an error if another process holds the lock, or the file cannot be written.
    pub fn take(files: &dyn Files, path: &Path) -> Result<Self, LockError> {
        for tries in 0..=RETRIES {
            let mut file = files.open(path, Access::Lock).map_err(LockError::File)?;
            match file.try_lock() {
                // A file that was removed or replaced since excludes no other process.
                Ok(()) if !file.is_at(path).map_err(LockError::File)? => {}
                Ok(()) => {
                    let id = format!("{}\n", std::process::id());
                    let written = file.clear().and_then(|()| file.write(id.as_bytes()));
                    let lock = Self { path: path.to_owned(), file };
                    let Err(error) = written else { return Ok(lock) };
                    // Nothing to do if it cannot be removed: an empty file is not in the way.
                    let _ = lock.remove(files);
                    return Err(LockError::File(error));
                }
                // A process that queries a lock holds it for a moment, too.
                Err(TryLockError::WouldBlock) if tries < RETRIES => thread::sleep(RETRY_DELAY),
                Err(TryLockError::WouldBlock) => break,
                Err(TryLockError::Error(error)) => return Err(LockError::File(error)),
            }
        }
        Err(LockError::Held { process: process(files, path) })
    }

    /// Removes the lock file and releases the lock.
    ///
    /// # Errors
    /// Returns an error if the file cannot be removed.
    pub fn remove(self, files: &dyn Files) -> io::Result<()> {
        if self.file.is_at(&self.path)? { files.remove(&self.path) } else { Ok(()) }
    }

    /// Returns the process that holds a lock, if any; `Some(None)` if its id is not known.
    #[must_use]
    pub fn holder(files: &dyn Files, path: &Path) -> Option<Option<u32>> {
        files.is_locked(path).is_ok_and(|locked| locked).then(|| process(files, path))
    }
}

/// Returns the id in a lock file, which its holder writes a moment after taking it.
fn process(files: &dyn Files, path: &Path) -> Option<u32> {
    let read = || String::from_utf8(files.read(path).ok()?).ok()?.strip_suffix('\n')?.parse().ok();
    (0..RETRIES).find_map(|tries| {
        if tries > 0 {
            thread::sleep(RETRY_DELAY);
        }
        read()
    })
}
