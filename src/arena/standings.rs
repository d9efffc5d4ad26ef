//! What the results of a tournament are worth: one record, however it is shown.

use crate::stats::{Score, TTest};

/// The results of a tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// The games played.
    pub games: u64,
    /// The share of games that player 1 won, whoever that was.
    pub first_mover: Option<Score>,
    /// The test agents, the baseline first.
    pub agents: Vec<Standing>,
}

/// The results of one test agent.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The agent's name.
    pub name: String,
    /// Its score over all opponents, each with the same weight.
    pub score: Option<Score>,
    /// Its difference to the baseline, opening by opening.
    pub difference: Option<TTest>,
    /// The difference as report 002 tested it: two samples of match percentages.
    pub welch: Option<TTest>,
    /// Its results opponent by opponent.
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
    /// Returns the games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.opponents.iter().map(|versus| versus.won + versus.lost).sum()
    }
}
