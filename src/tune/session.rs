//! A session of work on a run: generation after generation until the search ends, then the verdict.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use argmin::core::{Error, Executor as ArgminExecutor, KV, Problem, Solver, State, TerminationReason, TerminationStatus};
use chrono::Utc;

use super::error::TuneError;
use super::observer::Observer;
use super::plan::{PlanError, TunePlan};
use super::play::{
    CompiledConditions, ContestKind, FinalMatches, JobRunner, Measurement, Throughput, decode_results, difference,
    encode_results, results, scores,
};
use super::run::{GenerationResults, Reopened, Run, RunFolder, RunRecord, SavedRun, Times};
use super::verdict::Verdict;
use crate::arena::{Contest, Executor, Job, OpeningBlock, Scoreboard, Threads, duel_schedule, self_check};
use crate::game::{Board, BoardSize, Word};
use crate::optimize::argmin::TunerState;
use crate::optimize::{Generation, Scoring, Stop};
use crate::seed::Seed;
use crate::stats::{PairTally, Population, Score};

/// The interval at which the clock and the stop flag are polled.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

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
/// Returns an error if there is no run, it is in use or damaged beyond repair, or its configuration has changed in a way
/// that decides results; all finished work is saved.
pub fn resume(folder: &Path, observer: &dyn Observer) -> Result<Outcome, TuneError> {
    let (threads, stop) = (Threads::new(None)?, AtomicBool::new(false));
    let folder = RunFolder::new(folder);
    let _lock = folder.lock()?;
    let session = Session { executor: &threads, stop: &stop, deadline: None, observer };
    match folder.reopen(observer)? {
        Some(reopened) => {
            let throughput = reopened.plan.throughput(&threads, &stop)?;
            session.resume(&folder, reopened, &throughput)
        }
        None => {
            let config = folder.config()?.ok_or_else(|| TuneError::NoRun { path: folder.path().to_owned() })?;
            let plan = TunePlan::new(config, folder.path())?;
            let throughput = plan.throughput(&threads, &stop)?;
            session.start_locked(&plan, &folder, &throughput)
        }
    }
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
    /// Starts a run in a new folder, with the text of its configuration if that is more than the plan's own, and works
    /// until the verdict.
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
        let first = self.first_state(plan, throughput)?;
        let text = match config_text {
            Some(text) => text.to_owned(),
            None => plan.config().to_ron()? + "\n",
        };
        let _lock = folder.create(&text)?;
        self.work(plan, folder, first, throughput)
    }

    /// Starts a run whose folder exists and is locked by the caller, but has no state yet.
    ///
    /// # Errors
    /// Returns an error if the session was stopped, or something cannot be written; all finished work is saved.
    pub fn start_locked(
        &self,
        plan: &TunePlan,
        folder: &RunFolder,
        throughput: &Throughput,
    ) -> Result<Outcome, TuneError> {
        self.check(plan.conditions().board())?;
        self.work(plan, folder, self.first_state(plan, throughput)?, throughput)
    }

    /// Resumes a run whose lock the caller holds, and works until the verdict.
    ///
    /// # Errors
    /// Returns an error if the session was stopped, or something cannot be written; all finished work is saved.
    pub fn resume(
        &self,
        folder: &RunFolder,
        reopened: Reopened,
        throughput: &Throughput,
    ) -> Result<Outcome, TuneError> {
        self.work(&reopened.plan, folder, reopened.saved, throughput)
    }

    fn first_state(&self, plan: &TunePlan, throughput: &Throughput) -> Result<SavedRun, TuneError> {
        let started = Utc::now().format("%Y-%m-%dT%H:%M:%SZ").to_string();
        Ok(plan.first_state(throughput.games_per_second, started)?)
    }

    /// Checks that the executor plays the game correctly.
    fn check(&self, size: BoardSize) -> Result<(), TuneError> {
        // The check is calibrated on boards where a heuristic has something to decide.
        if size.cells() < BoardSize::SEVEN.cells() {
            return Ok(());
        }
        if size.cells() <= 64 {
            self_check(&Board::<u64>::new(size).map_err(PlanError::from)?, self.executor)?;
        } else {
            self_check(&Board::<u128>::new(size).map_err(PlanError::from)?, self.executor)?;
        }
        Ok(())
    }

    fn work(
        &self,
        plan: &TunePlan,
        folder: &RunFolder,
        saved: SavedRun,
        throughput: &Throughput,
    ) -> Result<Outcome, TuneError> {
        let estimate = plan.estimate(&saved.record.policy, throughput);
        let search_until = self.deadline.map(|deadline| estimate.search_limit(deadline).until);
        let run = Run::open(plan, folder, saved, self.observer)?;
        if plan.conditions().board().cells() <= 64 {
            self.work_on::<u64>(plan, run, search_until)
        } else {
            self.work_on::<u128>(plan, run, search_until)
        }
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
        let (halt, done) = (AtomicBool::new(false), AtomicBool::new(false));
        let search = Search { session: self, compiled, run, halt: &halt, failure: None };
        let result = thread::scope(|scope| {
            let _done = RaiseOnDrop(&done);
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let late = search_until.is_some_and(|until| Instant::now() >= until);
                    halt.store(late || self.stop.load(Ordering::Relaxed), Ordering::Relaxed);
                    thread::sleep(POLL_INTERVAL);
                }
            });
            ArgminExecutor::new((), search).ctrlc(false).timer(false).run()
        });
        let search = result.map_err(|error| TuneError::Search(error.to_string()))?.solver;
        match search.failure {
            None => Ok(SearchEnd::Optimizer(search.run.optimizer().stop().unwrap_or(Stop::Budget))),
            Some(TuneError::Stopped) if !self.stop.load(Ordering::Relaxed) => Ok(SearchEnd::Deadline),
            Some(error) => Err(error),
        }
    }

    /// Chooses among the finalists on the select block, and measures the winner on the final block.
    fn judge<W: Word>(&self, compiled: &CompiledConditions<'_, W>, run: &mut Run) -> Result<(), TuneError> {
        let (plan, optimizer) = (run.plan(), run.optimizer());
        let (config, encoding) = (plan.config(), plan.encoding());
        let runner = self.runner(run, self.stop);
        let matches = FinalMatches { compiled, runner: &runner, seed: Seed(config.seed) };
        let start = encoding.start();
        let mut vectors: Vec<(String, Vec<f64>)> = Vec::new();
        for (name, vector) in
            [("mean", optimizer.recommendation()), ("tail mean", optimizer.tail_average()), ("start", start.clone())]
        {
            if vectors.iter().all(|(_, other)| *other != vector) {
                vectors.push((name.to_owned(), vector));
            }
        }
        let finalists = matches.finalists(vectors, encoding, config.objective, config.finals.select_pairs)?;
        let best = |best: usize, next: usize| if finalists[next].value > finalists[best].value { next } else { best };
        let winner = (0..finalists.len()).fold(0, best);
        let vector = finalists[winner].vector.clone();
        let (weights, start) = (encoding.weights(&vector), encoding.weights(&start));
        let final_scores = matches.scores(&weights, Some(&start), config.finals.final_pairs)?;
        let pairs: u64 = finalists.iter().map(|finalist| finalist.score.pairs).sum();
        // Not added to the record's games: those are the same whether or not there was a verdict on the way.
        let games = run.record().games + 2 * (pairs + final_scores.pairs());
        let (generation, complete) = (run.record().generations, optimizer.stop().is_some());
        run.record_verdict(Verdict { generation, complete, games, finalists, winner, final_scores }, vector)
    }

    fn runner<'r>(&'r self, run: &'r Run, halt: &'r AtomicBool) -> JobRunner<'r, E> {
        let journal = Some((run.journal(), run.record().identity));
        JobRunner { executor: self.executor, halt, observer: self.observer, journal }
    }
}

