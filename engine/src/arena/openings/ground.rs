//! Everything that a contest's results depend on besides its players.

use serde::{Deserialize, Serialize};

use super::Openings;
use super::block::OpeningBlock;
use crate::game::{BoardSize, Word};
use crate::seed::Seed;

/// Everything that a contest's results depend on besides its players, as plain data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ground {
    /// The board.
    pub board: BoardSize,
    /// The number of plies of an opening.
    pub plies: usize,
    /// The block of openings.
    pub block: OpeningBlock,
    /// The seed of the order in which openings are drawn.
    pub order: Seed,
    /// Whether each candidate meets only the opponent of the same number.
    pub duels: bool,
    /// The number of pairs of each candidate against each opponent.
    pub pairs: usize,
    /// The seed of the games.
    pub seed: Seed,
    /// Where the candidates' pairs lie in the order of the openings.
    pub placement: Placement,
}

/// Where the pairs of candidates lie in the order of the openings: pair `p` of candidate `c` is at `first + c * stride + p`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placement {
    pub(in crate::arena) first: u64,
    pub(in crate::arena) stride: u64,
}

impl Placement {
    /// All candidates play the same openings.
    pub(in crate::arena) const SHARED: Self = Self { first: 0, stride: 0 };

    /// Returns the place of a candidate's pair.
    pub(in crate::arena) fn of(self, candidate: usize, pair: usize) -> u64 {
        self.first.wrapping_add((candidate as u64).wrapping_mul(self.stride)).wrapping_add(pair as u64)
    }
}

impl Ground {
    /// Returns the number of the opponent whose order an opponent's openings are taken from.
    pub(in crate::arena) fn order_number(&self, opponent: usize) -> u64 {
        if self.duels { 0 } else { opponent as u64 }
    }

    /// Returns the openings of an opponent, given those in the order of its [`Ground::order_number`].
    pub(in crate::arena) fn openings<'b, W: Word>(
        &self,
        ordered: &Openings<'b, W>,
        opponent: usize,
    ) -> Openings<'b, W> {
        if self.duels { ordered.from_place(opponent.wrapping_mul(self.pairs)) } else { ordered.clone() }
    }
}
