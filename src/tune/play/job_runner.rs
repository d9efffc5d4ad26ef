//! Playing the contests of a run, each job at most once.

use std::sync::atomic::AtomicBool;

use super::error::TuneError;
use super::folder::failed;
use super::journal::Journal;
use super::watch::{Contested, Watch};
use crate::arena::{Contest, Executor, Job, PairResult, Scoreboard};
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
    /// Plays jobs of a contest as [`Stage::results`] does, onto a scoreboard.
    ///
    /// # Errors
    /// When the work was told to end, or the journal cannot be written.
    pub(super) fn play<W: Word>(
        &self,
        what: Contested,
        contest: &Contest<'_, W>,
        jobs: &[Job],
        journal: Option<(&Journal, &str)>,
    ) -> Result<Scoreboard, TuneError> {
        let mut scoreboard = Scoreboard::new(contest);
        for (job, results) in jobs.iter().zip(self.results(what, contest, jobs, journal)?) {
            scoreboard.place(job, &results);
        }
        Ok(scoreboard)
    }

    /// Plays jobs of a contest, but those that the journal knows; the text beside it stands for all that decides their
    /// results.
    ///
    /// # Errors
    /// When the work was told to end, or the journal cannot be written.
    pub(super) fn results<W: Word>(
        &self,
        what: Contested,
        contest: &Contest<'_, W>,
        jobs: &[Job],
        journal: Option<(&Journal, &str)>,
    ) -> Result<Vec<Vec<PairResult>>, TuneError> {
        let journal = journal.map(|(journal, key)| {
            let key = Fingerprint::of(key.as_bytes()).followed_by(format!("{what:?} {jobs:?}").as_bytes());
            (journal, key)
        });
        let known = |index: usize, job: &Job| {
            journal.and_then(|(journal, key)| journal.known(key, index, job.pairs)).map(<[PairResult]>::to_vec)
        };
        let mut results: Vec<Option<Vec<PairResult>>> =
            jobs.iter().enumerate().map(|(index, job)| known(index, job)).collect();
        let open: Vec<usize> = (0..jobs.len()).filter(|&index| results[index].is_none()).collect();
        let open_jobs: Vec<Job> = open.iter().map(|&index| jobs[index]).collect();
        self.watch.contest(&what, open_jobs.iter().map(|job| 2 * job.pairs as u64).sum());
        let played = self.executor.execute(contest, &open_jobs, self.halt, &|at, results| {
            self.watch.games(2 * results.len() as u64);
            if let Some((journal, key)) = journal {
                journal.note(key, open[at], results);
            }
        });
        for (index, played) in open.into_iter().zip(played) {
            results[index] = played;
        }
        let complete: Option<Vec<Vec<PairResult>>> = results.into_iter().collect();
        if let Some((journal, _)) = journal {
            journal.flush(complete.is_none()).map_err(|error| failed("write", journal.path(), error))?;
        }
        complete.ok_or(TuneError::Stopped)
    }
}
