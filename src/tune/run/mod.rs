//! A run: the optimizer, the record of its progress, and the files that keep both.

mod distribution;
mod folder;
mod history;
mod locked_folder;
mod record;
mod resume;
mod status;

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::arena::OpeningBlock;
use crate::optimize::{Optimizer, Policy, condition};
use crate::stats::Score;
use crate::store::Digest;

use super::damage::Repair;
use super::error::TuneError;
use super::measurement::Measurement;
use super::observer::{GenerationReport, Observer};
use super::plan::{PlanError, TunePlan};
use super::play::{BEST_HOLDOUTS, JobRunner, Journal, proven_score};
use super::pruning::Pruning;
use super::verdict::Verdict;
use history::History;

pub use distribution::Distribution;
pub use folder::RunFolder;
pub(crate) use history::marked_history;
pub use locked_folder::LockedFolder;
pub use record::{HoldoutMean, Recommendation, RunRecord, SavedRun, Times};
pub use resume::Reopened;
pub use status::RunStatus;

/// A run in progress: the only owner of everything that changes.
pub(super) struct Run {
    plan: TunePlan,
    optimizer: Optimizer,
    record: RunRecord,
    journal: Journal,
    history: History,
    /// The times at the start of the session.
    times: Times,
    /// The times in state.ron.
    saved: Times,
    opened: Instant,
    /// Dropped last, since the lock guards the other files.
    folder: LockedFolder,
}

/// The results of a generation's games.
#[derive(Clone, Debug)]
pub(super) struct GenerationResults {
    /// The cost of each candidate.
    pub(super) costs: Vec<f64>,
    pub(super) games: u64,
    /// The best candidate's win rate.
    pub(super) selection: Option<f64>,
    /// The candidates' average win rate.
    pub(super) population: Option<f64>,
    /// The win rate of the mean.
    pub(super) mean: Option<Score>,
    /// The candidates' average win rate against each opponent.
    pub(super) opponents: Vec<Option<f64>>,
}

impl TunePlan {
    /// Returns the state of a run that has not started.
    ///
    /// # Errors
    /// Returns an error if what the plan refers to cannot be read.
    pub(super) fn first_state(&self, policy: Policy, started: String) -> Result<SavedRun, PlanError> {
        let record = RunRecord {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            config: self.config().clone(),
            identity: self.identity()?.digest(),
            policy,
            games: 0,
            generations: 0,
            history: (0, Digest::of(b"")),
            holdout: None,
            best_holdouts: Vec::new(),
            prunings: Vec::new(),
            baseline: Vec::new(),
            recommendation: Recommendation {
                vector: self.encoding().start(),
                generation: 0,
                games: 0,
                score: None,
                verified: false,
            },
            verdict: None,
        };
        let search = self.optimizer(&policy, None)?.snapshot().clone();
        Ok(SavedRun { times: Times { started, seconds: 0.0 }, record, search })
    }
}

impl Run {
    /// Opens a run at a saved state, repairing what is damaged.
    pub(super) fn open(
        plan: &TunePlan,
        folder: LockedFolder,
        saved: SavedRun,
        observer: &dyn Observer,
    ) -> Result<Self, TuneError> {
        let SavedRun { times, record, search } = saved;
        // Before anything else, so that files without a state always belong to a run that has lost it.
        if !folder.has("state.ron")? {
            folder.save(&times, &record, &search)?;
        }
        let (journal, lines) = Journal::open(folder.files(), &folder.file("journal"))?;
        if lines > 0 {
            observer.repaired(&Repair::Journal { lines });
        }
        let path = folder.file("history.csv");
        let (history, aside) = History::open(folder.files(), &path, &History::header(plan), record.history)?;
        if let Some(aside) = aside {
            observer.repaired(&Repair::History { kept: Some(aside).filter(|aside| *aside != path) });
        }
        folder.recommend(plan, &record.recommendation)?;
        let optimizer = plan.optimizer(&record.policy, Some(search))?;
        let (plan, opened, saved) = (plan.clone(), Instant::now(), times.clone());
        let mut run = Self { plan, optimizer, record, journal, history, times, saved, opened, folder };
        run.save_if_changed()?;
        // A kill right after the verdict leaves its games there.
        if run.record.verdict.as_ref().is_some_and(|verdict| verdict.complete) && !run.journal.is_empty() {
            run.journal.clear()?;
        }
        Ok(run)
    }

    pub(super) fn plan(&self) -> &TunePlan {
        &self.plan
    }

    pub(super) fn optimizer(&self) -> &Optimizer {
        &self.optimizer
    }

    pub(super) fn record(&self) -> &RunRecord {
        &self.record
    }

