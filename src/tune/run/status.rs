//! What a run is doing, decided in one place.

use serde::Serialize;

use super::record::RunRecord;

/// What a run is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunStatus {
    /// No generation has been saved, and no process works on it.
    NotStarted,
    /// A process works on it.
    Running,
    /// It was stopped before its verdict.
    Stopped,
    /// It has a verdict, but its search can go on: a time limit ended it, or its total was raised.
    Paused,
    /// It has its final verdict.
    Finished,
}

impl RunStatus {
    /// Returns the status of a run by its saved progress, if there is any, and by whether a process works on it.
    #[must_use]
    pub fn of(record: Option<&RunRecord>, running: bool) -> Self {
        match record.map(|record| &record.verdict) {
            _ if running => Self::Running,
            None => Self::NotStarted,
            Some(None) => Self::Stopped,
            Some(Some(verdict)) if verdict.complete => Self::Finished,
            Some(Some(_)) => Self::Paused,
        }
    }

    /// Returns the name of the status.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotStarted => "not started",
            Self::Running => "running",
            Self::Stopped => "stopped",
            Self::Paused => "paused",
            Self::Finished => "finished",
        }
    }
}
