//! Which openings are played, and in which order.

use super::opening_block::OpeningBlock;
use super::openings::Openings;
use crate::game::{Board, Word};
use crate::seed::Seed;

/// A census is played in the same order whatever the seed, but in a random one: when it is stopped, what was played is
/// a sample.
const CENSUS_ORDER: Seed = Seed(0);

/// Which openings are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    /// The plies of an opening, 2 or 4.
    pub plies: usize,
    /// The part of all openings.
    pub block: OpeningBlock,
    /// How many of them against each opponent; all of them, a census, when it is missing.
    pub pairs: Option<usize>,
    /// What decides which ones, and all other chance.
    pub seed: Seed,
}

/// Why the openings asked for cannot be drawn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DrawError {
    /// There are fewer than asked for.
    #[error("asked for {asked} openings, but block '{block}' has only {there} after {plies} plies")]
    TooMany {
        /// The requested number.
        asked: usize,
        /// How many there are.
        there: usize,
        /// The block.
        block: OpeningBlock,
        /// The plies of an opening.
        plies: usize,
    },
    /// There are none at all.
    #[error("block '{block}' of this board has no openings after {plies} plies")]
    None {
        /// The block.
        block: OpeningBlock,
        /// The plies of an opening.
        plies: usize,
    },
}

impl Draw {
    /// Lists the openings of the block, and how many of them are to be played against each opponent.
    ///
    /// # Errors
    /// Returns an error if there are fewer than asked for, or none.
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

    /// Returns what decides the order of the openings.
    pub(super) fn order(&self) -> Seed {
        if self.is_census() { CENSUS_ORDER } else { self.seed }
    }
}
