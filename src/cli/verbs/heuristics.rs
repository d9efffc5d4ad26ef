//! `isotune heuristics`: the heuristics of the catalogue and the features they are made of.

use std::io::Write;

use crate::Suggestion;
use crate::features::Feature;
use crate::game::BoardSize;
use crate::heuristic::{
    self, CATALOGUE, CostProfile, Heuristic, HeuristicSource, Provenance, Published, Report, ReportedResult,
    ReportedTournament, Tuned, Weights,
};
use crate::stats::Z_95;
use crate::text::{fixed, settled, signed};
use serde::Serialize;

use crate::cli::args::table::TableArgs;
use crate::cli::output::data::json::Named;
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::{align_numbers, fitted, table};

/// List the heuristics that isotune has found, the published ones, and the features, with results and costs.
///
/// In the formulas: m own moves, o opponent's moves, B blank cells, (y, x) own cell, (oy, ox) the opponent's, (cy, cx)
/// the centre (height/2, width/2), d² the squared distance from it, od² that from the opponent. The player to move
/// without a move has lost: -∞ for it and +∞ for the other, before any formula.
///
/// Costs are in units of a search node: a base price per call, plus what its features need, counted once.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Show the details of this heuristic or feature.
    name: Option<String>,
    #[command(flatten)]
    form: TableArgs,
}

#[derive(Serialize)]
struct Listing {
    tuned: Vec<TunedRecord>,
    heuristics: Vec<HeuristicRecord>,
    features: Vec<FeatureRecord>,
}

#[derive(Serialize)]
struct HeuristicRecord {
    name: &'static str,
    report: Report,
    formula: &'static str,
    published: PublishedRecord,
    tournament: Option<ReportedTournament>,
    /// The weights on a 7×7 board; missing where the formula is not a weighted sum.
    weights: Option<Weights>,
    cost: Named<f64>,
}

/// A set of weights that isotune has found.
#[derive(Serialize)]
struct TunedRecord {
    name: &'static str,
    note: String,
    versus_improved: Option<VersusImproved>,
    weights: Weights,
    cost: Named<f64>,
}

/// The measured difference from `improved`, as a fraction, and its conditions.
#[derive(Serialize)]
struct VersusImproved {
    roster: String,
    budget: String,
    delta: f64,
    se: f64,
    low: f64,
    high: f64,
}

/// What a report printed, as fractions.
#[derive(Serialize)]
struct PublishedRecord {
    score: Option<f64>,
    improved: Option<f64>,
    delta: Option<f64>,
    p: Option<f64>,
    #[serde(skip)]
    shown: ReportedResult,
}

impl From<ReportedResult> for PublishedRecord {
    fn from(shown: ReportedResult) -> Self {
        let fraction = |percent: Option<f64>| percent.map(|percent| settled(percent / 100.0));
        Self {
            score: fraction(shown.win_rate),
            improved: fraction(shown.baseline),
            delta: fraction(shown.difference),
            p: shown.p_value,
            shown,
        }
    }
}

#[derive(Serialize)]
struct FeatureRecord {
    name: &'static str,
    formula: &'static str,
    symmetric: bool,
    ingredients: Vec<&'static str>,
    cost: Named<f64>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let form = args.form.check()?;
    let profiles = profiles()?;
    let chosen = |name: &str| args.name.as_deref().is_none_or(|asked| asked == name);
    let tuned = Tuned::ALL.into_iter().filter(|set| chosen(set.name())).map(|set| of_tuned(set, &profiles));
    let listing = Listing {
        tuned: tuned.collect::<Result<_, _>>()?,
        heuristics: CATALOGUE.iter().filter(|entry| chosen(entry.name)).map(|e| of_entry(e, &profiles)).collect(),
        features: Feature::ALL.into_iter().filter(|f| chosen(f.name())).map(|f| of_feature(f, &profiles)).collect(),
    };
    if let Some(name) = args.name.as_deref().filter(|_| listing.is_empty()) {
        let names = heuristic::names().chain(Feature::ALL.map(Feature::name));
        let suggestion = Suggestion::of(name, names);
        return Err(Failure::Input(format!(
            "there is no heuristic or feature '{name}'{suggestion}; list them with 'isotune heuristics', and show the weights of \
             a run or a file with 'isotune best'"
        )));
    }
    let rows: Vec<&dyn erased_serde::Serialize> = listing.rows().collect();
    let is_one = args.name.is_some();
    form.print(&listing, &rows, out, |out| if is_one { listing.print_details(out) } else { listing.print(out) })
}

