//! The tournament of a checkout.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::thread;

use serde::Serialize;

use crate::agent::Roster;
use crate::arena::{Draw, OpeningBlock, Threads};
use crate::game::{Board, BoardSize};
use crate::heuristic::Heuristic;
use crate::seed::Seed;
use crate::stats::Score;
use crate::text::{fixed, plural, signed};
use crate::udacity::{Calibration, Checkout, Fault, PythonGames, PythonPlayer, played, predicted};

use super::Args;
use super::agent::{CheckoutAgentRecord, CheckoutRow, agents, distance, sentence};
use super::heuristic::CheckoutHeuristic;
use super::own::OwnHeuristic;
use crate::cli::output::data::json;
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::{align_numbers, duration, fitted, rate, table};
use crate::cli::output::live::progress::ProgressMeter;
use crate::cli::output::terminal;
use crate::cli::output::verbosity::is_quiet;

/// The matches of the prediction for each match that is played.
const PREDICTED: usize = 20;
/// The moves of a game that take all of their time, about: 42 games at 150 ms took 68 s of a core.
const TIMED_MOVES: f64 = 11.0;
/// The most openings of the prediction.
const MOST_PREDICTED: usize = 1000;

/// A tournament that was played, and predicted.
#[derive(Serialize)]
pub(super) struct TournamentRecord {
    matches: u32,
    milliseconds: u32,
    seed: u64,
    pub(super) partial: bool,
    /// Microseconds of a node without its heuristic, and of a call of each heuristic.
    node_microseconds: f64,
    call_microseconds: json::Named<f64>,
    agents: Vec<CheckoutAgentRecord>,
    /// Games lost by timeouts, illegal moves and errors.
    faults: Vec<FaultRecord>,
}

#[derive(Serialize)]
struct FaultRecord {
    agent: String,
    opponent: String,
    reason: String,
    count: u64,
}

/// Plays the tournament, and predicts it.
pub(super) fn hold(
    args: &Args,
    matches: u32,
    checkout: &Checkout,
    (sources, own): (&[CheckoutHeuristic], &[OwnHeuristic]),
    stop: &AtomicBool,
) -> Result<TournamentRecord, Failure> {
    let protocol = checkout.version();
    let board = Board::seven();
    let roster = protocol.roster().map_err(Failure::input)?;
    let pairs = matches as usize * protocol.pairs_per_match();
    let draw = |pairs: usize| Draw { plies: 2, block: OpeningBlock::All, pairs: Some(pairs), seed: Seed(args.seed) };
    let improved = args.place.heuristic("improved")?.heuristic(BoardSize::SEVEN).map_err(Failure::input)?;
    let known: Vec<(String, Heuristic)> = std::iter::once(("improved".to_owned(), improved))
        .chain(sources.iter().map(|source| (source.agent.clone(), source.heuristic.clone())))
        .collect();
    // What is a source plays as that.
    let others = own.iter().filter(|own| own.is.is_none());
    let names: Vec<String> =
        known.iter().map(|(name, _)| name.clone()).chain(others.map(|own| own.name.clone())).collect();
    let calibration = checkout.calibrate(f64::from(args.time), stop).map_err(Failure::input)?;
    let budget = (&calibration, f64::from(args.time) - checkout.reserve());
    let more = (PREDICTED * pairs).min(MOST_PREDICTED).max(pairs);
    let mut prediction = predicted(&board, &roster, &known, budget, &draw(more)).map_err(Failure::input)?;
    let mut reality = played(&board, &roster, names.clone(), &draw(pairs)).map_err(Failure::input)?;
    let processes = args.processes.map_or_else(cores, usize::from);
    let games = python_games(args, checkout, (&roster, &names), processes, stop)?;
    if !is_quiet() && !args.json {
        let count = reality.games();
        // However many processes there are, each plays a game after the other.
        let in_a_row = count.div_ceil(processes as u64);
        let minutes = duration(in_a_row as f64 * TIMED_MOVES * f64::from(args.time) / 1000.0);
        let idle = format!("{processes} idle {}", plural(processes, "core"));
        terminal::sentence("note", &format!("{count} games of Python take about {minutes} on {idle}"));
    }
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
        call_microseconds: call_microseconds(&calibration, own),
        agents: agents(&reality.standings(), &prediction.standings(), own),
        faults: faults.collect(),
    })
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn python_games(
    args: &Args,
    checkout: &Checkout,
    (roster, names): (&Roster, &[String]),
    processes: usize,
    stop: &AtomicBool,
) -> Result<PythonGames, Failure> {
    let candidates = names.iter().map(|name| PythonPlayer::deepening(name)).collect();
    let opponents = roster.agents.iter().map(|member| PythonPlayer::of(&member.agent));
    let opponents = opponents.collect::<Option<Vec<_>>>();
    let opponents = opponents.ok_or_else(|| Failure::Work("an opponent has no counterpart in Python".to_owned()))?;
    PythonGames::new(checkout, (candidates, opponents), args.time, processes, stop).map_err(Failure::input)
}

