//! Playing the contests of a run, each job at most once.

use std::sync::atomic::AtomicBool;

use super::error::TuneError;
use super::folder::failed;
use super::journal::Journal;
use super::watch::{Contested, Watch};
use crate::arena::{Contest, Executor, Job, Scoreboard};
use crate::game::Word;
use crate::store::Fingerprint;

/// What contests are played with.
pub(super) struct Stage<'a, E> {
    pub(super) executor: &'a E,
    /// Raised when the work must end, for whatever reason.
    pub(super) halt: &'a AtomicBool,
    pub(super) watch: &'a dyn Watch,
}

impl<E: Executor> Stage<'_, E> {
    /// Plays jobs of a contest, but those that the journal knows; the key stands for all that decides their results.
    ///
    /// # Errors
    /// When the work was told to end, or the journal cannot be written.
    pub(super) fn play<W: Word>(
        &self,
        what: Contested,
        contest: &Contest<'_, W>,
        jobs: &[Job],
        journal: Option<(&Journal, Fingerprint)>,
    ) -> Result<Scoreboard, TuneError> {
        let mut scoreboard = Scoreboard::new(contest);
        let mut open: Vec<(usize, Job)> = Vec::with_capacity(jobs.len());
        for (index, job) in jobs.iter().enumerate() {
            match journal.and_then(|(journal, key)| journal.known(key, index, job.pairs)) {
                Some(results) => scoreboard.place(job, results),
                None => open.push((index, *job)),
            }
        }
        let (indices, open): (Vec<usize>, Vec<Job>) = open.into_iter().unzip();
        self.watch.contest(&what, open.iter().map(|job| 2 * job.pairs as u64).sum());
        let complete = scoreboard.play_jobs(contest, &open, self.executor, self.halt, &|at, results| {
            self.watch.games(2 * results.len() as u64);
            if let Some((journal, key)) = journal {
                journal.note(key, indices[at], results);
            }
        });
        if let Some((journal, _)) = journal.filter(|_| !complete) {
            journal.flush().map_err(|error| failed("write", journal.path(), error))?;
        }
        if complete { Ok(scoreboard) } else { Err(TuneError::Stopped) }
    }
}
