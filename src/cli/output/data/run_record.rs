//! A run at the end of a session, as programs read it.

use serde::Serialize;

use crate::heuristic::Weight;
use crate::tune::{RunFolder, RunRecord, Times, TunePlan};

use crate::cli::output::best::named_weights;
use crate::cli::output::data::conditions::ConditionsRecord;
use crate::cli::output::data::json::Named;
use crate::cli::output::data::records::VerdictRecord;

/// A run at the end of a session.
#[derive(Serialize)]
pub(crate) struct SessionRecord {
    /// finished, paused (with a verdict) or stopped (without one).
    status: &'static str,
    name: String,
    folder: String,
    #[serde(flatten)]
    conditions: ConditionsRecord,
    /// Finished generations, and planned ones.
    generation: u64,
    generations: u64,
    games: u64,
    started: String,
    /// Seconds of work in all sessions.
    seconds: f64,
    /// Why the search ended.
    end: Option<String>,
    /// Whether the weights are those that the run started with, once a generation is saved.
    keeps_start: Option<bool>,
    /// The features that the search has left out.
    left_out: Vec<&'static str>,
    verdict: Option<VerdictRecord>,
    /// The file with the recommended weights, if there is one.
    file: Option<String>,
    weights: Option<Named<Weight>>,
    /// The command that continues the run, unless it is finished.
    resume: Option<String>,
}

/// How a session ended.
pub(crate) struct SessionEnd {
    pub(crate) status: &'static str,
    pub(crate) end: Option<String>,
    pub(crate) resume: Option<String>,
}

impl SessionRecord {
    /// Creates the record of a run.
    pub(crate) fn new(
        plan: &TunePlan,
        folder: &RunFolder,
        record: Option<&RunRecord>,
        times: Option<&Times>,
        SessionEnd { status, end, resume }: SessionEnd,
    ) -> SessionRecord {
        let verdict = record.and_then(|record| record.verdict.as_ref());
        let best = folder.best().ok();
        SessionRecord {
            status,
            name: folder.name(),
            folder: folder.path().display().to_string(),
            conditions: ConditionsRecord::new(plan.conditions(), plan.config().seed),
            generation: record.map_or(0, |record| record.generations),
            generations: record.map_or(0, |record| record.policy.generations),
            games: verdict.map_or_else(|| record.map_or(0, |record| record.games), |verdict| verdict.games),
            started: times.map(|times| times.started.clone()).unwrap_or_default(),
            seconds: times.map_or(0.0, |times| times.seconds),
            end,
            keeps_start: record.map(RunRecord::keeps_start),
            left_out: record.map(RunRecord::left_out).unwrap_or_default(),
            verdict: verdict.map(|verdict| VerdictRecord::new(verdict, plan.encoding())),
            file: best.as_ref().map(|_| folder.file("best.ron").display().to_string()),
            weights: best.as_ref().map(named_weights),
            resume,
        }
    }
}
