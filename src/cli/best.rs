//! `isotune best`: what a run recommends, and how far it can be trusted.

use std::io::Write;

use isotune::heuristic::{ProvenScore, Provenance, Weight, WeightsDocument};
use isotune::tune::RunFolder;
use serde::Serialize;

use super::failure::Failure;
use super::figures::thousands;
use super::json;
use super::named::Named;
use super::run_place::RunPlace;

/// Show the weights that a run recommends, with their score and how far it is verified.
///
/// They are in the run's best.ron, which every verb takes that takes weights. The ± is one standard error.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The run, by its name or folder.
    run: String,
    #[command(flatten)]
    place: RunPlace,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// What a run recommends, as programs read it.
#[derive(Serialize)]
pub(super) struct BestRecord {
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

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let folder = args.place.find(&args.run)?;
    if args.json {
        return json::print(&BestRecord::read(&folder)?, out);
    }
    let document = folder.best()?;
    print(&document, out)?;
    Ok(writeln!(out, "in {}", folder.file("best.ron").display())?)
}

impl BestRecord {
    /// Reads what a run recommends.
    pub(super) fn read(folder: &RunFolder) -> Result<BestRecord, Failure> {
        let document = folder.best()?;
        let Some(provenance) = document.provenance else {
            let path = folder.file("best.ron");
            return Err(Failure::Input(format!("{} does not say where it comes from; resume the run", path.display())));
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

fn print(document: &WeightsDocument, out: &mut impl Write) -> Result<(), Failure> {
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
    writeln!(out, "{run}, generation {generation}, {} games, seed {}", thousands(*games), provenance.seed)?;
    match &provenance.score {
        None => writeln!(out, "not measured yet")?,
        Some(ProvenScore { win_rate, se, pairs, block, roster, budget, delta_vs_improved, delta_se }) => {
            let verified =
                if provenance.verified { "verified" } else { "not verified: the final block is still to be played" };
            let error = if *se > 0.0 { format!("± {se:.2} %") } else { "% (census)".to_owned() };
            writeln!(
                out,
                "{win_rate:.2} {error} against {roster} at {budget}, {pairs} pairs of block {block}, {verified}"
            )?;
            writeln!(out, "{delta_vs_improved:+.2} ± {delta_se:.2} points to improved on the same openings")?;
        }
    }
    Ok(())
}
