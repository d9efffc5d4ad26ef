//! Why a run cannot go on.

use std::io;
use std::path::PathBuf;

use super::changes::Change;
use super::plan_error::PlanError;
use super::record::Damage;
use crate::document::DocumentError;

/// Why a run cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// It was told to stop; everything finished is saved.
    #[error("stopped")]
    Stopped,
    /// The job cannot be done as it is written.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The configuration in the run's folder is wrong.
    #[error(transparent)]
    Config(#[from] DocumentError),
    /// There is a run of that name.
    #[error("there is a run in {} already; go on with 'isotune resume', or choose another name with --name", path.display())]
    Exists {
        /// The folder.
        path: PathBuf,
    },
    /// There is no such run.
    #[error("there is no run in {}; list what there is with 'isotune runs'", path.display())]
    NoRun {
        /// The folder.
        path: PathBuf,
    },
    /// Another process is at it.
    #[error("the run in {} is being worked on by {}; wait for it, or stop it first", path.display(), who(*process))]
    Busy {
        /// The folder.
        path: PathBuf,
        /// The other process.
        process: Option<u32>,
    },
    /// The file system said no.
    #[error("cannot {what} {}: {error}; {advice}", path.display())]
    File {
        /// What was tried.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// What the file system said.
        error: io::Error,
        /// What to do.
        advice: &'static str,
    },
    /// The state is lost.
    #[error(
        "{} {damage}, and there is no sound state before it; best.ron and history.csv are as they were: keep them, and \
         begin anew with 'isotune tune {}/config.ron --name NEW'", path.display(), path.parent().unwrap_or(path).display()
    )]
    Lost {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        damage: Damage,
    },
    /// The state is another program's.
    #[error(
        "{} {damage}; resume the run with the program that wrote it, or begin a new one with 'isotune tune {}/config.ron \
         --name NEW'", path.display(), path.parent().unwrap_or(path).display()
    )]
    OtherProgram {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        damage: Damage,
    },
    /// The recommendation is not what the run wrote.
    #[error(
        "{} was changed or damaged since the run wrote it; 'isotune resume {run}' writes it again, or copy it elsewhere to \
         use it as weights of your own", path.display()
    )]
    BestChanged {
        /// The file.
        path: PathBuf,
        /// The run.
        run: String,
    },
    /// The configuration has changed in a way that makes it another run.
    #[error(
        "config.ron has changed in what decides results:\n{}\nput it back, or begin a new run from this one's weights with \
         'isotune resume {run} --fork NEW'",
        listed(changes)
    )]
    Changed {
        /// The run.
        run: String,
        /// All changes.
        changes: Vec<Change>,
    },
    /// What the configuration refers to has changed.
    #[error(
        "the opponents' weights or the cost profile that the run '{run}' plays by have changed since it was begun; put them \
         back, or begin a new run from this one's weights with 'isotune resume {run} --fork NEW'"
    )]
    OtherSurroundings {
        /// The run.
        run: String,
    },
    /// The state could not be put into words.
    #[error("the state cannot be written as RON ({0}); please report this")]
    Write(#[from] ron::Error),
    /// The optimizer refused.
    #[error("the search failed: {0}; please report this")]
    Search(String),
}

fn who(process: Option<u32>) -> String {
    process.map_or_else(|| "another process".to_owned(), |process| format!("process {process}"))
}

fn listed(changes: &[Change]) -> String {
    changes.iter().map(|change| format!("  {change}")).collect::<Vec<_>>().join("\n")
}
