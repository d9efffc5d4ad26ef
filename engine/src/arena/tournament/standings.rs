//! The standings of a tournament.

use crate::stats::{Score, TTest};

/// The results of a tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// The number of games played.
    pub games: u64,
    /// The score of player 1 over all games.
    pub first_mover: Option<Score>,
    /// The test agents, the baseline first.
    pub agents: Vec<Standing>,
}

/// The results of one test agent.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The agent's name.
    pub name: String,
    /// The mean score over all opponents.
    pub score: Option<Score>,
    /// The paired difference from the baseline.
    pub difference: Option<TTest>,
    /// The difference by Welch's test on match scores, as in report 002.
    pub welch: Option<TTest>,
    /// The results against each opponent.
    pub opponents: Vec<OpponentScore>,
}

/// The results of one test agent against one opponent.
#[derive(Clone, PartialEq, Debug)]
pub struct OpponentScore {
    /// The opponent's name.
    pub name: String,
    /// The games won.
    pub won: u64,
    /// The games lost.
    pub lost: u64,
    /// The score with its error.
    pub score: Option<Score>,
}

impl Standing {
    /// Returns the number of games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.opponents.iter().map(|versus| versus.won + versus.lost).sum()
    }
}
