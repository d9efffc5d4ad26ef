//! `isotune report`: a run as a page.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::arena::Threads;
use crate::report::{Curve, MeasureError, Measured, Page, RunData};
use crate::text;
use crate::tune::RunFolder;

use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::args::target::Target;
use crate::cli::output::failure::Failure;
use crate::cli::output::live::dashboard::Dashboard;
use crate::cli::output::terminal;
use crate::cli::output::verbosity::is_quiet;
use crate::cli::signals::{raised_after, stop_flag};

/// The width of the curve where there is no terminal.
const PIPE_WIDTH: usize = 80;
/// How long the games of a page may take; with the embedded configurations it is a small part of a second.
const GAME_TIME: Duration = Duration::from_secs(20);

/// Write a run as one HTML page: verdict, curves, weights, games and how to repeat it.
///
/// The page needs no network and can be sent by mail. It can be written at any moment, also while the run works, which
/// it neither locks nor slows.
///
/// Examples: isotune report quick; isotune report overnight --compare quick -o overnight.html
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The run, by name or folder.
    run: String,
    /// The file to write (*.html), "-" for standard output [default: report.html in the run's folder].
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Another run to compare with, by name or folder. May be repeated.
    #[arg(long, value_name = "RUN")]
    compare: Vec<String>,
    /// First play what the search did not: all published heuristics and perfect play on the final block, and the weights
    /// without each of their features. Kept in the run's folder for later reports. The number of openings against each
    /// opponent can be given.
    #[arg(long, value_name = "PAIRS", num_args = 0..=1, require_equals = true, default_missing_value = "50",
          value_parser = clap::value_parser!(u32).range(2..))]
    measure: Option<u32>,
    /// Overwrite an existing file that is not a report.
    #[arg(long)]
    force: bool,
    /// Print the outcome and the curve of the win rate instead, as wide as the terminal.
    #[arg(long, conflicts_with_all = ["output", "compare", "force", "measure"])]
    terminal: bool,
    #[command(flatten)]
    place: RunsFolder,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let folder = args.place.find(&args.run)?;
    if args.terminal {
        return print(&RunData::read(&folder)?, out);
    }
    refuse_other_endings(args.output.as_deref())?;
    let file = args.output.clone().unwrap_or_else(|| folder.file("report.html"));
    let target = Target::new(Some(&file), args.force || is_report(&file))?;
    if let Some(pairs) = args.measure {
        measure(&folder, pairs)?;
    }
    let stop = raised_after(GAME_TIME);
    let mut runs = vec![RunData::read(&folder)?.with_games(&folder, &stop)];
    for name in &args.compare {
        runs.push(RunData::read(&args.place.find(name)?)?);
    }
    let html = Page::new(runs).html()?;
    match target {
        Target::Standard => Ok(out.write_all(html.as_bytes())?),
        Target::File(file) => {
            file.write(&html)?;
            if !is_quiet() {
                terminal::message(&format!("report written to {}", file.given().display()));
            }
            Ok(())
        }
    }
}

/// Refuses a file whose name promises anything but a page.
fn refuse_other_endings(output: Option<&Path>) -> Result<(), Failure> {
    let Some((path, ending)) = output.and_then(|path| Some((path, path.extension()?.to_string_lossy()))) else {
        return Ok(());
    };
    if ["html", "htm"].iter().any(|page| ending.eq_ignore_ascii_case(page)) {
        return Ok(());
    }
    let (given, page) = (text::path(path), text::path(&path.with_extension("html")));
    Err(Failure::Input(format!(
        "a report is an HTML page, and {given} does not end in .html; give {page}, or plot history.csv of the run's folder"
    )))
}

/// Plays the games of a measurement, which is kept in the run's folder.
fn measure(folder: &RunFolder, pairs: u32) -> Result<(), Failure> {
    let stop = stop_flag()?;
    let threads = Threads::new(None).map_err(Failure::work)?;
    let dashboard = Dashboard::of_matches(true, &stop);
    let measured = Measured::play(folder, pairs as usize, (&threads, &stop), &dashboard);
    dashboard.finish();
    measured.map(|_| ()).map_err(|error| match error {
        MeasureError::Tune(error) => error.into(),
        MeasureError::Tournament(error) => Failure::input(error),
        error @ MeasureError::Unfinished { .. } => Failure::Input(error.to_string()),
    })
}

/// Prints the outcome and the curve.
fn print(run: &RunData, out: &mut impl Write) -> Result<(), Failure> {
    let width =
        terminal_size::terminal_size_of(std::io::stdout()).map_or(PIPE_WIDTH, |(width, _)| usize::from(width.0));
    for note in &run.notes {
        writeln!(out, "note: {note}")?;
    }
    writeln!(out, "{}, {}", run.name, run.status.name())?;
    for sentence in std::iter::once(&run.headline).chain(&run.remarks) {
        writeln!(out, "{}", textwrap::fill(sentence, width))?;
    }
    if let Some(curve) = Curve::draw(run, width) {
        write!(out, "\n{curve}")?;
    }
    Ok(())
}

/// Returns whether a file is a page that an earlier report wrote, which may be overwritten.
fn is_report(path: &Path) -> bool {
    // A pipe would be waited for.
    if !path.is_file() {
        return false;
    }
    let mut first = Vec::new();
    let read = File::open(path).and_then(|file| file.take(100).read_to_end(&mut first));
    read.is_ok() && Page::is_report(&String::from_utf8_lossy(&first))
}
