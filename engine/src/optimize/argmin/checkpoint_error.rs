//! Why a checkpoint is not taken, and what to do instead.

use std::fmt;
use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::optimize::ResumeError;

/// Why a checkpoint was not read or written.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file was read, and is not to be continued.
    #[error("{} cannot be resumed: {reason}; {offer}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: Refusal,
        /// What to resume instead.
        offer: Offer,
    },
    /// The file system said no.
    #[error(
        "{} cannot be read or written ({source}): check the folder, its rights and the space left",
        path.display()
    )]
    File {
        /// The file.
        path: PathBuf,
        /// What the file system said.
        source: io::Error,
    },
    /// Another process is at it.
    #[error("{} is in use by another process: wait for it, stop it, or choose another file", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// RON could not write the search.
    #[error("the search cannot be written as RON ({0}): report this as a bug")]
    Write(#[source] ron::Error),
}

/// What is wrong with a checkpoint.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Refusal {
    /// The file is not there although its predecessor is.
    #[error("the file is missing")]
    Missing,
    /// The file is not what was once written.
    #[error("the file is cut short or changed, its checksum does not fit")]
    Damaged,
    /// The file was written by a program that lays it out differently.
    #[error("the file has format {found} and this program reads format {known}")]
    Format {
        /// The format of the file.
        found: u32,
        /// The format of this program.
        known: u32,
    },
    /// The space, the method, the population, the stop rules or the seed differ.
    #[error("it was saved by a search with another space or configuration")]
    OtherSearch,
    /// The costs come from something else.
    #[error("it was saved by a search for another objective")]
    OtherObjective,
    /// The fingerprints agree and the contents do not.
    #[error(transparent)]
    Misfit(#[from] ResumeError),
}

/// What can be resumed instead of a refused checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// The checkpoint before it.
    Previous {
        /// The file.
        path: PathBuf,
        /// Generations told by then.
        generations: u64,
    },
    /// Neither it nor the one before it.
    Nothing,
}

impl fmt::Display for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Previous { path, generations } => write!(
                f,
                "the previous checkpoint {} is sound: copy it over the file (or call restore_previous) to go on \
                 after generation {generations}",
                path.display()
            ),
            Self::Nothing => f.write_str(
                "no previous checkpoint fits either, go back to the configuration it was saved \
                 with or start again elsewhere",
            ),
        }
    }
}
