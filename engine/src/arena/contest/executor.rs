//! Executors, which play jobs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use rayon::prelude::*;

use super::Contest;
use super::job::Job;
use super::pair::PairResult;
use crate::game::Word;
use crate::text::plural;

/// Plays the jobs of a contest.
pub trait Executor {
    /// Plays jobs and returns their results by index, `None` for jobs that were stopped.
    ///
    /// `finished` is called with the index and the results of every completed job, from any thread.
    fn execute<W: Word>(
        &self,
        contest: &Contest<'_, W>,
        jobs: &[Job],
        stop: &AtomicBool,
        finished: &(dyn Fn(usize, &[PairResult]) + Sync),
    ) -> Vec<Option<Vec<PairResult>>>;
}

/// A pool of threads on this machine.
#[derive(Debug)]
pub struct Threads {
    pool: rayon::ThreadPool,
}

/// Plays a job by its index, or returns `None` if it was stopped.
type PlayJob<'a> = dyn Fn((usize, &Job)) -> Option<Vec<PairResult>> + Sync + 'a;

/// Why threads cannot be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {threads} {}: {error}", plural(*threads, "thread"))]
pub struct ThreadsError {
    threads: usize,
    error: rayon::ThreadPoolBuildError,
}

impl Threads {
    /// Starts a number of threads, by default one per core.
    ///
    /// # Errors
    /// Returns an error if they cannot be started.
    pub fn new(threads: Option<usize>) -> Result<Self, ThreadsError> {
        // Not left to rayon, which would obey any number in RAYON_NUM_THREADS.
        let threads = threads.or_else(|| thread::available_parallelism().ok().map(usize::from)).unwrap_or(1);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map(|pool| Self { pool }).map_err(|error| ThreadsError { threads, error })
    }
}

impl Threads {
    /// Plays jobs by a function, which is compiled apart: rayon's code is there once, whatever the size of the board.
    fn play_all(&self, jobs: &[Job], play: &PlayJob<'_>) -> Vec<Option<Vec<PairResult>>> {
        self.pool.install(|| jobs.par_iter().enumerate().with_max_len(1).map(play).collect())
    }

    /// Runs a function on the threads.
    #[doc(hidden)]
    pub fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.pool.install(work)
    }
}

impl Executor for Threads {
    fn execute<W: Word>(
        &self,
        contest: &Contest<'_, W>,
        jobs: &[Job],
        stop: &AtomicBool,
        finished: &(dyn Fn(usize, &[PairResult]) + Sync),
    ) -> Vec<Option<Vec<PairResult>>> {
        self.play_all(jobs, &|(index, job)| {
            let results = if stop.load(Ordering::Relaxed) { None } else { contest.play(job, stop) };
            results.inspect(|results| finished(index, results))
        })
    }
}
