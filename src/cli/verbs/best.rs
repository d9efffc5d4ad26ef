//! `isotune best`: the weights that a run recommends.

use std::io::Write;

use crate::heuristic::{HeuristicSource, WeightsDocument};
use crate::report::no_improvement;
use crate::tune::RunRecord;

use crate::cli::args::runs_folder::{RunsFolder, best_of};
use crate::cli::args::table::TableArgs;
use crate::cli::output::best::{self, BestRecord};
use crate::cli::output::failure::Failure;
use crate::cli::output::tuned_for;

/// Show the weights that a run recommends, with their score.
///
/// The weights are in the run's best.ron; the run's name is accepted wherever weights are. A weights file or a heuristic of
/// the catalogue is shown as well. The ± is a 95 % interval.
#[derive(clap::Args)]
#[command(mut_arg("csv", |csv| csv.help(CSV_HELP)))]
pub(crate) struct Args {
    /// The run, by name or folder; or a weights file (*.ron, *.json), or a heuristic of the catalogue.
    run: String,
    #[command(flatten)]
    place: RunsFolder,
    #[command(flatten)]
    form: TableArgs,
}

const CSV_HELP: &str = "Write the weights to a CSV file as well, with the columns feature, early and late; \"-\" prints it in place of the text";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let form = args.form.check()?.with_keys(&["feature", "early", "late"]);
    let (document, file, record) = match args.place.find_if_there(&args.run) {
        Some(folder) => {
            let file = best_of(&folder)?;
            // What a damaged state says is no reason not to show the weights.
            let record = folder.state().ok().flatten().map(|(saved, _)| saved.record);
            (named(folder.best()?, folder.name()), Some(file), record)
        }
        None => match args.place.heuristic(&args.run) {
            Ok(source) => (source.document(None).map_err(Failure::input)?, None, None),
            // Nothing of that name: a run is what was most likely meant.
            Err(error) => return Err(args.place.find(&args.run).err().unwrap_or(error)),
        },
    };
    let source = file.clone().map(HeuristicSource::File);
    form.print(&BestRecord::new(document.clone(), record.as_ref()), &best::rows(&document), out, |out| {
        best::print(&document, out)?;
        let left_out = record.as_ref().map(RunRecord::left_out).unwrap_or_default();
        if !left_out.is_empty() {
            writeln!(out, "left out by the search, as not worth their cost: {}", left_out.join(", "))?;
        }
        let verdict = record.as_ref().and_then(|record| record.verdict.as_ref());
        if let Some(sentence) = verdict.and_then(no_improvement) {
            writeln!(out, "verdict: {sentence}")?;
        }
        if let Some(file) = &file {
            writeln!(out, "weights: {}", file.display())?;
        }
        if let Some(source) = &source {
            tuned_for::warn_of_unverified(&args.run, source);
        }
        Ok(())
    })
}

/// Returns the weights under the name of their run's folder, which may have been copied or renamed since they were written.
fn named(mut document: WeightsDocument, name: String) -> WeightsDocument {
    if let Some(provenance) = &mut document.provenance {
        provenance.run.clone_from(&name);
    }
    document.name = name;
    document
}
