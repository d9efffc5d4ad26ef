//! The books of a run: what is known in memory, and how it gets to the disk after every generation.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use argmin::core::Error;
use argmin::core::checkpointing::{Checkpoint, CheckpointingFrequency};

use super::error::TuneError;
use super::folder::{Repair, RunFolder, failed};
use super::history::History;
use super::journal::Journal;
use super::plan::TunePlan;
use super::record::{RunRecord, Times};
use super::watch::{GenerationReport, Watch};
use crate::optimize::{Optimizer, Tuner, TunerState};
use crate::stats::Score;

/// What a generation's games gave.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) games: u64,
    pub(super) selection: Option<f64>,
    pub(super) population: Option<f64>,
    pub(super) mean: Option<Score>,
    pub(super) opponents: Vec<Option<f64>>,
}

/// The books of a run.
pub(super) struct Ledger {
    pub(super) plan: TunePlan,
    pub(super) folder: RunFolder,
    pub(super) record: RunRecord,
    pub(super) journal: Journal,
    /// The mean as the optimizer last had it.
    pub(super) mean: Vec<f64>,
    pub(super) played: Option<Played>,
    history: History,
    watch: Arc<dyn Watch>,
    times: Times,
    begun: Instant,
}

impl Ledger {
    /// Opens the books, making good what is damaged.
    pub(super) fn open(
        plan: TunePlan,
        folder: RunFolder,
        record: RunRecord,
        times: Times,
        watch: Arc<dyn Watch>,
    ) -> Result<Ledger, TuneError> {
        let path = folder.file("journal");
        let (journal, lines) = Journal::open(&path).map_err(|error| failed("open", &path, error))?;
        if lines > 0 {
            watch.repaired(&Repair::Journal { lines });
        }
        let names: Vec<String> = plan.rules().agents.iter().map(|member| member.name.clone()).collect();
        let headline = History::headline(&names, plan.encoding());
        let path = folder.file("history.csv");
        let opened = History::open(&path, &headline, record.history);
        let (history, aside) = opened.map_err(|error| failed("open", &path, error))?;
        if let Some(aside) = aside {
            watch.repaired(&Repair::History { kept: Some(aside).filter(|aside| *aside != path) });
        }
        folder.recommend(&plan, &record.recommendation)?;
        let mean = plan.encoding().start();
        Ok(Ledger { plan, folder, record, journal, mean, played: None, history, watch, times, begun: Instant::now() })
    }

    /// Gives the times up to now.
    pub(super) fn times(&self) -> Times {
        Times { seconds: self.times.seconds + self.begun.elapsed().as_secs_f64(), ..self.times.clone() }
    }

    /// Brings the record and the recommendation to the disk.
    pub(super) fn save(&mut self) -> Result<(), TuneError> {
        self.record.history = self.history.mark();
        self.folder.save(&self.record, &self.times())?;
        self.folder.recommend(&self.plan, &self.record.recommendation)?;
        Ok(())
    }

    /// Brings the record to the disk unless it is there already: to look at a finished run again changes nothing.
    pub(super) fn save_if_changed(&mut self) -> Result<(), TuneError> {
        self.record.history = self.history.mark();
        match self.folder.state()? {
            Some((saved, _, None)) if saved == self.record => Ok(()),
            _ => self.save(),
        }
    }

    /// Empties the journal: what it knew is part of the state now.
    pub(super) fn clear_journal(&mut self) -> Result<(), TuneError> {
        let path = self.journal.path().to_owned();
        self.journal.clear().map_err(|error| failed("write", &path, error))
    }

    /// Closes a generation that the optimizer has been told.
    fn close(&mut self, optimizer: &Optimizer) -> Result<(), TuneError> {
        let Some(played) = self.played.take() else { return Ok(()) };
        let progress = optimizer.progress();
        let record = &mut self.record;
        record.search = optimizer.snapshot().clone();
        record.generations = progress.generations;
        record.games += played.games;
        record.verdict = None;
        self.mean = optimizer.recommendation();
        let report = GenerationReport {
            generation: progress.generations,
            generations: record.division.generations,
            evaluations: progress.evaluations,
            games: record.games,
            selection: played.selection,
            population: played.population,
            mean: played.mean,
            opponents: played.opponents,
            holdout: record.holdout.clone(),
            step_size: progress.spread,
            condition: progress.condition,
            flat: progress.flat,
            weights: self.mean.clone(),
        };
        let path = self.folder.file("history.csv");
        self.history.push(&report).map_err(|error| failed("write", &path, error))?;
        self.save()?;
        self.clear_journal()?;
        self.watch.generation(&report);
        Ok(())
    }
}

/// The books as argmin's checkpoint: after every generation they are brought to the disk.
pub(super) struct Books(pub(super) Rc<RefCell<Ledger>>);

impl Checkpoint<Tuner, TunerState> for Books {
    fn save(&self, tuner: &Tuner, _state: &TunerState) -> Result<(), Error> {
        Ok(self.0.borrow_mut().close(tuner.optimizer())?)
    }

    /// Nothing: the run's folder was read, and shown to its user, before the search began.
    fn load(&self) -> Result<Option<(Tuner, TunerState)>, Error> {
        Ok(None)
    }

    fn frequency(&self) -> CheckpointingFrequency {
        CheckpointingFrequency::Always
    }
}
