//! A session of work on a run: generation after generation until the search ends, then the verdict.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Instant, SystemTime};

use argmin::core::Executor as ArgminExecutor;
use chrono::{DateTime, Utc};

use super::deadline::with_deadline;
use super::error::TuneError;
use super::observer::Observer;
use super::plan::{PlanError, TunePlan};
use super::play::{CompiledConditions, FinalMatches, Throughput, finalists};
use super::run::{LockedFolder, Reopened, Run, RunFolder, RunRecord, SavedRun, Times};
use super::solver::RunSolver;
use super::verdict::Verdict;
use crate::arena::{Executor, Threads, self_check};
use crate::document;
use crate::game::{Board, BoardSize, Word, with_word};
use crate::optimize::Stop;
use crate::seed::Seed;

/// Starts a run in a new folder on all cores, and works until the verdict.
///
/// [`Session`] has more options: a stop flag, a deadline, another executor.
///
/// # Errors
/// Returns an error if the folder is in use, or something cannot be written; all finished work is saved.
pub fn start(plan: &TunePlan, folder: &Path, observer: &dyn Observer) -> Result<Outcome, TuneError> {
    let (threads, stop) = (Threads::new(None)?, AtomicBool::new(false));
    let throughput = plan.throughput(&threads, &stop)?;
    let session = Session { executor: &threads, stop: &stop, deadline: None, observer };
    session.start(plan, &RunFolder::new(folder), None, &throughput)
}

/// Resumes the run in a folder on all cores, and works until the verdict.
///
/// # Errors
/// Returns an error if there is no run, it is in use or damaged beyond repair, or its configuration has changes
/// that affect results; all finished work is saved.
pub fn resume(folder: &Path, observer: &dyn Observer) -> Result<Outcome, TuneError> {
    let (threads, stop) = (Threads::new(None)?, AtomicBool::new(false));
    let folder = RunFolder::new(folder).lock()?;
    let session = Session { executor: &threads, stop: &stop, deadline: None, observer };
    if let Some(reopened) = folder.reopen(observer)? {
        let throughput = reopened.plan.throughput(&threads, &stop)?;
        return session.resume(folder, reopened, &throughput);
    }
    let config = folder.config()?.ok_or_else(|| TuneError::NoRun { path: folder.path().to_owned() })?;
    let plan = folder.plan(config)?;
    let throughput = plan.throughput(&threads, &stop)?;
    session.start_locked(&plan, folder, &throughput)
}

/// A session of work on a run.
pub struct Session<'a, E> {
    /// Plays the games.
    pub executor: &'a E,
    /// Raised to end the session; all finished work is saved.
    pub stop: &'a AtomicBool,
    /// When the verdict must be ready.
    pub deadline: Option<Instant>,
    /// Observes the run.
    pub observer: &'a dyn Observer,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchEnd {
    /// The optimizer is done.
    Optimizer(Stop),
    /// The deadline of the session is near; a later session can continue.
    Deadline,
}

/// The outcome of a session.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Why the search ended.
    pub end: SearchEnd,
    /// The state of the run.
    pub record: RunRecord,
    /// How long the run has worked.
    pub times: Times,
}

impl Outcome {
    /// Returns the verdict.
    #[must_use]
    pub fn verdict(&self) -> Option<&Verdict> {
        self.record.verdict.as_ref()
    }
}

