//! The questions that agents are marked on.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::question::Question;
use super::source::Source;
use crate::arena::Threads;
use crate::game::{Board, BoardSize};
use crate::oracle::Oracle;
use crate::seed::Seed;

/// Games are looked at in batches of this size, so that the threads have enough to do and the paper is the same on any
/// number of them.
const BATCH: u64 = 256;

/// A board that has not offered a question in so many games for each one asked for has none to offer.
const MOST_GAMES: u64 = 200;

/// Questions in the order of the games they come from, each position once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuestionSet<'b> {
    /// The questions.
    pub questions: Vec<Question<'b>>,
    /// How many games were looked at to find them.
    pub games: u64,
}

/// Why there is no paper.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum QuestionSetError {
    /// It was stopped.
    #[error("stopped before all positions were found")]
    Stopped,
    /// The board has too few.
    #[error("{games} games on {size} gave only {found} of {asked} positions in which a win can be thrown away")]
    TooFew {
        /// The requested number.
        asked: usize,
        /// How many were found.
        found: usize,
        /// In how many games.
        games: u64,
        /// The board's size.
        size: BoardSize,
    },
}

impl<'b> QuestionSet<'b> {
    /// The paper without a question, from which all are made.
    #[must_use]
    pub fn empty() -> Self {
        QuestionSet { questions: Vec::new(), games: 0 }
    }

    /// Finds more questions until there are as many as asked for; those that are there stay.
    ///
    /// `found` is told how many were found, from this thread.
    ///
    /// # Errors
    /// Returns an error if it was told to stop, or the board has too few.
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

    /// Returns the first so many questions, and the games it takes to find them.
    #[must_use]
    pub fn first(&self, asked: usize) -> Self {
        let questions: Vec<_> = self.questions.iter().take(asked).cloned().collect();
        let games = questions.last().map_or(self.games, |last| last.game + 1);
        QuestionSet { questions, games }
    }
}
