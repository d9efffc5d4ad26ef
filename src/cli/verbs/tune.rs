//! `isotune tune`: starts a run.

use std::io::Write;

use crate::tune::{RunFolder, RunStatus, SavedRun, TuneError, TunePlan};

use crate::cli::args::config::ConfigArgs;
use crate::cli::args::follow::FollowArgs;
use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::args::time_limit::TimeLimit;
use crate::cli::args::watch::WatchPlace;
use crate::cli::output::failure::Failure;
use crate::cli::signals::stop_flag;
use crate::cli::work::{NewRun, Work, resume_command};

/// Tune the weights of a heuristic: print the plan, search, and report a verdict on held-out openings.
///
/// Everything is saved in a folder, checkpoints/NAME by default. Ctrl-C stops within a second and loses nothing;
/// 'isotune resume NAME' continues exactly where the run stopped.
///
/// Examples: isotune tune; isotune tune overnight --until 07:00; isotune tune my.ron --set seed=7 --name second
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) job: ConfigArgs,
    /// Name of the run [default: the configuration's, with a number appended if a run of that name is finished].
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    place: RunsFolder,
    #[command(flatten)]
    limit: TimeLimit,
    #[command(flatten)]
    follow: FollowArgs,
    /// Also serve the run's report as a live page.
    #[arg(long, conflicts_with = "dry_run")]
    watch: bool,
    #[command(flatten)]
    page: WatchPlace,
    /// Print the plan and exit.
    #[arg(long)]
    dry_run: bool,
    /// Print one JSON object; everything else goes to standard error.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let stop = stop_flag()?;
    let deadline = args.limit.deadline()?;
    args.follow.check(args.json)?;
    let mut config = args.job.config(&args.place)?;
    let wanted = config.name.clone();
    match &args.name {
        Some(name) => name.clone_into(&mut config.name),
        None => match free_name(&args.place, &config.name) {
            Ok(name) => config.name = name,
            // A plan is in nobody's way.
            Err(_) if args.dry_run => {}
            Err(failure) => return Err(failure),
        },
    }
    let folder = args.place.place(&config.name);
    let plan = args.job.plan(config, folder.path())?;
    if !args.dry_run {
        refuse_existing(&folder, "--name")?;
    }
    let text = config_text(&args.job, &plan)?;
    let (runs, follow) = (args.place.runs.clone(), &args.follow);
    let work = Work {
        players: args.job.players()?,
        stop,
        deadline,
        runs,
        json: args.json,
        sizes: !args.job.sets("total"),
        follow,
    };
    if work.prints_notes() {
        let (name, seed) = (&plan.config().name, plan.config().seed);
        if args.name.is_none() && *name != wanted {
            let other = seed.wrapping_add(1);
            writeln!(
                out,
                "note: the run '{wanted}' is finished; this one is '{name}'; --set seed={other} plays other games"
            )?;
        }
        if args.dry_run && !folder.is_unused().map_err(unreadable)? {
            let (path, command) = (folder.path().display(), resume_command(&folder, &args.place.runs));
            writeln!(out, "note: a run is in {path} already; '{command}' continues it, --name NEW starts another")?;
        }
    }
    let server = args.watch.then(|| args.page.serve(&args.place, &folder)).transpose()?;
    let done = work.start(&plan, NewRun::Create { folder: &folder, text: &text }, args.dry_run, out);
    if let Some(server) = server {
        out.flush()?;
        server.wait_for_pages();
    }
    done
}

/// Returns the configuration as it is saved with the run: its own text with comments, unless something was changed.
fn config_text(job: &ConfigArgs, plan: &TunePlan) -> Result<String, Failure> {
    match job.text(plan.config()) {
        Some(text) => Ok(text),
        None => plan.config().to_ron().map(|text| text + "\n").map_err(Failure::work),
    }
}

/// Returns the name itself, or with the first free number appended; a run that is not finished is to be resumed instead.
fn free_name(place: &RunsFolder, name: &str) -> Result<String, Failure> {
    let numbered = (2_u32..).map(|number| format!("{name}-{number}"));
    for name in std::iter::once(name.to_owned()).chain(numbered) {
        let folder = place.place(&name);
        if folder.is_unused().map_err(unreadable)? && folder.worker().is_none() {
            return Ok(name);
        }
        refuse_unfinished(&folder, &resume_command(&folder, &place.runs))?;
    }
    Ok(name.to_owned())
}

/// Refuses to start a run in a folder where one is, or where another process works; `option` gives another name.
pub(crate) fn refuse_existing(folder: &RunFolder, option: &str) -> Result<(), Failure> {
    let path = folder.path();
    match (folder.is_unused().map_err(unreadable)?, folder.worker()) {
        (true, None) => Ok(()),
        (false, None) => Err(Failure::Input(format!(
            "a run already exists in {}; continue it with 'isotune resume', or give another name with {option}",
            path.display()
        ))),
        (_, Some(process)) => Err(TuneError::Busy { path: path.to_owned(), process }.into()),
    }
}

/// A folder that cannot even be read was badly chosen.
fn unreadable(error: TuneError) -> Failure {
    match error {
        TuneError::File { path, error, .. } => TuneError::Create { path, error }.into(),
        error => error.into(),
    }
}

/// Refuses to start beside a run of the same name that is at work or can go on.
fn refuse_unfinished(folder: &RunFolder, command: &str) -> Result<(), Failure> {
    let path = folder.path().display();
    if let Some(process) = folder.worker() {
        let process = process.map_or_else(String::new, |process| format!(" (process {process})"));
        return Err(Failure::Input(format!(
            "the run in {path} is at work{process}; wait for it, or start another with --name NEW"
        )));
    }
    let progress = match folder.state() {
        Ok(Some((SavedRun { record, .. }, _))) => match RunStatus::of(Some(&record), false) {
            RunStatus::Finished => return Ok(()),
            _ => format!("generation {} of {}", record.generations, record.policy.generations),
        },
        Ok(None) if folder.file("config.ron").is_file() => "no generation yet".to_owned(),
        // Damaged or something else: left alone.
        _ => return Ok(()),
    };
    Err(Failure::Input(format!(
        "the run in {path} is not finished ({progress}); continue it with '{command}', or start another with --name NEW"
    )))
}
