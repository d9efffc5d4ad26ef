//! The symmetries of a board, and the canonical one among the images of a position.

use super::board::cell_at;
use super::cell::Cell;
use super::cells::Cells;
use super::player::PerPlayer;
use super::position::Position;
use super::size::BoardSize;
use super::word::Word;

/// A symmetry of a board: rows or columns reversed and, on a square board, then transposed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    reverse_rows: bool,
    reverse_columns: bool,
    transpose: bool,
}

impl Symmetry {
    /// The transposition, the only symmetry besides the identity that preserves the published centre (height/2,
    /// width/2) of a square board with odd sides.
    pub const TRANSPOSITION: Self = Self { reverse_rows: false, reverse_columns: false, transpose: true };

    /// Returns the symmetries of a board, the identity first: 8 on a square board, 4 on any other.
    pub fn of(size: BoardSize) -> impl Iterator<Item = Self> {
        let count = if size.width() == size.height() { 8 } else { 4 };
        (0..count).map(|code| Self {
            reverse_rows: code & 1 != 0,
            reverse_columns: code & 2 != 0,
            transpose: code & 4 != 0,
        })
    }

    /// Returns the image of a cell.
    #[must_use]
    pub fn cell(self, size: BoardSize, cell: Cell) -> Cell {
        let [mut row, mut column] = cell.row_column(size);
        if self.reverse_rows {
            row = size.height() - 1 - row;
        }
        if self.reverse_columns {
            column = size.width() - 1 - column;
        }
        if self.transpose {
            (row, column) = (column, row);
        }
        cell_at(size, row, column).unwrap_or(cell)
    }

    /// Returns the image of a set of cells.
    #[must_use]
    pub fn cells<W: Word>(self, size: BoardSize, cells: Cells<W>) -> Cells<W> {
        cells.into_iter().map(|cell| self.cell(size, cell)).collect()
    }

    /// Returns the image of a position.
    #[must_use]
    pub fn position<'b, W: Word>(self, position: &Position<'b, W>) -> Position<'b, W> {
        let size = position.board().size();
        let image = |cell: Cell| if cell == Cell::OFF { cell } else { self.cell(size, cell) };
        let plies = u8::try_from(position.plies()).unwrap_or(u8::MAX);
        Position::assemble(
            position.board(),
            self.cells(size, position.blank()),
            PerPlayer(position.cells().0.map(image)),
            plies,
        )
    }
}

impl<W: Word> Position<'_, W> {
    /// Returns the canonical image of the position, which is the same for all its images.
    #[must_use]
    pub fn canonical(&self) -> Self {
        Symmetry::of(self.board().size()).map(|symmetry| symmetry.position(self)).min().unwrap_or(*self)
    }
}
