//! Perfect play.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::game::{BoardSize, Position, Word};
use crate::oracle::{Memory, MemoryError, Oracle, OracleError, SolveError};
use crate::search::{Decision, Searcher};
use crate::seed::Stream;

/// Plays a winning move if there is one, and the move of a search if all moves lose.
///
/// All clones share one oracle, so results of one game speed up the next. That changes no move: which moves win is a
/// fact, and among them the oracle's own order decides.
#[derive(Clone, Debug)]
pub struct Perfect<W> {
    oracle: Arc<Oracle>,
    fallback: Searcher<W>,
}

/// Why perfect play is not available on a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PerfectError {
    /// Openings cannot be solved in reasonable time.
    #[error(
        "perfect play is not available on {size}: it is limited to boards of at most {MOST_CELLS} cells; use a smaller board or another agent"
    )]
    OutOfReach {
        /// The board's size.
        size: BoardSize,
    },
    /// The machine is short of memory.
    #[error("perfect play needs {MEMORY} of memory for its table, but {}; close other programs or use another agent", there.map_or_else(|| "the system refused it".to_owned(), |there| format!("only {there} are available")))]
    Memory {
        /// The available memory, if known.
        there: Option<Memory>,
    },
}

impl From<OracleError> for PerfectError {
    fn from(error: OracleError) -> Self {
        match error {
            OracleError::TooLarge { size } => Self::OutOfReach { size },
            OracleError::Memory(MemoryError::TooMuch { there, .. }) => Self::Memory { there: Some(there) },
            OracleError::Memory(MemoryError::Refused { .. }) => Self::Memory { there: None },
        }
    }
}

/// The largest board whose openings are known to be solved quickly; larger ones have not been measured.
const MOST_CELLS: usize = 49;

/// Enough for the upper plies of all openings of 7x7; further down a search is as fast as a look-up.
const MEMORY: Memory = Memory::megabytes(128);

impl<W: Word> Perfect<W> {
    /// Creates a player for a board size, with a search for positions in which all moves lose.
    ///
    /// # Errors
    /// Returns an error if the board is too large for exact play, or memory is short.
    pub fn new(fallback: Searcher<W>, size: BoardSize) -> Result<Self, PerfectError> {
        if size.cells() > MOST_CELLS {
            return Err(PerfectError::OutOfReach { size });
        }
        Ok(Self { oracle: Arc::new(Oracle::new(size, MEMORY)?), fallback })
    }

    /// Creates a player for the same board with the same oracle, but another search.
    #[must_use]
    pub fn sharing(&self, fallback: Searcher<W>) -> Self {
        Self { oracle: Arc::clone(&self.oracle), fallback }
    }

    /// Returns the search that decides if all moves lose.
    #[must_use]
    pub fn fallback(&self) -> &Searcher<W> {
        &self.fallback
    }

    /// Returns whether the move depends on the position alone; in won positions it does, so this is up to the search.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        self.fallback.is_deterministic()
    }

    /// Chooses a move for the side to move, or returns `None` if it has none. Once the flag is set, it returns an
    /// arbitrary move soon.
    pub fn choose_until(&self, position: &Position<'_, W>, stream: &mut Stream, stop: &AtomicBool) -> Option<Decision> {
        match self.oracle.winning_move(position, stop) {
            Ok((Some(cell), nodes)) => Some(Decision { cell, value: Some(f64::INFINITY), depth: 0, nodes, calls: 0 }),
            Ok((None, nodes)) => {
                let decision = self.fallback.choose_until(position, stream, stop)?;
                Some(Decision { nodes: decision.nodes + nodes, ..decision })
            }
            // Once the flag is set, the search returns the first move at once. On a board other than the oracle's,
            // which callers avoid, only the search can decide.
            Err(SolveError::Stopped | SolveError::OtherBoard { .. }) => {
                self.fallback.choose_until(position, stream, stop)
            }
        }
    }
}