impl<E: Executor + Sync> Session<'_, E> {
    /// Starts a run in a new folder and works until the verdict; `config_text` is written to config.ron in place of the
    /// plan's own RON, to keep comments.
    ///
    /// # Errors
    /// Returns an error if the session was stopped, or something cannot be written; all finished work is saved.
    pub fn start(
        &self,
        plan: &TunePlan,
        folder: &RunFolder,
        config_text: Option<&str>,
        throughput: &Throughput,
    ) -> Result<Outcome, TuneError> {
        self.check(plan.conditions().board())?;
        let first = first_state(plan, throughput)?;
        let text = match config_text {
            Some(text) => text.to_owned(),
            None => plan.config().to_ron()? + "\n",
        };
        let roster = roster_of(plan)?;
        let folder = folder.create(&text)?;
        if let Some(roster) = roster {
            folder.keep_roster(&roster)?;
        }
        self.work(plan, folder, first, throughput)
    }

    /// Starts a run whose folder exists, but has no state yet.
    ///
    /// # Errors
    /// Returns an error if the session was stopped, or something cannot be written; all finished work is saved.
    pub fn start_locked(
        &self,
        plan: &TunePlan,
        folder: LockedFolder,
        throughput: &Throughput,
    ) -> Result<Outcome, TuneError> {
        self.check(plan.conditions().board())?;
        // Without the file the plan was made from the copy.
        if folder.roster_copy(plan.config()).is_none()
            && let Some(roster) = roster_of(plan)?
        {
            folder.keep_roster(&roster)?;
        }
        self.work(plan, folder, first_state(plan, throughput)?, throughput)
    }

    /// Resumes a run and works until the verdict.
    ///
    /// # Errors
    /// Returns an error if the session was stopped, or something cannot be written; all finished work is saved.
    pub fn resume(
        &self,
        folder: LockedFolder,
        reopened: Reopened,
        throughput: &Throughput,
    ) -> Result<Outcome, TuneError> {
        self.work(&reopened.plan, folder, reopened.saved, throughput)
    }

    /// Checks that the executor plays the game correctly.
    fn check(&self, size: BoardSize) -> Result<(), TuneError> {
        // The check is calibrated on boards where a heuristic has something to decide.
        if size.cells() < BoardSize::SEVEN.cells() {
            return Ok(());
        }
        with_word!(size, W => self_check(&Board::<W>::new(size).map_err(PlanError::from)?, self.executor)?);
        Ok(())
    }

    fn work(
        &self,
        plan: &TunePlan,
        folder: LockedFolder,
        saved: SavedRun,
        throughput: &Throughput,
    ) -> Result<Outcome, TuneError> {
        let estimate = plan.estimate(&saved.record.policy, throughput);
        let search_until = self.deadline.map(|deadline| estimate.search_limit(deadline).until);
        let run = Run::open(plan, folder, saved, self.observer)?;
        with_word!(plan.conditions().board(), W => self.work_on::<W>(plan, run, search_until))
    }

    fn work_on<W: Word>(
        &self,
        plan: &TunePlan,
        mut run: Run,
        search_until: Option<Instant>,
    ) -> Result<Outcome, TuneError> {
        let board = Board::<W>::new(plan.conditions().board()).map_err(PlanError::from)?;
        let compiled = CompiledConditions::new(plan.conditions(), &board)?;
        let end = self.search(&compiled, &mut run, search_until)?;
        if run.record().verdict.is_none() {
            self.judge(&compiled, &mut run)?;
        }
        let (record, times) = run.into_parts();
        Ok(Outcome { end, record, times })
    }

    /// Runs argmin's executor until the search ends or its time is up.
    fn search<W: Word>(
        &self,
        compiled: &CompiledConditions<'_, W>,
        run: &mut Run,
        search_until: Option<Instant>,
    ) -> Result<SearchEnd, TuneError> {
        let failure = with_deadline(self.stop, search_until, |halt| {
            let (executor, observer) = (self.executor, self.observer);
            let solver = RunSolver { executor, observer, compiled, run: &mut *run, halt, failure: None };
            let result = ArgminExecutor::new((), solver).ctrlc(false).timer(false).run();
            result.map_or_else(|error| Some(TuneError::Search(error.to_string())), |result| result.solver.failure)
        });
        match failure {
            None => Ok(SearchEnd::Optimizer(run.optimizer().stop().unwrap_or(Stop::Budget))),
            Some(TuneError::Stopped) if !self.stop.load(Ordering::Relaxed) => Ok(SearchEnd::Deadline),
            Some(error) => Err(error),
        }
    }

    /// Chooses among the finalists on the select block, and measures the winner on the final block.
    fn judge<W: Word>(&self, compiled: &CompiledConditions<'_, W>, run: &mut Run) -> Result<(), TuneError> {
        let (plan, optimizer) = (run.plan(), run.optimizer());
        let (config, encoding) = (plan.config(), plan.encoding());
        let runner = run.job_runner(self.executor, self.observer, self.stop);
        let matches = FinalMatches { compiled, runner: &runner, seed: Seed(config.seed) };
        let start = encoding.start();
        let vectors = finalists(
            plan,
            optimizer,
            run.record().best_holdouts.iter().map(|best| (best.generation, &*best.vector)),
            &start,
        );
        let recommendation = optimizer.recommendation();
        let recommended = vectors.iter().position(|(_, vector)| *vector == recommendation);
        let (objective, pairs) = (config.objective, config.finals.select_pairs);
        let (finalists, winner) = matches.finalists(vectors, recommended, encoding, objective, pairs)?;
        let vector = finalists[winner].vector.clone();
        let (weights, start) = (encoding.weights(&vector), encoding.weights(&start));
        let final_scores = matches.scores(&weights, Some(&start), config.finals.final_pairs)?;
        let pairs: u64 = finalists.iter().map(|finalist| finalist.score.pairs).sum();
        // Not added to the record's games: those are the same whether or not there was a verdict on the way.
        let games = run.record().games + 2 * (pairs + final_scores.pairs());
        let (generation, complete) = (run.record().generations, optimizer.stop().is_some());
        let verdict = Verdict { generation, complete, games, finalists, winner, recommended, final_scores };
        run.record_verdict(verdict, vector)
    }
}

/// Reads the file with the opponents that a configuration names.
fn roster_of(plan: &TunePlan) -> Result<Option<Vec<u8>>, TuneError> {
    let Some(file) = plan.config().roster_file() else { return Ok(None) };
    document::read_bytes(file).map(Some).map_err(|error| TuneError::file("read", file, error))
}

fn first_state(plan: &TunePlan, throughput: &Throughput) -> Result<SavedRun, TuneError> {
    Ok(plan.first_state(plan.policy_at(throughput)?, iso_8601(SystemTime::now()))?)
}

/// Returns a time in ISO 8601; the clock may stand before 1970.
fn iso_8601(time: SystemTime) -> String {
    DateTime::<Utc>::from(time).format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_clock_before_1970_is_a_time_as_well() {
        assert_eq!(iso_8601(SystemTime::UNIX_EPOCH - Duration::from_secs(1)), "1969-12-31T23:59:59Z");
    }
}
