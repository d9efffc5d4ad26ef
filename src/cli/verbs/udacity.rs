//! `isotune udacity`: heuristics for a checkout of AIND-Isolation, and its own tournament.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::thread;

use crate::agent::Roster;
use crate::arena::{Draw, OpeningBlock, Standing, Standings, Threads};
use crate::export::Format;
use crate::game::{Board, BoardSize};
use crate::heuristic::{Heuristic, HeuristicSource};
use crate::seed::Seed;
use crate::stats::{Score, TTest};
use crate::tune::Conclusion;
use crate::udacity::{Calibration, Checkout, Fault, PythonGames, PythonPlayer, played, predicted};
use serde::Serialize;

use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::args::target::Target;
use crate::cli::output::data::json;
use crate::cli::output::data::records::{DeltaRecord, ScoreRecord};
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::{align_numbers, fitted, in_points, known_error, rate, table};
use crate::cli::output::live::progress::ProgressMeter;
use crate::cli::output::tuned_for;
use crate::cli::output::wrapped::wrapped;
use crate::cli::signals::stop_flag;

/// Put heuristics into a checkout of Udacity's AIND-Isolation, and play its own tournament.
///
/// Without a SOURCE the checkout is only checked. Each SOURCE is written as a module beside game_agent.py, and the one line
/// to add there is printed; no file of the checkout is changed. With --tournament the checkout's own players play in
/// processes of Python: its baseline, the sources, and its custom_score functions as far as they work, against the opponents
/// of its tournament.py. Moves are timed by the time of the process, so that a busy machine does not decide. Beside it stands
/// what isotune predicts: its own search with the effort that the checkout was measured to spend in the same time.
///
/// Example: isotune udacity ~/AIND-Isolation quick --tournament 10
// The text is for the terminal, not for rustdoc.
#[allow(clippy::doc_markdown)]
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder with game_agent.py.
    folder: PathBuf,
    /// The weights, at most three: a run, a weights file (*.ron, *.json) or a heuristic of the catalogue.
    #[arg(value_name = "SOURCE", num_args = 0..=3)]
    sources: Vec<String>,
    /// Overwrite modules that exist.
    #[arg(long)]
    force: bool,
    /// Write nothing.
    #[arg(long)]
    dry_run: bool,
    /// Play this number of matches: one opening for each opponent (modern), or two (classic), from both seats.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=2352))]
    tournament: Option<u32>,
    /// Milliseconds a move.
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
    #[command(flatten)]
    place: RunsFolder,
}

/// The module of the first source; the others have a number behind.
const MODULE: &str = "isotune_score";
/// The matches of the prediction for each match that is played.
const PREDICTED: usize = 20;
/// The most openings of the prediction.
const MOST_PREDICTED: usize = 1000;

/// A heuristic to put into the checkout.
struct CheckoutHeuristic {
    /// As it was given.
    name: String,
    source: HeuristicSource,
    heuristic: Heuristic,
    module: String,
}

#[derive(Serialize)]
struct Record {
    folder: String,
    protocol: &'static str,
    python: String,
    /// The checkout's own heuristics that work.
    own: Vec<String>,
    modules: Vec<ModuleRecord>,
    tournament: Option<TournamentRecord>,
}

#[derive(Serialize)]
struct ModuleRecord {
    source: String,
    file: String,
    written: bool,
    /// The line to add at the end of `game_agent.py`.
    line: String,
}

#[derive(Serialize)]
struct TournamentRecord {
    matches: u32,
    milliseconds: u32,
    seed: u64,
    partial: bool,
    /// Microseconds of a node without its heuristic, and of a call of each heuristic.
    node_microseconds: f64,
    call_microseconds: json::Named<f64>,
    agents: Vec<AgentRecord>,
    /// Games lost by timeouts, illegal moves and errors.
    faults: Vec<FaultRecord>,
}

#[derive(Serialize)]
struct AgentRecord {
    name: String,
    played: ScoreRecord,
    predicted: ScoreRecord,
    /// Played minus predicted, in standard errors of the difference.
    z: Option<f64>,
    /// To the checkout's baseline, on the same openings.
    versus_improved: Option<DeltaRecord>,
    predicted_versus_improved: Option<DeltaRecord>,
    opponents: Vec<OpponentRecord>,
    #[serde(skip)]
    shown: [Option<Score>; 2],
    #[serde(skip)]
    tests: [Option<TTest>; 2],
}

