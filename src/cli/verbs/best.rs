//! `isotune best`: the weights that a run recommends.

use std::io::Write;

use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::output::best::{self, BestRecord};
use crate::cli::output::failure::Failure;
use crate::cli::output::json;

/// Show the weights that a run recommends, with their score.
///
/// The weights are in the run's best.ron, which is accepted wherever weights are. The ± is one standard error.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The run, by name or folder.
    run: String,
    #[command(flatten)]
    place: RunsFolder,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let folder = args.place.find(&args.run)?;
    if args.json {
        return json::print(&BestRecord::read(&folder)?, out);
    }
    let document = folder.best()?;
    best::print(&document, out)?;
    Ok(writeln!(out, "weights: {}", folder.file("best.ron").display())?)
}
