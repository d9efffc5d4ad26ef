//! `isotune resume`: continues a run exactly where it stopped.

use std::io::Write;

use crate::tune::{RunFolder, TuneConfig, TuneError, TunePlan};

use crate::cli::args::config::assigns;
use crate::cli::args::follow::FollowArgs;
use crate::cli::args::players::PlayersArgs;
use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::args::time_limit::TimeLimit;
use crate::cli::output::failure::Failure;
use crate::cli::output::live::repairs::{NotedRepairs, RepairNotes};
use crate::cli::output::tuned_for;
use crate::cli::signals::stop_flag;
use crate::cli::verbs::tune::refuse_existing;
use crate::cli::work::{NewRun, Work};

/// What --for means for a run that keeps its plan.
const FOR: &str = "Work for about this long, verdict included: 8h, 90m, 1h30m, 45s. The verdict is played in full and the search gets \
     at least half of the time, so that a short one is exceeded; a note says so. With --fork the new run is planned to fill the time";
/// What --until means for such a run.
const UNTIL: &str = "Finish at about this time of day, verdict included, as with --for: 07:00";

/// Continue a run exactly where it stopped; the result is the same, byte for byte, as without the stop.
///
/// In the run's config.ron or with --set, settings that do not affect results so far may be changed: total, finals,
/// reporting, name. With --fork a new run starts from this one's weights, with config.ron as it is now, and --set may
/// change anything.
///
/// Examples: isotune resume overnight --for 2h; isotune resume overnight --fork deeper --set budget=effort:50000
#[derive(clap::Args)]
#[command(mut_arg("limit", |limit| limit.help(FOR)), mut_arg("until", |until| until.help(UNTIL)))]
pub(crate) struct Args {
    /// The run, by name or folder.
    run: String,
    /// Start a new run with this name from the average of the last means of the run; the old run is left as it is.
    #[arg(long, value_name = "NEW")]
    fork: Option<String>,
    /// Change a field of the configuration, as in total=Games(50000); without --fork only settings that do not affect
    /// results so far: total, finals, reporting. May be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    place: RunsFolder,
    #[command(flatten)]
    limit: TimeLimit,
    #[command(flatten)]
    follow: FollowArgs,
    #[command(flatten)]
    players: PlayersArgs,
    /// Print one JSON object at the end; everything else goes to standard error.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let stop = stop_flag()?;
    let deadline = args.limit.deadline()?;
    args.follow.check(args.json)?;
    let old = args.place.find(&args.run)?;
    let players = args.players.players()?;
    let work = Work {
        players,
        stop,
        deadline,
        runs: args.place.runs.clone(),
        json: args.json,
        // A fork is a new run, with a total of its own.
        sizes: args.fork.is_some() && !assigns(&args.set, "total"),
        follow: &args.follow,
    };
    match &args.fork {
        Some(name) => fork(args, &work, &old, name, out),
        None => go_on(args, &work, &old, out),
    }
}

/// Applies the assignments to a configuration.
fn assign(args: &Args, config: &mut TuneConfig) -> Result<(), Failure> {
    args.set.iter().try_for_each(|assignment| config.assign(assignment).map_err(Failure::input))
}

/// Continues a run.
fn go_on(args: &Args, work: &Work<'_>, folder: &RunFolder, out: &mut impl Write) -> Result<(), Failure> {
    let folder = folder.lock()?;
    let changed = match (args.set.is_empty(), folder.config_now()?) {
        (false, Some(mut config)) => {
            assign(args, &mut config)?;
            Some(config)
        }
        _ => None,
    };
    if let Some(config) = changed.as_ref().or(folder.config_now()?.as_ref()) {
        tuned_for::note_roster_copy(config, &folder);
    }
    let repairs = NotedRepairs::default();
    if let Some(reopened) = folder.reopen_with(changed.clone(), &repairs)? {
        return work.resume(folder, reopened, &repairs.into_all(), out);
    }
    let Some(config) = changed.map_or_else(|| folder.config(), |config| Ok(Some(config)))? else {
        return Err(TuneError::NoRun { path: folder.path().to_owned() }.into());
    };
    if work.prints_notes() {
        writeln!(out, "nothing was saved yet; starting with the first generation")?;
    }
    let plan = folder.plan(config).map_err(Failure::input)?;
    if !args.set.is_empty() {
        folder.write_config(plan.config())?;
    }
    work.start(&plan, NewRun::Locked(folder), false, out)
}

/// Starts a new run from the average of the last means of another.
fn fork(args: &Args, work: &Work<'_>, old: &RunFolder, name: &str, out: &mut impl Write) -> Result<(), Failure> {
    let folder = &args.place.place(name);
    let mut config = old.fork(name, &RepairNotes)?;
    config.opponents = old.conditions(&config).opponents;
    assign(args, &mut config)?;
    args.place.find_opponents(&mut config)?;
    let plan = TunePlan::new(config, folder.path()).map_err(Failure::input)?;
    refuse_existing(folder, "--fork")?;
    let text = plan.config().to_ron().map_err(Failure::work)? + "\n";
    if work.prints_notes() {
        writeln!(out, "new run from the average of the last means of {}", old.name())?;
    }
    work.start(&plan, NewRun::Create { folder, text: &text }, false, out)
}
