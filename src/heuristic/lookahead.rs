//! One jump further: what follows the moves of a player.

use crate::game::{Board, Cells, Word};

/// What follows the moves of a player who could move twice.
pub(super) struct LookaheadCounts {
    /// How many pairs of moves there are.
    pub(super) total: f64,
    /// How many different cells they lead to.
    pub(super) reach: f64,
}

impl LookaheadCounts {
    /// Counts direction by direction and so without a branch.
    #[inline(always)]
    pub(super) fn new<W: Word>(board: &Board<W>, moves: Cells<W>, blank: Cells<W>) -> Self {
        let (mut total, mut reached) = (0, Cells::EMPTY);
        for cells in board.jumps_of(moves) {
            total += (cells & blank).len();
            reached = reached | cells;
        }
        Self { total: f64::from(total), reach: f64::from((reached & blank).len()) }
    }
}
