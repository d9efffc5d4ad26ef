//! `isotune udacity`: heuristics for a checkout of AIND-Isolation, and its own tournament.

mod agent;
mod heuristic;
mod module;
mod own;
mod tournament;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use serde::Serialize;

use crate::text;
use crate::udacity::{Checkout, FailingScore};

use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::args::table::TableForm;
use crate::cli::output::data::json;
use crate::cli::output::failure::Failure;
use crate::cli::output::tuned_for;
use crate::cli::output::verbosity::is_quiet;
use crate::cli::output::wrapped::wrapped;
use crate::cli::signals::stop_flag;

use heuristic::CheckoutHeuristic;
use module::ModuleRecord;
use own::OwnHeuristic;
use tournament::TournamentRecord;

/// Put heuristics into a checkout of Udacity's AIND-Isolation, and play its own tournament.
///
/// Without a SOURCE the checkout is only checked. Each SOURCE is written as a module beside game_agent.py, and the one line
/// to add there is printed unless it has it; no file of the checkout is changed. With --tournament the checkout's own players
/// play in processes of Python: its baseline, the sources, and of its own functions custom_score, custom_score_2 and
/// custom_score_3, as far as they work and are none of the sources, against the opponents of its tournament.py. Moves are timed by the time of the process, so that a busy
/// machine does not decide. Beside it stands what isotune predicts: its own search with the effort that the checkout was
/// measured to spend in the same time.
///
/// Example: isotune udacity ~/AIND-Isolation quick --tournament 10
// The text is for the terminal, not for rustdoc.
#[allow(clippy::doc_markdown)]
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder with game_agent.py.
    #[arg(value_parser = PathBufValueParser::new().map(checkout_folder))]
    folder: PathBuf,
    /// The weights, at most three: a run, a weights file (*.ron, *.json) or a heuristic of the catalogue.
    #[arg(value_name = "SOURCE", num_args = 0..)]
    sources: Vec<String>,
    /// Overwrite modules that exist, and the file of --csv.
    #[arg(long)]
    force: bool,
    /// Write nothing.
    #[arg(long)]
    dry_run: bool,
    /// Play this number of matches: one opening for each opponent (modern), or two (classic), from both seats.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=2352))]
    tournament: Option<u32>,
    /// Milliseconds a move, at least 20.
    #[arg(long, value_name = "MS", default_value_t = 150, value_parser = clap::value_parser!(u32).range(20..=60_000))]
    time: u32,
    /// Number of processes of Python [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    processes: Option<u16>,
    /// The Python interpreter.
    #[arg(long, value_name = "PROGRAM", default_value = "python3")]
    python: String,
    /// The random seed of the openings.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Write the table of the tournament to a CSV file as well; "-" prints it in place of the text.
    #[arg(long, value_name = "FILE", requires = "tournament")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    place: RunsFolder,
}

/// The folder of a `game_agent.py`, where that is given instead.
fn checkout_folder(path: PathBuf) -> PathBuf {
    match path.parent() {
        Some(folder) if path.ends_with("game_agent.py") && path.is_file() => Path::new(".").join(folder),
        _ => path,
    }
}

/// The `custom_score` functions of Udacity's project.
const MOST_SOURCES: usize = 3;

