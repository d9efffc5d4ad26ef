//! Why a verb failed, and the exit code for it.

use std::io::{self, ErrorKind};

use crate::tune::TuneError;

use crate::cli::output::hints::Hint;
use crate::cli::output::terminal;

/// The exit code of work that a signal stopped.
const INTERRUPTED: u8 = 130;

/// Why a verb failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is wrong: the message says what, where, and what to do.
    Input(String),
    /// The output could not be written.
    Output(io::Error),
    /// The work failed through no fault of the user's.
    Work(String),
    /// A signal stopped the work; what was done by then has been shown.
    Stopped,
    /// A signal stopped the work before there was anything to show.
    Interrupted(&'static str),
}

impl Failure {
    /// Creates a failure from an error in what the user gave.
    // By value, for `map_err`.
    #[allow(clippy::needless_pass_by_value)]
    pub(crate) fn input(error: impl Hint) -> Self {
        Self::Input(error.sentence())
    }

    /// Creates a failure from an error that is not the user's.
    // By value, for `map_err`.
    #[allow(clippy::needless_pass_by_value)]
    pub(crate) fn work(error: impl Hint) -> Self {
        Self::Work(error.sentence())
    }

    /// Prints the message and returns the exit code.
    pub(crate) fn report(&self) -> u8 {
        let (sentence, code) = match self {
            Failure::Input(sentence) => (sentence.clone(), 2),
            // The reader has seen enough, as `head` does.
            Failure::Output(error) if error.kind() == ErrorKind::BrokenPipe => return 0,
            Failure::Stopped => return INTERRUPTED,
            Failure::Interrupted(what) => {
                terminal::message(&format!("stopped {what}"));
                return INTERRUPTED;
            }
            Failure::Work(sentence) => (sentence.clone(), 1),
            Failure::Output(error) => (format!("cannot write the output: {error}"), 1),
        };
        terminal::sentence("error", &sentence);
        code
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::Output(error.into())
    }
}

impl From<TuneError> for Failure {
    fn from(error: TuneError) -> Failure {
        match error {
            TuneError::Stopped => Failure::Interrupted("before there was a result"),
            TuneError::File { .. }
            | TuneError::Start { .. }
            | TuneError::Write(_)
            | TuneError::Search(_)
            | TuneError::Tell(_)
            | TuneError::Threads(_)
            | TuneError::SelfCheck(_) => Failure::work(error),
            _ => Failure::input(error),
        }
    }
}
