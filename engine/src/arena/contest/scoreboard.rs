//! The scoreboard, which holds the results of a contest.

use std::sync::atomic::AtomicBool;

use super::Contest;
use super::executor::Executor;
use super::job::{Job, schedule};
use super::pair::PairResult;
use crate::game::Word;
use crate::stats::PairTally;

/// The results of a contest: for each candidate, opponent and pair, the result, if played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scoreboard {
    opponents: usize,
    pairs: usize,
    results: Vec<Option<PairResult>>,
}

impl Scoreboard {
    /// Creates an empty scoreboard for a contest.
    #[must_use]
    pub fn new<W: Word>(contest: &Contest<'_, W>) -> Self {
        let (opponents, pairs) = (contest.opponents(), contest.pairs());
        Self { opponents, pairs, results: vec![None; contest.candidates() * opponents * pairs] }
    }

    /// Plays a range of pairs, all candidates against all opponents, and returns `false` if it was stopped.
    pub fn play<W: Word>(
        &mut self,
        contest: &Contest<'_, W>,
        range: std::ops::Range<usize>,
        executor: &impl Executor,
        stop: &AtomicBool,
        played: &(dyn Fn(u64) + Sync),
    ) -> bool {
        let jobs: Vec<Job> = schedule(contest.candidates(), contest.opponents(), range).collect();
        self.play_jobs(contest, &jobs, executor, stop, &|_, results| played(2 * results.len() as u64))
    }

    /// Plays jobs, and returns `false` if it was stopped; `finished` is called for each, from any thread.
    pub fn play_jobs<W: Word>(
        &mut self,
        contest: &Contest<'_, W>,
        jobs: &[Job],
        executor: &impl Executor,
        stop: &AtomicBool,
        finished: &(dyn Fn(usize, &[PairResult]) + Sync),
    ) -> bool {
        let results = executor.execute(contest, jobs, stop, finished);
        let complete = results.iter().all(Option::is_some);
        for (job, results) in jobs.iter().zip(results) {
            self.place(job, &results.unwrap_or_default());
        }
        complete
    }

    /// Records the results of a job.
    pub fn place(&mut self, job: &Job, results: &[PairResult]) {
        for (pair, &result) in (job.first..job.first + job.pairs).zip(results) {
            let index = self.index(job.candidate, job.opponent, pair);
            self.results[index] = Some(result);
        }
    }

    /// Returns the results of a candidate against an opponent, pair by pair.
    #[must_use]
    pub fn results(&self, candidate: usize, opponent: usize) -> &[Option<PairResult>] {
        let start = self.index(candidate, opponent, 0);
        &self.results[start..start + self.pairs]
    }

    /// Returns the numbers of pairs that a candidate lost, split and won against an opponent.
    #[must_use]
    pub fn tally(&self, candidate: usize, opponent: usize) -> PairTally {
        self.tally_where(candidate, opponent, |_| true)
    }

    /// Returns the same over the pairs for which a condition holds.
    #[must_use]
    pub fn tally_where(&self, candidate: usize, opponent: usize, condition: impl Fn(usize) -> bool) -> PairTally {
        let results = self.results(candidate, opponent).iter().enumerate();
        results
            .filter(|(pair, _)| condition(*pair))
            .filter_map(|(_, result)| Some(result.as_ref()?.outcome()))
            .collect()
    }

    /// Returns all results.
    pub fn all(&self) -> impl Iterator<Item = PairResult> {
        self.results.iter().flatten().copied()
    }

    fn index(&self, candidate: usize, opponent: usize, pair: usize) -> usize {
        (candidate * self.opponents + opponent) * self.pairs + pair
    }
}
