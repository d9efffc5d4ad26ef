//! `isotune runs`: all runs and their progress.

use std::io::Write;

use crate::heuristic::ProvenScore;
use crate::report::no_improvement;
use crate::stats::Z_95;
use crate::text::{fixed, signed};
use crate::tune::{RunFolder, RunRecord, RunStatus, SavedRun, Times};
use serde::Serialize;

use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::args::table::TableArgs;
use crate::cli::output::data::records::ProvenRecord;
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::duration;
use crate::cli::output::figures::{align_numbers, fitted, table};
use indicatif::HumanCount;

/// List all runs with their progress and the score of their recommended weights.
///
/// The ± are 95 % intervals. Games are those of the search and of the last verdict; what was played for earlier verdicts of a
/// run that went on is not counted. A line below the table names each run whose verdict has shown no improvement.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: RunsFolder,
    #[command(flatten)]
    form: TableArgs,
}

/// The keys of a run in JSON.
const KEYS: [&str; 12] = [
    "name",
    "status",
    "process",
    "problem",
    "started",
    "seconds",
    "generation",
    "generations",
    "games",
    "verified",
    "keeps_start",
    "measured",
];

#[derive(Serialize)]
struct Runs {
    runs: Vec<ListedRun>,
}

/// A run, as it is listed; what is not known yet is missing in the table and `null` in JSON.
#[derive(Default, Serialize)]
struct ListedRun {
    name: String,
    status: &'static str,
    process: Option<u32>,
    /// What is wrong with it, if something is.
    problem: Option<String>,
    started: Option<String>,
    seconds: Option<f64>,
    generation: Option<u64>,
    generations: Option<u64>,
    games: Option<u64>,
    verified: bool,
    /// Whether its recommendation is still the weights that it started with.
    keeps_start: Option<bool>,
    /// What was measured of its recommendation.
    measured: Option<ProvenRecord>,
    #[serde(skip)]
    shown: Option<ProvenScore>,
    /// What its verdict has not shown.
    #[serde(skip)]
    no_improvement: Option<String>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let form = args.form.check()?.with_keys(&KEYS);
    args.place.expect_given()?;
    let runs: Vec<ListedRun> =
        args.place.names()?.iter().map(|name| ListedRun::read(&args.place.place(name))).collect();
    let record = Runs { runs };
    form.print(&record, &record.runs, out, |out| print(args, &record.runs, out))
}

fn print(args: &Args, runs: &[ListedRun], out: &mut impl Write) -> Result<(), Failure> {
    if runs.is_empty() {
        return Ok(writeln!(out, "{}", args.place.none())?);
    }
    let mut table = table(["run", "status", "generation", "games", "time", "score ± 95 %", "vs improved", "budget"]);
    align_numbers(&mut table, 2..7);
    for run in runs {
        table.add_row(run.row());
    }
    let table = fitted(table, &[4, 3, 2, 7, 6]);
    writeln!(out, "{table}")?;
    for run in runs {
        if let Some(problem) = &run.problem {
            writeln!(out, "{}: {problem}", run.name)?;
        }
        if let Some(sentence) = &run.no_improvement {
            writeln!(out, "{}: {sentence}", run.name)?;
        }
    }
    Ok(())
}

impl ListedRun {
    fn read(folder: &RunFolder) -> ListedRun {
        let (name, worker) = (folder.name(), folder.worker());
        let process = worker.flatten();
        match folder.state() {
            Ok(Some((SavedRun { record, times, .. }, repair))) => {
                let status = RunStatus::of(Some(&record), worker.is_some()).name();
                let problem = repair.map(|repair| repair.to_string());
                ListedRun { name, status, process, problem, ..ListedRun::with_progress(record, times) }
            }
            Ok(None) => {
                let status = RunStatus::of(None, worker.is_some()).name();
                ListedRun { name, status, process, ..ListedRun::default() }
            }
            Err(error) => {
                ListedRun { name, status: "damaged", process, problem: Some(error.to_string()), ..ListedRun::default() }
            }
        }
    }

    fn with_progress(record: RunRecord, times: Times) -> ListedRun {
        let keeps_start = record.keeps_start();
        let score = record.recommendation.score;
        ListedRun {
            keeps_start: Some(keeps_start),
            no_improvement: record.verdict.as_ref().and_then(no_improvement),
            started: Some(times.started),
            seconds: Some(times.seconds),
            generation: Some(record.generations),
            generations: Some(record.policy.generations),
            games: Some(record.verdict.as_ref().map_or(record.games, |verdict| verdict.games)),
            verified: record.recommendation.verified,
            measured: score.as_ref().map(ProvenRecord::from),
            shown: score,
            ..ListedRun::default()
        }
    }

    fn row(&self) -> Vec<String> {
        let status = match self.process {
            Some(process) => format!("{} ({process})", self.status),
            None => self.status.to_owned(),
        };
        let generation = self.generation.zip(self.generations).map(|(done, planned)| format!("{done}/{planned}"));
        let with_error = |score: &ProvenScore| {
            let unverified = if self.verified { "" } else { " (unverified)" };
            format!("{} ± {} %{unverified}", fixed(100.0 * score.score, 1), fixed(100.0 * Z_95 * score.se, 1))
        };
        let delta = |score: &ProvenScore| match (score.delta, score.delta_se) {
            (0.0, 0.0) => "equal".to_owned(),
            (delta, se) => format!("{} ± {}", signed(100.0 * delta, 1), fixed(100.0 * Z_95 * se, 1)),
        };
        vec![
            self.name.clone(),
            status,
            generation.unwrap_or_default(),
            self.games.map(|games| HumanCount(games).to_string()).unwrap_or_default(),
            self.seconds.map(duration).unwrap_or_default(),
            self.shown.as_ref().map(with_error).unwrap_or_default(),
            self.shown.as_ref().map(delta).unwrap_or_default(),
            self.shown.as_ref().map(|score| score.budget.clone()).unwrap_or_default(),
        ]
    }
}
