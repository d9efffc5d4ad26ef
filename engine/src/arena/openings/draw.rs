//! The draw of openings: which ones are played, and in which order.

use super::Openings;
use super::block::OpeningBlock;
use crate::game::{Board, Word};
use crate::seed::Seed;
use crate::text::plural;

/// A census is played in one random order that does not depend on the seed: if it is stopped, what was played is a
/// random sample.
const CENSUS_ORDER: Seed = Seed(0);

/// A draw of openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    /// The number of plies of an opening, 2 or 4.
    pub plies: usize,
    /// The block of openings.
    pub block: OpeningBlock,
    /// The number of openings against each opponent; all of them (a census) if `None`.
    pub pairs: Option<usize>,
    /// The seed of the draw and of the games.
    pub seed: Seed,
}

/// Why openings cannot be drawn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DrawError {
    /// There are fewer openings than requested.
    #[error("asked for {asked} {}, but block '{block}' has only {there} after {plies} plies", plural(*asked, "opening"))]
    TooMany {
        /// The requested number.
        asked: usize,
        /// The number available.
        there: usize,
        /// The block.
        block: OpeningBlock,
        /// The number of plies of an opening.
        plies: usize,
    },
    /// There are no openings.
    #[error("block '{block}' of this board has no openings after {plies} plies")]
    None {
        /// The block.
        block: OpeningBlock,
        /// The number of plies of an opening.
        plies: usize,
    },
}

impl Draw {
    /// Returns the openings of the block, and the number of them to play against each opponent.
    ///
    /// # Errors
    /// Returns an error if there are fewer than requested, or none.
    pub fn openings<'b, W: Word>(&self, board: &'b Board<W>) -> Result<(Openings<'b, W>, usize), DrawError> {
        let openings = Openings::new(board, self.plies, self.block);
        let (block, plies, there) = (self.block, self.plies, openings.len());
        let asked = self.pairs.unwrap_or(there);
        if there == 0 {
            Err(DrawError::None { block, plies })
        } else if asked > there {
            Err(DrawError::TooMany { asked, there, block, plies })
        } else {
            Ok((openings, asked))
        }
    }

    /// Returns whether all openings are played.
    #[must_use]
    pub fn is_census(&self) -> bool {
        self.pairs.is_none()
    }

    /// Returns the seed of the order.
    pub(in crate::arena) fn order(&self) -> Seed {
        if self.is_census() { CENSUS_ORDER } else { self.seed }
    }
}
