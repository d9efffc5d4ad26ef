//! Players that are programs of their own, asked by a line protocol; docs/protocol.md describes it.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::forfeit::{Forfeit, ForfeitCause, Forfeits};
use super::process::{NoAnswer, Process};
use crate::game::{Position, Word, parse_moves};
use crate::search::Decision;
use crate::text;

/// The version of the protocol.
const VERSION: u32 = 1;
/// The answer to the version.
const READY: &str = "ready";
/// How long a program may take to start.
const START: Duration = Duration::from_secs(10);

/// A player that is a program of its own.
///
/// Clones share the running processes: each thread that plays uses one, and none is started before it is needed. A
/// program that fails in any way loses the game; [`External::forfeits`] says why.
#[derive(Clone, Debug)]
pub struct External {
    program: Arc<Program>,
}

#[derive(Debug)]
struct Program {
    command: String,
    words: Vec<String>,
    milliseconds: u64,
    /// Processes that wait for a question.
    idle: Mutex<Vec<Process>>,
    forfeits: Forfeits,
}

/// Why an external program cannot play.
#[derive(Debug, thiserror::Error)]
pub enum ExternalError {
    /// The system cannot start it.
    #[error("cannot start the program '{}': {error}; check the command", text::quoted(command))]
    Start {
        /// The command.
        command: String,
        /// What the system says.
        error: io::Error,
    },
    /// It does not speak the protocol.
    #[error(
        "the program '{}' does not follow the protocol: {cause}; docs/protocol.md has examples",
        text::quoted(command)
    )]
    NotReady {
        /// The command.
        command: String,
        /// What it did instead.
        cause: ForfeitCause,
    },
    /// It is known by its command alone, and what that starts may have changed.
    #[error("the program '{}' cannot be made from data; write it as an agent, exec:COMMAND", text::quoted(command))]
    Data {
        /// The command.
        command: String,
    },
}

impl External {
    /// Starts a program, which has a number of milliseconds for each move, and waits until it is ready.
    ///
    /// # Errors
    /// Returns an error if it cannot be started or is not ready in time.
    pub fn new(command: &str, milliseconds: u64) -> Result<Self, ExternalError> {
        let program = Program {
            command: command.to_owned(),
            // The text form has been checked.
            words: shell_words::split(command).unwrap_or_default(),
            milliseconds,
            idle: Mutex::default(),
            forfeits: Forfeits::default(),
        };
        let process = program.start(&AtomicBool::new(false))?;
        program.give_back(process);
        Ok(Self { program: Arc::new(program) })
    }

    /// Returns the command.
    #[must_use]
    pub fn command(&self) -> &str {
        &self.program.command
    }

    /// Returns the time for a move in milliseconds.
    #[must_use]
    pub fn milliseconds(&self) -> u64 {
        self.program.milliseconds
    }

    /// Returns the games lost by failures so far, by kind.
    #[must_use]
    pub fn forfeits(&self) -> Vec<Forfeit> {
        self.program.forfeits.list()
    }

    /// Asks the program for a move, and returns `None` if there is none, if the program fails, or if the flag is set.
    pub fn choose_until<W: Word>(&self, position: &Position<'_, W>, stop: &AtomicBool) -> Option<Decision> {
        if position.is_finished() {
            return None;
        }
        match self.program.decide(position, stop) {
            Ok(decision) => Some(decision),
            Err(NoAnswer::Stopped) => None,
            Err(NoAnswer::Forfeit(cause)) => {
                self.program.forfeits.add(cause, position.to_string());
                None
            }
        }
    }
}

impl Program {
    fn decide<W: Word>(&self, position: &Position<'_, W>, stop: &AtomicBool) -> Result<Decision, NoAnswer> {
        let waiting = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut process = match waiting {
            Some(process) => process,
            None => self.start(stop).map_err(|error| match error {
                _ if stop.load(Ordering::Relaxed) => NoAnswer::Stopped,
                ExternalError::NotReady { cause, .. } => NoAnswer::Forfeit(cause),
                error => NoAnswer::Forfeit(ForfeitCause::Start { error: error.to_string() }),
            })?,
        };
        let answer = process.ask(self.question(position), Duration::from_millis(self.milliseconds), stop)?;
        let Ok([chosen]) = <[[i64; 2]; 1]>::try_from(parse_moves(&answer).unwrap_or_default()) else {
            return Err(NoAnswer::Forfeit(ForfeitCause::NoMove { answer }));
        };
        self.give_back(process);
        let cell = position.legal_cell(chosen).map_err(|illegal| NoAnswer::Forfeit(ForfeitCause::Illegal(illegal)))?;
        Ok(Decision { cell, value: None, depth: 0, nodes: 0, calls: 0 })
    }

    fn give_back(&self, process: Process) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
    }

    fn start(&self, stop: &AtomicBool) -> Result<Process, ExternalError> {
        let command = || self.command.clone();
        let (program, arguments) = self.words.split_first().map_or(("", &[][..]), |(first, rest)| (first, rest));
        let mut process =
            Process::start(program, arguments).map_err(|error| ExternalError::Start { command: command(), error })?;
        let cause = match process.ask(format!("isotune {VERSION}"), START, stop) {
            Ok(answer) if answer.split_whitespace().next() == Some(READY) => return Ok(process),
            Ok(answer) => ForfeitCause::NotReady { answer },
            Err(NoAnswer::Forfeit(cause)) => cause,
            // The cause is not reported then.
            Err(NoAnswer::Stopped) => ForfeitCause::Silent { milliseconds: 0 },
        };
        Err(ExternalError::NotReady { command: command(), cause })
    }

    /// Returns the line for a position: rows and side to move, the time in milliseconds, the legal moves.
    fn question<W: Word>(&self, position: &Position<'_, W>) -> String {
        let size = position.board().size();
        let moves = position.ordered_moves();
        let cells = moves.as_slice().iter().map(|cell| cell.row_column(size));
        let moves: Vec<String> = cells.map(|[row, column]| format!("{row},{column}")).collect();
        format!("move {position} {} {}", self.milliseconds, moves.join(" "))
    }
}
