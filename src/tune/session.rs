//! A session of work on a run: generation after generation until the search is over, then the verdict.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use argmin::core::Executor as Argmin;

use super::error::TuneError;
use super::field::Field;
use super::finals::Finals;
use super::folder::RunFolder;
use super::journal::{digits, results as read_digits};
use super::ledger::{Books, Ledger, Played};
use super::measure::{Measure, difference, proven, results, scores};
use super::plan::TunePlan;
use super::plan_error::PlanError;
use super::record::{Recommendation, RunRecord, Times};
use super::stage::Stage;
use super::verdict::Verdict;
use super::watch::{Contested, Watch};
use crate::arena::{Contest, Executor, Job, OpeningBlock, Scoreboard, duel_schedule, schedule};
use crate::game::{Board, Word};
use crate::optimize::{Generation, Objective, Optimizer, Scoring, Stop, Tuner};
use crate::seed::{Purpose, Seed};
use crate::stats::{PairTally, Population, Score};
use crate::store::Fingerprint;

/// The contests of the search, told apart by the seeds they have.
const GENERATION: u64 = 0;
const HOLDOUT: u64 = 1;
/// How often the clock and the flag are looked at.
const BLINK: Duration = Duration::from_millis(20);

/// A session of work on a run.
pub struct Session<'a, E> {
    /// What is to be done.
    pub plan: &'a TunePlan,
    /// Where it is kept.
    pub folder: &'a RunFolder,
    /// Who plays.
    pub executor: &'a E,
    /// Raised by whoever wants the session to end.
    pub stop: &'a AtomicBool,
    /// When the search must have ended, to leave time for the verdict.
    pub search_until: Option<Instant>,
    /// Who watches.
    pub watch: Arc<dyn Watch>,
}

/// What ended the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The search itself.
    Search(Stop),
    /// The session's time, so that a later session may go on.
    Time,
}

/// A finished session.
#[derive(Clone, Debug)]
pub struct Finished {
    /// What ended the search.
    pub ended: Ended,
    /// The state of the run.
    pub record: RunRecord,
    /// How long the run has worked.
    pub times: Times,
}

impl TunePlan {
    /// Gives the state of a run that has not begun.
    ///
    /// # Errors
    /// When the total does not pay a generation, or what the plan refers to cannot be read.
    pub fn first_record(&self, games_per_second: f64) -> Result<RunRecord, PlanError> {
        let division = self.division(games_per_second)?;
        let optimizer = self.optimizer(&division, None)?;
        Ok(RunRecord {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            config: self.config().clone(),
            surroundings: self.surroundings()?,
            division,
            games: 0,
            search: optimizer.snapshot().clone(),
            generations: 0,
            history: (0, Fingerprint::of(b"")),
            holdout: None,
            baseline: Vec::new(),
            recommendation: Recommendation {
                vector: self.encoding().start(),
                generation: 0,
                games: 0,
                score: None,
                verified: false,
            },
            verdict: None,
        })
    }
}

