//! One cell of a board.

use super::size::BoardSize;

/// A cell, numbered row by row from the top left corner: `row · width + column`.
///
/// Row by row, because then the cells a knight can jump to come in ascending order exactly as Udacity's code lists
/// them: (−2,−1) (−2,+1) (−1,−2) (−1,+2) (+1,−2) (+1,+2) (+2,−1) (+2,+1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The cell of a player who is not yet placed; no board has 256 cells.
    pub(crate) const OFF: Self = Self(u8::MAX);

    /// Creates a cell from its number.
    #[inline(always)]
    pub(crate) const fn from_index(index: u8) -> Self {
        Self(index)
    }

    /// Returns the cell's number, counted row by row.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the bit number of the cell in a set.
    #[inline(always)]
    pub(super) const fn bit(self) -> u32 {
        self.0 as u32
    }

    /// Returns the cell's row, counted from 0 at the top.
    #[must_use]
    pub const fn row(self, size: BoardSize) -> usize {
        self.index() / size.width()
    }

    /// Returns the cell's column, counted from 0 at the left.
    #[must_use]
    pub const fn column(self, size: BoardSize) -> usize {
        self.index() % size.width()
    }

    /// Returns the row and the column, in the order of all input and output.
    #[must_use]
    pub const fn row_column(self, size: BoardSize) -> [usize; 2] {
        [self.row(size), self.column(size)]
    }
}
