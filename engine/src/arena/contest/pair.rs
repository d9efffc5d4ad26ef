//! A pair of games: one opening, both seats.

use crate::stats::PairOutcome;

/// Which of the two games of a pair the candidate won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PairResult {
    /// Whether the candidate won as player 1.
    pub as_first: bool,
    /// Whether the candidate won as player 2.
    pub as_second: bool,
}

impl PairResult {
    /// Returns the pair as a digit: 1 for a game won as player 1, 2 for one won as player 2, 3 for both.
    #[must_use]
    pub fn digit(self) -> char {
        char::from(b'0' + u8::from(self.as_first) + 2 * u8::from(self.as_second))
    }

    /// Returns the pair of a digit, or `None` if the character is not one.
    #[must_use]
    pub fn from_digit(digit: char) -> Option<Self> {
        digit.to_digit(4).map(|bits| Self { as_first: bits & 1 > 0, as_second: bits & 2 > 0 })
    }

    /// Returns the outcome of the pair.
    #[must_use]
    pub fn outcome(self) -> PairOutcome {
        PairOutcome::from_wins(self.as_first, self.as_second)
    }

    /// Returns the number of games the candidate won.
    #[must_use]
    pub fn wins(self) -> u64 {
        u64::from(self.as_first) + u64::from(self.as_second)
    }

    /// Returns the outcome of the pair from the view of player 1.
    #[must_use]
    pub fn first_mover(self) -> PairOutcome {
        PairOutcome::from_wins(self.as_first, !self.as_second)
    }
}
