//! Atomic writes of files.

use std::fs::Permissions;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::disk::Disk;
use super::files::{Access, Files, OpenFile};

/// How many names are tried for a temporary file.
const NAMES: u32 = 100;

/// A file that is written to a temporary path and renamed once it is on the disk; if dropped before, it leaves nothing
/// behind.
#[derive(Debug)]
pub struct AtomicFile<'f> {
    files: &'f dyn Files,
    path: PathBuf,
    temporary: PathBuf,
    file: Box<dyn OpenFile>,
    /// Whether the temporary file has been renamed.
    placed: bool,
}

impl AtomicFile<'static> {
    /// Writes the bytes to a temporary file beside the path, whose name is unique to this process.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written; nothing is left behind then.
    pub fn write(path: &Path, bytes: &[u8]) -> io::Result<Self> {
        Self::write_to(&Disk, path, bytes)
    }
}

impl<'f> AtomicFile<'f> {
    /// Writes the bytes as [`AtomicFile::write`] does, to other files than those of the disk.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written; nothing is left behind then.
    pub fn write_to(files: &'f dyn Files, path: &Path, bytes: &[u8]) -> io::Result<Self> {
        let process = std::process::id();
        let mut names = (0..NAMES).map(|number| match number {
            0 => append_path(path, &format!(".{process}.tmp")),
            _ => append_path(path, &format!(".{process}-{number}.tmp")),
        });
        // An existing file may belong to another program: it is neither written nor removed.
        let opened = names.find_map(|temporary| match files.open(&temporary, Access::New) {
            Err(error) if is_occupied(&error) => None,
            opened => Some(opened.map(|file| (temporary, file))),
        });
        let (temporary, file) = opened.unwrap_or_else(|| Err(ErrorKind::AlreadyExists.into()))?;
        Self::fill(files, path, temporary, file, bytes)
    }

    fn fill(
        files: &'f dyn Files,
        path: &Path,
        temporary: PathBuf,
        file: Box<dyn OpenFile>,
        bytes: &[u8],
    ) -> io::Result<Self> {
        let mut draft = Self { files, path: path.to_owned(), temporary, file, placed: false };
        draft.file.write(bytes)?;
        Ok(draft)
    }

    /// Sets the permissions of the file.
    ///
    /// # Errors
    /// Returns an error if the permissions cannot be set.
    pub fn permit(&mut self, permissions: Permissions) -> io::Result<()> {
        self.file.permit(permissions)
    }

    /// Replaces the file at the path; a kill at any moment leaves either the old or the new one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written; unless only its name could not be flushed to the disk, the old
    /// file is unchanged then.
    pub fn replace(mut self) -> io::Result<()> {
        self.file.sync()?;
        self.files.rename(&self.temporary, &self.path)?;
        self.placed = true;
        self.files.sync_folder(folder_of(&self.path))
    }

    /// Moves the file to its path if nothing exists there.
    ///
    /// # Errors
    /// Returns [`ErrorKind::AlreadyExists`] if something exists there, or another error if the file cannot be written.
    pub fn publish(mut self) -> io::Result<()> {
        self.file.sync()?;
        match self.files.link(&self.temporary, &self.path) {
            Ok(()) => self.files.sync_folder(folder_of(&self.path)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
            // Not every file system has links; without them a file created in between is overwritten.
            Err(_) if self.files.kind(&self.path)?.is_some() => Err(ErrorKind::AlreadyExists.into()),
            Err(_) => self.replace(),
        }
    }
}

impl Drop for AtomicFile<'_> {
    fn drop(&mut self) {
        if !self.placed {
            // A partial file should not fill the disk; if it cannot be removed, nothing can be done.
            let _ = self.files.remove(&self.temporary);
        }
    }
}

/// Returns whether something else has the name: a file, or what [`Disk`] refuses to open.
fn is_occupied(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::AlreadyExists | ErrorKind::InvalidInput)
}

/// Writes a file atomically: a kill at any moment leaves either the old or the new one.
///
/// The bytes go to a temporary file beside it, which is renamed once it is on the disk. The caller is the only writer: a
/// temporary file that is there already was left behind by a kill.
///
/// # Errors
/// Returns an error if the file cannot be written; unless only its name could not be flushed to the disk, the old file is
/// unchanged then.
pub fn replace(files: &dyn Files, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = append_path(path, ".tmp");
    if let Some(found) = files.kind(path)? {
        found.expect_plain()?;
    }
    if let Some(found) = files.kind(&temporary)? {
        let name = temporary.file_name().unwrap_or_default().display();
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{name} is in the way: {error}"));
        found.expect_plain().map_err(named)?;
    }
    let file = match files.open(&temporary, Access::New) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            files.remove(&temporary)?;
            files.open(&temporary, Access::New)?
        }
        opened => opened?,
    };
    AtomicFile::fill(files, path, temporary, file, bytes)?.replace()
}

/// Writes a file as [`replace`] does, but with a temporary file of this process, so that several processes may write
/// the same file; the last one wins.
///
/// # Errors
/// Returns an error if the file cannot be written; the old file is unchanged then.
pub fn replace_shared(files: &dyn Files, path: &Path, bytes: &[u8]) -> io::Result<()> {
    AtomicFile::write_to(files, path, bytes)?.replace()
}

/// Reads a file, or returns `None` if nothing is at the path.
///
/// # Errors
/// Returns an error if something is there that cannot be read.
pub fn read_if_there(files: &dyn Files, path: &Path) -> io::Result<Option<Vec<u8>>> {
    match files.read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Renames a file to the first free path with a suffix: `.damaged`, `.damaged-2` and so on. Returns the path.
///
/// # Errors
/// Returns an error if the file cannot be renamed.
pub fn set_aside(files: &dyn Files, path: &Path, suffix: &str) -> io::Result<PathBuf> {
    let aside = free_path(files, path, suffix)?;
    files.rename(path, &aside)?;
    Ok(aside)
}

/// Returns the first free path with a suffix: `.damaged`, `.damaged-2` and so on.
///
/// # Errors
/// Returns an error if the folder cannot be searched.
pub fn free_path(files: &dyn Files, path: &Path, suffix: &str) -> io::Result<PathBuf> {
    let mut aside = append_path(path, suffix);
    let mut number = 2_u64;
    while files.kind(&aside)?.is_some() {
        aside = append_path(path, &format!("{suffix}-{number}"));
        number += 1;
    }
    Ok(aside)
}

/// Creates a folder with all folders above it, and flushes their names to the disk; returns whether it was created, and
/// not there before.
///
/// # Errors
/// Returns an error if something else is there, or it cannot be created.
pub fn create_folders(files: &dyn Files, path: &Path) -> io::Result<bool> {
    match files.create_folder(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let above = path.parent().filter(|above| !above.as_os_str().is_empty()).ok_or(error)?;
            create_folders(files, above)?;
            match files.create_folder(path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(false),
                created => created?,
            }
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(false),
        created => created?,
    }
    files.sync_folder(folder_of(path))?;
    Ok(true)
}

/// Returns the folder that a path is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the path with a suffix appended.
#[must_use]
pub fn append_path(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
