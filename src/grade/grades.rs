//! The grades of agents on a question set.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::proportion::Proportion;
use super::question::Question;
use super::question_set::QuestionSet;
use super::source::FIRST_PLY;
use crate::agent::Agent;
use crate::arena::Threads;
use crate::seed::{Purpose, Seed};
use crate::stats::{Population, TTest, paired};

/// A range of plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Band {
    /// The first ply: the number of plies before the move.
    pub from: usize,
    /// The last ply; unlimited if `None`.
    pub to: Option<usize>,
}

impl Band {
    /// The bands in which grades are reported; no question comes from an earlier ply.
    pub const ALL: [Self; 5] = [
        Self { from: FIRST_PLY, to: Some(13) },
        Self { from: 14, to: Some(17) },
        Self { from: 18, to: Some(21) },
        Self { from: 22, to: Some(25) },
        Self { from: 26, to: None },
    ];

    /// Returns whether a ply is in the band.
    #[must_use]
    pub fn has(self, ply: usize) -> bool {
        ply >= self.from && self.to.is_none_or(|to| ply <= to)
    }
}

/// An agent's grades: for each question, whether it kept the win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grades {
    kept: Vec<bool>,
}

impl Grades {
    /// Lets agents answer a question set, all with the same random streams, and returns the grades in the order of the
    /// agents, or `None` if it was stopped.
    ///
    /// `answered` is called after every answer, from any thread.
    #[must_use]
    pub fn of(
        agents: &[Agent<u64>],
        set: &QuestionSet<'_>,
        seed: Seed,
        threads: &Threads,
        stop: &AtomicBool,
        answered: &(impl Fn(u64) + Sync),
    ) -> Option<Vec<Self>> {
        let answer = |agent: &Agent<u64>, question: &Question<'_>| {
            // The agent is not part of the stream's key.
            let mut stream = seed.stream(Purpose::Grade, [question.game, 3, 0]);
            let decision = agent.choose_until(&question.position, &mut stream, stop);
            answered(1);
            (!stop.load(Ordering::Relaxed)).then(|| decision.is_some_and(|it| question.winning.has(it.cell)))
        };
        let grades = |agent: &Agent<u64>| {
            let kept = set.questions.par_iter().map(|question| answer(agent, question));
            kept.collect::<Option<Vec<bool>>>().map(|kept| Self { kept })
        };
        threads.run(|| agents.iter().map(grades).collect())
    }

    /// Returns the proportion of wins that were kept.
    #[must_use]
    pub fn proportion(&self) -> Proportion {
        self.kept.iter().copied().collect()
    }

    /// Returns the proportion of wins that were kept in a band of plies.
    #[must_use]
    pub fn proportion_in(&self, band: Band, set: &QuestionSet<'_>) -> Proportion {
        let answers = set.questions.iter().zip(&self.kept);
        answers.filter(|(question, _)| band.has(question.position.plies())).map(|(_, kept)| *kept).collect()
    }

    /// Tests the difference from the grades of another agent on the same questions.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<TTest> {
        let score = |kept: &bool| f64::from(u8::from(*kept));
        paired(self.kept.iter().map(score).zip(other.kept.iter().map(score)), Population::Unlimited)
    }

    /// Estimates the number of wins the agent throws away per game, with its standard error.
    ///
    /// This counts plies from the first of [`Band::ALL`] on and positions in which both players have a choice. A
    /// question was drawn from all positions of its game, so it represents as many; a game without a question
    /// represents none. A game has two players.
    #[must_use]
    pub fn blunders_per_game(&self, set: &QuestionSet<'_>) -> Option<(f64, f64)> {
        let games = set.games as f64;
        let thrown = set.questions.iter().zip(&self.kept).filter(|(_, kept)| !**kept);
        let (sum, squares) = thrown.fold((0.0, 0.0), |(sum, squares), (question, _)| {
            let stands_for = f64::from(question.turns) / 2.0;
            (sum + stands_for, squares + stands_for * stands_for)
        });
        let mean = sum / games;
        (set.games > 0).then(|| (mean, ((squares / games - mean * mean).max(0.0) / games).sqrt()))
    }
}
