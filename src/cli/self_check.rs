//! The self-check before long work.

use crate::arena::{Executor, self_check};
use crate::game::{Board, BoardSize, Word};

use crate::cli::output::failure::Failure;

/// The number of games above which the self-check is worth its time.
const LONG_WORK: u64 = 5000;

/// Plays the self-check if the work ahead is long.
pub(crate) fn check_before<W: Word>(games: u64, board: &Board<W>, executor: &impl Executor) -> Result<(), Failure> {
    // The check is calibrated on boards where a heuristic has something to decide.
    if games < LONG_WORK || board.size().cells() < BoardSize::SEVEN.cells() {
        return Ok(());
    }
    self_check(board, executor).map_err(Failure::work)
}

/// Plays the self-check on a board of a size.
pub(crate) fn check(size: BoardSize, executor: &impl Executor) -> Result<(), Failure> {
    if size.cells() <= 64 { check_on::<u64>(size, executor) } else { check_on::<u128>(size, executor) }
}

fn check_on<W: Word>(size: BoardSize, executor: &impl Executor) -> Result<(), Failure> {
    let board = Board::<W>::new(size).map_err(Failure::input)?;
    check_before(LONG_WORK, &board, executor)
}
