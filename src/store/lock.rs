//! A lock file: one writer at a time.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

/// How often and how long to wait for a process that only queries the lock.
const LOCK_RETRIES: u32 = 5;
const RETRY_DELAY: Duration = Duration::from_millis(20);

/// A lock that is held until dropped; the system releases it when the process ends, however it ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Why a lock cannot be taken.
#[derive(Debug)]
pub(crate) enum LockError {
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
    pub(crate) fn take(path: &Path) -> Result<Self, LockError> {
        let options = File::options().create(true).truncate(false).write(true).open(path);
        let mut file = options.map_err(LockError::File)?;
        // A process that queries a lock holds it for a moment, too.
        let mut taken = file.try_lock();
        for _ in 0..LOCK_RETRIES {
            if !matches!(taken, Err(TryLockError::WouldBlock)) {
                break;
            }
            thread::sleep(RETRY_DELAY);
            taken = file.try_lock();
        }
        match taken {
            Ok(()) => {
                file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id())).map_err(LockError::File)?;
                Ok(Self { _file: file })
            }
            Err(TryLockError::WouldBlock) => Err(LockError::Held { process: holder(path) }),
            Err(TryLockError::Error(error)) => Err(LockError::File(error)),
        }
    }

    /// Returns the process that holds a lock, if any; `Some(None)` if its id is not known.
    #[must_use]
    pub fn holder(path: &Path) -> Option<Option<u32>> {
        let file = File::open(path).ok()?;
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)).then(|| holder(path))
    }
}

fn holder(path: &Path) -> Option<u32> {
    fs::read_to_string(path).ok()?.trim().parse().ok()
}
