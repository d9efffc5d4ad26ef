//! `isotune verify`: a match on the final openings.

use std::io::Write;

use crate::arena::OpeningBlock;
use serde::Serialize;

use crate::cli::args::table::TableArgs;
use crate::cli::args::weights::WeightsArgs;
use crate::cli::output::data::conditions::ConditionsRecord;
use crate::cli::output::data::part_row::PartRow;
use crate::cli::output::data::records::{FinalRecord, ScoreRecord};
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::rate;
use crate::cli::output::verdict;

/// Play weights on the final block of openings, which neither the search nor the selection has used: against the
/// opponents, and head to head against improved and the run's start weights.
///
/// These are other games than those of the run's verdict: the openings are drawn from the final block anew, by --seed, and never as
/// the verdict drew its own. Some may be the same, and all are where the block has no more than --pairs.
///
/// Use --budget to see whether the gain transfers to another budget. The ± are 95 % intervals.
///
/// Example: isotune verify overnight --budget effort:5000
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: WeightsArgs,
    /// Pairs of games against each opponent and head to head, limited by the openings of the block [default: 500].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    pairs: Option<u32>,
    /// Also let perfect play meet the same opponents from the same openings, for comparison. It never gives away a win, but in
    /// lost positions, where it plays like improved, other heuristics may set better traps. For boards of up to 49 cells.
    #[arg(long)]
    perfect: bool,
    #[command(flatten)]
    form: TableArgs,
}

const DEFAULT_PAIRS: u32 = 500;

/// A verification, as programs read it.
#[derive(Serialize)]
struct Record<'a> {
    name: &'a str,
    #[serde(flatten)]
    conditions: ConditionsRecord,
    block: &'static str,
    #[serde(flatten)]
    scores: FinalRecord,
    /// Perfect play against the same opponents, with `--perfect`.
    perfect: Option<ScoreRecord>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let form = args.form.check()?;
    let found = args.place.find()?;
    found.note_openings(OpeningBlock::Final, args.pairs);
    let pairs = args.pairs.unwrap_or(DEFAULT_PAIRS) as usize;
    let (scores, perfect) = args.place.ask(&found, args.form.json, |evaluation| {
        let scores = evaluation.verify(&found.weights, found.start.as_ref(), pairs)?;
        Ok((scores, args.perfect.then(|| evaluation.perfect(pairs)).transpose()?))
    })?;
    let conditions = &found.conditions;
    let record = Record {
        name: &found.name,
        conditions: ConditionsRecord::new(conditions, args.place.seed),
        block: "final",
        scores: FinalRecord::from(&scores),
        perfect: perfect.as_ref().map(ScoreRecord::from),
    };
    let mut rows = record.scores.rows(&found.name);
    rows.extend(record.perfect.as_ref().map(|perfect| PartRow::new("perfect", "perfect", perfect)));
    form.print(&record, &rows, out, |out| {
        verdict::print_final(&found.name, &scores, conditions, out)?;
        if let Some(perfect) = &perfect {
            writeln!(out, "perfect play against the same opponents from the same openings: {}", rate(perfect))?;
        }
        verdict::print_sentences(&found.name, &scores, conditions, None, out)
    })
}
