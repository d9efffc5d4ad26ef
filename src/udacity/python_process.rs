//! A process of Python that plays games of a checkout.

use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::agent::{ForfeitCause, NoAnswer, Process};
use crate::text;

/// The program that the process runs.
const PROGRAM: &str = include_str!("python_process.py");

/// A process of Python in the folder of a checkout.
#[derive(Debug)]
pub(super) struct PythonProcess {
    process: Process,
}

/// Why a process of Python has no answer.
#[derive(Debug, thiserror::Error)]
pub enum PythonError {
    /// It cannot be started.
    #[error("cannot start '{}': {error}; name the interpreter with --python", text::quoted(python))]
    Start {
        /// The interpreter.
        python: String,
        /// What the system says.
        error: io::Error,
    },
    /// The checkout's code raised an error.
    #[error("{error}")]
    Raised {
        /// What Python says.
        error: String,
        /// The module that could not be imported, if that is the error.
        module: Option<String>,
    },
    /// The process ended or does not answer.
    #[error("python: {0}")]
    Failed(ForfeitCause),
    /// The answer is not understood.
    #[error("python answered '{}', which is not understood", text::quoted(.0))]
    Answer(String),
    /// The work was stopped.
    #[error("stopped")]
    Stopped,
}

impl PythonProcess {
    pub(super) fn start(folder: &Path, python: &str, modules: &[String]) -> Result<Self, PythonError> {
        let arguments = ["-B", "-c", PROGRAM].map(str::to_owned).into_iter();
        let arguments: Vec<String> =
            arguments.chain([folder.to_string_lossy().into_owned()]).chain(modules.iter().cloned()).collect();
        let process = Process::start(python, &arguments);
        process.map(|process| Self { process }).map_err(|error| PythonError::Start { python: python.to_owned(), error })
    }

    /// Asks one question and waits for the answer.
    pub(super) fn ask<T: DeserializeOwned>(
        &mut self,
        question: &impl Serialize,
        limit: Duration,
        stop: &AtomicBool,
    ) -> Result<T, PythonError> {
        let line = serde_json::to_string(question).map_err(|error| PythonError::Answer(error.to_string()))?;
        let answer = self.process.ask(line, limit, stop).map_err(|none| match none {
            NoAnswer::Stopped => PythonError::Stopped,
            NoAnswer::Forfeit(cause) => PythonError::Failed(cause),
        })?;
        let unknown = || PythonError::Answer(answer.clone());
        let value: Value = serde_json::from_str(&answer).map_err(|_| unknown())?;
        let part = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
        match part("error") {
            Some(error) => Err(PythonError::Raised { error, module: part("module") }),
            None => serde_json::from_value(value).map_err(|_| unknown()),
        }
    }
}