#[derive(Serialize)]
struct Record {
    folder: String,
    protocol: &'static str,
    python: String,
    /// The checkout's own heuristics that work.
    own: Vec<String>,
    /// Those that fail, with their errors.
    failing: Vec<FailingScore>,
    /// Those that are not written yet.
    unwritten: Vec<String>,
    modules: Vec<ModuleRecord>,
    tournament: Option<TournamentRecord>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let stop = stop_flag()?;
    let form = TableForm::new(args.json, args.csv.as_deref(), args.force)?;
    if let Some(folder) = args.sources.iter().find(|source| Path::new(source).join("game_agent.py").is_file()) {
        let folder = text::path(Path::new(folder));
        return Err(Failure::Input(format!("{folder} is a folder with game_agent.py; give it before the weights")));
    }
    if args.sources.len() > MOST_SOURCES {
        let given = args.sources.len();
        return Err(Failure::Input(format!(
            "{given} SOURCEs are given; a checkout takes {MOST_SOURCES} at most, one for each custom_score function"
        )));
    }
    let texts: Vec<&str> = args.sources.iter().map(String::as_str).collect();
    let given = texts.iter().zip(args.place.shown_names(&texts));
    let sources =
        given.map(|(text, name)| CheckoutHeuristic::find(args, text, &name)).collect::<Result<Vec<_>, _>>()?;
    if let Some(twice) = (1..sources.len()).find(|&at| sources[..at].iter().any(|one| one.name == sources[at].name)) {
        return Err(Failure::Input(format!("'{}' is given twice; remove one", sources[twice].name)));
    }
    let names = module::names(sources.len());
    let checkout = Checkout::open(&args.folder, &args.python, names, &stop);
    let mut checkout = checkout.map_err(|error| module::refusal(args, error))?;
    let modules = module::write(args, &sources, checkout.imported_scores())?;
    for source in &sources {
        tuned_for::warn_of_unverified(&source.name, &source.source);
        tuned_for::note_no_improvement(&source.name, &source.source);
        tuned_for::note_rules(&source.name, &source.source, checkout.version());
        checkout.add(&source.agent, &source.module);
    }
    let mut record = Record {
        folder: args.folder.display().to_string(),
        protocol: checkout.version().name(),
        python: checkout.python_version().to_owned(),
        own: checkout.own_heuristics().to_vec(),
        failing: checkout.failing_heuristics().to_vec(),
        unwritten: checkout.unwritten_heuristics().to_vec(),
        modules,
        tournament: None,
    };
    if form.is_text() {
        wrapped(out, |out| record.print(out))?;
        out.flush()?;
    }
    let own = OwnHeuristic::all(&args.folder, &checkout, &sources);
    let hold = |matches| tournament::hold(args, matches, &checkout, (&sources, &own), &stop);
    record.tournament = args.tournament.map(hold).transpose()?;
    if form.is_json() {
        json::print(&record, out)?;
    }
    if let Some(tournament) = &record.tournament {
        if form.is_text() {
            wrapped(out, |out| tournament.print(record.protocol, out))?;
        }
        form.write_rows(&tournament.rows(), out)?;
    }
    if record.tournament.is_some_and(|tournament| tournament.partial) { Err(Failure::Stopped) } else { Ok(()) }
}

impl Record {
    fn print(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Record { folder, protocol, python, .. } = self;
        writeln!(out, "{folder}: AIND-Isolation, {protocol}, Python {python}")?;
        match self.own.as_slice() {
            [] => writeln!(out, "none of its custom_score functions works yet")?,
            own => writeln!(out, "its own heuristics: {}", own.join(", "))?,
        }
        for FailingScore { function, error } in &self.failing {
            writeln!(out, "{function} fails and is left out: {error}")?;
        }
        if is_quiet() {
            return Ok(());
        }
        if !self.unwritten.is_empty() {
            writeln!(out, "not written yet (NotImplementedError), and left out: {}", self.unwritten.join(", "))?;
        }
        if self.modules.is_empty() {
            writeln!(
                out,
                "to put a heuristic there, name a run of 'isotune tune' or weights that are there already, as in: isotune udacity \
                 {folder} isotune-python --tournament 10"
            )?;
        }
        for module in &self.modules {
            let written = match module {
                ModuleRecord { unchanged: true, .. } => "unchanged:",
                ModuleRecord { written: true, .. } => "written to",
                _ => "not written (--dry-run):",
            };
            let other = !module.unchanged && !module.written && Path::new(&module.file).exists();
            let force = if other { ", which has other content: --force overwrites it" } else { "" };
            writeln!(out, "{} {written} {}{force}", module.source, module.file)?;
        }
        let agents = Path::new(folder).join("game_agent.py");
        let agents = agents.display();
        let (imported, new): (Vec<_>, Vec<_>) = self.modules.iter().partition(|module| !module.imported_as.is_empty());
        for ModuleRecord { name, imported_as, .. } in &imported {
            writeln!(out, "{agents} already imports {name} for {}", imported_as.join(" and "))?;
        }
        if !new.is_empty() {
            let lines = if new.len() == 1 { "this line" } else { "these lines" };
            writeln!(out, "add {lines} to {agents}, below its custom_score functions and above its classes:")?;
            for module in &new {
                writeln!(out, "    {}", module.line)?;
            }
            writeln!(
                out,
                "then 'python3 tournament.py' there plays with it; at the end of the file it does as well, but players made"
            )?;
            writeln!(out, "without score_fn keep the function above")?;
        } else if !imported.is_empty() && imported.iter().all(|module| module.written || module.unchanged) {
            writeln!(out, "'python3 tournament.py' there plays with it")?;
        }
        Ok(())
    }
}
