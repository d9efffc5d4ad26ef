//! Width and height of a board.

use std::fmt;
use std::str::FromStr;

use super::word::Word;
use crate::document::serde_as_text;

/// The largest number of cells a board may have: the bits of a `u128`.
const MOST_CELLS: usize = 128;

/// The width and height of a valid board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

/// Why a board size is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SizeError {
    /// The text is not two numbers separated by an x.
    #[error("'{text}' is not a board size; write width x height in cells, for example 7x7 or 9x11", text = crate::text::quoted(text))]
    Syntax {
        /// The text as given.
        text: String,
    },
    /// The board has too few or too many cells.
    #[error("a board of {width}x{height} has {cells} cells; choose one with 2 to {most}", most = MOST_CELLS)]
    Cells {
        /// The width.
        width: usize,
        /// The height.
        height: usize,
        /// The number of cells.
        cells: usize,
    },
    /// The board has more cells than the word has bits.
    #[error("a board of {size} does not fit a word of {bits} bits; use a wider word")]
    Word {
        /// The expected size.
        size: BoardSize,
        /// The bits of the word.
        bits: usize,
    },
}

impl BoardSize {
    /// Udacity's board.
    pub const SEVEN: Self = Self { width: 7, height: 7 };

    /// Creates a size.
    ///
    /// # Errors
    /// Returns an error if the board would have fewer than 2 or more than 128 cells.
    pub fn new(width: usize, height: usize) -> Result<Self, SizeError> {
        let cells = width.saturating_mul(height);
        match (u8::try_from(width), u8::try_from(height)) {
            (Ok(width), Ok(height)) if (2..=MOST_CELLS).contains(&cells) => Ok(Self { width, height }),
            _ => Err(SizeError::Cells { width, height, cells }),
        }
    }

    /// Returns the number of columns.
    #[must_use]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Returns the number of cells.
    #[inline]
    #[must_use]
    pub const fn cells(self) -> usize {
        self.width() * self.height()
    }

    /// Returns whether a word has a bit for each cell.
    #[must_use]
    pub const fn fits<W: Word>(self) -> bool {
        self.cells() <= W::BITS
    }

    /// Returns the centre `(height/2, width/2)` that all published heuristics use, half a cell off the true middle
    /// of a board with odd sides.
    #[must_use]
    pub fn centre(self) -> (f64, f64) {
        (f64::from(self.height) / 2.0, f64::from(self.width) / 2.0)
    }
}

serde_as_text!(BoardSize);

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for BoardSize {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        let number = |side: &str| side.trim().parse::<usize>().ok();
        let sides = text.split_once(['x', 'X', '×']).and_then(|(w, h)| Some((number(w)?, number(h)?)));
        let (width, height) = sides.ok_or_else(|| SizeError::Syntax { text: text.to_owned() })?;
        Self::new(width, height)
    }
}
