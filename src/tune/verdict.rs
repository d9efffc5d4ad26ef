//! The outcome of a run: who won among the finalists, and what that is worth on openings nobody has seen.

use serde::{Deserialize, Serialize};

use crate::stats::{Coverage, HeadToHead, Score, TTest};

/// The outcome of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// The generation after which it was taken.
    pub generation: u64,
    /// Whether the search had ended by itself, and not only its time.
    pub complete: bool,
    /// The games of the whole run, those of the verdict included.
    pub games: u64,
    /// The finalists on the select block.
    pub finalists: Vec<Finalist>,
    /// The place of the winner among them.
    pub winner: usize,
    /// The winner against the opponents, and all that it is compared with, on the final block.
    pub final_scores: FinalScores,
}

/// A set of weights that may be the outcome.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Finalist {
    /// What it is: `mean`, `tail mean` or `start`.
    pub name: String,
    /// The vector behind the weights.
    pub vector: Vec<f64>,
    /// Its score on the select block.
    pub score: Score,
    /// Its value by the run's objective, which decides.
    pub value: f64,
}

/// How good a set of weights is on the final block.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FinalScores {
    /// The win rate over all opponents.
    pub score: Score,
    /// The win rate against each opponent.
    pub opponents: Vec<(String, Score)>,
    /// The win rate of `improved` against the same opponents from the same openings.
    pub improved: Score,
    /// The difference to it.
    pub delta_improved: TTest,
    /// Head to head against `improved`.
    pub versus_improved: HeadToHead,
    /// The start weights, where there are any and they are others.
    pub start: Option<StartScores>,
}

/// The start weights on the final block.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StartScores {
    /// Their win rate over all opponents.
    pub score: Score,
    /// The difference to them.
    pub delta: TTest,
    /// Head to head against them.
    pub versus: HeadToHead,
}

/// What a difference shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// It is better, beyond the error.
    Better,
    /// It is worse, beyond the error.
    Worse,
    /// Neither.
    Nothing,
}

impl Shown {
    /// Says what a difference shows at 95 %.
    #[must_use]
    pub fn by(test: &TTest) -> Shown {
        let beyond = match test.basis {
            Coverage::Census => test.difference.abs() > 0.0,
            Coverage::Sampled => test.p_value < 0.05,
        };
        match (beyond, test.difference > 0.0) {
            (true, true) => Shown::Better,
            (true, false) => Shown::Worse,
            (false, _) => Shown::Nothing,
        }
    }
}

impl FinalScores {
    /// Says whether it is better than `improved` beyond its error.
    #[must_use]
    pub fn beats_improved(&self) -> Shown {
        Shown::by(&self.delta_improved)
    }
}
