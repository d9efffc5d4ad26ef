//! Why a run cannot start or continue.

use std::io;
use std::path::{Path, PathBuf};

use crate::arena::{SelfCheckError, ThreadsError};
use crate::document::DocumentError;
use crate::optimize::TellError;
use crate::text;

use super::config::Change;
use super::damage::Damage;
use super::plan::PlanError;

/// Why a run cannot start or continue.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// It was stopped; all finished work is saved.
    #[error("stopped")]
    Stopped,
    /// The job is impossible as configured.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The configuration in the run's folder is invalid.
    #[error(transparent)]
    Config(#[from] DocumentError),
    /// There is a run of that name.
    #[error("a run already exists in {}", text::path(path))]
    Exists {
        /// The folder.
        path: PathBuf,
    },
    /// There is no such run.
    #[error("no run in {}", text::path(path))]
    NoRun {
        /// The folder.
        path: PathBuf,
    },
    /// Another process works on it.
    #[error("the run in {} is in use by {}; wait for it or stop it", text::path(path), holder(*process))]
    Busy {
        /// The folder.
        path: PathBuf,
        /// The other process.
        process: Option<u32>,
    },
    /// The folder cannot be created.
    #[error("cannot create {}: {error}", text::path(path))]
    Create {
        /// The folder.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// The first file cannot be written.
    #[error("cannot write {}: {error}; {}; nothing was started", text::path(path), remedy(error))]
    Start {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// A file operation failed.
    #[error("cannot {action} {}: {error}; {}; everything saved so far is intact", text::path(path), remedy(error))]
    File {
        /// The operation.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// The state is lost.
    #[error(
        "{} {damage}, and there is no intact previous state; best.ron and history.csv are unchanged",
        text::path(path)
    )]
    Lost {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        damage: Damage,
    },
    /// The state was written by another version.
    #[error("{} {damage}", text::path(path))]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        damage: Damage,
    },
    /// The recommendation is not what the run wrote.
    #[error("{} was changed or damaged after the run wrote it", text::path(path))]
    BestChanged {
        /// The file.
        path: PathBuf,
        /// The run.
        run: String,
    },
    /// The configuration has changes that affect results.
    #[error("config.ron has changes that affect results: {}", listed(changes))]
    Changed {
        /// The run.
        run: String,
        /// All changes.
        changes: Vec<Change>,
    },
    /// Something that the configuration refers to has changed.
    #[error(
        "an opponent, a cost profile, the encoding or the rules of the run '{run}' have changed since it was started"
    )]
    OtherIdentity {
        /// The run.
        run: String,
    },
    /// A match has no scores.
    #[error("too few pairs for a score; play at least 2")]
    NoScores,
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// The machine does not play the game correctly.
    #[error(transparent)]
    SelfCheck(#[from] SelfCheckError),
    /// The state has no RON form.
    #[error("cannot write the state as RON: {0}; please report this bug")]
    Write(#[from] ron::Error),
    /// The optimizer rejected its results.
    #[error("the optimizer failed: {0}; please report this bug")]
    Tell(#[from] TellError),
    /// The executor of the search failed.
    #[error("the search failed: {0}; please report this bug")]
    Search(String),
}

impl TuneError {
    pub(super) fn file(action: &'static str, path: &Path, error: io::Error) -> Self {
        Self::File { action, path: path.to_owned(), error }
    }
}

/// Returns what helps against a failed operation.
fn remedy(error: &io::Error) -> &'static str {
    match error.kind() {
        // No plain file.
        io::ErrorKind::InvalidInput => "remove it or move it elsewhere",
        _ => "check permissions and free space",
    }
}

fn holder(process: Option<u32>) -> String {
    process.map_or_else(|| "another process".to_owned(), |process| format!("process {process}"))
}

fn listed(changes: &[Change]) -> String {
    changes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
