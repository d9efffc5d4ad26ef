//! The questions that agents are graded on.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::question::Question;
use super::source::Source;
use crate::arena::Threads;
use crate::game::{Board, BoardSize};
use crate::oracle::Oracle;
use crate::seed::Seed;

/// The number of games of a batch, fixed so that the questions do not depend on the number of threads.
const BATCH: u64 = 256;

/// The largest number of games per requested question; beyond it, the board is considered to have too few.
const MOST_GAMES: u64 = 200;

/// Questions in the order of the games they come from, each position once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuestionSet<'b> {
    /// The questions.
    pub questions: Vec<Question<'b>>,
    /// The number of games played to find them.
    pub games: u64,
}

/// Why questions cannot be found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum QuestionSetError {
    /// It was stopped.
    #[error("stopped before all positions were found")]
    Stopped,
    /// The board has too few questions.
    #[error("{games} games on {size} gave only {found} of {asked} positions in which a win can be thrown away")]
    TooFew {
        /// The requested number.
        asked: usize,
        /// The number found.
        found: usize,
        /// The number of games played.
        games: u64,
        /// The board's size.
        size: BoardSize,
    },
}

impl<'b> QuestionSet<'b> {
    /// Creates an empty set.
    #[must_use]
    pub fn empty() -> Self {
        QuestionSet { questions: Vec::new(), games: 0 }
    }

    /// Adds questions up to a number; existing ones are kept.
    ///
    /// `found` is called with the number of new questions, from this thread.
    ///
    /// # Errors
    /// Returns an error if it was stopped, or the board has too few questions.
    pub fn grow(
        &mut self,
        asked: usize,
        board: &'b Board<u64>,
        seed: Seed,
        oracle: &Oracle,
        threads: &Threads,
        (stop, found): (&AtomicBool, &dyn Fn(u64)),
    ) -> Result<(), QuestionSetError> {
        let source = Source::new(board, seed);
        let mut known: BTreeSet<_> = self.questions.iter().map(|question| question.position.canonical()).collect();
        let most = MOST_GAMES.saturating_mul(asked as u64);
        while self.questions.len() < asked {
            if source.is_empty() || self.games >= most {
                let (found, games) = (self.questions.len(), self.games);
                return Err(QuestionSetError::TooFew { asked, found, games, size: board.size() });
            }
            let games = self.games..self.games + BATCH;
            let drawn: Vec<Option<Question<'b>>> = threads.run(|| {
                let batch: Vec<u64> = games.clone().collect();
                batch.par_iter().with_max_len(1).map(|&game| source.question(game, oracle, stop)).collect()
            });
            if stop.load(Ordering::Relaxed) {
                return Err(QuestionSetError::Stopped);
            }
            let before = self.questions.len();
            self.questions
                .extend(drawn.into_iter().flatten().filter(|question| known.insert(question.position.canonical())));
            self.games = games.end;
            found((self.questions.len() - before) as u64);
        }
        Ok(())
    }

    /// Returns the set of the first `asked` questions.
    #[must_use]
    pub fn first(&self, asked: usize) -> Self {
        let questions: Vec<_> = self.questions.iter().take(asked).cloned().collect();
        let games = questions.last().map_or(self.games, |last| last.game + 1);
        QuestionSet { questions, games }
    }
}
