//! `isotune check`: the plan of a configuration, and its cost.

use std::io::Write;

use crate::cli::args::config::ConfigArgs;
use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::output::data::json;
use crate::cli::output::failure::Failure;
use crate::cli::output::plan::PlanRecord;
use crate::cli::output::verbosity::is_quiet;
use crate::cli::output::wrapped::wrapped;
use crate::cli::signals::stop_flag;

/// Show the plan of a configuration and how long it would take on this machine, without running it; with -q only check it.
///
/// Examples: isotune check overnight; isotune check quick --print > mine.ron
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    job: ConfigArgs,
    #[command(flatten)]
    place: RunsFolder,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Print the text of an embedded configuration, as a starting point for your own.
    #[arg(long, conflicts_with_all = ["json", "set"])]
    print: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    if args.print {
        return Ok(out.write_all(args.job.embedded()?.as_bytes())?);
    }
    let stop = stop_flag()?;
    let config = args.job.config(&args.place)?;
    let folder = args.place.place(&config.name);
    let plan = args.job.plan(config, folder.path())?;
    let throughput = plan.throughput(&args.job.players()?, &stop)?;
    let policy = plan.policy_at(&throughput).map_err(Failure::input)?;
    let record = PlanRecord::new(&plan, &policy, &plan.estimate(&policy, &throughput));
    match args.json {
        true => json::print(&record, out),
        // The exit code says that there is nothing wrong with it.
        false if is_quiet() => Ok(()),
        false => wrapped(out, |out| record.print(&plan, out)),
    }
}
