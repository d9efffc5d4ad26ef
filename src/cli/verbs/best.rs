//! `isotune best`: what a run recommends, and how far it can be trusted.

use std::io::Write;

use crate::cli::args::run_place::RunPlace;
use crate::cli::output::best::{self, BestRecord};
use crate::cli::output::failure::Failure;
use crate::cli::output::json;

/// Show the weights that a run recommends, with their score and how far it is verified.
///
/// They are in the run's best.ron, which every verb takes that takes weights. The ± is one standard error.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The run, by its name or folder.
    run: String,
    #[command(flatten)]
    place: RunPlace,
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
    Ok(writeln!(out, "in {}", folder.file("best.ron").display())?)
}
