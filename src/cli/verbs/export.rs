//! `isotune export`: weights for other programs.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::export::Format;
use crate::game::BoardSize;
use crate::heuristic::{HeuristicSource, Provenance};
use crate::store::Digest;
use crate::tune::{RunFolder, SavedRun};

use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::args::target::{Target, holds};
use crate::cli::output::failure::Failure;
use crate::cli::output::terminal;
use crate::cli::output::tuned_for;
use crate::cli::output::verbosity::is_quiet;

/// Write weights as RON, JSON, a Python module or a Rust file.
///
/// ron and json are accepted wherever weights are. python is a module with custom_score(game, player) for the
/// game_agent.py of Udacity's AIND-Isolation and needs only the standard library; rust is a file with
/// score(blank, own, opponent, to_move) that compiles on its own. Both compute exactly isotune's scores, using only the
/// features with a weight.
///
/// Example: isotune export quick -o my_heuristic.py
// The text is for the terminal, not for rustdoc.
#[allow(clippy::doc_markdown)]
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The weights: a heuristic by name, a weights file (*.ron, *.json), or a run by name or folder.
    #[arg(value_name = "SOURCE")]
    source: String,
    /// The format to write [default: by the ending of the file: .ron, .json, .py, .rs].
    #[arg(long, short, value_name = "ron|json|python|rust")]
    format: Option<Format>,
    /// The file to write [default: standard output, also for "-"].
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite an existing file.
    #[arg(long)]
    force: bool,
    /// Round the weights to this many significant digits [default: all digits]. A run's best.ron keeps all of them; a
    /// score that was measured before is not that of the rounded weights, and the file says so.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=17))]
    digits: Option<u8>,
    /// Board size that the export is made for, as width x height [default: the weights' own, else 7x7].
    #[arg(long, value_name = "WxH")]
    board: Option<BoardSize>,
    #[command(flatten)]
    place: RunsFolder,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let source = args.place.heuristic(&args.source)?;
    let format = format(args)?;
    let target = Target::new(args.output.as_deref(), args.force);
    let mut document = source.document(args.board).map_err(Failure::input)?;
    if let (Some(provenance), HeuristicSource::File(path)) = (&mut document.provenance, &source) {
        provenance.date = provenance.date.take().or_else(|| day_of_run(path, provenance));
    }
    if let Some(digits) = args.digits {
        document = document.rounded(digits);
    }
    let size = args.board.or(document.board).unwrap_or(BoardSize::SEVEN);
    let text = format.exporter().export(&document, size).map_err(Failure::input)?;
    let message = |sentence: &str| {
        if !is_quiet() {
            terminal::message(sentence);
        }
    };
    // An identical file is left alone.
    let identical = |file: &&Path| *file != Path::new("-") && !args.force && holds(file, &text);
    if let Some(file) = args.output.as_deref().filter(identical) {
        tuned_for::warn_of_unverified(&args.source, &source);
        message(&format!("{} is unchanged", file.display()));
        return Ok(());
    }
    let target = target?;
    tuned_for::warn_of_unverified(&args.source, &source);
    match target {
        Target::Standard => Ok(out.write_all(text.as_bytes())?),
        Target::File(file) => {
            file.write(&text)?;
            message(&format!("{format} written to {}", file.given().display()));
            Ok(())
        }
    }
}

/// Returns the format asked for, else the one that the name of the file stands for.
fn format(args: &Args) -> Result<Format, Failure> {
    let ending = || args.output.as_deref().and_then(Path::extension).and_then(OsStr::to_str);
    let inferred = || {
        Format::ALL
            .into_iter()
            .find(|format| ending().is_some_and(|ending| ending.eq_ignore_ascii_case(format.extension())))
    };
    args.format.or_else(inferred).ok_or_else(|| {
        let formats = Format::ALL.map(Format::name).join(", ");
        let endings = Format::ALL.map(|format| format!(".{}", format.extension())).join(", ");
        Failure::Input(format!(
            "no format given; add --format ({formats}), or write to a file that ends in one of {endings}"
        ))
    })
}

/// Returns the day on which a run was started, if the file is in the folder of the run that found its weights.
fn day_of_run(file: &Path, provenance: &Provenance) -> Option<String> {
    let (SavedRun { record, times, .. }, _) = RunFolder::new(file.parent()?).state().ok()??;
    let config = Digest::of(record.config.to_ron().ok()?.as_bytes()).to_string();
    let found_here = provenance.run == record.config.name && provenance.config == config;
    times.started.get(.."2017-04-01".len()).filter(|_| found_here).map(str::to_owned)
}
