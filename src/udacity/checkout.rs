//! A checkout of AIND-Isolation.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::calibration::Calibration;
use super::python_process::{PythonError, PythonProcess};
use crate::arena::Protocol;
use crate::text;

/// How long a check or a calibration may take.
const PATIENCE: Duration = Duration::from_secs(300);
/// How often everything is measured; the median counts.
const ROUNDS: u32 = 3;

/// A checkout of AIND-Isolation that can play.
#[derive(Clone, Debug)]
pub struct Checkout {
    folder: PathBuf,
    python: String,
    /// Modules that are about to be written there.
    modules: Vec<String>,
    found: Found,
    /// Heuristics that were added to the checkout's own: names and Python modules.
    sources: Vec<(String, String)>,
}

/// What a process of Python finds in the folder.
#[derive(Clone, Debug, Deserialize)]
struct Found {
    version: Protocol,
    python: String,
    reserve: f64,
    own: Vec<String>,
    failing: Vec<FailingScore>,
    unwritten: Vec<String>,
    imports: Vec<ImportedScore>,
}

/// A heuristic of `game_agent.py` that is written, and fails.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
pub struct FailingScore {
    /// The function of `game_agent.py`, such as `custom_score_2`.
    pub function: String,
    /// Its error.
    pub error: String,
}

/// A `custom_score` of another module, in use in `game_agent.py`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct ImportedScore {
    /// The function of `game_agent.py`, such as `custom_score`.
    pub function: String,
    /// The module.
    pub module: String,
    /// Whether the function is the module's own one; otherwise it calls that, and may do more.
    pub itself: bool,
}

#[derive(Deserialize)]
struct Empty {}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckoutError {
    /// A file is missing.
    #[error(
        "{} is not a checkout of AIND-Isolation: it has no {file}; give the folder that has game_agent.py, sample_players.py and isolation side by side",
        text::path(folder)
    )]
    Missing {
        /// The folder.
        folder: PathBuf,
        /// The missing file.
        file: &'static str,
    },
    /// Its code fails.
    #[error("the code in {} fails: {error}; correct it, 'python3 tournament.py' must run there", text::path(folder))]
    Code {
        /// The folder.
        folder: PathBuf,
        /// What Python says.
        error: String,
        /// The module that could not be imported, if that is the error.
        module: Option<String>,
    },
    /// Python cannot be used.
    #[error(transparent)]
    Python(#[from] PythonError),
}

impl Checkout {
    /// Checks a folder: imports its modules in a process of their own and lets each kind of player make a move. Nothing is
    /// written. Its code may import some modules that are about to be written there.
    ///
    /// # Errors
    /// Returns an error if a file is missing or the code fails.
    pub fn open(folder: &Path, python: &str, modules: Vec<String>, stop: &AtomicBool) -> Result<Self, CheckoutError> {
        for (file, other) in [("game_agent.py", ""), ("sample_players.py", ""), ("isolation", "isolation.py")] {
            if !folder.join(file).exists() && (other.is_empty() || !folder.join(other).exists()) {
                return Err(CheckoutError::Missing { folder: folder.to_owned(), file });
            }
        }
        let mut worker = PythonProcess::start(folder, python, &modules)?;
        let found = worker.ask(&json!({"ask": "check"}), PATIENCE, stop);
        let found = found.map_err(|error| code_error(folder, error))?;
        Ok(Self { folder: folder.to_owned(), python: python.to_owned(), modules, found, sources: Vec::new() })
    }

    /// Returns which of Udacity's two tournaments the code is for.
    #[must_use]
    pub fn version(&self) -> Protocol {
        self.found.version
    }

    /// Returns the version of Python.
    #[must_use]
    pub fn python_version(&self) -> &str {
        &self.found.python
    }

    /// Returns the names of the checkout's own heuristics that work, such as `custom_score`.
    #[must_use]
    pub fn own_heuristics(&self) -> &[String] {
        &self.found.own
    }

    /// Returns the checkout's own heuristics that fail when they are called; those that are not written yet are not among them.
    #[must_use]
    pub fn failing_heuristics(&self) -> &[FailingScore] {
        &self.found.failing
    }

    /// Returns the checkout's own heuristics that are not written yet: they raise `NotImplementedError`.
    #[must_use]
    pub fn unwritten_heuristics(&self) -> &[String] {
        &self.found.unwritten
    }

    /// Returns where the functions of `game_agent.py` use a `custom_score` of another module, be it written yet or not.
    #[must_use]
    pub fn imported_scores(&self) -> &[ImportedScore] {
        &self.found.imports
    }

    /// Returns the milliseconds of a move that its players keep in reserve.
    #[must_use]
    pub fn reserve(&self) -> f64 {
        self.found.reserve
    }

    /// Adds a heuristic as the text of a Python module; nothing is written.
    pub fn add(&mut self, name: &str, module: &str) {
        self.sources.push((name.to_owned(), module.to_owned()));
    }

    /// Measures what nodes and heuristics cost in searches about as long as those of moves of a number of milliseconds.
    ///
    /// # Errors
    /// Returns an error if the code fails.
    pub fn calibrate(&self, milliseconds: f64, stop: &AtomicBool) -> Result<Calibration, CheckoutError> {
        let mut worker = self.worker(stop)?;
        let measured: Calibration = worker
            .ask(&json!({"ask": "calibrate", "rounds": ROUNDS, "limit": milliseconds}), PATIENCE, stop)
            .map_err(|error| code_error(&self.folder, error))?;
        if measured.is_sound() {
            return Ok(measured);
        }
        let error = "its search never calls Board.apply_move, so that its speed cannot be measured".to_owned();
        Err(CheckoutError::Code { folder: self.folder.clone(), error, module: None })
    }

    /// Starts a process that knows all heuristics.
    pub(super) fn worker(&self, stop: &AtomicBool) -> Result<PythonProcess, CheckoutError> {
        let mut worker = PythonProcess::start(&self.folder, &self.python, &self.modules)?;
        let wrong = |error| code_error(&self.folder, error);
        let _: Found = worker.ask(&json!({"ask": "check"}), PATIENCE, stop).map_err(wrong)?;
        for (name, source) in &self.sources {
            let question = json!({"ask": "add", "name": name, "source": source});
            let _: Empty = worker.ask(&question, PATIENCE, stop).map_err(wrong)?;
        }
        Ok(worker)
    }
}

fn code_error(folder: &Path, error: PythonError) -> CheckoutError {
    match error {
        PythonError::Raised { error, module } => CheckoutError::Code { folder: folder.to_owned(), error, module },
        error => CheckoutError::Python(error),
    }
}
