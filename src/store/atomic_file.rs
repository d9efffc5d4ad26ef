//! Atomic writes of files.

use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A file that is written to a temporary path and renamed once it is on the disk; if dropped before, it leaves nothing
/// behind.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    temporary: PathBuf,
    file: File,
    /// Whether the temporary file has been renamed.
    placed: bool,
}

impl AtomicFile {
    /// Writes the bytes to a temporary file beside the path, whose name is unique to this process.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written; nothing is left behind then.
    pub fn write(path: &Path, bytes: &[u8]) -> io::Result<Self> {
        Self::write_with(path, &format!(".{}.tmp", std::process::id()), bytes)
    }

    /// Writes the bytes to a temporary file beside the path, with a suffix.
    fn write_with(path: &Path, suffix: &str, bytes: &[u8]) -> io::Result<Self> {
        let temporary = append_path(path, suffix);
        // An existing file of that name can only be left over from a process that has ended.
        let file = File::create(&temporary)?;
        let mut draft = Self { path: path.to_owned(), temporary, file, placed: false };
        draft.file.write_all(bytes)?;
        Ok(draft)
    }

    /// Sets the permissions of the file.
    ///
    /// # Errors
    /// Returns an error if the permissions cannot be set.
    pub fn permit(&self, permissions: Permissions) -> io::Result<()> {
        self.file.set_permissions(permissions)
    }

    /// Replaces the file at the path; a kill at any moment leaves either the old or the new one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written; the old file is unchanged then.
    pub fn replace(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.temporary, &self.path)?;
        self.placed = true;
        sync_folder(&self.path)
    }

    /// Moves the file to its path if nothing exists there.
    ///
    /// # Errors
    /// Returns [`ErrorKind::AlreadyExists`] if something exists there, or another error if the file cannot be written.
    pub fn publish(self) -> io::Result<()> {
        self.file.sync_all()?;
        match fs::hard_link(&self.temporary, &self.path) {
            Ok(()) => sync_folder(&self.path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
            // Not every file system has links; without them a file created in between is overwritten.
            Err(_) if fs::symlink_metadata(&self.path).is_ok() => Err(ErrorKind::AlreadyExists.into()),
            Err(_) => self.replace(),
        }
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.placed {
            // A partial file should not fill the disk; if it cannot be removed, nothing can be done.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Flushes the folder of a path, so that a new name in it is on the disk.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // A folder cannot be opened on every system, for example not on Windows.
    File::open(folder.unwrap_or(Path::new("."))).map_or(Ok(()), |folder| folder.sync_all())
}

/// Writes a file atomically: a kill at any moment leaves either the old or the new one.
///
/// The bytes go to a temporary file beside it, which is renamed once it is on the disk.
///
/// # Errors
/// Returns an error if the file cannot be written; the old file is unchanged then.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    AtomicFile::write_with(path, ".tmp", bytes)?.replace()
}

/// Writes a file as [`replace`] does, but with a temporary file of this process, so that several processes may write
/// the same file; the last one wins.
///
/// # Errors
/// Returns an error if the file cannot be written; the old file is unchanged then.
pub(crate) fn replace_shared(path: &Path, bytes: &[u8]) -> io::Result<()> {
    AtomicFile::write(path, bytes)?.replace()
}

/// Reads a file, or returns `None` if it does not exist.
///
/// # Errors
/// Returns an error if the file exists but cannot be read.
pub(crate) fn read_if_there(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the path with a suffix appended.
#[must_use]
pub(crate) fn append_path(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
