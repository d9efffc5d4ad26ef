//! A file that is written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file so that a kill at any moment leaves either the old or the new one.
///
/// The bytes go to a temporary file beside it, which takes its place once it is on the disk.
///
/// # Errors
/// What the file system says; the old file is still there then.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_through(path, &append_path(path, ".tmp"), bytes)
}

/// Writes a file as [`replace`] does, where several processes may do so at the same time: each has a temporary file of its
/// own, and the last one stays.
///
/// # Errors
/// What the file system says; the old file is still there then.
pub fn replace_shared(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_through(path, &append_path(path, &format!(".{}.tmp", std::process::id())), bytes)
}

fn replace_through(path: &Path, temporary: &Path, bytes: &[u8]) -> io::Result<()> {
    let write = || -> io::Result<()> {
        let mut file = File::create(temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(temporary, path)?;
        match path.parent() {
            Some(folder) if folder.as_os_str().is_empty() => File::open(".")?.sync_all(),
            Some(folder) => File::open(folder)?.sync_all(),
            None => Ok(()),
        }
    };
    write().inspect_err(|_| {
        // What a full disk could not hold should not fill it; if it cannot be removed either, so be it.
        let _ = fs::remove_file(temporary);
    })
}

/// Reads a file, or gives `None` when there is none.
///
/// # Errors
/// What the file system says of a file that is there.
pub fn read_if_there(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Gives the path of a file beside another: the same name with something behind it.
#[must_use]
pub fn append_path(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
