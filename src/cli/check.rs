//! `isotune check`: what a configuration would do and cost.

use std::io::Write;
use std::path::Path;

use isotune::tune::TunePlan;

use super::failure::Failure;
use super::json;
use super::plan_text::PlanRecord;
use super::signals::stop_flag;
use super::tune::Job;

/// Say what a configuration would do and cost on this machine, without doing it.
///
/// Example: isotune check overnight
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    job: Job,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let stop = stop_flag()?;
    let config = args.job.config()?;
    let folder = Path::new("checkpoints").join(&config.name);
    let plan = TunePlan::new(config, &folder).map_err(Failure::input)?;
    let pace = plan.pace(&args.job.threads()?, &stop)?;
    let division = plan.division(pace.games_per_second).map_err(Failure::input)?;
    let written = PlanRecord::new(&plan, &division, &pace);
    if args.job.json { json::print(&written, out) } else { written.print(&plan, out) }
}
