//! The self-check before long work.

use crate::arena::{Executor, self_check};
use crate::game::{Board, BoardSize, Word, with_word};

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
    with_word!(size, W => check_before(LONG_WORK, &Board::<W>::new(size).map_err(Failure::input)?, executor))
}
