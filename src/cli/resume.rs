//! `isotune resume`: go on exactly where a run stopped.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use isotune::arena::Threads;
use isotune::tune::{Pace, Reopened, RunFolder, RunRecord, Times, TuneError, TunePlan};

use super::dashboard::{Dashboard, Notes};
use super::failure::Failure;
use super::plan_text::PlanRecord;
use super::run_place::RunPlace;
use super::signals::stop_flag;
use super::time_limit::TimeLimit;
use super::work::{self, Work};

/// Go on with a run exactly where it stopped: the outcome is the same to the last byte as without the stop.
///
/// The configuration in the run's folder may be changed in what decides no result: the total, the finals, the reporting, the
/// name. With --fork a new run begins from this one's weights, by whatever its config.ron says now.
///
/// Example: isotune resume overnight --for 2h
#[derive(clap::Args)]
pub(super) struct Args {
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

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let stop = stop_flag()?;
    let deadline = args.limit.deadline()?;
    let old = args.place.find(&args.run)?;
    let threads = Threads::new(args.threads.map(usize::from)).map_err(Failure::work)?;
    let session = Resumed { args, deadline, threads, stop };
    match &args.fork {
        Some(name) => session.fork(&old, name, out),
        None => session.go_on(&old, out),
    }
}

struct Resumed<'a> {
    args: &'a Args,
    deadline: Option<Instant>,
    threads: Threads,
    stop: Arc<AtomicBool>,
}

impl Resumed<'_> {
    /// Goes on with a run.
    fn go_on(&self, folder: &RunFolder, out: &mut impl Write) -> Result<(), Failure> {
        let _lock = folder.lock()?;
        let notes = Notes;
        if let Some(Reopened { plan, record, times, changes }) = folder.reopen(&notes)? {
            for change in &changes {
                self.say(&format!("changed: {change}"), out)?;
            }
            self.say(&format!("going on with {} after generation {}", folder.name(), record.generations), out)?;
            let pace = match plan.pace(&self.threads, &self.stop) {
                Err(TuneError::Stopped) if !self.args.json => {
                    work::print_stopped(folder, &self.args.place.runs, out)?;
                    return Err(Failure::Stopped);
                }
                pace => pace?,
            };
            return self.work(&plan, folder, record, times, &pace, out);
        }
        let Some(config) = folder.config()? else {
            return Err(TuneError::NoRun { path: folder.path().to_owned() }.into());
        };
        self.say("nothing had been saved yet; beginning with the first generation", out)?;
        let plan = TunePlan::new(config, folder.path()).map_err(Failure::input)?;
        self.begin(&plan, folder, None, out)
    }

    /// Begins a new run from another's mean.
    fn fork(&self, old: &RunFolder, name: &str, out: &mut impl Write) -> Result<(), Failure> {
        let folder = self.args.place.place(name);
        let plan = TunePlan::new(old.forked(name)?, folder.path()).map_err(Failure::input)?;
        if folder.path().exists() {
            return Err(TuneError::Exists { path: folder.path().to_owned() }.into());
        }
        let text = plan.config().to_ron().map_err(Failure::work)? + "\n";
        self.say(&format!("a new run from the mean of {}, in {}", old.name(), folder.path().display()), out)?;
        self.begin(&plan, &folder, Some(&text), out)
    }

    /// Begins with the first generation, in a folder that is yet to be made if there is a text to put into it.
    fn begin(
        &self,
        plan: &TunePlan,
        folder: &RunFolder,
        text: Option<&str>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let pace = plan.pace(&self.threads, &self.stop)?;
        let record = plan.first_record(pace.games_per_second).map_err(Failure::input)?;
        let _lock = text.map(|text| folder.create(text)).transpose()?;
        self.work(plan, folder, record, Times { started: work::now(), seconds: 0.0 }, &pace, out)
    }

    fn work(
        &self,
        plan: &TunePlan,
        folder: &RunFolder,
        record: RunRecord,
        times: Times,
        pace: &Pace,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let work = Work {
            plan,
            folder,
            threads: &self.threads,
            stop: &self.stop,
            dashboard: Arc::new(Dashboard::new(plan, self.args.json)),
            deadline: self.deadline,
            verdict_seconds: PlanRecord::new(plan, &record.division, pace).verdict_seconds(),
            runs: &self.args.place.runs,
            json: self.args.json,
        };
        work.run(record, times, out)
    }

    fn say(&self, text: &str, out: &mut impl Write) -> Result<(), Failure> {
        if !self.args.json {
            writeln!(out, "{text}")?;
        }
        Ok(())
    }
}