    /// Returns what plays the run's contests with an executor, until a flag is raised.
    pub(super) fn job_runner<'a, E>(
        &'a self,
        executor: &'a E,
        observer: &'a dyn Observer,
        halt: &'a AtomicBool,
    ) -> JobRunner<'a, E> {
        JobRunner { executor, halt, observer, journal: Some((&self.journal, self.record.identity)) }
    }

    /// Returns the times up to now.
    pub(super) fn times(&self) -> Times {
        Times { seconds: self.times.seconds + self.opened.elapsed().as_secs_f64(), ..self.times.clone() }
    }

    /// Writes the state and the recommendation.
    fn save(&mut self) -> Result<(), TuneError> {
        self.record.history = self.history.mark();
        let times = self.times();
        self.folder.save(&times, &self.record, self.optimizer.snapshot())?;
        self.saved = times;
        self.folder.recommend(&self.plan, &self.record.recommendation)
    }

    /// Writes the state unless it is up to date: looking at a finished run changes nothing.
    fn save_if_changed(&mut self) -> Result<(), TuneError> {
        self.record.history = self.history.mark();
        match self.folder.state()? {
            Some((saved, None)) if saved.record == self.record && saved.search == *self.optimizer.snapshot() => Ok(()),
            _ => self.save(),
        }
    }

    /// Keeps the results of the baseline on the hold-out's openings.
    pub(super) fn set_baseline(&mut self, results: Vec<String>) {
        self.record.baseline = results;
    }

    /// Records a hold-out of the mean, which becomes the recommendation.
    pub(super) fn record_holdout(&mut self, measurement: Measurement, games: u64) -> Result<(), TuneError> {
        let record = &mut self.record;
        record.games = record.games.saturating_add(games);
        let generation = measurement.generation;
        // A verdict after this very generation, reached at a time limit, is more precise than a measurement.
        if !(record.recommendation.verified && record.recommendation.generation == generation) {
            let Measurement { score, delta, .. } = &measurement;
            record.recommendation = Recommendation {
                vector: self.optimizer.recommendation(),
                generation,
                games: record.games,
                score: Some(proven_score(self.plan.conditions(), score, delta, OpeningBlock::Select)),
                verified: false,
            };
            record.verdict = None;
        }
        if generation > 0 {
            let score = measurement.score.mean;
            let place = record.best_holdouts.partition_point(|best| best.score >= score);
            record
                .best_holdouts
                .insert(place, HoldoutMean { generation, score, vector: self.optimizer.recommendation() });
            record.best_holdouts.truncate(BEST_HOLDOUTS);
        }
        record.holdout = Some(measurement);
        // Saved with the recommendation, or a kill before the end of the generation would set best.ron back.
        self.save()
    }

    /// Records a match against fewer features, and returns it; if they win, the coordinates of the others are left out from
    /// now on, unless nothing else would be left to move.
    pub(super) fn record_pruning(
        &mut self,
        mut pruning: Pruning,
        left_out: &[usize],
        games: u64,
    ) -> Result<Pruning, TuneError> {
        pruning.accepted = pruning.accepted && self.optimizer.leave_out(left_out);
        self.record.games = self.record.games.saturating_add(games);
        self.record.prunings.push(pruning.clone());
        // Saved with the optimizer, so that a kill leaves both or neither.
        self.save()?;
        Ok(pruning)
    }

    /// Passes the results of a generation to the optimizer, and saves: history, state, then an empty journal.
    pub(super) fn close_generation(&mut self, results: GenerationResults) -> Result<GenerationReport, TuneError> {
        self.optimizer.tell(&results.costs)?;
        let progress = self.optimizer.progress();
        // The surface has a distribution, but no condition of its own.
        let shape = || self.optimizer.shape().and_then(|shape| condition(&shape.covariance));
        let condition = progress.condition.or_else(shape);
        let record = &mut self.record;
        record.generations = progress.generations;
        record.games = record.games.saturating_add(results.games);
        record.verdict = None;
        let report = GenerationReport {
            generation: progress.generations,
            generations: record.policy.generations,
            evaluations: progress.evaluations,
            measuring_until: Some(record.policy.method.measuring_generations())
                .filter(|last| progress.generations < *last),
            games: record.games,
            selection: results.selection,
            population: results.population,
            mean: results.mean,
            opponents: results.opponents,
            holdout: record.holdout.clone(),
            step_size: progress.spread,
            condition,
            flat: progress.flat,
            outlook: progress.outlook,
            weights: self.plan.encoding().scaled(&self.optimizer.mean()),
        };
        self.history.push(&report, self.times().seconds)?;
        self.save()?;
        self.journal.clear()?;
        Ok(report)
    }

    /// Records the verdict, whose winner becomes the recommendation; after the end of the search the journal is cleared.
    pub(super) fn record_verdict(&mut self, verdict: Verdict, vector: Vec<f64>) -> Result<(), TuneError> {
        let scores = &verdict.final_scores;
        self.record.recommendation = Recommendation {
            vector,
            generation: self.record.generations,
            games: verdict.games,
            score: Some(proven_score(
                self.plan.conditions(),
                &scores.score,
                &scores.delta_improved,
                OpeningBlock::Final,
            )),
            verified: true,
        };
        let complete = verdict.complete;
        self.record.verdict = Some(verdict);
        self.save()?;
        if complete { self.journal.clear() } else { Ok(()) }
    }

    /// Closes the run and returns its record and the times that were saved with it, which others read as well.
    pub(super) fn into_parts(self) -> (RunRecord, Times) {
        (self.record, self.saved)
    }
}
