//! A pair of games: one opening, both seats.

use crate::stats::PairOutcome;

/// Which of the two games of a pair the candidate won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PairResult {
    /// Whether it won as player 1.
    pub as_first: bool,
    /// Whether it won as player 2.
    pub as_second: bool,
}

impl PairResult {
    /// Returns the pair as statistics count it.
    #[must_use]
    pub fn outcome(self) -> PairOutcome {
        PairOutcome::from_wins(self.as_first, self.as_second)
    }

    /// Returns how many of the two games the candidate won.
    #[must_use]
    pub fn wins(self) -> u64 {
        u64::from(self.as_first) + u64::from(self.as_second)
    }

    /// Returns the pair as player 1 sees it, whoever that was.
    #[must_use]
    pub fn first_mover(self) -> PairOutcome {
        PairOutcome::from_wins(self.as_first, !self.as_second)
    }
}