fn call_microseconds(calibration: &Calibration, own: &[OwnHeuristic]) -> json::Named<f64> {
    let played = |name: &str| own.iter().all(|own| own.name != name || own.is.is_none());
    let calls = calibration.call.iter().filter(|(name, _)| played(name));
    json::Named(calls.map(|(name, time)| (name.clone(), 1e6 * time)).collect())
}

impl TournamentRecord {
    /// Returns the table: for every agent a line over all opponents, then one for each.
    pub(super) fn rows(&self) -> Vec<CheckoutRow<'_>> {
        self.agents.iter().flat_map(CheckoutAgentRecord::rows).collect()
    }

    pub(super) fn print(&self, protocol: &str, out: &mut impl Write) -> Result<(), Failure> {
        let Self { matches, milliseconds, seed, node_microseconds, .. } = self;
        let calls: Vec<String> =
            self.call_microseconds.0.iter().map(|(name, time)| format!("{name} {}", fixed(*time, 1))).collect();
        writeln!(
            out,
            "{protocol}, {matches} {}, {milliseconds} ms of process time a move, seed {seed}",
            plural(*matches, "match")
        )?;
        let node = fixed(*node_microseconds, 1);
        writeln!(out, "measured: a node {node} µs, a call in µs: {}", calls.join(", "))?;
        for CheckoutAgentRecord { name, also, calls, .. } in &self.agents {
            for own in also {
                writeln!(out, "{own} is {name}, which plays once")?;
            }
            if let Some(source) = calls {
                writeln!(out, "{name} calls {source}, and plays as well, because it may do more")?;
            }
        }
        if self.partial {
            writeln!(out, "PARTIAL: stopped before all games were played; differences cover what both have played")?;
        }
        let mut shown = table(["agent", "opponent", "games", "played ± 95 %", "predicted ± 95 %", "apart"]);
        let text = |score: &Option<Score>| score.as_ref().map_or_else(|| "–".to_owned(), rate);
        let apart = |scores| distance(scores).map_or_else(|| "–".to_owned(), |z| format!("{} SE", signed(z, 1)));
        for agent in &self.agents {
            let overall = (agent.name.as_str(), agent.opponents_met(), agent.shown);
            let rows = agent.opponents.iter().map(|versus| ("", versus.name.clone(), versus.shown));
            for (name, opponent, scores) in std::iter::once(overall).chain(rows) {
                let games = scores[0].map_or(0, |score| 2 * score.pairs).to_string();
                shown.add_row([name, &opponent, &games, &text(&scores[0]), &text(&scores[1]), &apart(scores)]);
            }
        }
        align_numbers(&mut shown, 2..6);
        writeln!(out, "{}", fitted(shown, &[2, 5]))?;
        for CheckoutAgentRecord { name, tests, .. } in self.agents.iter().skip(1) {
            writeln!(out, "verdict: {}", sentence(name, tests))?;
        }
        for FaultRecord { agent, opponent, reason, count } in &self.faults {
            let games = plural(*count, "game");
            writeln!(out, "{agent} lost {count} {games} against {opponent} by: {reason}")?;
        }
        Ok(())
    }
}
