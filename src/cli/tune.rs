//! `isotune tune`: the main job.

use std::io::Write;
use std::path::Path;

use isotune::arena::Threads;
use isotune::document::is_ron;
use isotune::tune::{TuneConfig, TuneError, TunePlan};

use super::failure::Failure;
use super::run_place::RunPlace;
use super::signals::stop_flag;
use super::time_limit::TimeLimit;
use super::work::Work;

/// Tune the weights of a heuristic: print the plan, search, and end with a verdict on openings nobody has seen.
///
/// Everything is kept in a folder, by default checkpoints/NAME, and a run that was stopped goes on exactly where it was
/// with 'isotune resume NAME'. Ctrl-C stops within a second and loses nothing.
///
/// Examples: isotune tune; isotune tune overnight --until 07:00; isotune tune my.ron --set seed=7 --name second
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) job: Job,
    /// The name of the run. [default: the configuration's, with a number behind it when there is such a run]
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    place: RunPlace,
    #[command(flatten)]
    limit: TimeLimit,
    /// Print the plan and stop there.
    #[arg(long)]
    dry_run: bool,
}

/// What is to be done, and on how many threads.
#[derive(clap::Args)]
pub(super) struct Job {
    /// The configuration: quick, overnight, classic, python-150ms, large-board, or a file (*.ron).
    #[arg(default_value = "quick")]
    config: String,
    /// Change a field of the configuration: seed=7, total=Games(50000), features.own-ring-2=(start: 0.5).
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// How many threads play; one for each core by default. Results do not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print one JSON object; what else there is to say goes to standard error.
    #[arg(long)]
    pub(super) json: bool,
}

impl Job {
    /// Reads the configuration and makes the changes asked for.
    pub(super) fn config(&self) -> Result<TuneConfig, Failure> {
        let mut config = TuneConfig::named(&self.config).map_err(Failure::input)?;
        for assignment in &self.set {
            config.assign(assignment).map_err(Failure::input)?;
        }
        Ok(config)
    }

    /// Gives the text of the configuration as it was written, if it still says what is to be done.
    fn text(&self, config: &TuneConfig) -> Option<String> {
        let path = Path::new(&self.config);
        let text = match TuneConfig::text(&self.config) {
            Some(text) => Some(text.to_owned()),
            None => std::fs::read_to_string(path).ok().filter(|_| is_ron(path)),
        };
        text.filter(|text| TuneConfig::from_ron(text).is_ok_and(|written| written == *config))
    }

    /// Checks the configuration, saying where it comes from when it cannot be done.
    pub(super) fn plan(&self, config: TuneConfig, folder: &Path) -> Result<TunePlan, Failure> {
        TunePlan::new(config, folder).map_err(|error| Failure::Input(format!("{}: {error}", self.config)))
    }

    /// Gives the text of the configuration, which must be part of the program.
    pub(super) fn embedded(&self) -> Result<&'static str, Failure> {
        TuneConfig::text(&self.config).ok_or_else(|| {
            let names = TuneConfig::NAMES.join(", ");
            Failure::Input(format!("'{}' is not part of the program; there are {names}", self.config))
        })
    }

    /// Starts the threads.
    pub(super) fn threads(&self) -> Result<Threads, Failure> {
        Threads::new(self.threads.map(usize::from)).map_err(Failure::work)
    }
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let stop = stop_flag()?;
    let deadline = args.limit.deadline()?;
    let mut config = args.job.config()?;
    match &args.name {
        Some(name) => name.clone_into(&mut config.name),
        None => config.name = free_name(&args.place, &config.name),
    }
    let folder = args.place.place(&config.name);
    let plan = args.job.plan(config, folder.path())?;
    if folder.path().exists() && !folder.is_empty() {
        return Err(TuneError::Exists { path: folder.path().to_owned() }.into());
    }
    let text = config_text(&args.job, &plan)?;
    let work =
        Work { threads: args.job.threads()?, stop, deadline, runs: args.place.runs.clone(), json: args.job.json };
    work.begin(&plan, &folder, Some(&text), args.dry_run, out)
}

/// The configuration as it goes into the run's folder: as it was written, comments and all, unless something was changed.
fn config_text(job: &Job, plan: &TunePlan) -> Result<String, Failure> {
    match job.text(plan.config()) {
        Some(text) => Ok(text),
        None => plan.config().to_ron().map(|text| text + "\n").map_err(Failure::work),
    }
}

/// The name itself, or with the first number behind it that is free.
fn free_name(place: &RunPlace, name: &str) -> String {
    let is_free = |name: &String| !place.place(name).path().exists() || place.place(name).is_empty();
    let numbered = (2_u32..).map(|number| format!("{name}-{number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(is_free).unwrap_or_else(|| name.to_owned())
}
