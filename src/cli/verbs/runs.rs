//! `isotune runs`: all runs and their progress.

use std::io::Write;

use crate::tune::{RunFolder, RunRecord, SavedRun, Times};
use serde::Serialize;

use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::duration;
use crate::cli::output::figures::{align_numbers, table};
use crate::cli::output::json;
use indicatif::HumanCount;

/// List all runs with their progress and the score of their recommended weights.
///
/// The ± is one standard error.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: RunsFolder,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Runs {
    runs: Vec<Run>,
}

/// A run, as it is listed.
#[derive(Serialize)]
struct Run {
    name: String,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    process: Option<u32>,
    /// What is wrong with it, if something is.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    #[serde(flatten)]
    progress: Option<Progress>,
}

#[derive(Serialize)]
struct Progress {
    started: String,
    generation: u64,
    generations: u64,
    games: u64,
    seconds: f64,
    verified: bool,
    score: Option<f64>,
    se: Option<f64>,
    delta_vs_improved: Option<f64>,
    delta_se: Option<f64>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let runs: Vec<Run> = args.place.names()?.iter().map(|name| Run::read(&args.place.place(name))).collect();
    if args.json {
        return json::print(&Runs { runs }, out);
    }
    if runs.is_empty() {
        return Ok(writeln!(out, "no runs in {}; start one with 'isotune tune'", args.place.runs.display())?);
    }
    let mut table = table(["run", "status", "generation", "games", "time", "score", "vs improved"]);
    align_numbers(&mut table, 2..7);
    for run in &runs {
        table.add_row(run.row());
    }
    writeln!(out, "{table}")?;
    for run in &runs {
        if let Some(problem) = &run.problem {
            writeln!(out, "{}: {problem}", run.name)?;
        }
    }
    Ok(())
}

impl Run {
    fn read(folder: &RunFolder) -> Run {
        let (name, worker) = (folder.name(), folder.worker());
        let (status, problem, progress) = match folder.state() {
            Ok(Some((SavedRun { record, times, .. }, repair))) => {
                let status = if worker.is_some() {
                    "running"
                } else {
                    match &record.verdict {
                        Some(verdict) if verdict.complete => "finished",
                        Some(_) => "paused",
                        None => "stopped",
                    }
                };
                (status, repair.map(|repair| repair.to_string()), Some(Progress::new(&record, times)))
            }
            Ok(None) => (if worker.is_some() { "running" } else { "not started" }, None, None),
            Err(error) => ("damaged", Some(error.to_string()), None),
        };
        Run { name, status, process: worker.flatten(), problem, progress }
    }

    fn row(&self) -> Vec<String> {
        let status = match self.process {
            Some(process) => format!("{} ({process})", self.status),
            None => self.status.to_owned(),
        };
        let mut row = vec![self.name.clone(), status];
        if let Some(progress) = &self.progress {
            let with_error = |value: Option<f64>, se: Option<f64>, sign: bool| match (value, se) {
                (Some(value), Some(se)) if sign => format!("{value:+.1} ± {se:.1}"),
                (Some(value), Some(se)) => format!("{value:.1} ± {se:.1} %"),
                _ => String::new(),
            };
            let unverified = if progress.verified { "" } else { " (unverified)" };
            row.extend([
                format!("{}/{}", progress.generation, progress.generations),
                HumanCount(progress.games).to_string(),
                duration(progress.seconds),
                with_error(progress.score, progress.se, false) + unverified,
                with_error(progress.delta_vs_improved, progress.delta_se, true),
            ]);
        }
        row
    }
}

impl Progress {
    fn new(record: &RunRecord, times: Times) -> Progress {
        let score = record.recommendation.score.as_ref();
        Progress {
            started: times.started,
            generation: record.generations,
            generations: record.policy.generations,
            games: record.verdict.as_ref().map_or(record.games, |verdict| verdict.games),
            seconds: times.seconds,
            verified: record.recommendation.verified,
            score: score.map(|score| score.win_rate),
            se: score.map(|score| score.se),
            delta_vs_improved: score.map(|score| score.delta_vs_improved),
            delta_se: score.map(|score| score.delta_se),
        }
    }
}
