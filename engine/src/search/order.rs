//! The order of moves at the root, which breaks ties.

use std::fmt;

use rand::seq::SliceRandom;

use crate::game::{MoveList, Position, Word};
use crate::seed::Stream;

/// The order in which the root's moves are tried; the first of the best ones is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum MoveOrder {
    /// Udacity's direction order, as in classic: ties go to the first move.
    Fixed,
    /// Shuffled at every call, as in modern: ties are broken at random. Placements are never shuffled.
    ///
    /// Below the root the order stays fixed: it cannot change a value there, only how much is pruned.
    Shuffled,
}

impl MoveOrder {
    /// Returns the moves of the side to move in this order.
    pub(super) fn moves<W: Word>(self, position: &Position<'_, W>, stream: &mut Stream) -> MoveList {
        let mut moves = position.ordered_moves();
        if self == Self::Shuffled && position.cell_of(position.to_move()).is_some() {
            moves.as_mut_slice().shuffle(stream);
        }
        moves
    }
}

impl fmt::Display for MoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fixed => "fixed",
            Self::Shuffled => "shuffled",
        })
    }
}
