//! What the value of a position depends on.

use crate::game::{Cell, Cells, Position, Word};

/// A position with both players on the board, seen by the one to move: who is player one does not matter to its value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct State {
    pub(super) blank: Cells<u64>,
    /// Where the player to move stands.
    pub(super) mover: Cell,
    /// Where the other one stands.
    pub(super) waiter: Cell,
}

impl State {
    /// Sees a position of a board of at most 64 cells; `None` before both players are placed.
    pub(super) fn of<W: Word>(position: &Position<'_, W>) -> Option<Self> {
        let mover = position.cell_of(position.to_move())?;
        let waiter = position.cell_of(position.to_move().opponent())?;
        Some(Self { blank: position.blank().into_iter().collect(), mover, waiter })
    }

    /// Returns the state after the move to a cell.
    #[inline(always)]
    pub(super) fn after(self, cell: Cell) -> Self {
        Self { blank: self.blank.minus(Cells::only(cell)), mover: self.waiter, waiter: cell }
    }
}
