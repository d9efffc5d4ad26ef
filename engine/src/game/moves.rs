//! Lists of moves: legal moves in Udacity's order, and moves read from text.

use super::cell::Cell;

/// The legal moves of one player in the order in which Udacity's code lists them, without allocation.
#[derive(Clone, Debug)]
pub struct MoveList {
    cells: [Cell; 128],
    len: usize,
}

impl MoveList {
    pub(super) fn new(moves: impl Iterator<Item = Cell>) -> Self {
        let mut list = Self { cells: [Cell::OFF; 128], len: 0 };
        for (slot, cell) in list.cells.iter_mut().zip(moves) {
            *slot = cell;
            list.len += 1;
        }
        list
    }

    /// Returns the moves as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[Cell] {
        &self.cells[..self.len]
    }

    /// Returns the moves as a slice that can be reordered.
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [Cell] {
        &mut self.cells[..self.len]
    }
}

/// Why a text is not a list of moves.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MovesError {
    /// A word is not a number.
    #[error("'{word}' is not a number; {FORM}", word = crate::text::quoted(word))]
    Number {
        /// The word.
        word: String,
    },
    /// A row is not followed by a column.
    #[error("the last move has a row, {row}, but no column; {FORM}")]
    NoColumn {
        /// The row.
        row: i64,
    },
}

const FORM: &str = "write the moves as row,column from the empty board, for example \"3,3 0,0\"";

/// Parses moves such as `2,3 0,0`, `(2,3) (0,0)`, `[[2,3],[0,0]]` or `2 3 0 0`.
///
/// The numbers are returned as written; [`Position::replay`](super::Position::replay) checks whether they are cells and
/// legal moves.
///
/// # Errors
/// Returns an error if a word is not a number, or the last row has no column.
pub fn parse_moves(text: &str) -> Result<Vec<[i64; 2]>, MovesError> {
    let separator = |c: char| c.is_whitespace() || "()[],;".contains(c);
    let number = |word: &str| word.parse().map_err(|_| MovesError::Number { word: word.to_owned() });
    let numbers = text.split(separator).filter(|word| !word.is_empty()).map(number).collect::<Result<Vec<i64>, _>>()?;
    match numbers.as_chunks::<2>() {
        (moves, []) => Ok(moves.to_vec()),
        (_, [row, ..]) => Err(MovesError::NoColumn { row: *row }),
    }
}
