//! A position in text form, which may be illegal.

use std::str::FromStr;

use super::board::Board;
use super::cell::Cell;
use super::cells::Cells;
use super::player::{PerPlayer, Player};
use super::position::Position;
use super::size::{BoardSize, SizeError};
use super::word::Word;
use crate::text::plural;

/// A position read from its one-line text form, not yet checked; [`Setup::position`] checks it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    rows: Vec<Vec<char>>,
    to_move: Player,
}

/// Why a text is not a legal position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The text is not rows and a side to move.
    #[error("'{text}' is not a position; write the rows separated by '/', then a blank and the side to move (1 or 2)", text = crate::text::quoted(text))]
    Syntax {
        /// The text as given.
        text: String,
    },
    /// The rows are of different lengths.
    #[error("row {row} of the position has {cells} cells where row 0 has {expected}")]
    Ragged {
        /// The row that differs.
        row: usize,
        /// The cells it has.
        cells: usize,
        /// The cells the first row has.
        expected: usize,
    },
    /// A cell has an invalid mark.
    #[error(
        "cell ({row}, {column}) of the position is '{mark}'; use '.' blank, 'x' blocked, '1' and '2' for the players",
        mark = crate::text::quoted(&mark.to_string())
    )]
    Mark {
        /// The cell's row.
        row: usize,
        /// The cell's column.
        column: usize,
        /// The mark.
        mark: char,
    },
    /// The rows do not form a valid board.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The position is on another board than expected.
    #[error("the position is on a {found} board, not on {expected}")]
    OtherBoard {
        /// The size of the position's board.
        found: BoardSize,
        /// The expected size.
        expected: BoardSize,
    },
    /// A player appears more than once, is missing, or appears too early.
    #[error("{player} is on {found} {} of the position; after {plies} {} it must be {expected}", plural(*found, "cell"), plural(*plies, "ply"))]
    Presence {
        /// The player.
        player: Player,
        /// The number of cells the player is on.
        found: usize,
        /// The number it must be.
        expected: usize,
        /// The number of cells that are not blank.
        plies: usize,
    },
    /// The wrong player is to move.
    #[error("after {plies} {} (cells that are not blank) it is the turn of {expected}", plural(*plies, "ply"))]
    Turn {
        /// The number of cells that are not blank.
        plies: usize,
        /// Whose turn it is.
        expected: Player,
    },
}

impl FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        let parts = text.trim().rsplit_once(char::is_whitespace);
        let side = |number: &str| Player::ALL.into_iter().find(|player| player.number().to_string() == number);
        let (rows, to_move) = parts
            .and_then(|(rows, number)| Some((rows.trim(), side(number)?)))
            .ok_or_else(|| SetupError::Syntax { text: text.to_owned() })?;
        let rows: Vec<Vec<char>> = rows.split('/').map(|row| row.chars().collect()).collect();
        let expected = rows[0].len();
        match rows.iter().position(|row| row.len() != expected) {
            Some(row) => Err(SetupError::Ragged { row, cells: rows[row].len(), expected }),
            None => Ok(Self { rows, to_move }),
        }
    }
}

impl Setup {
    /// Checks the position against the rules that hold for every reachable position.
    ///
    /// # Errors
    /// Returns the rule that the position breaks.
    pub fn position<W: Word>(self, board: &Board<W>) -> Result<Position<'_, W>, SetupError> {
        let size = BoardSize::new(self.rows[0].len(), self.rows.len())?;
        if size != board.size() {
            return Err(SetupError::OtherBoard { found: size, expected: board.size() });
        }
        let mut blank = Cells::EMPTY;
        let mut standing = PerPlayer([Vec::new(), Vec::new()]);
        for cell in board.all() {
            let [row, column] = cell.row_column(size);
            match self.rows[row][column] {
                '.' => blank = blank.with(cell),
                'x' => {}
                '1' => standing[Player::One].push(cell),
                '2' => standing[Player::Two].push(cell),
                mark => return Err(SetupError::Mark { row, column, mark }),
            }
        }
        let blocked = board.all().minus(blank).len();
        let plies = blocked as usize;
        for player in Player::ALL {
            let (found, expected) = (standing[player].len(), usize::from(plies >= usize::from(player.number())));
            if found != expected {
                return Err(SetupError::Presence { player, found, expected, plies });
            }
        }
        let expected = Player::ALL[plies % 2];
        if self.to_move != expected {
            return Err(SetupError::Turn { plies, expected });
        }
        let at = PerPlayer(standing.0.map(|cells| cells.first().copied().unwrap_or(Cell::OFF)));
        // A board has at most 128 cells.
        #[allow(clippy::cast_possible_truncation)]
        Ok(Position::assemble(board, blank, at, blocked as u8))
    }
}
