//! The outcome of a run: the winner among the finalists, and its score on unseen openings.

use serde::{Deserialize, Serialize};

use super::finalist::{Finalist, FinalistOrigin};
use crate::stats::{Coverage, HeadToHead, Score, TTest};

/// The outcome of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// The number of generations before it.
    pub generation: u64,
    /// Whether the search had finished, and was not cut off by a deadline.
    pub complete: bool,
    /// The games of the whole run, including those of the verdict.
    pub games: u64,
    /// The finalists on the select block.
    pub finalists: Vec<Finalist>,
    /// The index of the winner among them.
    pub winner: usize,
    /// The index among them of what the search recommends, `None` in runs of 0.3.0 and earlier.
    #[serde(default)]
    pub recommended: Option<usize>,
    /// The scores of the winner on the final block.
    pub final_scores: FinalScores,
}

/// The scores of a set of weights on the final block.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FinalScores {
    /// The win rate over all opponents.
    pub score: Score,
    /// The win rate against each opponent.
    pub opponents: Vec<(String, Score)>,
    /// The win rate of `improved` on the same openings.
    pub improved: Score,
    /// The difference to it.
    pub delta_improved: TTest,
    /// Head to head against `improved`.
    pub versus_improved: HeadToHead,
    /// The start weights, if they differ from the weights and play differently from `improved`.
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

/// What a difference shows at 95 % confidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// Better, beyond the error.
    Better,
    /// Worse, beyond the error.
    Worse,
    /// Neither.
    Inconclusive,
}

impl Conclusion {
    /// Returns what a test shows.
    #[must_use]
    pub fn of(test: &TTest) -> Self {
        let significant = match test.basis {
            Coverage::Census => test.difference.abs() > 0.0,
            Coverage::Sampled => test.p_value < 0.05,
        };
        match (significant, test.difference > 0.0) {
            (true, true) => Self::Better,
            (true, false) => Self::Worse,
            (false, _) => Self::Inconclusive,
        }
    }
}

impl Verdict {
    /// Returns whether the start weights won, so that the search has shown nothing better.
    #[must_use]
    pub fn keeps_start(&self) -> bool {
        self.finalists.get(self.winner).is_some_and(|winner| winner.origin == FinalistOrigin::Start)
    }
}

impl FinalScores {
    /// Returns the number of all pairs behind the scores.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        let start = self.start.as_ref().map_or(0, |start| start.score.pairs + start.versus.score.pairs);
        self.score.pairs + self.improved.pairs + self.versus_improved.score.pairs + start
    }

    /// Returns whether the weights are better than `improved`.
    #[must_use]
    pub fn beats_improved(&self) -> Conclusion {
        Conclusion::of(&self.delta_improved)
    }
}
