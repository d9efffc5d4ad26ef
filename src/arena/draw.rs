//! Which openings are played, and in which order.

use super::openings::{Block, Openings};
use crate::game::{Board, Word};
use crate::seed::Seed;

/// Which openings are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    /// The plies of an opening, 2 or 4.
    pub plies: usize,
    /// The part of all openings.
    pub block: Block,
    /// How many of them against each opponent; all of them, a census, when it is missing.
    pub pairs: Option<usize>,
    /// What decides which ones, and all other chance.
    pub seed: Seed,
}

/// Why the openings asked for cannot be drawn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{asked} openings were asked for, but the block '{block}' has only {there} after {plies} plies; ask for fewer, for all of them with --census{more}"
)]
pub struct DrawError {
    /// How many were asked for.
    pub asked: usize,
    /// How many there are.
    pub there: usize,
    /// The block.
    pub block: Block,
    /// The plies of an opening.
    pub plies: usize,
    more: &'static str,
}

impl Draw {
    /// Lists the openings of the block, and how many of them are to be played against each opponent.
    ///
    /// # Errors
    /// When there are fewer than asked for.
    pub fn openings<'b, W: Word>(&self, board: &'b Board<W>) -> Result<(Openings<'b, W>, usize), DrawError> {
        let openings = Openings::new(board, self.plies, self.block);
        let there = openings.as_slice().len();
        let asked = self.pairs.unwrap_or(there);
        let more = if self.plies < 4 { ", or for longer ones with --plies 4" } else { "" };
        if asked > there {
            return Err(DrawError { asked, there, block: self.block, plies: self.plies, more });
        }
        Ok((openings, asked))
    }

    /// Says whether all openings are played.
    #[must_use]
    pub fn is_census(&self) -> bool {
        self.pairs.is_none()
    }
}
