//! `isotune resume`: continues a run exactly where it stopped.

use std::io::Write;

use crate::arena::Threads;
use crate::tune::{RunFolder, TuneError, TunePlan};

use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::args::time_limit::TimeLimit;
use crate::cli::output::dashboard::RepairNotes;
use crate::cli::output::failure::Failure;
use crate::cli::signals::stop_flag;
use crate::cli::verbs::tune::refuse_existing;
use crate::cli::work::Work;

/// Continue a run exactly where it stopped; the result is the same, byte for byte, as without the stop.
///
/// In the run's config.ron, settings that do not affect results so far may be changed: total, finals, reporting, name.
/// With --fork a new run starts from this one's weights, with config.ron as it is now.
///
/// Example: isotune resume overnight --for 2h
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The run, by name or folder.
    run: String,
    /// Start a new run with this name from the run's mean weights; the old run is left as it is.
    #[arg(long, value_name = "NEW")]
    fork: Option<String>,
    #[command(flatten)]
    place: RunsFolder,
    #[command(flatten)]
    limit: TimeLimit,
    /// Number of threads [default: one per core]. Results do not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print one JSON object at the end; everything else goes to standard error.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let stop = stop_flag()?;
    let deadline = args.limit.deadline()?;
    let old = args.place.find(&args.run)?;
    let threads = Threads::new(args.threads.map(usize::from)).map_err(Failure::work)?;
    let work = Work { threads, stop, deadline, runs: args.place.runs.clone(), json: args.json };
    match &args.fork {
        Some(name) => fork(&work, &old, name, &args.place.place(name), out),
        None => go_on(&work, &old, out),
    }
}

/// Continues a run.
fn go_on(work: &Work, folder: &RunFolder, out: &mut impl Write) -> Result<(), Failure> {
    let _lock = folder.lock()?;
    if let Some(reopened) = folder.reopen(&RepairNotes)? {
        return work.resume(folder, reopened, out);
    }
    let Some(config) = folder.config()? else {
        return Err(TuneError::NoRun { path: folder.path().to_owned() }.into());
    };
    if !work.json {
        writeln!(out, "nothing was saved yet; starting with the first generation")?;
    }
    let plan = TunePlan::new(config, folder.path()).map_err(Failure::input)?;
    work.start(&plan, folder, None, false, out)
}

/// Starts a new run from the mean weights of another.
fn fork(work: &Work, old: &RunFolder, name: &str, folder: &RunFolder, out: &mut impl Write) -> Result<(), Failure> {
    let plan = TunePlan::new(old.fork(name, &RepairNotes)?, folder.path()).map_err(Failure::input)?;
    refuse_existing(folder)?;
    let text = plan.config().to_ron().map_err(Failure::work)? + "\n";
    if !work.json {
        writeln!(out, "new run from the mean weights of {}", old.name())?;
    }
    work.start(&plan, folder, Some(&text), false, out)
}