#[derive(Serialize)]
struct OpponentRecord {
    name: String,
    played: ScoreRecord,
    predicted: ScoreRecord,
    #[serde(skip)]
    shown: [Option<Score>; 2],
}

#[derive(Serialize)]
struct FaultRecord {
    agent: String,
    opponent: String,
    reason: String,
    count: u64,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let stop = stop_flag()?;
    let sources = args.sources.iter().map(|name| source(args, name)).collect::<Result<Vec<_>, _>>()?;
    if let Some(twice) = (1..sources.len()).find(|&at| sources[..at].iter().any(|one| one.name == sources[at].name)) {
        return Err(Failure::Input(format!("'{}' is given twice; remove one", sources[twice].name)));
    }
    let names = (1..=sources.len()).map(|number| format!("{MODULE}{}", ending(number))).collect();
    let mut checkout = Checkout::open(&args.folder, &args.python, names, &stop).map_err(Failure::input)?;
    let modules = modules(args, &sources)?;
    for source in &sources {
        tuned_for::note_rules(&source.name, &source.source, checkout.version());
        checkout.add(&source.name, &source.module);
    }
    let mut record = Record {
        folder: args.folder.display().to_string(),
        protocol: checkout.version().name(),
        python: checkout.python_version().to_owned(),
        own: checkout.own_heuristics().to_vec(),
        modules,
        tournament: None,
    };
    if !args.json {
        wrapped(out, |out| record.print(out))?;
        out.flush()?;
    }
    record.tournament = args.tournament.map(|matches| hold(args, matches, &checkout, &sources, &stop)).transpose()?;
    if args.json {
        json::print(&record, out)?;
    } else if let Some(tournament) = &record.tournament {
        wrapped(out, |out| tournament.print(record.protocol, out))?;
    }
    if record.tournament.is_some_and(|tournament| tournament.partial) { Err(Failure::Stopped) } else { Ok(()) }
}

fn source(args: &Args, name: &str) -> Result<CheckoutHeuristic, Failure> {
    let found = args.place.heuristic(name)?;
    let document = found.document(Some(BoardSize::SEVEN)).map_err(Failure::input)?;
    let module = Format::Python.exporter().export(&document, BoardSize::SEVEN).map_err(Failure::input)?;
    let heuristic = found.heuristic(BoardSize::SEVEN).map_err(Failure::input)?;
    Ok(CheckoutHeuristic { name: name.to_owned(), source: found, heuristic, module })
}

/// Returns what stands behind the names of a module and its function, by the number of the source.
fn ending(number: usize) -> String {
    if number == 1 { String::new() } else { format!("_{number}") }
}

/// Writes the modules, all or none as far as that can be known before.
fn modules(args: &Args, sources: &[CheckoutHeuristic]) -> Result<Vec<ModuleRecord>, Failure> {
    let mut records = Vec::new();
    let mut targets = Vec::new();
    for (number, source) in (1..).zip(sources) {
        let ending = ending(number);
        let file = args.folder.join(format!("{MODULE}{ending}.py"));
        let function = if number == 1 { String::new() } else { format!(" as custom_score{ending}") };
        // What is there already needs no force.
        let there = fs::read(&file).is_ok_and(|bytes| bytes == source.module.as_bytes());
        if !args.dry_run && !there {
            targets.push((Target::new(Some(&file), args.force)?, &source.module));
        }
        records.push(ModuleRecord {
            source: source.name.clone(),
            file: file.display().to_string(),
            written: !args.dry_run,
            line: format!("from {MODULE}{ending} import custom_score{function}"),
        });
    }
    for (target, module) in targets {
        target.write(module, &mut std::io::sink())?;
    }
    Ok(records)
}