/// The search as an argmin solver: an iteration asks for a generation, plays it, tells its costs and saves it.
struct Search<'a, 'b, W, E> {
    session: &'a Session<'a, E>,
    compiled: &'a CompiledConditions<'b, W>,
    run: &'a mut Run,
    /// Raised when the search must end.
    halt: &'a AtomicBool,
    /// Why it ended early.
    failure: Option<TuneError>,
}

impl<W: Word, E: Executor + Sync> Solver<(), TunerState> for Search<'_, '_, W, E> {
    fn name(&self) -> &str {
        self.run.optimizer().config().method.name()
    }

    fn next_iter(&mut self, _: &mut Problem<()>, mut state: TunerState) -> Result<(TunerState, Option<KV>), Error> {
        self.failure = self.generation().err();
        state.refresh(self.run.optimizer());
        match &self.failure {
            None => Ok((state, None)),
            Some(failure) => Ok((state.terminate_with(TerminationReason::SolverExit(failure.to_string())), None)),
        }
    }

    fn terminate(&mut self, _: &TunerState) -> TerminationStatus {
        Stop::status(self.run.optimizer().stop())
    }
}

impl<W: Word, E: Executor + Sync> Search<'_, '_, W, E> {
    /// Plays a generation and saves it.
    fn generation(&mut self) -> Result<(), TuneError> {
        let generation = self.run.optimizer().ask();
        self.hold_out(generation.number)?;
        let results = match generation.scoring {
            Scoring::Alone => self.play_alone(&generation)?,
            Scoring::Duels => self.play_duels(&generation)?,
        };
        let report = self.run.close_generation(results)?;
        self.session.observer.generation_finished(&report);
        Ok(())
    }

