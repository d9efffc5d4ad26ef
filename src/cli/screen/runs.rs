//! The runs that are watched, read again when they have changed.

use std::time::{Duration, Instant};

use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::changes::{Changes, Stamp};
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::now;
use crate::report::RunData;
use crate::tune::RunFolder;

/// A run as it was last read.
pub(super) struct WatchedRun {
    folder: RunFolder,
    changes: Changes,
    /// What the last reading took.
    cost: Duration,
    /// Its data, or why there are none.
    pub(super) data: Result<RunData, String>,
    /// The time of day of the last reading.
    pub(super) read_at: String,
}

impl WatchedRun {
    fn new(folder: RunFolder) -> Self {
        let data = Err("not read yet".to_owned());
        let mut run = Self { folder, changes: Changes::new(), cost: Duration::ZERO, data, read_at: String::new() };
        run.refresh();
        run
    }

    /// Returns the name.
    pub(super) fn name(&self) -> String {
        self.folder.name()
    }

    /// Reads the run again if it has changed.
    fn refresh(&mut self) {
        if !self.changes.is_due(Stamp::of(std::slice::from_ref(&self.folder)), self.cost) {
            return;
        }
        let begun = Instant::now();
        self.data = RunData::read(&self.folder).map_err(|error| error.to_string());
        self.cost = begun.elapsed();
        self.read_at = now().format("%H:%M:%S").to_string();
    }
}

/// The runs that are watched: one, or all of a folder.
pub(super) struct WatchedRuns<'a> {
    place: &'a RunsFolder,
    /// Whether there is only one.
    pub(super) single: bool,
    runs: Vec<WatchedRun>,
}

impl<'a> WatchedRuns<'a> {
    /// Reads one run, or all of a folder.
    pub(super) fn new(place: &'a RunsFolder, run: Option<&str>) -> Result<Self, Failure> {
        if run.is_none() {
            place.names()?;
        }
        let runs = run.map(|run| place.find(run).map(WatchedRun::new)).transpose()?;
        let mut watched = Self { place, single: runs.is_some(), runs: runs.into_iter().collect() };
        watched.refresh();
        Ok(watched)
    }

    /// Returns the runs.
    pub(super) fn all(&self) -> &[WatchedRun] {
        &self.runs
    }

    /// Reads again what has changed.
    pub(super) fn refresh(&mut self) {
        if !self.single {
            let names = self.place.names().unwrap_or_default();
            self.runs.retain(|run| names.contains(&run.name()));
            for name in names {
                if self.runs.iter().all(|run| run.name() != name) {
                    self.runs.push(WatchedRun::new(self.place.place(&name)));
                }
            }
            self.runs.sort_by_key(WatchedRun::name);
        }
        self.runs.iter_mut().for_each(WatchedRun::refresh);
    }
}
