//! The moves that follow the moves of a player.

use crate::game::{Board, Cells, Word};

/// The moves of a player who could move twice in a row.
pub(super) struct LookaheadCounts {
    /// The number of pairs of moves.
    pub(super) total: f64,
    /// The number of different cells they lead to.
    pub(super) reach: f64,
}

impl LookaheadCounts {
    /// Counts direction by direction, without branches.
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
