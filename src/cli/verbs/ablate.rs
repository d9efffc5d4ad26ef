//! `isotune ablate`: what each feature contributes.

use std::io::Write;

use crate::arena::OpeningBlock;
use crate::heuristic::Weight;
use crate::tune::Ablation;
use serde::Serialize;

use crate::cli::args::weights::WeightsArgs;
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::{align_numbers, table};
use crate::cli::output::figures::{difference, p_value, rate};
use crate::cli::output::json;

/// Measure what each feature contributes, by playing without it from the same openings.
///
/// The contribution is the score with all features minus the score without this one, in points ± one standard error. At
/// an effort budget it includes the depth that the feature costs. The weights of the others stay the same.
///
/// Example: isotune ablate overnight
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: WeightsArgs,
    /// Which openings: train, select or final.
    #[arg(long, default_value = "select", value_name = "train|select|final")]
    block: OpeningBlock,
    /// Pairs of games against each opponent, limited by the openings of the block.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(2..))]
    pairs: u32,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// An ablation, as programs read it.
#[derive(Serialize)]
struct Record<'a> {
    name: &'a str,
    block: &'static str,
    score: f64,
    se: f64,
    call_cost: f64,
    features: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    feature: &'static str,
    weight: Weight,
    worth: f64,
    se: f64,
    p_value: f64,
    cost: f64,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    if args.block == OpeningBlock::All {
        return Err(Failure::Input("ablation needs one block; available: train, select, final".to_owned()));
    }
    let found = args.place.find()?;
    let pairs = args.pairs as usize;
    let ablation = args.place.ask(&found, args.json, |inquiry| inquiry.ablate(&found.weights, args.block, pairs))?;
    if args.json { print_json(args, &found.name, &ablation, out) } else { print(args, &found.name, &ablation, out) }
}

fn print_json(args: &Args, name: &str, ablation: &Ablation, out: &mut impl Write) -> Result<(), Failure> {
    let row = |worth: &crate::tune::FeatureValue| Row {
        feature: worth.feature.name(),
        weight: worth.weight,
        worth: 100.0 * worth.worth.difference,
        se: 100.0 * worth.worth.se,
        p_value: worth.worth.p_value,
        cost: worth.cost,
    };
    let record = Record {
        name,
        block: args.block.name(),
        score: 100.0 * ablation.score.mean,
        se: 100.0 * ablation.score.se,
        call_cost: ablation.call,
        features: ablation.features.iter().map(row).collect(),
    };
    json::print(&record, out)
}

fn print(args: &Args, name: &str, ablation: &Ablation, out: &mut impl Write) -> Result<(), Failure> {
    let (score, call) = (rate(&ablation.score), ablation.call);
    writeln!(out, "{name}: {score} on block {}; a heuristic call costs {call:.2} nodes", args.block)?;
    let mut table = table(["feature", "weight", "contribution, points", "p", "cost, nodes per call"]);
    align_numbers(&mut table, 1..5);
    for worth in &ablation.features {
        let weight = if worth.weight.is_tapered() {
            format!("{:.3} to {:.3}", worth.weight.early(), worth.weight.late())
        } else {
            format!("{:.3}", worth.weight.early())
        };
        let cost = format!("{:.2}", worth.cost);
        table.add_row([worth.feature.name().to_owned(), weight, difference(&worth.worth), p_value(&worth.worth), cost]);
    }
    writeln!(out, "{table}")?;
    Ok(writeln!(out, "(costs exclude work that several features share)")?)
}
