//! A set of cells.

use std::ops::{BitAnd, BitOr};

use super::cell::Cell;
use super::word::Word;

/// A set of cells of one board, one bit for each.
///
/// ```
/// # use isotune_engine as isotune;
/// use isotune::game::Board;
/// let board = Board::seven();
/// let corner = board.cell(0, 0).unwrap();
/// let jumps = board.jumps_from(corner);
/// assert_eq!(jumps.len(), 2);
/// assert!(jumps.has(board.cell(1, 2).unwrap()) && jumps.has(board.cell(2, 1).unwrap()));
/// assert!(jumps.is_subset(board.all()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cells<W>(W);

impl<W: Word> Cells<W> {
    /// The empty set.
    pub const EMPTY: Self = Self(W::ZERO);

    /// Creates a set of one cell.
    #[inline(always)]
    #[must_use]
    pub fn only(cell: Cell) -> Self {
        Self(W::ONE << cell.bit())
    }

    /// Returns the number of cells in the set.
    #[inline(always)]
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns `true` if the set is empty.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == W::ZERO
    }

    /// Returns whether the cell is in the set.
    #[inline(always)]
    #[must_use]
    pub fn has(self, cell: Cell) -> bool {
        cell.index() < W::BITS && !(self & Self::only(cell)).is_empty()
    }

    /// Returns whether every cell of this set is in the other one.
    #[inline(always)]
    #[must_use]
    pub fn is_subset(self, other: Self) -> bool {
        self & other == self
    }

    /// Returns the set with one more cell.
    #[inline(always)]
    #[must_use]
    pub fn with(self, cell: Cell) -> Self {
        self | Self::only(cell)
    }

    /// Returns the set without the cells of the other one.
    #[inline(always)]
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the set as a word.
    #[inline(always)]
    pub(crate) fn word(self) -> W {
        self.0
    }

    /// Adds `by` to the number of every cell, without regard to the board's edges.
    #[inline(always)]
    pub(crate) fn shifted_up(self, by: u32) -> Self {
        Self(self.0 << by)
    }

    /// Subtracts `by` from the number of every cell, without regard to the board's edges.
    #[inline(always)]
    pub(crate) fn shifted_down(self, by: u32) -> Self {
        Self(self.0 >> by)
    }
}

impl<W: Word> BitAnd for Cells<W> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl<W: Word> BitOr for Cells<W> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl<W: Word> FromIterator<Cell> for Cells<W> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl<W: Word> IntoIterator for Cells<W> {
    type Item = Cell;
    type IntoIter = CellsIter<W>;
    #[inline(always)]
    fn into_iter(self) -> CellsIter<W> {
        CellsIter(self.0)
    }
}

/// The cells of a set in ascending order.
#[derive(Clone, Debug)]
pub struct CellsIter<W>(W);

impl<W: Word> Iterator for CellsIter<W> {
    type Item = Cell;
    #[inline(always)]
    fn next(&mut self) -> Option<Cell> {
        if self.0 == W::ZERO {
            return None;
        }
        // A word has at most 128 bits, so the number of a bit fits a u8.
        #[allow(clippy::cast_possible_truncation)]
        let cell = Cell::from_index(self.0.trailing_zeros() as u8);
        self.0 = self.0.without_lowest();
        Some(cell)
    }
}
