//! `isotune verify`: a match on the final openings.

use std::io::Write;

use crate::tune::FinalScores;
use serde::Serialize;

use crate::cli::args::weights::WeightsArgs;
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::rate;
use crate::cli::output::json;
use crate::cli::output::verdict;

/// Play weights on the final block of openings, which neither the search nor the selection has used: against the
/// opponents, and head to head against improved and the run's start weights.
///
/// Use --budget to see whether the gain transfers to another budget. The ± of rates and points are one standard error,
/// those of head-to-head results are 95 % intervals.
///
/// Example: isotune verify overnight --budget effort:5000
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: WeightsArgs,
    /// Pairs of games against each opponent and head to head, limited by the openings of the block.
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(2..))]
    pairs: u32,
    /// Also let perfect play meet the same opponents from the same openings, for comparison. It never gives away a win, but in
    /// lost positions, where it plays like improved, other heuristics may set better traps. For boards of up to 49 cells.
    #[arg(long)]
    perfect: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// A verification, as programs read it.
#[derive(Serialize)]
struct Record<'a> {
    name: &'a str,
    board: String,
    protocol: &'static str,
    budget: String,
    seed: u64,
    block: &'static str,
    score: f64,
    se: f64,
    delta_vs_improved: f64,
    delta_se: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    perfect: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    perfect_se: Option<f64>,
    details: &'a FinalScores,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let found = args.place.find()?;
    let pairs = args.pairs as usize;
    let (scores, perfect) = args.place.ask(&found, args.json, |inquiry| {
        let scores = inquiry.verify(&found.weights, found.start.as_ref(), pairs)?;
        Ok((scores, args.perfect.then(|| inquiry.perfect(pairs)).transpose()?))
    })?;
    if args.json {
        let conditions = &found.conditions;
        let record = Record {
            name: &found.name,
            board: conditions.board().to_string(),
            protocol: conditions.protocol().name(),
            budget: conditions.budget().to_string(),
            seed: args.place.seed,
            block: "final",
            score: 100.0 * scores.score.mean,
            se: 100.0 * scores.score.se,
            delta_vs_improved: 100.0 * scores.delta_improved.difference,
            delta_se: 100.0 * scores.delta_improved.se,
            perfect: perfect.map(|score| 100.0 * score.mean),
            perfect_se: perfect.map(|score| 100.0 * score.se),
            details: &scores,
        };
        return json::print(&record, out);
    }
    verdict::print_final(&found.name, &scores, &found.conditions, out)?;
    if let Some(perfect) = &perfect {
        writeln!(out, "perfect play against the same opponents from the same openings: {}", rate(perfect))?;
    }
    verdict::print_sentences(&found.name, &scores, false, out)
}
