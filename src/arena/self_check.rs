//! A quick look at whether the arena is sane before a long night.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::contest::Contest;
use super::draw::{Draw, DrawError};
use super::executor::Executor;
use super::opening_block::OpeningBlock;
use super::scoreboard::Scoreboard;
use crate::agent::Agent;
use crate::features::FeatureTables;
use crate::game::{Board, Word};
use crate::heuristic::{Evaluator, published};
use crate::search::{MoveOrder, ResolvedBudget, Searcher};
use crate::seed::Seed;
use crate::stats::{Population, Score};

/// Why long work should not begin.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SelfCheckError {
    /// A heuristic against itself is not even.
    #[error(
        "self-check: improved against itself scores {0:.1} %, which chance does not explain; results cannot be trusted, please report this"
    )]
    NotEven(f64),
    /// The heuristic that knows nothing does not lose.
    #[error(
        "self-check: null against improved scores {0:.1} % and should lose clearly; results cannot be trusted, please report this"
    )]
    NullNotBeaten(f64),
    /// The board has too few openings to tell.
    #[error(transparent)]
    Draw(#[from] DrawError),
}

/// Plays `improved` against itself, which must be even within its error, and `null` against it, which must lose.
///
/// # Errors
/// Returns an error if one of them is not so.
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
    // Four standard errors: chance goes beyond them once in sixteen thousand boards, and the seed is fixed.
    if let Some(even) = score(0).filter(|score| (score.mean - 0.5).abs() > 4.0 * score.se) {
        return Err(SelfCheckError::NotEven(100.0 * even.mean));
    }
    match score(1).filter(|score| score.mean + 4.0 * score.se > 0.5) {
        Some(null) => Err(SelfCheckError::NullNotBeaten(100.0 * null.mean)),
        None => Ok(()),
    }
}
