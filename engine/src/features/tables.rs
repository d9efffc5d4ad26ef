//! The tables of a board that features look up; they do not depend on weights.

use super::value;
use crate::game::{Board, Cell, Cells, Word, compiled_here};

/// The number of rings that are features: empty-board knight distances 1 to 5.
const RINGS: usize = 5;

/// The tables of a board that features look up, computed once and shared by all heuristics.
#[derive(Clone, Debug)]
pub struct FeatureTables<W> {
    board: Board<W>,
    centre_distance: Box<[f64; 256]>,
    polosin_factor: Box<[f64; 256]>,
    areas: Box<[[Cells<W>; 4]; 256]>,
    rings: Box<[[Cells<W>; RINGS]; 256]>,
}

impl<W: Word> FeatureTables<W> {
    /// Computes the tables of a board.
    #[must_use]
    pub fn new(board: &Board<W>) -> Self {
        compiled_here!(computed(board: &'a Board<W>) -> FeatureTables<W>)
    }

    /// Returns the board.
    #[inline(always)]
    #[must_use]
    pub fn board(&self) -> &Board<W> {
        &self.board
    }

    /// Returns d², the squared distance of a cell from the centre; 0 for a player not placed.
    #[inline(always)]
    #[must_use]
    pub fn centre_distance(&self, cell: Cell) -> f64 {
        self.centre_distance[cell.index()]
    }

    /// Returns the factor by which report 004 multiplies the own moves: 1.7 − d² / (cy² + cx²).
    #[inline(always)]
    #[must_use]
    pub fn polosin_factor(&self, cell: Cell) -> f64 {
        self.polosin_factor[cell.index()]
    }

    /// Returns the four areas around a cell, as defined by report 002.
    #[inline(always)]
    #[must_use]
    pub fn areas(&self, cell: Cell) -> &[Cells<W>; 4] {
        &self.areas[cell.index()]
    }

    /// Returns the cells at empty-board knight distance 1, 2, 3, 4 and 5 of a cell.
    #[inline(always)]
    #[must_use]
    pub fn rings(&self, cell: Cell) -> &[Cells<W>; RINGS] {
        &self.rings[cell.index()]
    }
}

fn computed<W: Word>(board: &Board<W>) -> FeatureTables<W> {
    let mut tables = FeatureTables {
        board: board.clone(),
        centre_distance: Box::new([0.0; 256]),
        polosin_factor: Box::new([0.0; 256]),
        areas: Box::new([[Cells::EMPTY; 4]; 256]),
        rings: Box::new([[Cells::EMPTY; RINGS]; 256]),
    };
    for cell in board.all() {
        tables.centre_distance[cell.index()] = value::centre_distance(board.size(), cell);
        tables.polosin_factor[cell.index()] = value::polosin_factor(board.size(), cell);
        tables.areas[cell.index()] = areas(board, cell);
        tables.rings[cell.index()] = rings(board, cell);
    }
    tables
}

/// {rows ≤ r, cols ≤ c}, {rows ≤ r, cols > c}, {rows > r, cols > c}, {rows > r, cols ≤ c}.
fn areas<W: Word>(board: &Board<W>, around: Cell) -> [Cells<W>; 4] {
    let size = board.size();
    [(false, false), (false, true), (true, true), (true, false)].map(|area| {
        let inside = |cell: &Cell| (cell.row(size) > around.row(size), cell.column(size) > around.column(size)) == area;
        board.all().into_iter().filter(inside).collect()
    })
}

fn rings<W: Word>(board: &Board<W>, around: Cell) -> [Cells<W>; RINGS] {
    let (mut near, mut edge) = (Cells::only(around), Cells::only(around));
    [(); RINGS].map(|()| {
        let reached = edge.into_iter().fold(Cells::EMPTY, |reached, cell| reached | board.jumps_from(cell));
        edge = reached.minus(near);
        near = near | edge;
        edge
    })
}
