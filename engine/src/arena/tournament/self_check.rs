//! A quick self-check of the arena before a long run.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::agent::Agent;
use crate::arena::contest::{Contest, Executor, Scoreboard};
use crate::arena::openings::{Draw, DrawError, OpeningBlock};
use crate::features::FeatureTables;
use crate::game::{Board, Word};
use crate::heuristic::{Evaluator, published};
use crate::search::{MoveOrder, ResolvedBudget, Searcher};
use crate::seed::Seed;
use crate::stats::{Population, Score};

/// Why the self-check failed.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SelfCheckError {
    /// A heuristic does not score evenly against itself.
    #[error(
        "self-check failed: improved scores {0:.1} % against itself, more than chance explains; do not trust results, please report this"
    )]
    NotEven(f64),
    /// The null heuristic does not lose.
    #[error(
        "self-check failed: null scores {0:.1} % against improved and should lose clearly; do not trust results, please report this"
    )]
    NullNotBeaten(f64),
    /// The board has too few openings.
    #[error(transparent)]
    Draw(#[from] DrawError),
}

/// Plays `improved` against itself, which must be even within the error, and `null` against `improved`, which must
/// lose.
///
/// # Errors
/// Returns an error if either is not the case.
pub fn self_check<W: Word>(board: &Board<W>, executor: &impl Executor) -> Result<(), SelfCheckError> {
    const PAIRS: usize = 100;
    let tables = Arc::new(FeatureTables::new(board));
    let player = |name: &str| {
        let heuristic = published(name).map(|entry| entry.heuristic(board.size()));
        heuristic.map(|heuristic| {
            let evaluator = Evaluator::new(&heuristic, &tables);
            Agent::Searching(Searcher::new(evaluator, ResolvedBudget::Nodes(300), MoveOrder::Shuffled))
        })
    };
    let candidates: Vec<_> = ["improved", "null"].into_iter().filter_map(player).collect();
    let opponents: Vec<_> = player("improved").into_iter().collect();
    let draw = Draw { plies: 2, block: OpeningBlock::All, pairs: Some(PAIRS), seed: Seed(0) };
    let contest = Contest::new(board, candidates, opponents, &draw)?;
    let mut scoreboard = Scoreboard::new(&contest);
    scoreboard.play(&contest, 0..PAIRS, executor, &AtomicBool::new(false), &|_| ());
    let score = |candidate| Score::of(scoreboard.tally(candidate, 0), Population::Unlimited);
    // Four standard errors: chance exceeds them once in sixteen thousand boards, and the seed is fixed.
    if let Some(even) = score(0).filter(|score| (score.mean - 0.5).abs() > 4.0 * score.se) {
        return Err(SelfCheckError::NotEven(100.0 * even.mean));
    }
    match score(1).filter(|score| score.mean + 4.0 * score.se > 0.5) {
        Some(null) => Err(SelfCheckError::NullNotBeaten(100.0 * null.mean)),
        None => Ok(()),
    }
}