/// Plays the tournament, and predicts it.
fn hold(
    args: &Args,
    matches: u32,
    checkout: &Checkout,
    sources: &[CheckoutHeuristic],
    stop: &AtomicBool,
) -> Result<TournamentRecord, Failure> {
    let protocol = checkout.version();
    let board = Board::seven();
    let roster = protocol.roster().map_err(Failure::input)?;
    let pairs = matches as usize * protocol.pairs_per_match();
    let draw = |pairs: usize| Draw { plies: 2, block: OpeningBlock::All, pairs: Some(pairs), seed: Seed(args.seed) };
    let improved = args.place.heuristic("improved")?.heuristic(BoardSize::SEVEN).map_err(Failure::input)?;
    let known: Vec<(String, Heuristic)> = std::iter::once(("improved".to_owned(), improved))
        .chain(sources.iter().map(|source| (source.name.clone(), source.heuristic.clone())))
        .collect();
    let names: Vec<String> =
        known.iter().map(|(name, _)| name.clone()).chain(checkout.own_heuristics().iter().cloned()).collect();
    let calibration = checkout.calibrate(f64::from(args.time), stop).map_err(Failure::input)?;
    let budget = (&calibration, f64::from(args.time) - checkout.reserve());
    let more = (PREDICTED * pairs).min(MOST_PREDICTED).max(pairs);
    let mut prediction = predicted(&board, &roster, &known, budget, &draw(more)).map_err(Failure::input)?;
    let mut reality = played(&board, &roster, names.clone(), &draw(pairs)).map_err(Failure::input)?;
    let games = python_games(args, checkout, &roster, &names, stop)?;
    let progress = ProgressMeter::new(reality.games());
    let complete = reality.play(&games, stop, &|games| progress.add(games));
    progress.finish();
    if let Some(error) = games.failure() {
        return Err(Failure::Work(format!("the tournament ended early: {error}")));
    }
    let threads = Threads::new(None).map_err(Failure::work)?;
    let complete = complete && prediction.play(&threads, stop, &|_| ());
    let faults = games.faults().into_iter().map(|(Fault { candidate, opponent, reason }, count)| FaultRecord {
        agent: candidate.map_or_else(|| roster.agents[opponent].name.clone(), |candidate| names[candidate].clone()),
        opponent: candidate.map_or_else(|| "a test agent".to_owned(), |_| roster.agents[opponent].name.clone()),
        reason,
        count,
    });
    Ok(TournamentRecord {
        matches,
        milliseconds: args.time,
        seed: args.seed,
        partial: !complete,
        node_microseconds: 1e6 * calibration.node,
        call_microseconds: call_microseconds(&calibration),
        agents: agents(&reality.standings(), &prediction.standings()),
        faults: faults.collect(),
    })
}

fn python_games(
    args: &Args,
    checkout: &Checkout,
    roster: &Roster,
    names: &[String],
    stop: &AtomicBool,
) -> Result<PythonGames, Failure> {
    let candidates = names.iter().map(|name| PythonPlayer::deepening(name)).collect();
    let opponents = roster.agents.iter().map(|member| PythonPlayer::of(&member.agent));
    let opponents = opponents.collect::<Option<Vec<_>>>();
    let opponents = opponents.ok_or_else(|| Failure::Work("an opponent has no counterpart in Python".to_owned()))?;
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let processes = args.processes.map_or_else(cores, usize::from);
    PythonGames::new(checkout, (candidates, opponents), args.time, processes, stop).map_err(Failure::input)
}

fn call_microseconds(calibration: &Calibration) -> json::Named<f64> {
    json::Named(calibration.call.iter().map(|(name, time)| (name.clone(), 1e6 * time)).collect())
}

fn agents(reality: &Standings, prediction: &Standings) -> Vec<AgentRecord> {
    let forecast = |name: &str| prediction.agents.iter().find(|standing| standing.name == name);
    let agent = |standing: &Standing| {
        let expected = forecast(&standing.name);
        let shown = [standing.score, expected.and_then(|standing| standing.score)];
        let opponent = |(index, versus): (usize, &crate::arena::OpponentScore)| {
            let shown = [versus.score, expected.and_then(|standing| standing.opponents[index].score)];
            OpponentRecord {
                name: versus.name.clone(),
                played: ScoreRecord::of(shown[0].as_ref()),
                predicted: ScoreRecord::of(shown[1].as_ref()),
                shown,
            }
        };
        // The first one is what the others are compared with.
        let compared = reality.agents.first().is_some_and(|first| first.name != standing.name);
        let tests = [standing.difference, expected.and_then(|standing| standing.difference)]
            .map(|test| test.filter(|_| compared));
        AgentRecord {
            name: standing.name.clone(),
            played: ScoreRecord::of(shown[0].as_ref()),
            predicted: ScoreRecord::of(shown[1].as_ref()),
            z: distance(shown),
            versus_improved: tests[0].as_ref().map(DeltaRecord::from),
            predicted_versus_improved: tests[1].as_ref().map(DeltaRecord::from),
            opponents: standing.opponents.iter().enumerate().map(opponent).collect(),
            shown,
            tests,
        }
    };
    reality.agents.iter().map(agent).collect()
}

