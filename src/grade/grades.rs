//! What an agent makes of a paper.

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

/// A stretch of plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Band {
    /// The first ply of the stretch: so many were played before the move.
    pub from: usize,
    /// The last one; none when it goes on to the end.
    pub to: Option<usize>,
}

impl Band {
    /// The stretches that marks are given by; no question comes from an earlier ply than the first.
    pub const ALL: [Self; 5] = [
        Self { from: FIRST_PLY, to: Some(13) },
        Self { from: 14, to: Some(17) },
        Self { from: 18, to: Some(21) },
        Self { from: 22, to: Some(25) },
        Self { from: 26, to: None },
    ];

    /// Returns whether a ply is in the stretch.
    #[must_use]
    pub fn has(self, ply: usize) -> bool {
        ply >= self.from && self.to.is_none_or(|to| ply <= to)
    }
}

/// An agent's answers, question by question: whether it kept the win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grades {
    kept: Vec<bool>,
}

impl Grades {
    /// Lets agents answer a paper, all with the same chance, and gives the marks in the order of the agents; `None` when
    /// it was told to stop.
    ///
    /// `answered` is told of every answer, from any thread.
    #[must_use]
    pub fn of(
        agents: &[Agent<u64>],
        paper: &QuestionSet<'_>,
        seed: Seed,
        threads: &Threads,
        stop: &AtomicBool,
        answered: &(impl Fn(u64) + Sync),
    ) -> Option<Vec<Self>> {
        let answer = |agent: &Agent<u64>, question: &Question<'_>| {
            // The agent has no part in the stream's name.
            let mut stream = seed.stream(Purpose::Grade, [question.game, 3, 0]);
            let decision = agent.choose_until(&question.position, &mut stream, stop);
            answered(1);
            (!stop.load(Ordering::Relaxed)).then(|| decision.is_some_and(|it| question.winning.has(it.cell)))
        };
        let marks = |agent: &Agent<u64>| {
            let kept = paper.questions.par_iter().map(|question| answer(agent, question));
            kept.collect::<Option<Vec<bool>>>().map(|kept| Self { kept })
        };
        threads.run(|| agents.iter().map(marks).collect())
    }

    /// Returns how many wins were kept of how many there were.
    #[must_use]
    pub fn share(&self) -> Proportion {
        self.kept.iter().copied().collect()
    }

    /// Returns the same for the questions of a stretch of plies.
    #[must_use]
    pub fn share_in(&self, band: Band, paper: &QuestionSet<'_>) -> Proportion {
        let answers = paper.questions.iter().zip(&self.kept);
        answers.filter(|(question, _)| band.has(question.position.plies())).map(|(_, kept)| *kept).collect()
    }

    /// Tests the difference to the marks of another agent on the same paper.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<TTest> {
        let score = |kept: &bool| f64::from(u8::from(*kept));
        paired(self.kept.iter().map(score).zip(other.kept.iter().map(score)), Population::Unlimited)
    }

    /// Estimates how many wins the agent would throw away in a game, and the standard error.
    ///
    /// Counted are the plies from the first of [`Band::ALL`] on and positions in which both players have a choice. A
    /// question was drawn from all positions of its game, so it stands for as many; a game without a question for none.
    /// Two players share a game.
    #[must_use]
    pub fn blunders_per_game(&self, paper: &QuestionSet<'_>) -> Option<(f64, f64)> {
        let games = paper.games as f64;
        let thrown = paper.questions.iter().zip(&self.kept).filter(|(_, kept)| !**kept);
        let (sum, squares) = thrown.fold((0.0, 0.0), |(sum, squares), (question, _)| {
            let stands_for = f64::from(question.turns) / 2.0;
            (sum + stands_for, squares + stands_for * stands_for)
        });
        let mean = sum / games;
        (paper.games > 0).then(|| (mean, ((squares / games - mean * mean).max(0.0) / games).sqrt()))
    }
}
