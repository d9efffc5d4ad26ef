//! `isotune ablate`: what each feature contributes.

use std::io::Write;

use crate::arena::OpeningBlock;
use crate::heuristic::Weight;
use crate::tune::{Ablation, FeatureValue};
use serde::Serialize;

use crate::cli::args::block::one_block;
use crate::cli::args::table::TableArgs;
use crate::cli::args::weights::{LoadedWeights, WeightsArgs};
use crate::cli::output::data::conditions::ConditionsRecord;
use crate::cli::output::data::part_row::PartRow;
use crate::cli::output::data::records::{DeltaRecord, ScoreRecord};
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::{align_numbers, fitted, table};
use crate::cli::output::figures::{difference, p_value, rate};

/// Measure what each feature contributes, by playing without it from the same openings.
///
/// The contribution is the score with all features minus the score without this one, in points with its 95 % interval. At
/// an effort budget it includes the depth that the feature costs. The weights of the others stay the same. The cost of a
/// feature is what a call saves without it alone; a * marks features that cost nothing more because others need the same work.
///
/// Example: isotune ablate overnight
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: WeightsArgs,
    /// Which openings: train, select or final.
    #[arg(long, default_value = "select", value_name = "train|select|final", value_parser = one_block)]
    block: OpeningBlock,
    /// Pairs of games against each opponent, limited by the openings of the block [default: 300].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    pairs: Option<u32>,
    #[command(flatten)]
    form: TableArgs,
}

const DEFAULT_PAIRS: u32 = 300;

/// An ablation, as programs read it.
#[derive(Serialize)]
struct Record<'a> {
    name: &'a str,
    #[serde(flatten)]
    conditions: ConditionsRecord,
    block: &'static str,
    #[serde(flatten)]
    overall: OverallRecord,
    features: Vec<FeatureRecord>,
}

/// The weights with all their features.
#[derive(Serialize)]
struct OverallRecord {
    #[serde(flatten)]
    score: ScoreRecord,
    call_cost: f64,
}

#[derive(Serialize)]
struct FeatureRecord {
    name: &'static str,
    #[serde(flatten)]
    worth: WorthRecord,
}

/// What a feature contributes and costs.
#[derive(Serialize)]
struct WorthRecord {
    weight: Weight,
    #[serde(flatten)]
    delta: DeltaRecord,
    cost: f64,
}

/// What a feature contributes and costs, as a line of CSV: a tapered weight has no single value.
#[derive(Serialize)]
struct WorthRow<'r> {
    weight: Option<f64>,
    early: f64,
    late: f64,
    #[serde(flatten)]
    delta: &'r DeltaRecord,
    cost: f64,
}

impl<'r> From<&'r WorthRecord> for WorthRow<'r> {
    fn from(WorthRecord { weight, delta, cost }: &'r WorthRecord) -> Self {
        let (early, late) = (weight.early(), weight.late());
        Self { weight: (!weight.is_tapered()).then_some(early), early, late, delta, cost: *cost }
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let form = args.form.check()?;
    let found = args.place.find()?;
    found.note_openings(args.block, args.pairs);
    let pairs = args.pairs.unwrap_or(DEFAULT_PAIRS) as usize;
    let ablation =
        args.place.ask(&found, args.form.json, |evaluation| evaluation.ablate(&found.weights, args.block, pairs))?;
    let record = Record {
        name: &found.name,
        conditions: ConditionsRecord::new(&found.conditions, args.place.seed),
        block: args.block.name(),
        overall: OverallRecord { score: ScoreRecord::from(&ablation.score), call_cost: ablation.call },
        features: ablation.features.iter().map(FeatureRecord::from).collect(),
    };
    let worth: Vec<WorthRow<'_>> = record.features.iter().map(|feature| WorthRow::from(&feature.worth)).collect();
    let features = record.features.iter().zip(&worth);
    let features = features.map(|(feature, worth)| PartRow::new("features", feature.name, worth));
    let rows: Vec<PartRow<'_>> = [PartRow::overall(&found.name, &record.overall)].into_iter().chain(features).collect();
    form.print(&record, &rows, out, |out| print(args, &found, &ablation, out))
}

impl From<&FeatureValue> for FeatureRecord {
    fn from(value: &FeatureValue) -> Self {
        let worth = WorthRecord { weight: value.weight, delta: (&value.worth).into(), cost: value.cost };
        Self { name: value.feature.name(), worth }
    }
}

fn print(args: &Args, found: &LoadedWeights, ablation: &Ablation, out: &mut impl Write) -> Result<(), Failure> {
    let (name, score, call) = (&found.name, rate(&ablation.score), ablation.call);
    let (roster, budget, board) =
        (&found.conditions.roster().name, found.conditions.priced_budget(), found.conditions.board());
    writeln!(out, "{name}   {roster}, {budget}, {board}, block {}, seed {}", args.block, args.place.seed)?;
    writeln!(out, "score {score}; a heuristic call costs {call:.2} nodes")?;
    let mut table = table(["feature", "weight", "contribution, points ± 95 %", "p", "cost, nodes per call"]);
    align_numbers(&mut table, 1..5);
    for worth in &ablation.features {
        let weight = if worth.weight.is_tapered() {
            format!("{:.3} to {:.3}", worth.weight.early(), worth.weight.late())
        } else {
            format!("{:.3}", worth.weight.early())
        };
        let mark = if sharing(ablation, worth).is_empty() { "" } else { "*" };
        let cost = format!("{:.2}{mark}", worth.cost);
        table.add_row([worth.feature.name().to_owned(), weight, difference(&worth.worth), p_value(&worth.worth), cost]);
    }
    let table = fitted(table, &[3, 4]);
    writeln!(out, "{table}")?;
    writeln!(
        out,
        "(a cost is what a call saves without this feature alone; work that others need as well is not in it)"
    )?;
    for worth in &ablation.features {
        let others: Vec<&str> = sharing(ablation, worth);
        if !others.is_empty() {
            writeln!(out, "* {}: its work is shared with {}", worth.feature.name(), others.join(", "))?;
        }
    }
    Ok(())
}

/// Returns the other features that need what a feature needs, if a call saves nothing without it.
fn sharing(ablation: &Ablation, value: &FeatureValue) -> Vec<&'static str> {
    let feature = value.feature;
    let shares = |other: &&FeatureValue| {
        let needed = other.feature.ingredients();
        other.feature != feature && feature.ingredients().iter().any(|ingredient| needed.contains(ingredient))
    };
    // What the table shows as 0.00.
    if value.cost >= 0.005 {
        return Vec::new();
    }
    ablation.features.iter().filter(shares).map(|other| other.feature.name()).collect()
}