/// Returns how many standard errors two scores are apart.
fn distance(scores: [Option<Score>; 2]) -> Option<f64> {
    let [Some(played), Some(predicted)] = scores else { return None };
    // If all pairs of a sample ended alike, its error is unknown.
    let known = known_error(&played).is_some() && known_error(&predicted).is_some();
    let se = played.se.hypot(predicted.se);
    (known && se > 0.0).then(|| (played.mean - predicted.mean) / se)
}

/// What the tournament says about an agent, in a sentence.
fn sentence(name: &str, [played, predicted]: &[Option<TTest>; 2]) -> String {
    let Some(played) = played else { return format!("{name} against improved: too few games to tell") };
    let says = match Conclusion::of(played) {
        Conclusion::Better => "beats improved",
        Conclusion::Worse => "loses to improved",
        Conclusion::Inconclusive => "against improved: too few games to tell",
    };
    let predicted = predicted.as_ref().map_or_else(String::new, |test| format!("; predicted {}", in_points(test)));
    format!("{name} {says}, {} (95 %){predicted}", in_points(played))
}

impl Record {
    fn print(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Record { folder, protocol, python, .. } = self;
        writeln!(out, "{folder}: AIND-Isolation, {protocol}, Python {python}")?;
        match self.own.as_slice() {
            [] => writeln!(out, "none of its custom_score functions works yet")?,
            own => writeln!(out, "its own heuristics: {}", own.join(", "))?,
        }
        if self.modules.is_empty() {
            writeln!(
                out,
                "to put a heuristic there, name a run, as in: isotune udacity {folder} quick --tournament 10"
            )?;
        }
        for module in &self.modules {
            let written = if module.written { "written to" } else { "not written (--dry-run):" };
            writeln!(out, "{} {written} {}", module.source, module.file)?;
        }
        if !self.modules.is_empty() {
            let lines = if self.modules.len() == 1 { "this line" } else { "these lines" };
            writeln!(out, "add {lines} at the end of {}:", Path::new(folder).join("game_agent.py").display())?;
            for module in &self.modules {
                writeln!(out, "    {}", module.line)?;
            }
            writeln!(out, "then 'python3 tournament.py' there plays with it")?;
        }
        Ok(())
    }
}

impl TournamentRecord {
    fn print(&self, protocol: &str, out: &mut impl Write) -> Result<(), Failure> {
        let Self { matches, milliseconds, seed, node_microseconds, .. } = self;
        let calls: Vec<String> =
            self.call_microseconds.0.iter().map(|(name, time)| format!("{name} {time:.1}")).collect();
        writeln!(out, "{protocol}, {matches} matches, {milliseconds} ms of process time a move, seed {seed}")?;
        writeln!(out, "measured: a node {node_microseconds:.1} µs, a call in µs: {}", calls.join(", "))?;
        if self.partial {
            writeln!(out, "PARTIAL: stopped before all games were played")?;
        }
        let mut shown = table(["agent", "opponent", "games", "played ± 95 %", "predicted ± 95 %", "apart"]);
        let text = |score: &Option<Score>| score.as_ref().map_or_else(|| "–".to_owned(), rate);
        let apart = |scores| distance(scores).map_or_else(|| "–".to_owned(), |z| format!("{z:+.1} SE"));
        for agent in &self.agents {
            let rows = agent.opponents.iter().map(|versus| (versus.name.as_str(), versus.shown));
            for (opponent, scores) in std::iter::once(("all", agent.shown)).chain(rows) {
                let games = scores[0].map_or(0, |score| 2 * score.pairs).to_string();
                let name = if opponent == "all" { agent.name.as_str() } else { "" };
                shown.add_row([name, opponent, &games, &text(&scores[0]), &text(&scores[1]), &apart(scores)]);
            }
        }
        align_numbers(&mut shown, 2..6);
        writeln!(out, "{}", fitted(shown, &[2, 5]))?;
        for AgentRecord { name, tests, .. } in self.agents.iter().skip(1) {
            writeln!(out, "verdict: {}", sentence(name, tests))?;
        }
        for FaultRecord { agent, opponent, reason, count } in &self.faults {
            writeln!(out, "{agent} lost {count} games against {opponent} by: {reason}")?;
        }
        Ok(())
    }
}