    /// Measures the mean on the select block, if that is due.
    fn hold_out(&mut self, generation: u64) -> Result<(), TuneError> {
        let (plan, record) = (self.run.plan(), self.run.record());
        let validation = plan.config().validation;
        let measured = record.holdout.as_ref().map(|measurement| measurement.generation);
        if !generation.is_multiple_of(validation.every) || measured == Some(generation) {
            return Ok(());
        }
        let mean = self.run.optimizer().recommendation();
        let mut agents = vec![self.compiled.weights(plan.encoding().weights(&mean))];
        let first = record.baseline.is_empty();
        if first {
            agents.push(self.compiled.baseline()?);
        }
        let kind = ContestKind::Holdout(generation);
        let seed = kind.seed(Seed(plan.config().seed));
        let contest = self.compiled.contest(agents, OpeningBlock::Select, validation.pairs, seed);
        let scoreboard = self.session.runner(self.run, self.halt).play(kind, &contest)?;
        if first {
            let baseline = results(&contest, &scoreboard, 1);
            self.run.set_baseline(baseline.iter().map(|versus| encode_results(versus)).collect());
        }
        let baseline: Option<Vec<_>> =
            self.run.record().baseline.iter().map(|versus| decode_results(versus)).collect();
        let own = results(&contest, &scoreboard, 0);
        let delta = baseline.and_then(|baseline| difference(&contest, 0, &own, &baseline));
        let ((score, opponents), delta) =
            scores(&contest, &scoreboard, 0).zip(delta).ok_or(TuneError::NoScores)?;
        let measurement = Measurement { generation, score, opponents, delta };
        self.run.record_holdout(measurement.clone(), contest.games())?;
        self.session.observer.measured(&measurement);
        Ok(())
    }

