//! One writer at a time.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

/// How often and how long to wait for somebody who only looks.
const LOCK_RETRIES: u32 = 5;
const RETRY_DELAY: Duration = Duration::from_millis(20);

/// A lock that is held as long as this lives; the system lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Why there is no lock to be had.
#[derive(Debug)]
pub enum LockError {
    /// Another process has it, whose id stands in the file.
    Held {
        /// The process id, where it could be read.
        process: Option<u32>,
    },
    /// The file system said no.
    File(io::Error),
}

impl Lock {
    /// Takes the lock that a file stands for and writes the id of this process into it.
    ///
    /// A file that a crash left behind holds nobody up: what counts is the system's lock on it, not that it is there.
    ///
    /// # Errors
    /// Returns an error if another process has the lock, or the file cannot be written.
    pub fn take(path: &Path) -> Result<Self, LockError> {
        let options = File::options().create(true).truncate(false).write(true).open(path);
        let mut file = options.map_err(LockError::File)?;
        // Whoever only looks at a lock holds it for a moment, too.
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

    /// Returns the process that holds a lock, if any does; `Some(None)` when it has not said who it is.
    #[must_use]
    pub fn holder(path: &Path) -> Option<Option<u32>> {
        let file = File::open(path).ok()?;
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)).then(|| holder(path))
    }
}

fn holder(path: &Path) -> Option<u32> {
    fs::read_to_string(path).ok()?.trim().parse().ok()
}
