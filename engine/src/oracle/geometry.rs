//! The geometry of a board for the solver.

use super::state::State;
use crate::game::{Board, BoardSize, Cell, Cells, SizeError, Symmetry};

/// A board of at most 64 cells and its symmetries as tables.
#[derive(Debug)]
pub(super) struct Geometry {
    board: Board<u64>,
    /// The image of each cell under each symmetry except the identity.
    images: Vec<[Cell; 64]>,
}

impl Geometry {
    /// Computes the tables; boards of more than 64 cells are not supported.
    pub(super) fn new(size: BoardSize) -> Result<Self, SizeError> {
        let board = Board::new(size)?;
        let image = |symmetry: Symmetry| {
            let mut table = [Cell::OFF; 64];
            for cell in board.all() {
                table[cell.index()] = symmetry.cell(size, cell);
            }
            table
        };
        let images = Symmetry::of(size).skip(1).map(image).collect();
        Ok(Self { board, images })
    }

    /// Returns the board.
    pub(super) fn board(&self) -> &Board<u64> {
        &self.board
    }

    /// Returns the moves of a player on a cell, given the blank cells.
    #[inline(always)]
    pub(super) fn moves(&self, from: Cell, blank: Cells<u64>) -> Cells<u64> {
        self.board.jumps_from(from) & blank
    }

    /// Returns the cells one jump away from any cell of a set.
    #[inline(always)]
    pub(super) fn around(&self, cells: Cells<u64>) -> Cells<u64> {
        let [one, two, three, four, five, six, seven, eight] = self.board.jumps_of(cells);
        one | two | three | four | five | six | seven | eight
    }

    /// Returns the canonical image of a state.
    pub(super) fn canonical(&self, state: State) -> State {
        let image = |table: &[Cell; 64]| State {
            blank: state.blank.into_iter().map(|cell| table[cell.index()]).collect(),
            mover: table[state.mover.index()],
            waiter: table[state.waiter.index()],
        };
        self.images.iter().map(image).fold(state, State::min)
    }
}
