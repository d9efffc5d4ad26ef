//! Where output goes: standard output, or a file that is written whole or not at all.

use std::fs::{self, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::store::AtomicFile;

use crate::cli::output::failure::Failure;

/// What also helps where the user has chosen the file.
const OR_ANOTHER: &str = ", or give another file";

/// Returns whether a file holds a text already.
pub(crate) fn holds(file: &Path, text: &str) -> bool {
    // A pipe would be waited for.
    file.is_file() && fs::read(file).is_ok_and(|bytes| bytes == text.as_bytes())
}

/// Where an output goes.
pub(crate) enum Target {
    /// Standard output.
    Standard,
    /// A file.
    File(TargetFile),
}

/// A file that can be written, as far as that can be known before.
pub(crate) struct TargetFile {
    /// The path as it was given.
    given: PathBuf,
    /// Where that leads.
    path: PathBuf,
    /// Whether it may replace an existing file.
    force: bool,
    /// Whether another file can be given instead.
    chosen: bool,
    /// The permissions of that other file.
    permissions: Option<Permissions>,
}

impl Target {
    /// Checks that the output can go there, before any work is done for it.
    pub(crate) fn new(path: Option<&Path>, force: bool) -> Result<Target, Failure> {
        match path.filter(|path| path.as_os_str() != "-") {
            None => Ok(Target::Standard),
            Some(path) => TargetFile::new(path, force, true).map(Target::File),
        }
    }
}

impl Target {
    /// Writes a text there.
    pub(crate) fn write(&self, text: &str, out: &mut impl Write) -> Result<(), Failure> {
        match self {
            Target::Standard => Ok(out.write_all(text.as_bytes())?),
            Target::File(file) => file.write(text),
        }
    }
}

impl TargetFile {
    /// Checks that a file can be written whose name is not the user's choice.
    pub(crate) fn named(path: &Path, force: bool) -> Result<TargetFile, Failure> {
        TargetFile::new(path, force, false)
    }

    fn new(given: &Path, force: bool, chosen: bool) -> Result<TargetFile, Failure> {
        let shown = given.display();
        let or = |advice| if chosen { advice } else { "" };
        let refused = |sentence: String| Err(Failure::Input(sentence));
        let found = match fs::metadata(given) {
            Ok(found) => Some(found),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                if fs::symlink_metadata(given).is_ok() {
                    return refused(format!(
                        "{shown} is a link to a missing file; remove it{}",
                        or(", or give the file itself")
                    ));
                }
                if given.as_os_str().to_string_lossy().ends_with(std::path::is_separator) {
                    return refused(format!("{shown} ends like a folder; give a file"));
                }
                None
            }
            Err(error) => return refused(format!("cannot write {shown}: {error}")),
        };
        // A link's file is written over, not the link.
        let path = given.canonicalize().unwrap_or_else(|_| given.to_owned());
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
            _ => PathBuf::from("."),
        };
        match &found {
            Some(found) if !found.is_file() && !chosen => {
                return refused(format!("{shown} is not a regular file; remove it"));
            }
            Some(found) if found.is_dir() => return refused(format!("{shown} is a folder; give a file in it")),
            Some(found) if !found.is_file() => {
                return refused(format!("{shown} is not a regular file; use '-o -' for standard output"));
            }
            Some(_) if !force => {
                return refused(format!("{shown} already exists; use --force to overwrite it{}", or(OR_ANOTHER)));
            }
            Some(found) if found.permissions().readonly() => {
                return refused(format!("{shown} is read-only; make it writable{}", or(OR_ANOTHER)));
            }
            _ => {}
        }
        let place = folder.display();
        match fs::metadata(&folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                refused(format!("cannot write {shown}: there is no folder {place}; create it, or give another"))
            }
            Err(error) => refused(format!("cannot write {shown}: {error}")),
            Ok(found) if !found.is_dir() => refused(format!("cannot write {shown}: {place} is not a folder")),
            Ok(found) if found.permissions().readonly() => refused(format!(
                "cannot write {shown}: folder {place} is read-only; make it writable{}",
                or(", or give another")
            )),
            Ok(_) => Ok(TargetFile {
                given: given.to_owned(),
                path,
                force,
                chosen,
                permissions: found.map(|found| found.permissions()),
            }),
        }
    }

    /// Returns the path as it was given.
    pub(crate) fn given(&self) -> &Path {
        &self.given
    }

    /// Writes the file whole or not at all.
    pub(crate) fn write(&self, text: &str) -> Result<(), Failure> {
        self.place(text).map_err(|error| {
            let shown = self.given.display();
            let or = |advice| if self.chosen { advice } else { "" };
            match error.kind() {
                ErrorKind::AlreadyExists => Failure::Input(format!(
                    "{shown} was created in the meantime; use --force to overwrite it{}",
                    or(OR_ANOTHER)
                )),
                ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem | ErrorKind::InvalidFilename => {
                    Failure::Input(format!("cannot write {shown}: {error}{}", or("; give another file")))
                }
                _ => Failure::Work(format!("cannot write {shown}: {error}")),
            }
        })
    }

    fn place(&self, text: &str) -> io::Result<()> {
        let mut draft = AtomicFile::write(&self.path, text.as_bytes())?;
        if let Some(permissions) = &self.permissions {
            draft.permit(permissions.clone())?;
        }
        if self.force { draft.replace() } else { draft.publish() }
    }
}
