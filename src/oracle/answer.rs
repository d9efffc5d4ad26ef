//! Whom to ask who wins.

use std::sync::atomic::AtomicBool;

use super::geometry::Geometry;
use super::memory::{Memory, MemoryError};
use super::solver::{Solver, Stopped};
use super::state::State;
use super::table::Table;
use crate::game::{Board, BoardSize, Cell, Player, Position, Word};

/// Knows who wins any position of one board when nobody errs, as far as patience goes.
///
/// Any number of threads may ask at once; what one has found out helps the others.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use isotune::game::{Board, BoardSize, Player, Position};
/// use isotune::oracle::{Memory, Oracle};
/// let size = BoardSize::new(5, 5)?;
/// let oracle = Oracle::new(size, Memory::megabytes(1))?;
/// let board = Board::<u64>::new(size)?;
/// let position = Position::replay(&board, [[0, 0], [4, 4]])?;
/// let verdict = oracle.solve(&position, &AtomicBool::new(false))?;
/// assert_eq!(verdict.winning_moves.is_empty(), verdict.winner == Player::Two);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Oracle {
    geometry: Geometry,
    table: Table,
}

/// Why there is no oracle for a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OracleError {
    /// The board is too large.
    #[error("exact play is for boards of at most {MOST_CELLS} cells, and {size} has {cells}; take a smaller board", cells = size.cells())]
    TooLarge {
        /// The board's size.
        size: BoardSize,
    },
    /// The memory cannot be had.
    #[error(transparent)]
    Memory(#[from] MemoryError),
}

/// Why the oracle did not answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    /// It was told to stop.
    #[error("stopped before the position was solved")]
    Stopped,
    /// The position is on another board.
    #[error("the oracle of a {own} board was asked about a position on {asked}")]
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

/// The oracle's answer about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Who wins when nobody errs.
    pub winner: Player,
    /// The moves of the player to move that win, in the reference's order; none in a lost position.
    pub winning_moves: Vec<Cell>,
    /// The nodes it took.
    pub nodes: u64,
}

const MOST_CELLS: usize = 64;

impl Oracle {
    /// Creates an oracle for boards of a size with a table of at most the memory given.
    ///
    /// # Errors
    /// Returns an error if the board has more than 64 cells, or the machine does not have the memory.
    pub fn new(size: BoardSize, memory: Memory) -> Result<Self, OracleError> {
        let geometry = Geometry::new(size).map_err(|_| OracleError::TooLarge { size })?;
        Ok(Self { geometry, table: Table::new(memory.check()?) })
    }

    /// Returns the size of its board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.geometry.board().size()
    }

    /// Returns its board.
    pub(super) fn board(&self) -> &Board<u64> {
        self.geometry.board()
    }

    /// Solves a position and each of its moves.
    ///
    /// # Errors
    /// Returns an error if it was told to stop, or the position is on another board.
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

    /// Says who wins a position when nobody errs, and how many nodes that took.
    ///
    /// # Errors
    /// Returns an error if it was told to stop, or the position is on another board.
    pub fn winner<W: Word>(&self, position: &Position<'_, W>, stop: &AtomicBool) -> Result<(Player, u64), SolveError> {
        let mut solver = self.solver(position, stop)?;
        let won = wins(&mut solver, position)?;
        let mover = position.to_move();
        Ok((if won { mover } else { mover.opponent() }, solver.nodes))
    }

    /// Returns a winning move, always the same one in the same position, or none in a lost position; and how many nodes
    /// that took.
    ///
    /// # Errors
    /// Returns an error if it was told to stop, or the position is on another board.
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

    /// Returns the plies to the end of the game when the winner hurries and the loser delays, and how many nodes that took:
    /// many more than to say who wins.
    ///
    /// # Errors
    /// Returns an error if it was told to stop, or the position is on another board.
    pub fn distance<W: Word>(&self, position: &Position<'_, W>, stop: &AtomicBool) -> Result<(u32, u64), SolveError> {
        let mut solver = self.solver(position, stop)?;
        let plies = distance(&mut solver, position)?;
        Ok((plies, solver.nodes))
    }

    /// Gets ready to answer about a position, if it is on the oracle's board.
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

/// The plies to the end: before the placements the best of all of them, afterwards what the solver finds.
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
