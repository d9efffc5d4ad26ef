//! The two players.

use std::fmt;
use std::ops::{Index, IndexMut};

/// One of the two players; player one places first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// The player who places first.
    One,
    /// The player who places second.
    Two,
}

impl Player {
    /// Both players in order.
    pub const ALL: [Self; 2] = [Self::One, Self::Two];

    /// Returns the other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// Returns the player's number, 1 or 2, as used in all input and output.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}", self.number())
    }
}

/// A value for each of the two players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PerPlayer<T>(pub [T; 2]);

impl<T> Index<Player> for PerPlayer<T> {
    type Output = T;
    fn index(&self, player: Player) -> &T {
        &self.0[player as usize]
    }
}

impl<T> IndexMut<Player> for PerPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player as usize]
    }
}
