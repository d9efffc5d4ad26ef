//! The weights that a run recommends, with their score.

use std::io::Write;

use crate::features::Feature;
use crate::heuristic::{ProvenScore, Provenance, Weight, WeightsDocument};
use crate::stats::Z_95;
use crate::text::{fixed, plural, signed};
use crate::tune::RunRecord;
use serde::Serialize;

use crate::cli::output::data::json::Named;
use crate::cli::output::data::records::ProvenRecord;
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::{margin, proven_rate, shown_rate};
use indicatif::HumanCount;

/// Weights and what is known about them, as programs read them.
#[derive(Serialize)]
pub(crate) struct BestRecord {
    name: String,
    /// The run that found them.
    run: Option<String>,
    seed: Option<u64>,
    generation: Option<u64>,
    games: Option<u64>,
    verified: bool,
    /// The significant digits that the weights were rounded to after they were measured, if they were.
    rounded: Option<u8>,
    /// Whether they are those that the run started with, if the run is known.
    keeps_start: Option<bool>,
    /// What was measured, if anything.
    measured: Option<ProvenRecord>,
    /// The features that the search of the run has left out, if the run is known.
    left_out: Option<Vec<&'static str>>,
    weights: Named<Weight>,
}

impl BestRecord {
    /// Creates the record of a weights file, and of its run if that is known.
    pub(crate) fn new(document: WeightsDocument, record: Option<&RunRecord>) -> BestRecord {
        let provenance = document.provenance.as_ref();
        BestRecord {
            run: provenance.map(|provenance| provenance.run.clone()),
            seed: provenance.map(|provenance| provenance.seed),
            generation: provenance.map(|provenance| provenance.generation),
            games: provenance.map(|provenance| provenance.games),
            verified: provenance.is_some_and(|provenance| provenance.verified),
            rounded: provenance.and_then(|provenance| provenance.rounded),
            keeps_start: record.map(RunRecord::keeps_start),
            measured: provenance.and_then(|provenance| provenance.score.as_ref()).map(ProvenRecord::from),
            left_out: record.map(RunRecord::left_out),
            weights: named_weights(&document),
            name: document.name,
        }
    }
}

/// A weight, as a row of a table.
#[derive(Serialize)]
pub(crate) struct WeightRow {
    feature: &'static str,
    early: f64,
    late: f64,
}

/// Returns the weights in use, a row each.
pub(crate) fn rows(document: &WeightsDocument) -> Vec<WeightRow> {
    let row = |(feature, weight): (Feature, Weight)| WeightRow {
        feature: feature.name(),
        early: weight.early(),
        late: weight.late(),
    };
    document.weights.used().map(row).collect()
}

/// Returns the weights in use by the names of their features.
pub(crate) fn named_weights(document: &WeightsDocument) -> Named<Weight> {
    Named(document.weights.used().map(|(feature, weight)| (feature.name().to_owned(), weight)).collect())
}

pub(crate) fn print(document: &WeightsDocument, out: &mut impl Write) -> Result<(), Failure> {
    match &document.provenance {
        Some(provenance) => print_provenance(provenance, out)?,
        None if document.note.is_empty() => writeln!(out, "{}", document.name)?,
        None => writeln!(out, "{}: {}", document.name, document.note)?,
    }
    for (feature, weight) in document.weights.used() {
        let shown = if weight.is_tapered() {
            format!("{:>9} early, {} late", fixed(weight.early(), 4), fixed(weight.late(), 4))
        } else {
            format!("{:>9}", fixed(weight.early(), 4))
        };
        writeln!(out, "  {:<26} {shown}", feature.name())?;
    }
    Ok(())
}

fn print_provenance(provenance: &Provenance, out: &mut impl Write) -> Result<(), Failure> {
    let Provenance { run, generation, games, .. } = provenance;
    writeln!(
        out,
        "{run}, generation {generation}, {} {}, seed {}",
        HumanCount(*games),
        plural(*games, "game"),
        provenance.seed
    )?;
    match &provenance.score {
        None => writeln!(out, "not measured yet")?,
        Some(proven @ ProvenScore { se, pairs, block, roster, budget, delta, delta_se, .. }) => {
            let verified = match provenance.rounded {
                Some(digits) => format!("measured before rounding to {digits} significant {}", plural(digits, "digit")),
                None if provenance.verified => "verified".to_owned(),
                None => "not verified: the final block has not been played yet".to_owned(),
            };
            let basis = if *se > 0.0 { "95 %" } else { "census" };
            writeln!(
                out,
                "{} % ({basis}) against {roster} at {budget}, {pairs} {} in all, block {block}, {verified}",
                shown_rate(&proven_rate(proven), 2),
                plural(*pairs, "pair")
            )?;
            if *delta == 0.0 && *delta_se == 0.0 {
                writeln!(out, "vs improved: no difference in any pair on the same openings")?;
            } else {
                let (delta, margin) = (signed(100.0 * delta, 2), margin(100.0 * Z_95 * delta_se));
                writeln!(out, "vs improved: {delta} ± {margin} points (95 %) on the same openings")?;
            }
        }
    }
    Ok(())
}
