//! Games that an external program lost without being beaten.

use std::fmt;
use std::mem;
use std::sync::{Mutex, PoisonError};

use crate::game::IllegalMove;
use crate::text;

/// Why an external program lost a game without being beaten.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ForfeitCause {
    /// It did not answer in time.
    #[error("no answer within {milliseconds} ms")]
    Silent {
        /// The time it had.
        milliseconds: u64,
    },
    /// It ended, or closed its standard output.
    #[error("it ended{how}{}", last_words(complaint))]
    Ended {
        /// Its exit status, with a blank before, if known.
        how: String,
        /// The last line on its standard error.
        complaint: String,
    },
    /// Its answer is not a move.
    #[error("it answered '{}', which is not a move such as 3,2", text::quoted(answer))]
    NoMove {
        /// The answer.
        answer: String,
    },
    /// It did not begin as the protocol says.
    #[error("it answered '{}' instead of 'ready'", text::quoted(answer))]
    NotReady {
        /// The answer.
        answer: String,
    },
    /// Its answer is too long.
    #[error("its answer has more than {most} bytes")]
    Long {
        /// The most bytes of an answer.
        most: usize,
    },
    /// It answered by several lines.
    #[error("it answered by more than one line; print notes to standard error")]
    Several,
    /// Its move is illegal.
    #[error("{0}")]
    Illegal(IllegalMove),
    /// It could not be started once more.
    #[error("it could not be started again: {error}")]
    Start {
        /// What the system says.
        error: String,
    },
}

/// The longest line of standard error, in bytes, that a message repeats in full.
const LONGEST_COMPLAINT: usize = 300;

fn last_words(complaint: &str) -> String {
    let complaint = text::shortened(complaint, LONGEST_COMPLAINT);
    if complaint.is_empty() { String::new() } else { format!(": {}", text::one_line(&complaint)) }
}

/// Forfeits of one kind, with the first of them as an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forfeit {
    /// The number of forfeits of this kind.
    pub count: u64,
    /// Why the first one was lost.
    pub cause: ForfeitCause,
    /// The position in which that was.
    pub position: String,
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at {})", self.cause, self.position)
    }
}

/// The forfeits of a program by kind.
#[derive(Debug, Default)]
pub(super) struct Forfeits {
    kinds: Mutex<Vec<Forfeit>>,
}

impl Forfeits {
    pub(super) fn add(&self, cause: ForfeitCause, position: String) {
        let mut kinds = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        let kind = mem::discriminant(&cause);
        match kinds.iter_mut().find(|known| mem::discriminant(&known.cause) == kind) {
            Some(known) => known.count += 1,
            None => kinds.push(Forfeit { count: 1, cause, position }),
        }
    }

    pub(super) fn list(&self) -> Vec<Forfeit> {
        self.kinds.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
