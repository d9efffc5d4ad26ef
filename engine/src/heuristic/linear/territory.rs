//! The cells that each player reaches first.

use crate::game::{Board, Cells, Word};

/// The blank cells by who can be there first.
pub(super) struct Territory {
    /// The number of cells of the player to move.
    pub(super) mover: f64,
    /// The number of cells of the other player.
    pub(super) waiting: f64,
}

impl Territory {
    /// Divides the blank cells between two players with these moves.
    ///
    /// All cells on a shortest path to a cell that a player reaches first are reached first as well, so that each player
    /// goes on from its own cells alone, and no cell is looked at twice.
    // A call on values: its loops are long beside one, and inlined, or with the sum behind a reference, they would slow down
    // every other sum.
    #[inline(never)]
    pub(super) fn new<W: Word>(board: &Board<W>, mover: Cells<W>, waiting: Cells<W>, blank: Cells<W>) -> Self {
        let (mut mover_edge, mut waiting_edge) = (mover, waiting.minus(mover));
        let mut free = blank.minus(mover | waiting);
        let (mut mover_cells, mut waiting_cells) = (mover_edge.len(), waiting_edge.len());
        while !(mover_edge | waiting_edge).is_empty() && !free.is_empty() {
            mover_edge = further(board, mover_edge) & free;
            free = free.minus(mover_edge);
            waiting_edge = further(board, waiting_edge) & free;
            free = free.minus(waiting_edge);
            mover_cells += mover_edge.len();
            waiting_cells += waiting_edge.len();
        }
        Self { mover: f64::from(mover_cells), waiting: f64::from(waiting_cells) }
    }
}

/// Returns the cells one jump away from a set of cells.
#[inline(always)]
fn further<W: Word>(board: &Board<W>, cells: Cells<W>) -> Cells<W> {
    let mut reached = Cells::EMPTY;
    for jumped in board.jumps_of(cells) {
        reached = reached | jumped;
    }
    reached
}
