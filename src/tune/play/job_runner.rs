//! Plays the contests of a run, each job at most once.

use std::sync::atomic::AtomicBool;

use serde::Serialize;

use crate::agent::PlayerData;
use crate::arena::{Contest, Executor, Job, PairResult, Placement, Scoreboard, schedule};
use crate::game::Word;
use crate::store::Digest;

use super::journal::Journal;
use crate::tune::contest_kind::ContestKind;
use crate::tune::error::TuneError;
use crate::tune::observer::Observer;

/// Plays contests, except for jobs whose results are in the journal.
pub(in crate::tune) struct JobRunner<'a, E> {
    pub(in crate::tune) executor: &'a E,
    /// Raised to end the work, for whatever reason.
    pub(in crate::tune) halt: &'a AtomicBool,
    pub(in crate::tune) observer: &'a dyn Observer,
    /// The journal, and the digest of the conditions that its results depend on.
    pub(in crate::tune) journal: Option<(&'a Journal, Digest)>,
}

/// Everything that the results of a contest's jobs depend on: its digest names them in the journal.
#[derive(Serialize)]
struct ContestKey {
    identity: Digest,
    kind: ContestKind,
    seed: u64,
    pairs: usize,
    placement: Placement,
    candidates: Vec<PlayerData>,
    opponents: Vec<PlayerData>,
    jobs: Vec<[usize; 4]>,
}

impl<E: Executor> JobRunner<'_, E> {
    /// Plays all pairs of a contest.
    ///
    /// # Errors
    /// Returns an error if the work was stopped, or the journal cannot be written.
    pub(in crate::tune) fn play<W: Word>(
        &self,
        kind: ContestKind,
        contest: &Contest<'_, W>,
    ) -> Result<Scoreboard, TuneError> {
        let jobs: Vec<Job> = schedule(contest.candidates(), contest.opponents(), 0..contest.pairs()).collect();
        let mut scoreboard = Scoreboard::new(contest);
        for (job, results) in jobs.iter().zip(self.results(kind, contest, &jobs)?) {
            scoreboard.place(job, &results);
        }
        Ok(scoreboard)
    }

    /// Plays jobs of a contest and returns their results in the same order.
    ///
    /// # Errors
    /// Returns an error if the work was stopped, or the journal cannot be written.
    pub(in crate::tune) fn results<W: Word>(
        &self,
        kind: ContestKind,
        contest: &Contest<'_, W>,
        jobs: &[Job],
    ) -> Result<Vec<Vec<PairResult>>, TuneError> {
        let journal = self.journal.map(|(journal, identity)| (journal, key(identity, kind, contest, jobs)));
        let known = |index: usize, job: &Job| {
            journal.and_then(|(journal, key)| journal.known(key, index, job.pairs)).map(<[PairResult]>::to_vec)
        };
        let mut results: Vec<Option<Vec<PairResult>>> =
            jobs.iter().enumerate().map(|(index, job)| known(index, job)).collect();
        let open: Vec<usize> = (0..jobs.len()).filter(|&index| results[index].is_none()).collect();
        let open_jobs: Vec<Job> = open.iter().map(|&index| jobs[index]).collect();
        self.observer.contest_started(kind, open_jobs.iter().map(|job| 2 * job.pairs as u64).sum());
        let played = self.executor.execute(contest, &open_jobs, self.halt, &|at, results| {
            self.observer.games_played(2 * results.len() as u64);
            if let Some((journal, key)) = journal {
                journal.append(key, open[at], results);
            }
        });
        for (index, played) in open.into_iter().zip(played) {
            results[index] = played;
        }
        let complete: Option<Vec<Vec<PairResult>>> = results.into_iter().collect();
        if let Some((journal, _)) = journal {
            journal.flush(complete.is_none())?;
        }
        complete.ok_or(TuneError::Stopped)
    }
}

fn key<W: Word>(identity: Digest, kind: ContestKind, contest: &Contest<'_, W>, jobs: &[Job]) -> Digest {
    let (candidates, opponents) = contest.players();
    Digest::of_data(&ContestKey {
        identity,
        kind,
        seed: contest.seed().0,
        pairs: contest.pairs(),
        placement: contest.placement(),
        candidates,
        opponents,
        jobs: jobs.iter().map(|job| [job.candidate, job.opponent, job.first, job.pairs]).collect(),
    })
}
