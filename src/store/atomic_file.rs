//! A file that is written whole or not at all.

use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A file that is written beside its place and takes it once it is on the disk; given up, it leaves nothing behind.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    temporary: PathBuf,
    file: File,
    /// Whether the temporary file has become the file.
    placed: bool,
}

impl AtomicFile {
    /// Writes the bytes of a file to another one beside its place, whose name has an ending.
    ///
    /// # Errors
    /// Returns the error of the file system; nothing is left behind then.
    pub fn write(path: &Path, ending: &str, bytes: &[u8]) -> io::Result<Self> {
        let temporary = append_path(path, ending);
        // A file of that name can only be left over from a process that is gone.
        let file = File::create(&temporary)?;
        let mut draft = Self { path: path.to_owned(), temporary, file, placed: false };
        draft.file.write_all(bytes)?;
        Ok(draft)
    }

    /// Returns the file the permissions of another.
    ///
    /// # Errors
    /// Returns the error of the file system.
    pub fn permit(&self, permissions: Permissions) -> io::Result<()> {
        self.file.set_permissions(permissions)
    }

    /// Puts the file in its place, over whatever is there: a kill at any moment leaves either the old or the new one.
    ///
    /// # Errors
    /// Returns the error of the file system; the old file is still there then.
    pub fn replace(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.temporary, &self.path)?;
        self.placed = true;
        sync_folder(&self.path)
    }

    /// Puts the file in its place if nothing is there.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] when something is, and whatever else the file system says.
    pub fn publish(self) -> io::Result<()> {
        self.file.sync_all()?;
        match fs::hard_link(&self.temporary, &self.path) {
            Ok(()) => sync_folder(&self.path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
            // Not every file system has links; there a file that comes to exist in between is written over.
            Err(_) if fs::symlink_metadata(&self.path).is_ok() => Err(ErrorKind::AlreadyExists.into()),
            Err(_) => self.replace(),
        }
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.placed {
            // What a full disk could not hold should not fill it; if it cannot be removed either, so be it.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Sees to it that a new name in a folder is on the disk.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // Where a folder cannot be opened, as on Windows, the new name is as safe as the system makes it.
    File::open(folder.unwrap_or(Path::new("."))).map_or(Ok(()), |folder| folder.sync_all())
}

/// Writes a file so that a kill at any moment leaves either the old or the new one.
///
/// The bytes go to a temporary file beside it, which takes its place once it is on the disk.
///
/// # Errors
/// Returns the error of the file system; the old file is still there then.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    AtomicFile::write(path, ".tmp", bytes)?.replace()
}

/// Writes a file as [`replace`] does, where several processes may do so at the same time: each has a temporary file of its
/// own, and the last one stays.
///
/// # Errors
/// Returns the error of the file system; the old file is still there then.
pub fn replace_shared(path: &Path, bytes: &[u8]) -> io::Result<()> {
    AtomicFile::write(path, &own_ending(), bytes)?.replace()
}

/// Returns the ending of temporary files that no other process has.
#[must_use]
pub fn own_ending() -> String {
    format!(".{}.tmp", std::process::id())
}

/// Reads a file, or gives `None` when there is none.
///
/// # Errors
/// Returns the error of the file system of a file that is there.
pub fn read_if_there(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the path of a file beside another: the same name with something behind it.
#[must_use]
pub fn append_path(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
