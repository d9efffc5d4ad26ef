//! `isotune resume`: go on exactly where a run stopped.

use std::io::Write;

use isotune::arena::Threads;
use isotune::tune::{RunFolder, TuneError, TunePlan};

use crate::cli::args::run_place::RunPlace;
use crate::cli::args::time_limit::TimeLimit;
use crate::cli::output::dashboard::Notes;
use crate::cli::output::failure::Failure;
use crate::cli::signals::stop_flag;
use crate::cli::work::Work;

/// Go on with a run exactly where it stopped: the outcome is the same to the last byte as without the stop.
///
/// The configuration in the run's folder may be changed in what decides no result: the total, the finals, the reporting, the
/// name. With --fork a new run begins from this one's weights, by whatever its config.ron says now.
///
/// Example: isotune resume overnight --for 2h
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The run, by its name or folder.
    run: String,
    /// Begin a new run of this name from the old one's mean, and leave the old one alone.
    #[arg(long, value_name = "NEW")]
    fork: Option<String>,
    #[command(flatten)]
    place: RunPlace,
    #[command(flatten)]
    limit: TimeLimit,
    /// How many threads play; one for each core by default. Results do not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print one JSON object at the end; what else there is to say goes to standard error.
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

/// Goes on with a run.
fn go_on(work: &Work, folder: &RunFolder, out: &mut impl Write) -> Result<(), Failure> {
    let _lock = folder.lock()?;
    if let Some(reopened) = folder.reopen(&Notes)? {
        return work.resume(folder, reopened, out);
    }
    let Some(config) = folder.config()? else {
        return Err(TuneError::NoRun { path: folder.path().to_owned() }.into());
    };
    if !work.json {
        writeln!(out, "nothing had been saved yet; beginning with the first generation")?;
    }
    let plan = TunePlan::new(config, folder.path()).map_err(Failure::input)?;
    work.start(&plan, folder, None, false, out)
}

/// Begins a new run from another's mean.
fn fork(work: &Work, old: &RunFolder, name: &str, folder: &RunFolder, out: &mut impl Write) -> Result<(), Failure> {
    let plan = TunePlan::new(old.fork(name, &Notes)?, folder.path()).map_err(Failure::input)?;
    if folder.path().exists() && !folder.is_empty() {
        return Err(TuneError::Exists { path: folder.path().to_owned() }.into());
    }
    let text = plan.config().to_ron().map_err(Failure::work)? + "\n";
    if !work.json {
        writeln!(out, "a new run from the mean of {}", old.name())?;
    }
    work.start(&plan, folder, Some(&text), false, out)
}
