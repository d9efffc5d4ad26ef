//! The weights that a run recommends, with their score.

use std::io::Write;

use crate::heuristic::{ProvenScore, Provenance, Weight, WeightsDocument};
use crate::tune::RunFolder;
use serde::Serialize;

use crate::cli::output::failure::Failure;
use crate::cli::output::json::Named;
use indicatif::HumanCount;

/// What a run recommends, as programs read it.
#[derive(Serialize)]
pub(crate) struct BestRecord {
    run: String,
    generation: u64,
    games: u64,
    verified: bool,
    block: Option<String>,
    score: Option<f64>,
    se: Option<f64>,
    delta_vs_improved: Option<f64>,
    delta_se: Option<f64>,
    weights: Named<Weight>,
}

impl BestRecord {
    /// Reads what a run recommends.
    pub(crate) fn read(folder: &RunFolder) -> Result<BestRecord, Failure> {
        let document = folder.best()?;
        let Some(provenance) = document.provenance else {
            let path = folder.file("best.ron");
            return Err(Failure::Input(format!(
                "{} has no provenance; resume the run to write it again",
                path.display()
            )));
        };
        let score = provenance.score.as_ref();
        Ok(BestRecord {
            run: provenance.run,
            generation: provenance.generation,
            games: provenance.games,
            verified: provenance.verified,
            block: score.map(|score| score.block.clone()),
            score: score.map(|score| score.win_rate),
            se: score.map(|score| score.se),
            delta_vs_improved: score.map(|score| score.delta_vs_improved),
            delta_se: score.map(|score| score.delta_se),
            weights: Named(
                document.weights.used().map(|(feature, weight)| (feature.name().to_owned(), weight)).collect(),
            ),
        })
    }
}

pub(crate) fn print(document: &WeightsDocument, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(provenance) = &document.provenance {
        print_provenance(provenance, out)?;
    }
    for (feature, weight) in document.weights.used() {
        let shown = if weight.is_tapered() {
            format!("{:9.4} early, {:.4} late", weight.early(), weight.late())
        } else {
            format!("{:9.4}", weight.early())
        };
        writeln!(out, "  {:<26} {shown}", feature.name())?;
    }
    Ok(())
}

fn print_provenance(provenance: &Provenance, out: &mut impl Write) -> Result<(), Failure> {
    let Provenance { run, generation, games, .. } = provenance;
    writeln!(out, "{run}, generation {generation}, {} games, seed {}", HumanCount(*games), provenance.seed)?;
    match &provenance.score {
        None => writeln!(out, "not measured yet")?,
        Some(ProvenScore { win_rate, se, pairs, block, roster, budget, delta_vs_improved, delta_se }) => {
            let verified =
                if provenance.verified { "verified" } else { "not verified: the final block has not been played yet" };
            let error = if *se > 0.0 { format!("± {se:.2} %") } else { "% (census)".to_owned() };
            writeln!(
                out,
                "{win_rate:.2} {error} against {roster} at {budget}, {pairs} pairs of block {block}, {verified}"
            )?;
            writeln!(out, "vs improved: {delta_vs_improved:+.2} ± {delta_se:.2} points on the same openings")?;
        }
    }
    Ok(())
}