impl<E: Executor + Sync> Session<'_, E> {
    /// Works on a run from a state on, until the search is over or its time is up, and takes the verdict.
    ///
    /// # Errors
    /// When it was told to stop, or something could not be written; everything finished is saved then.
    pub fn work(&self, record: RunRecord, times: Times) -> Result<Finished, TuneError> {
        if self.plan.config().board.cells() <= 64 {
            self.work_on::<u64>(record, times)
        } else {
            self.work_on::<u128>(record, times)
        }
    }

    fn work_on<W: Word>(&self, record: RunRecord, times: Times) -> Result<Finished, TuneError> {
        let board = Board::<W>::new(self.plan.config().board).map_err(PlanError::from)?;
        let field = Field::new(self.plan, &board)?;
        // Before anything else, so that files without a state are always those of a run that has lost it.
        if !self.folder.file("state.ron").exists() {
            self.folder.save(&record, &times)?;
        }
        let mut ledger = Ledger::open(self.plan.clone(), self.folder.clone(), record, times, Arc::clone(&self.watch))?;
        ledger.save_if_changed()?;
        let optimizer = self.plan.optimizer(&ledger.record.division, Some(ledger.record.search.clone()))?;
        ledger.mean = optimizer.recommendation();
        let ledger = Rc::new(RefCell::new(ledger));
        let (ended, optimizer) = self.search(&field, &ledger, optimizer)?;
        let mut ledger = ledger.borrow_mut();
        if ledger.record.verdict.is_none() {
            self.judge(&field, &mut ledger, &optimizer)?;
            if matches!(ended, Ended::Search(_)) {
                ledger.clear_journal()?;
            }
        }
        Ok(Finished { ended, record: ledger.record.clone(), times: ledger.times() })
    }

    /// Runs the search until it is over or its time is up.
    fn search<W: Word>(
        &self,
        field: &Field<'_, W>,
        ledger: &Rc<RefCell<Ledger>>,
        optimizer: Optimizer,
    ) -> Result<(Ended, Optimizer), TuneError> {
        let (halt, over) = (AtomicBool::new(false), AtomicBool::new(false));
        let stage = Stage { executor: self.executor, halt: &halt, watch: &*self.watch };
        let config = *optimizer.config();
        let result = thread::scope(|scope| {
            let _over = Raised(&over);
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    let late = self.search_until.is_some_and(|until| Instant::now() >= until);
                    halt.store(late || self.stop.load(Ordering::Relaxed), Ordering::Relaxed);
                    thread::sleep(BLINK);
                }
            });
            let play = |generation: &Generation| {
                let mut ledger = ledger.borrow_mut();
                self.hold_out(field, &stage, &mut ledger, generation.number)?;
                Ok(self.play_generation(field, &stage, &mut ledger, generation)?)
            };
            let result = Argmin::new(Objective(play), Tuner::new(optimizer))
                .checkpointing(Books(Rc::clone(ledger)))
                .ctrlc(false)
                .timer(false)
                .run();
            result.map(drop)
        });
        let snapshot = ledger.borrow().record.search.clone();
        let division = ledger.borrow().record.division;
        let optimizer = self.plan.optimizer(&division, Some(snapshot))?;
        debug_assert_eq!(*optimizer.config(), config);
        match result {
            Ok(()) => Ok((Ended::Search(optimizer.stop().unwrap_or(Stop::Budget)), optimizer)),
            Err(error) => match error.downcast::<TuneError>() {
                Ok(TuneError::Stopped) if !self.stop.load(Ordering::Relaxed) => Ok((Ended::Time, optimizer)),
                Ok(error) => Err(error),
                Err(error) => Err(TuneError::Search(error.to_string())),
            },
        }
    }

    /// Measures the mean on openings that the search does not see, where that is due.
    fn hold_out<W: Word>(
        &self,
        field: &Field<'_, W>,
        stage: &Stage<'_, E>,
        ledger: &mut Ledger,
        generation: u64,
    ) -> Result<(), TuneError> {
        let validation = self.plan.config().validation;
        let measured = ledger.record.holdout.as_ref().map(|measure| measure.generation);
        if !generation.is_multiple_of(validation.every) || measured == Some(generation) {
            return Ok(());
        }
        let mut agents = vec![field.weighted(self.plan.encoding().weights(&ledger.mean))];
        let first = ledger.record.baseline.is_empty();
        if first {
            agents.push(field.by_the_rules(&self.plan.baseline())?);
        }
        // The same openings and the same chance every time, so that measurements can be compared.
        let seed = self.seed(HOLDOUT, 0);
        let contest = field.contest(agents, OpeningBlock::Select, validation.pairs, seed);
        let what = Contested::Holdout(generation);
        let scoreboard = self.play(stage, ledger, what, &contest, &all_jobs(&contest), &ledger.mean)?;
        if first {
            ledger.record.baseline = results(&contest, &scoreboard, 1).iter().map(|versus| digits(versus)).collect();
        }
        let baseline: Option<Vec<_>> = ledger.record.baseline.iter().map(|versus| read_digits(versus)).collect();
        let own = results(&contest, &scoreboard, 0);
        let delta = baseline.and_then(|baseline| difference(&contest, 0, &own, &baseline));
        let measure = scores(&contest, &scoreboard, 0).zip(delta);
        let ((score, opponents), delta) =
            measure.ok_or_else(|| TuneError::Search("the hold-out gave no score".to_owned()))?;
        ledger.record.games += contest.games();
        let recommended = &ledger.record.recommendation;
        // A verdict on this very generation, when a session's time was up, says more than a measurement.
        if !(recommended.verified && recommended.generation == generation) {
            ledger.record.recommendation = Recommendation {
                vector: ledger.mean.clone(),
                generation,
                games: ledger.record.games,
                score: Some(proven(self.plan, &score, &delta, OpeningBlock::Select)),
                verified: false,
            };
            ledger.record.verdict = None;
        }
        let measure = Measure { generation, score, opponents, delta };
        ledger.record.holdout = Some(measure.clone());
        // The state with the recommendation, or a kill before the end of the generation would set best.ron back.
        ledger.save()?;
        self.watch.measured(&measure);
        Ok(())
    }

    /// Plays a generation and gives its costs.
    fn play_generation<W: Word>(
        &self,
        field: &Field<'_, W>,
        stage: &Stage<'_, E>,
        ledger: &mut Ledger,
        generation: &Generation,
    ) -> Result<Vec<f64>, TuneError> {
        let pairs = ledger.record.division.pairs;
        let agent = |vector: &Vec<f64>| field.weighted(self.plan.encoding().weights(vector));
        let mut agents: Vec<_> = generation.candidates.iter().map(agent).collect();
        let seed = self.seed(GENERATION, generation.number);
        let what = Contested::Generation(generation.number);
        match generation.scoring {
            Scoring::Alone => {
                agents.push(agent(&ledger.mean));
                let contest = field.contest(agents, OpeningBlock::Train, pairs, seed);
                let vectors = (&generation.candidates, &ledger.mean);
                let scoreboard = self.play(stage, ledger, what, &contest, &all_jobs(&contest), &vectors)?;
                let (costs, played) = self.sum_up(&contest, &scoreboard);
                ledger.played = Some(played);
                Ok(costs)
            }
            Scoring::Duels => {
                let (mut first, mut second) = (Vec::new(), Vec::new());
                for (index, agent) in agents.into_iter().enumerate() {
                    if index % 2 == 0 { first.push(agent) } else { second.push(agent) }
                }
                let contest = field.duels((first, second), pairs, seed);
                let jobs: Vec<Job> = duel_schedule(contest.candidates(), 0..contest.pairs()).collect();
                let key = self.key(ledger, &generation.candidates);
                let results = stage.results(what, &contest, &jobs, Some((&ledger.journal, &key)))?;
                let mut tallies = vec![PairTally::default(); contest.candidates()];
                for (job, results) in jobs.iter().zip(&results) {
                    tallies[job.candidate] += results.iter().map(|result| result.outcome()).collect();
                }
                let games = 2 * (contest.pairs() * contest.candidates()) as u64;
                let opponents = vec![None; self.plan.rules().agents.len()];
                ledger.played = Some(Played { games, selection: None, population: None, mean: None, opponents });
                let score = |tally: &PairTally| tally.mean_and_variance().map_or(0.5, |(mean, _)| mean);
                Ok(tallies.iter().flat_map(|tally| [1.0 - score(tally), score(tally)]).collect())
            }
        }
    }

    /// The costs of all candidates but the last, which is the mean, and what there is to tell.
    fn sum_up<W: Word>(&self, contest: &Contest<'_, W>, scoreboard: &Scoreboard) -> (Vec<f64>, Played) {
        let (population, opponents) = (contest.candidates() - 1, contest.opponents());
        let weights = self.plan.opponent_weights();
        let tallies = |candidate| {
            let tally = |opponent: usize| (weights[opponent], scoreboard.tally(candidate, opponent));
            (0..opponents).map(tally).collect::<Vec<_>>()
        };
        let objective = self.plan.config().objective;
        let costs = (0..population).map(|candidate| 1.0 - objective.value(&tallies(candidate))).collect();
        let rate = |candidate: usize, opponent: usize| {
            scoreboard.tally(candidate, opponent).mean_and_variance().map_or(0.0, |(mean, _)| mean)
        };
        let versus =
            |opponent| (0..population).map(|candidate| rate(candidate, opponent)).sum::<f64>() / population as f64;
        let overall =
            |candidate| (0..opponents).map(|opponent| rate(candidate, opponent)).sum::<f64>() / opponents as f64;
        let by_opponent: Vec<f64> = (0..opponents).map(versus).collect();
        let played = Played {
            games: contest.games(),
            selection: (0..population).map(overall).reduce(f64::max),
            population: Some(by_opponent.iter().sum::<f64>() / opponents as f64),
            // All pairs as one sample: a single pair against each opponent has no variance of its own to show.
            mean: Score::of(tallies(population).into_iter().map(|(_, tally)| tally).sum(), Population::Unlimited),
            opponents: by_opponent.into_iter().map(Some).collect(),
        };
        (costs, played)
    }

    /// Takes the verdict: finalists on the select block, the winner on the final block.
    fn judge<W: Word>(
        &self,
        field: &Field<'_, W>,
        ledger: &mut Ledger,
        optimizer: &Optimizer,
    ) -> Result<(), TuneError> {
        let stage = Stage { executor: self.executor, halt: self.stop, watch: &*self.watch };
        let config = self.plan.config();
        let finals = Finals {
            field,
            stage: &stage,
            journal: Some(&ledger.journal),
            surroundings: ledger.record.surroundings,
            seed: Seed(config.seed),
        };
        let start = self.plan.encoding().start();
        let mut candidates: Vec<(String, Vec<f64>)> = Vec::new();
        for (name, vector) in
            [("mean", optimizer.recommendation()), ("tail mean", optimizer.tail_average()), ("start", start.clone())]
        {
            if candidates.iter().all(|(_, other)| *other != vector) {
                candidates.push((name.to_owned(), vector));
            }
        }
        let finalists = finals.finalists(candidates, config.finals.select_pairs)?;
        let best = |best: usize, next: usize| if finalists[next].value > finalists[best].value { next } else { best };
        let winner = (0..finalists.len()).fold(0, best);
        let vector = finalists[winner].vector.clone();
        let weights = |vector: &[f64]| self.plan.encoding().weights(vector);
        let final_scores = finals.scores(&weights(&vector), Some(&weights(&start)), config.finals.final_pairs)?;
        let record = &mut ledger.record;
        let pairs: u64 = finalists.iter().map(|finalist| finalist.score.pairs).sum();
        let others = final_scores.start.as_ref().map_or(0, |start| start.score.pairs + start.versus.score.pairs);
        let last = final_scores.score.pairs + final_scores.improved.pairs + final_scores.versus_improved.score.pairs;
        // Kept apart: the games of the search are the same whether or not it was judged on the way.
        let games = record.games + 2 * (pairs + others + last);
        record.recommendation = Recommendation {
            vector,
            generation: record.generations,
            games,
            score: Some(proven(self.plan, &final_scores.score, &final_scores.delta_improved, OpeningBlock::Final)),
            verified: true,
        };
        let (generation, complete) = (record.generations, optimizer.stop().is_some());
        record.verdict = Some(Verdict { generation, complete, games, finalists, winner, final_scores });
        ledger.save()
    }

    fn play<W: Word>(
        &self,
        stage: &Stage<'_, E>,
        ledger: &Ledger,
        what: Contested,
        contest: &Contest<'_, W>,
        jobs: &[Job],
        candidates: &impl std::fmt::Debug,
    ) -> Result<Scoreboard, TuneError> {
        stage.play(what, contest, jobs, Some((&ledger.journal, &self.key(ledger, candidates))))
    }

    /// All that decides the results of candidates in a contest of this run, but the contest itself.
    fn key(&self, ledger: &Ledger, candidates: &impl std::fmt::Debug) -> String {
        format!("{candidates:?} {} {}", self.plan.config().seed, ledger.record.surroundings)
    }

    fn seed(&self, contest: u64, index: u64) -> Seed {
        Seed(self.plan.config().seed).derived(Purpose::Contest, [contest, index, 0])
    }
}

fn all_jobs<W: Word>(contest: &Contest<'_, W>) -> Vec<Job> {
    schedule(contest.candidates(), contest.opponents(), 0..contest.pairs()).collect()
}

/// A flag that goes up when this goes out of scope, also when something panics: else the thread that waits for it would
/// wait for ever.
struct Raised<'a>(&'a AtomicBool);

impl Drop for Raised<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
