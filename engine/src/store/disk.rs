//! The real file system.

use std::ffi::OsString;
use std::fs::{self, File, FileType, Metadata, OpenOptions, Permissions, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use super::files::{Access, FileKind, Files, OpenFile};

/// The largest file that is read: far more than a run of weeks writes.
const LARGEST: u64 = 1 << 28;

/// The file system of this machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn kind(&self, path: &Path) -> io::Result<Option<FileKind>> {
        match fs::symlink_metadata(path) {
            Ok(found) => Ok(Some(kind(found.file_type()))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let file = open_plain(path, File::options().read(true), Links::Refuse)?;
        read_all(file, LARGEST)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.file_name())).collect()
    }

    fn open(&self, path: &Path, access: Access) -> io::Result<Box<dyn OpenFile>> {
        let mut options = File::options();
        match access {
            Access::New => options.create_new(true).write(true),
            Access::Append => options.append(true),
            Access::Lock => options.create(true).truncate(false).write(true),
        };
        Ok(Box::new(DiskFile(open_plain(path, &mut options, Links::Refuse)?)))
    }

    fn is_locked(&self, path: &Path) -> io::Result<bool> {
        let file = open_plain(path, File::options().read(true), Links::Refuse)?;
        Ok(matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::hard_link(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        fs::create_dir(path)
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir(path)
    }

    #[cfg(unix)]
    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        match File::open(path)?.sync_all() {
            // Some network file systems cannot sync a folder; they write names at once.
            Err(error) if error.kind() == ErrorKind::InvalidInput => Ok(()),
            synced => synced,
        }
    }

    /// Does nothing: elsewhere a folder cannot be opened.
    #[cfg(not(unix))]
    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }
}

/// An open file of this machine.
#[derive(Debug)]
struct DiskFile(File);

impl OpenFile for DiskFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.0.set_len(0)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.0.sync_all()
    }

    fn permit(&mut self, permissions: Permissions) -> io::Result<()> {
        self.0.set_permissions(permissions)
    }

    fn try_lock(&mut self) -> Result<(), TryLockError> {
        self.0.try_lock()
    }

    fn is_at(&self, path: &Path) -> io::Result<bool> {
        match fs::symlink_metadata(path) {
            Ok(found) => Ok(same_file(&found, &self.0.metadata()?)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Whether a path may lead to a file through a symbolic link.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Links {
    Follow,
    Refuse,
}

/// Reads a file that a user named, which may be a link to one: a plain file of at most a number of bytes.
///
/// # Errors
/// Returns an error if there is no such file, it is too large or it cannot be read.
pub(crate) fn read_bounded(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_all(open_plain(path, File::options().read(true), Links::Follow)?, most)
}

/// Opens a plain file; a pipe is refused instead of waited for.
fn open_plain(path: &Path, options: &mut OpenOptions, links: Links) -> io::Result<File> {
    let found = if links == Links::Follow { fs::metadata(path) } else { fs::symlink_metadata(path) };
    if let Ok(found) = found {
        kind(found.file_type()).expect_plain()?;
    }
    // It may have been replaced since.
    refuse_surprises(options, links);
    let file = options.open(path)?;
    kind(file.metadata()?.file_type()).expect_plain()?;
    Ok(file)
}

#[cfg(unix)]
fn refuse_surprises(options: &mut OpenOptions, links: Links) {
    use std::os::unix::fs::OpenOptionsExt;

    let follow = if links == Links::Follow { 0 } else { libc::O_NOFOLLOW };
    options.custom_flags(libc::O_NONBLOCK | follow);
}

#[cfg(not(unix))]
fn refuse_surprises(_: &mut OpenOptions, _: Links) {}

fn read_all(file: File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::new(ErrorKind::FileTooLarge, format!("it is larger than {most} bytes")));
    }
    Ok(bytes)
}

fn kind(found: FileType) -> FileKind {
    if found.is_file() {
        FileKind::Plain
    } else if found.is_dir() {
        FileKind::Folder
    } else if found.is_symlink() {
        FileKind::Link
    } else {
        FileKind::Special
    }
}

#[cfg(unix)]
fn same_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;

    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Returns whether both are files: elsewhere an open file cannot be removed or replaced.
#[cfg(not(unix))]
fn same_file(one: &Metadata, other: &Metadata) -> bool {
    one.is_file() && other.is_file()
}
