//! Repairs of a run's folder, printed as they are made.

use std::sync::Mutex;

use crate::tune::{Observer, Repair};

use crate::cli::output::terminal;

/// Prints only repairs, before anything else happens.
pub(crate) struct RepairNotes;

impl Observer for RepairNotes {
    fn repaired(&self, repair: &Repair) {
        terminal::sentence("note", &repair.to_string());
    }
}

/// Prints repairs, and keeps them for the log.
#[derive(Default)]
pub(crate) struct NotedRepairs(Mutex<Vec<Repair>>);

impl NotedRepairs {
    /// Returns all repairs.
    pub(crate) fn into_all(self) -> Vec<Repair> {
        self.0.into_inner().unwrap_or_default()
    }
}

impl Observer for NotedRepairs {
    fn repaired(&self, repair: &Repair) {
        RepairNotes.repaired(repair);
        if let Ok(mut all) = self.0.lock() {
            all.push(repair.clone());
        }
    }
}
