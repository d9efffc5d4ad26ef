//! Who plays the jobs.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::contest::Contest;
use super::job::Job;
use super::pair::PairResult;
use crate::game::Word;

/// Plays jobs, wherever that is.
pub trait Executor {
    /// Plays jobs of a contest and gives their results by index; `None` for jobs that the stop flag prevented.
    ///
    /// `finished` is told the index and the results of every job that was played to its end, from any thread.
    fn execute<W: Word>(
        &self,
        contest: &Contest<'_, W>,
        jobs: &[Job],
        stop: &AtomicBool,
        finished: &(impl Fn(usize, &[PairResult]) + Sync),
    ) -> Vec<Option<Vec<PairResult>>>;
}

/// The threads of this machine.
#[derive(Debug)]
pub struct Threads {
    pool: rayon::ThreadPool,
}

/// Why there are no threads to play on.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {threads} threads: {error}")]
pub struct ThreadsError {
    threads: usize,
    error: rayon::ThreadPoolBuildError,
}

impl Threads {
    /// Starts so many threads, or one for each core when none are asked for.
    ///
    /// # Errors
    /// Returns an error if the system does not give them.
    pub fn new(threads: Option<usize>) -> Result<Self, ThreadsError> {
        let threads = threads.unwrap_or(0);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map(|pool| Self { pool }).map_err(|error| ThreadsError { threads, error })
    }
}

impl Threads {
    /// Does other work on the threads.
    pub(crate) fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.pool.install(work)
    }
}

impl Executor for Threads {
    fn execute<W: Word>(
        &self,
        contest: &Contest<'_, W>,
        jobs: &[Job],
        stop: &AtomicBool,
        finished: &(impl Fn(usize, &[PairResult]) + Sync),
    ) -> Vec<Option<Vec<PairResult>>> {
        let play = |(index, job): (usize, &Job)| {
            let results = if stop.load(Ordering::Relaxed) { None } else { contest.play(job, stop) };
            results.inspect(|results| finished(index, results))
        };
        self.pool.install(|| jobs.par_iter().enumerate().with_max_len(1).map(play).collect())
    }
}
