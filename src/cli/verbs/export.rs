//! `isotune export`: weights for other programs.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::Unknown;
use crate::export::Format;
use crate::game::BoardSize;
use crate::heuristic::{CATALOGUE, HeuristicSource, Provenance, SourceError};
use crate::store::Digest;
use crate::tune::{RunFolder, SavedRun};

use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::args::target::Target;
use crate::cli::output::failure::Failure;
use crate::cli::output::terminal;

/// The file of a run that holds its best weights.
const BEST: &str = "best.ron";

/// Write weights as RON, JSON, a Python module or a Rust file.
///
/// ron and json are accepted wherever weights are. python is a module with custom_score(game, player) for the
/// game_agent.py of Udacity's AIND-Isolation and needs only the standard library; rust is a file with
/// score(blank, own, opponent, to_move) that compiles on its own. Both compute exactly isotune's scores, using only the
/// features with a weight.
///
/// Example: isotune export my-weights.ron --format python -o my_heuristic.py
// The text is for the terminal, not for rustdoc.
#[allow(clippy::doc_markdown)]
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The weights: a heuristic by name, a weights file (*.ron, *.json), or a run by name or folder.
    #[arg(value_name = "SOURCE")]
    source: String,
    /// The format to write.
    #[arg(long, short, value_name = "ron|json|python|rust")]
    format: Format,
    /// The file to write [default: standard output, also for "-"].
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite an existing file.
    #[arg(long)]
    force: bool,
    /// Board size that the export is made for, as width x height [default: the weights' own, else 7x7].
    #[arg(long, value_name = "WxH")]
    board: Option<BoardSize>,
    #[command(flatten)]
    place: RunsFolder,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let target = Target::new(args.output.as_deref(), args.force)?;
    let source = source(&args.source, &args.place)?;
    let mut document = source.document(args.board).map_err(Failure::input)?;
    if let (Some(provenance), HeuristicSource::File(path)) = (&mut document.provenance, &source) {
        provenance.date = provenance.date.take().or_else(|| day_of_run(path, provenance));
    }
    let size = args.board.or(document.board).unwrap_or(BoardSize::SEVEN);
    let text = args.format.exporter().export(&document, size).map_err(Failure::input)?;
    match target {
        Target::Standard => Ok(out.write_all(text.as_bytes())?),
        Target::File(file) => {
            file.write(&text)?;
            terminal::message(&format!("{} written to {}", args.format, file.given().display()));
            Ok(())
        }
    }
}

/// Finds the weights: in the catalogue, in a file, or as the best of a run.
fn source(name: &str, place: &RunsFolder) -> Result<HeuristicSource, Failure> {
    match name.parse::<HeuristicSource>() {
        Ok(source) => Ok(source),
        Err(SourceError::Unknown(_)) => match place.find_if_there(name).or_else(|| place.folder_if_there(name)) {
            Some(run) => best_of(&run).map(HeuristicSource::File),
            None => Err(Failure::input(unknown(name))),
        },
        Err(error) => Err(Failure::input(error)),
    }
}

/// Returns the file with the best weights of a run.
fn best_of(run: &RunFolder) -> Result<PathBuf, Failure> {
    let best = run.file(BEST);
    if best.is_file() {
        return Ok(best);
    }
    let folder = run.path().display();
    Err(Failure::Input(format!(
        "{folder} has no {BEST} yet; continue the run with 'isotune resume', or choose another"
    )))
}

/// Returns the day on which a run was started, if the file is in the folder of the run that found its weights.
fn day_of_run(file: &Path, provenance: &Provenance) -> Option<String> {
    let (SavedRun { record, times, .. }, _) = RunFolder::new(file.parent()?).state().ok()??;
    let config = Digest::of(record.config.to_ron().ok()?.as_bytes()).to_string();
    let found_here = provenance.run == record.config.name && provenance.config == config;
    times.started.get(.."2017-04-01".len()).filter(|_| found_here).map(str::to_owned)
}

fn unknown(name: &str) -> Unknown {
    let names: Vec<&str> = CATALOGUE.iter().map(|entry| entry.name).collect();
    let advice = "list heuristics with 'isotune heuristics', or give a weights file (*.ron, *.json) or a run's folder";
    Unknown::among("heuristic, weights file or run", name, &names).advice(advice)
}
