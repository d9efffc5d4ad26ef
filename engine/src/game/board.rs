//! A board's geometry, as tables.

use super::cell::Cell;
use super::cells::Cells;
use super::size::{BoardSize, SizeError};
use super::word::Word;

/// The knight's jumps in Udacity's order, as (rows, columns).
const JUMPS: [(isize, isize); 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

/// The geometry of a board: which cells there are and where a knight can jump.
#[derive(Clone, Debug)]
pub struct Board<W> {
    size: BoardSize,
    all: Cells<W>,
    /// For each cell number its knight-neighbours; for [`Cell::OFF`] all cells, as a player not yet placed may go
    /// anywhere. 256 entries, so that no index needs a check.
    jumps: Box<[Cells<W>; 256]>,
    /// The jumps towards row 0, then those away from it.
    up: [Shift<W>; 4],
    down: [Shift<W>; 4],
}

/// One of the knight's jumps, for a whole set of cells at once.
#[derive(Clone, Copy, Debug)]
struct Shift<W> {
    /// The cells from which the jump stays on the board.
    from: Cells<W>,
    /// The change in the cell number.
    by: u32,
}

impl<W: Word> Shift<W> {
    fn new(size: BoardSize, (rows, columns): (isize, isize)) -> Self {
        let from: Cells<W> = every_cell(size).filter(|&cell| jump(size, cell, (rows, columns)).is_some()).collect();
        let by = (rows * size.width().cast_signed() + columns).unsigned_abs();
        // A jump that no cell of a narrow board can make shifts nothing.
        Self { from, by: if from.is_empty() { 0 } else { u32::try_from(by).unwrap_or(0) } }
    }
}

impl Board<u64> {
    /// Computes the tables of Udacity's board.
    #[must_use]
    pub fn seven() -> Self {
        Self::fitting(BoardSize::SEVEN)
    }
}

impl<W: Word> Board<W> {
    /// Computes the tables of a board.
    ///
    /// # Errors
    /// Returns an error if the word has fewer bits than the board has cells.
    pub fn new(size: BoardSize) -> Result<Self, SizeError> {
        if !size.fits::<W>() {
            return Err(SizeError::Word { size, bits: W::BITS });
        }
        Ok(Self::fitting(size))
    }

    /// Computes the tables of a board that fits the word.
    fn fitting(size: BoardSize) -> Self {
        let all: Cells<W> = every_cell(size).collect();
        let mut jumps = Box::new([Cells::EMPTY; 256]);
        for cell in every_cell(size) {
            jumps[cell.index()] = JUMPS.iter().filter_map(|&by| jump(size, cell, by)).collect();
        }
        jumps[Cell::OFF.index()] = all;
        let shift = |direction: usize| Shift::new(size, JUMPS[direction]);
        Self { size, all, jumps, up: [0, 1, 2, 3].map(shift), down: [4, 5, 6, 7].map(shift) }
    }

    /// Returns width and height.
    #[inline]
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the set of all cells.
    #[must_use]
    pub fn all(&self) -> Cells<W> {
        self.all
    }

    /// Returns the cell at a row and column, if the board has it.
    #[must_use]
    pub fn cell(&self, row: usize, column: usize) -> Option<Cell> {
        cell_at(self.size, row, column)
    }

    /// Returns the knight-neighbours of a cell, blank or not.
    #[inline(always)]
    #[must_use]
    pub fn jumps_from(&self, cell: Cell) -> Cells<W> {
        self.jumps[cell.index()]
    }

    /// Returns the cells one jump away from a set of cells, direction by direction in Udacity's order, and so
    /// without a branch.
    #[inline(always)]
    #[must_use]
    pub fn jumps_of(&self, cells: Cells<W>) -> [Cells<W>; 8] {
        let up = |i: usize| (cells & self.up[i].from).shifted_down(self.up[i].by);
        let down = |i: usize| (cells & self.down[i].from).shifted_up(self.down[i].by);
        [up(0), up(1), up(2), up(3), down(0), down(1), down(2), down(3)]
    }
}

/// All cells of a board in ascending order.
fn every_cell(size: BoardSize) -> impl Iterator<Item = Cell> {
    (0..size.height()).flat_map(move |row| (0..size.width()).filter_map(move |column| cell_at(size, row, column)))
}

/// The cell at a row and column, if the board has it.
pub(super) fn cell_at(size: BoardSize, row: usize, column: usize) -> Option<Cell> {
    let on_board = row < size.height() && column < size.width();
    on_board.then(|| u8::try_from(row * size.width() + column).ok().map(Cell::from_index)).flatten()
}

/// The cell a number of rows and columns away, if the board has it.
fn jump(size: BoardSize, from: Cell, (rows, columns): (isize, isize)) -> Option<Cell> {
    cell_at(size, from.row(size).checked_add_signed(rows)?, from.column(size).checked_add_signed(columns)?)
}