fn profiles() -> Result<Vec<CostProfile>, Failure> {
    CostProfile::names().iter().map(|name| CostProfile::named(name).map_err(Failure::input)).collect()
}

fn of_tuned(set: Tuned, profiles: &[CostProfile]) -> Result<TunedRecord, Failure> {
    let document = set.document().map_err(Failure::input)?;
    let heuristic = Heuristic::linear(set.name(), document.weights.clone());
    Ok(TunedRecord {
        name: set.name(),
        note: document.note,
        versus_improved: document.provenance.and_then(VersusImproved::of),
        weights: document.weights,
        cost: costs(profiles, |profile| profile.call(&heuristic)),
    })
}

impl VersusImproved {
    fn of(provenance: Provenance) -> Option<Self> {
        let score = provenance.score?;
        let (delta, se) = (score.delta, score.delta_se);
        let (low, high) = (delta - Z_95 * se, delta + Z_95 * se);
        Some(Self { roster: score.roster, budget: score.budget, delta, se, low, high })
    }
}

fn of_entry(entry: &Published, profiles: &[CostProfile]) -> HeuristicRecord {
    let heuristic = entry.heuristic(BoardSize::SEVEN);
    HeuristicRecord {
        name: entry.name,
        report: entry.report,
        formula: entry.formula,
        published: entry.outcome.into(),
        tournament: entry.report.tournament(),
        weights: heuristic.weights().cloned(),
        cost: costs(profiles, |profile| profile.call(&heuristic)),
    }
}

fn of_feature(feature: Feature, profiles: &[CostProfile]) -> FeatureRecord {
    FeatureRecord {
        name: feature.name(),
        formula: feature.formula(),
        symmetric: feature.is_fully_symmetric(),
        ingredients: feature.ingredients().iter().map(|ingredient| ingredient.name()).collect(),
        cost: costs(profiles, |profile| profile.feature(feature)),
    }
}

/// Costs by profile, rounded to the thousandths that effort is counted in.
fn costs(profiles: &[CostProfile], cost: impl Fn(&CostProfile) -> f64) -> Named<f64> {
    let rounded = |profile| (f64::round(cost(profile) * 1000.0)) / 1000.0;
    Named(profiles.iter().map(|profile| (profile.name.clone(), rounded(profile))).collect())
}

impl Listing {
    /// The heuristics as lines of a table: the published ones, then those that isotune has found.
    fn rows(&self) -> impl Iterator<Item = &dyn erased_serde::Serialize> {
        let published = self.heuristics.iter().map(|record| record as &dyn erased_serde::Serialize);
        published.chain(self.tuned.iter().map(|record| record as &dyn erased_serde::Serialize))
    }

    fn is_empty(&self) -> bool {
        self.tuned.is_empty() && self.heuristics.is_empty() && self.features.is_empty()
    }

    fn print(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut shown = table(["heuristic", "vs improved", "roster", "budget", "features", "cost"]);
        for record in &self.tuned {
            let cost = record.cost.0.first().map_or_else(String::new, |(_, cost)| format!("{cost:.2}"));
            let (roster, budget) =
                record.versus_improved.as_ref().map_or(("", ""), |it| (it.roster.as_str(), it.budget.as_str()));
            let (delta, features) = (record.delta(), record.weights.used().count().to_string());
            shown.add_row([record.name, &delta, roster, budget, &features, &cost]);
        }
        align_numbers(&mut shown, 4..6);
        let shown = fitted(shown, &[5, 4, 3, 2]);
        writeln!(out, "Found by isotune (verdicts of their runs in points, ± 95 %; docs/tuning-log.md):\n{shown}\n")?;
        let mut shown = table(["heuristic", "report", "score", "published", "cost"]);
        for record in &self.heuristics {
            let cost = record.cost.0.first().map_or_else(String::new, |(_, cost)| format!("{cost:.2}"));
            let (report, published) = (record.report.name(), result(&record.published.shown));
            shown.add_row([record.name, report, record.formula, &published, &cost]);
        }
        align_numbers(&mut shown, 4..5);
        let shown = fitted(shown, &[4, 1, 3]);
        let head = format!("Published heuristics (cost of a call under {}):", CostProfile::names()[0]);
        writeln!(out, "{head}\n{shown}\n")?;
        let mut shown = table(["feature", "value", "modern", "classic", "native", "python"]);
        for record in &self.features {
            let cost = |index: usize| record.cost.0.get(index).map_or_else(String::new, |(_, cost)| cost.to_string());
            let cells = [record.name.to_owned(), record.formula.to_owned(), cost(0), cost(1), cost(2), cost(3)];
            shown.add_row(cells);
        }
        align_numbers(&mut shown, 2..6);
        let shown = fitted(shown, &[5, 4, 3, 2]);
        writeln!(out, "Features (cost when no other feature shares their work):\n{shown}\n")?;
        Ok(writeln!(out, "Show the details of one with 'isotune heuristics NAME'.")?)
    }

