//! The oracle, which solves positions.

use std::sync::atomic::AtomicBool;

use super::geometry::Geometry;
use super::memory::{Memory, MemoryError};
use super::solver::{Solver, Stopped};
use super::state::State;
use super::table::Table;
use crate::game::{Board, BoardSize, Cell, Player, Position, Word};

/// Solves positions of one board: who wins under perfect play, and by which moves.
///
/// It can be shared between threads, which profit from each other's results.
///
/// ```
/// # use isotune_engine as isotune;
/// use std::sync::atomic::AtomicBool;
/// use isotune::game::{Board, BoardSize, Player, Position};
/// use isotune::oracle::{Memory, Oracle};
/// let size = BoardSize::new(5, 5)?;
/// let oracle = Oracle::new(size, Memory::megabytes(1))?;
/// let board = Board::<u64>::new(size)?;
/// let position = Position::replay(&board, [[0, 0], [4, 4]])?;
/// let solution = oracle.solve(&position, &AtomicBool::new(false))?;
/// assert_eq!(solution.winning_moves.is_empty(), solution.winner == Player::Two);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Oracle {
    geometry: Geometry,
    table: Table,
}

/// Why an oracle cannot be created.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OracleError {
    /// The board is too large.
    #[error("exact play is limited to boards of at most {MOST_CELLS} cells, but {size} has {cells}; use a smaller board", cells = size.cells())]
    TooLarge {
        /// The board's size.
        size: BoardSize,
    },
    /// The memory is not available.
    #[error(transparent)]
    Memory(#[from] MemoryError),
}

/// Why a position was not solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    /// It was stopped.
    #[error("stopped before the position was solved")]
    Stopped,
    /// The position is on another board.
    #[error("the oracle is for {own} boards, but the position is on {asked}")]
    OtherBoard {
        /// The oracle's board.
        own: BoardSize,
        /// The position's.
        asked: BoardSize,
    },
}

impl From<Stopped> for SolveError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// The solution of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The winner under perfect play.
    pub winner: Player,
    /// The winning moves of the player to move, in Udacity's order; empty in a lost position.
    pub winning_moves: Vec<Cell>,
    /// The number of nodes searched.
    pub nodes: u64,
}

const MOST_CELLS: usize = 64;

impl Oracle {
    /// Creates an oracle for a board size, with a table of at most the given memory.
    ///
    /// # Errors
    /// Returns an error if the board has more than 64 cells, or the memory is not available.
    pub fn new(size: BoardSize, memory: Memory) -> Result<Self, OracleError> {
        let geometry = Geometry::new(size).map_err(|_| OracleError::TooLarge { size })?;
        Ok(Self { geometry, table: Table::new(memory.check()?) })
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.geometry.board().size()
    }

    /// Returns the board.
    pub(super) fn board(&self) -> &Board<u64> {
        self.geometry.board()
    }

    /// Solves a position and each of its moves.
    ///
    /// # Errors
    /// Returns an error if it was stopped, or the position is on another board.
    pub fn solve<W: Word>(&self, position: &Position<'_, W>, stop: &AtomicBool) -> Result<Solution, SolveError> {
        let mut solver = self.solver(position, stop)?;
        let mut winning_moves = Vec::new();
        for &cell in position.ordered_moves().as_slice() {
            if !wins(&mut solver, &position.play_legal(cell))? {
                winning_moves.push(cell);
            }
        }
        let mover = position.to_move();
        let winner = if winning_moves.is_empty() { mover.opponent() } else { mover };
        Ok(Solution { winner, winning_moves, nodes: solver.nodes })
    }

    /// Returns the winner of a position under perfect play, and the number of nodes searched.
    ///
    /// # Errors
    /// Returns an error if it was stopped, or the position is on another board.
    pub fn winner<W: Word>(&self, position: &Position<'_, W>, stop: &AtomicBool) -> Result<(Player, u64), SolveError> {
        let mut solver = self.solver(position, stop)?;
        let won = wins(&mut solver, position)?;
        let mover = position.to_move();
        Ok((if won { mover } else { mover.opponent() }, solver.nodes))
    }

    /// Returns a winning move, always the same one in the same position, or `None` in a lost position; and the number
    /// of nodes searched.
    ///
    /// # Errors
    /// Returns an error if it was stopped, or the position is on another board.
    pub fn winning_move<W: Word>(
        &self,
        position: &Position<'_, W>,
        stop: &AtomicBool,
    ) -> Result<(Option<Cell>, u64), SolveError> {
        let mut solver = self.solver(position, stop)?;
        let found = match State::of(position) {
            Some(state) => solver.winning_move(state)?,
            None => winning_placement(&mut solver, position)?,
        };
        Ok((found, solver.nodes))
    }

    /// Returns the number of plies to the end of the game if the winner hurries and the loser delays, and the number of
    /// nodes searched, which is much larger than for the winner alone.
    ///
    /// # Errors
    /// Returns an error if it was stopped, or the position is on another board.
    pub fn distance<W: Word>(&self, position: &Position<'_, W>, stop: &AtomicBool) -> Result<(u32, u64), SolveError> {
        let mut solver = self.solver(position, stop)?;
        let plies = distance(&mut solver, position)?;
        Ok((plies, solver.nodes))
    }

    /// Creates a solver for a position of the oracle's board.
    fn solver<'o, W: Word>(
        &'o self,
        position: &Position<'_, W>,
        stop: &'o AtomicBool,
    ) -> Result<Solver<'o>, SolveError> {
        let (own, asked) = (self.size(), position.board().size());
        if own == asked {
            Ok(Solver::new(&self.geometry, &self.table, stop))
        } else {
            Err(SolveError::OtherBoard { own, asked })
        }
    }
}

/// Returns whether the player to move wins a position, placements included.
fn wins<W: Word>(solver: &mut Solver<'_>, position: &Position<'_, W>) -> Result<bool, Stopped> {
    match State::of(position) {
        Some(state) => solver.wins(state),
        None => winning_placement(solver, position).map(|cell| cell.is_some()),
    }
}

fn winning_placement<W: Word>(solver: &mut Solver<'_>, position: &Position<'_, W>) -> Result<Option<Cell>, Stopped> {
    for &cell in position.ordered_moves().as_slice() {
        if !wins(solver, &position.play_legal(cell))? {
            return Ok(Some(cell));
        }
    }
    Ok(None)
}

/// Returns the number of plies to the end: over all placements while a player is not placed, then as the solver finds
/// it.
fn distance<W: Word>(solver: &mut Solver<'_>, position: &Position<'_, W>) -> Result<u32, Stopped> {
    let won = wins(solver, position)?;
    if let Some(state) = State::of(position) {
        return solver.distance(state, won);
    }
    let mut best = None;
    for &cell in position.ordered_moves().as_slice() {
        let child = position.play_legal(cell);
        if wins(solver, &child)? == won {
            continue;
        }
        let plies = 1 + distance(solver, &child)?;
        let better = best.is_none_or(|best| if won { plies < best } else { plies > best });
        best = if better { Some(plies) } else { best };
    }
    Ok(best.unwrap_or(0))
}