    /// Plays the candidates and the mean against the opponents.
    fn play_alone(&self, generation: &Generation) -> Result<GenerationResults, TuneError> {
        let plan = self.run.plan();
        let pairs = plan.pairs(&self.run.record().policy);
        let mean = self.run.optimizer().recommendation();
        let vectors = generation.candidates.iter().chain(std::iter::once(&mean));
        let agents = vectors.map(|vector| self.compiled.weights(plan.encoding().weights(vector))).collect();
        let kind = ContestKind::Generation(generation.number);
        let contest = self.compiled.contest(agents, OpeningBlock::Train, pairs, kind.seed(Seed(plan.config().seed)));
        let scoreboard = self.session.runner(self.run, self.halt).play(kind, &contest)?;
        Ok(summed(plan, &contest, &scoreboard))
    }

    /// Plays the candidates against each other, two by two.
    fn play_duels(&self, generation: &Generation) -> Result<GenerationResults, TuneError> {
        let plan = self.run.plan();
        let pairs = plan.pairs(&self.run.record().policy);
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for (index, vector) in generation.candidates.iter().enumerate() {
            let agent = self.compiled.weights(plan.encoding().weights(vector));
            if index % 2 == 0 { first.push(agent) } else { second.push(agent) }
        }
        let kind = ContestKind::Generation(generation.number);
        let contest = self.compiled.duels((first, second), pairs, kind.seed(Seed(plan.config().seed)));
        let jobs: Vec<Job> = duel_schedule(contest.candidates(), 0..contest.pairs()).collect();
        let results = self.session.runner(self.run, self.halt).results(kind, &contest, &jobs)?;
        let mut tallies = vec![PairTally::default(); contest.candidates()];
        for (job, results) in jobs.iter().zip(&results) {
            tallies[job.candidate] += results.iter().map(|result| result.outcome()).collect();
        }
        let score = |tally: &PairTally| tally.mean_and_variance().map_or(0.5, |(mean, _)| mean);
        Ok(GenerationResults {
            costs: tallies.iter().flat_map(|tally| [1.0 - score(tally), score(tally)]).collect(),
            games: 2 * (contest.pairs() * contest.candidates()) as u64,
            selection: None,
            population: None,
            mean: None,
            opponents: vec![None; plan.conditions().opponents()],
        })
    }
}

/// The results of all candidates but the last, which is the mean.
fn summed<W: Word>(plan: &TunePlan, contest: &Contest<'_, W>, scoreboard: &Scoreboard) -> GenerationResults {
    let (population, opponents) = (contest.candidates() - 1, contest.opponents());
    let weights = plan.conditions().opponent_weights();
    let tallies = |candidate| {
        let tally = |opponent: usize| (weights[opponent], scoreboard.tally(candidate, opponent));
        (0..opponents).map(tally).collect::<Vec<_>>()
    };
    let objective = plan.config().objective;
    let rate = |candidate: usize, opponent: usize| {
        scoreboard.tally(candidate, opponent).mean_and_variance().map_or(0.0, |(mean, _)| mean)
    };
    let versus = |opponent| (0..population).map(|candidate| rate(candidate, opponent)).sum::<f64>() / population as f64;
    let overall = |candidate| (0..opponents).map(|opponent| rate(candidate, opponent)).sum::<f64>() / opponents as f64;
    let by_opponent: Vec<f64> = (0..opponents).map(versus).collect();
    GenerationResults {
        costs: (0..population).map(|candidate| 1.0 - objective.value(&tallies(candidate))).collect(),
        games: contest.games(),
        selection: (0..population).map(overall).reduce(f64::max),
        population: Some(by_opponent.iter().sum::<f64>() / opponents as f64),
        // All pairs as one sample: a single pair against each opponent has no variance of its own.
        mean: Score::of(tallies(population).into_iter().map(|(_, tally)| tally).sum(), Population::Unlimited),
        opponents: by_opponent.into_iter().map(Some).collect(),
    }
}

/// Raises a flag when dropped, also on a panic: otherwise the thread that polls it would never end.
struct RaiseOnDrop<'a>(&'a AtomicBool);

impl Drop for RaiseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
