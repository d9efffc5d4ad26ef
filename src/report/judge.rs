//! Exact play's opinion of a game, for a bounded effort.

use std::sync::atomic::AtomicBool;

use crate::game::{Cell, Position, Word};
use crate::oracle::{Memory, Oracle, SolveError};

/// The nodes after which no further position of a game is solved: a hundredth of a second.
const GAME_NODES: u64 = 150_000;
/// A position that took as many is followed by one that takes several times as many.
const POSITION_NODES: u64 = 30_000;
/// Late positions need hardly any table.
const MEMORY: Memory = Memory::megabytes(16);

/// Judges games by exact play, where the board permits.
pub(super) struct Judge {
    oracle: Option<Oracle>,
}

impl Judge {
    /// Creates a judge for a board; on a board that is too large it knows nothing.
    pub(super) fn new<W: Word>(start: &Position<'_, W>) -> Self {
        Self { oracle: Oracle::new(start.board().size(), MEMORY).ok() }
    }

    /// Returns the winning moves of every position, `None` where the effort ended; the positions are those of one game.
    ///
    /// The last positions are solved first, since they are the easy ones.
    pub(super) fn winning_moves<W: Word>(
        &self,
        positions: &[Position<'_, W>],
        stop: &AtomicBool,
    ) -> Vec<Option<Vec<Cell>>> {
        let mut answers = vec![None; positions.len()];
        let Some(oracle) = &self.oracle else {
            return answers;
        };
        let mut nodes = 0;
        for (answer, position) in answers.iter_mut().zip(positions).rev() {
            match oracle.solve(position, stop) {
                Ok(solution) => {
                    nodes += solution.nodes;
                    *answer = Some(solution.winning_moves);
                    if nodes > GAME_NODES || solution.nodes > POSITION_NODES {
                        break;
                    }
                }
                Err(SolveError::Stopped | SolveError::OtherBoard { .. }) => break,
            }
        }
        answers
    }
}
