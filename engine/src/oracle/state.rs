//! The state of a position, on which its value depends.

use crate::game::{Cell, Cells, Position, Word};

/// A placed position from the view of the player to move; which one is player one does not affect its value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct State {
    pub(super) blank: Cells<u64>,
    /// The cell of the player to move.
    pub(super) mover: Cell,
    /// The cell of the other player.
    pub(super) waiter: Cell,
}

impl State {
    /// Returns the state of a position on at most 64 cells, or `None` before both players are placed.
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
