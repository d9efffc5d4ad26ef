//! The file operations that runs, checkpoints and exports are kept by.

use std::ffi::OsString;
use std::fmt;
use std::fs::{Permissions, TryLockError};
use std::io;
use std::path::Path;

/// A file system, as far as durable files need one: [`Disk`](super::Disk) is the real one.
///
/// Every operation that can fail goes through it, so that a test can make each of them fail. Links are never followed.
pub trait Files: fmt::Debug + Send + Sync {
    /// Returns what is at a path, or `None` if nothing is.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be searched.
    fn kind(&self, path: &Path) -> io::Result<Option<FileKind>>;

    /// Returns the bytes of a plain file.
    ///
    /// # Errors
    /// Returns an error if there is none, it is too large or it cannot be read.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Returns the names in a folder.
    ///
    /// # Errors
    /// Returns an error if there is no folder, or it cannot be read.
    fn list(&self, folder: &Path) -> io::Result<Vec<OsString>>;

    /// Opens a plain file for writing.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened in this way.
    fn open(&self, path: &Path, access: Access) -> io::Result<Box<dyn OpenFile>>;

    /// Returns whether a process holds the lock of a file.
    ///
    /// # Errors
    /// Returns an error if there is no file, or it cannot be opened.
    fn is_locked(&self, path: &Path) -> io::Result<bool>;

    /// Renames a file, replacing the one at the new path.
    ///
    /// # Errors
    /// Returns an error if the file cannot be renamed; nothing is changed then.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Creates a hard link to a file where nothing is.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::AlreadyExists`] if something is there, or another error if the file system has no links.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be removed.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Creates a folder.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::AlreadyExists`] if something is there, or another error if it cannot be created.
    fn create_folder(&self, path: &Path) -> io::Result<()>;

    /// Removes an empty folder.
    ///
    /// # Errors
    /// Returns an error if the folder is not empty or cannot be removed.
    fn remove_folder(&self, path: &Path) -> io::Result<()>;

    /// Flushes the names in a folder to the disk.
    ///
    /// # Errors
    /// Returns an error if they cannot be written.
    fn sync_folder(&self, path: &Path) -> io::Result<()>;
}

/// A file that is open for writing; closed when dropped, which also releases its lock.
pub trait OpenFile: fmt::Debug + Send + Sync {
    /// Writes bytes at the end.
    ///
    /// # Errors
    /// Returns an error if not all bytes could be written.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Removes all bytes.
    ///
    /// # Errors
    /// Returns an error if the file cannot be changed.
    fn clear(&mut self) -> io::Result<()>;

    /// Flushes the bytes to the disk.
    ///
    /// # Errors
    /// Returns an error if they cannot be written.
    fn sync(&mut self) -> io::Result<()>;

    /// Sets the permissions.
    ///
    /// # Errors
    /// Returns an error if they cannot be set.
    fn permit(&mut self, permissions: Permissions) -> io::Result<()>;

    /// Takes the lock of the file.
    ///
    /// # Errors
    /// Returns an error if another process holds it, or the file system has no locks.
    fn try_lock(&mut self) -> Result<(), TryLockError>;

    /// Returns whether a path still leads to this file.
    ///
    /// # Errors
    /// Returns an error if the path cannot be searched.
    fn is_at(&self, path: &Path) -> io::Result<bool>;
}

/// How a file is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// A new file, where nothing is.
    New,
    /// An existing file, to append to.
    Append,
    /// A new or an existing file, to be locked.
    Lock,
}

/// What is at a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// A plain file.
    Plain,
    /// A folder.
    Folder,
    /// A symbolic link, whatever it leads to.
    Link,
    /// A pipe, a socket or a device.
    Special,
}

impl FileKind {
    /// Returns an error unless this is a plain file.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::InvalidInput`] with what is there instead.
    pub fn expect_plain(self) -> io::Result<()> {
        let what = match self {
            Self::Plain => return Ok(()),
            Self::Folder => "a folder",
            Self::Link => "a symbolic link",
            Self::Special => "a pipe or a device",
        };
        Err(io::Error::new(io::ErrorKind::InvalidInput, format!("it is {what}, not a plain file")))
    }
}