    fn print_details(&self, out: &mut impl Write) -> Result<(), Failure> {
        for record in &self.tuned {
            writeln!(out, "heuristic {}\n  source     found by isotune: {}", record.name, record.note)?;
            if let Some(VersusImproved { roster, budget, .. }) = &record.versus_improved {
                writeln!(out, "  improved   {} points (95 %) against {roster} at {budget}", record.delta())?;
            }
            print_weights(&record.weights, out)?;
            print_costs(&record.cost, out)?;
        }
        for record in &self.heuristics {
            writeln!(out, "heuristic {}\n  score      {}", record.name, record.formula)?;
            match record.tournament {
                None => writeln!(out, "  source     Udacity's AIND-Isolation")?,
                Some(ReportedTournament { roster, milliseconds, games }) => {
                    let report = record.report.name();
                    writeln!(out, "  source     report {report}: {roster}, {milliseconds} ms per move, {games}")?;
                    writeln!(out, "  published  {}", result(&record.published.shown))?;
                }
            }
            match &record.weights {
                None => writeln!(out, "  weights    none: the score is not a weighted sum of features")?,
                Some(weights) => print_weights(weights, out)?,
            }
            print_costs(&record.cost, out)?;
        }
        for record in &self.features {
            let symmetry = if record.symmetric { "all symmetries of the board" } else { "rows and columns exchanged" };
            writeln!(out, "feature {}\n  value      {}", record.name, record.formula)?;
            writeln!(out, "  symmetry   {symmetry}\n  needs      {}", record.ingredients.join(", "))?;
            let users: Vec<&str> = users(record.name).collect();
            writeln!(out, "  used by    {}", if users.is_empty() { "none".to_owned() } else { users.join(", ") })?;
            print_costs(&record.cost, out)?;
        }
        Ok(())
    }
}

impl TunedRecord {
    /// The difference from `improved` in points, ± 95 %.
    fn delta(&self) -> String {
        self.versus_improved.as_ref().map_or_else(
            || "–".to_owned(),
            |it| format!("{} ± {}", signed(100.0 * it.delta, 2), fixed(100.0 * Z_95 * it.se, 2)),
        )
    }
}

fn print_weights(weights: &Weights, out: &mut impl Write) -> Result<(), Failure> {
    for (feature, weight) in weights.used() {
        let late = if weight.is_tapered() { format!(" to {:.4}", weight.late()) } else { String::new() };
        writeln!(out, "  weight     {feature:<24} {:>9.4}{late}", weight.early())?;
    }
    Ok(())
}

/// The heuristics that use a feature.
fn users(feature: &str) -> impl Iterator<Item = &'static str> {
    heuristic::names().filter(move |name| {
        let heuristic = name.parse().and_then(|source: HeuristicSource| source.heuristic(BoardSize::SEVEN));
        let weights = heuristic.as_ref().ok().and_then(Heuristic::weights);
        weights.is_some_and(|weights| weights.used().any(|(used, _)| used.name() == feature))
    })
}

fn print_costs(costs: &Named<f64>, out: &mut impl Write) -> Result<(), Failure> {
    for (profile, cost) in &costs.0 {
        writeln!(out, "  cost       {cost:>6.3} nodes ({profile})")?;
    }
    Ok(())
}

/// What a report printed, in a few words.
fn result(outcome: &ReportedResult) -> String {
    let rates = match (outcome.win_rate, outcome.baseline, outcome.difference) {
        (Some(rate), Some(baseline), _) => format!("{rate:.1} % against {baseline:.1} %"),
        (_, _, Some(difference)) => format!("{difference:+.1} points"),
        _ => return "–".to_owned(),
    };
    match outcome.p_value {
        Some(p) if p < 1e-4 => format!("{rates}, p = {p:e}"),
        Some(p) => format!("{rates}, p = {p:.2}"),
        None => rates,
    }
}
