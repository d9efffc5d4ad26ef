//! `isotune tournament`: the reference's table, with error bars.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use isotune::agent::{Entrant, Roster};
use isotune::arena::{Protocol, Standing, Standings, Tournament};
use isotune::game::{Board, Word};
use isotune::stats::{Basis, Score, TTest};
use serde::Serialize;

use super::failure::Failure;
use super::for_board;
use super::progress::Progress;
use super::rules::{Rules, check_before};
use super::signals::stop_flag;
use super::table::{align_numbers, table};

/// Hold the reference's tournament for any heuristics, with error bars.
///
/// Every test agent meets every opponent of the roster from the same openings, each opening from both seats, and with
/// the same chance. Prints the reference's table, then for each agent the win rate ± its standard error, and the
/// difference to the baseline `improved` ± its standard error: p by the paired test on common openings, and by Welch's
/// test on match percentages as report 002 did. All figures are percent and percentage points.
///
/// Example: isotune tournament open-space-hybrid polosin-final --matches 400
#[derive(clap::Args)]
pub(super) struct Args {
    /// The test agents: heuristics by name or weights file (*.ron), or agents as 'isotune agents --help' tells. The
    /// baseline improved always plays.
    #[arg(value_name = "AGENT")]
    agents: Vec<String>,
    /// How many matches: openings against each opponent (modern), or twice as many (classic). [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "census")]
    matches: Option<u32>,
    /// Play every opening of the block, from both seats.
    #[arg(long)]
    census: bool,
    /// The plies of an opening: 2, or 4 for many more openings.
    #[arg(long, default_value = "2", value_name = "2|4", value_parser = ["2", "4"])]
    plies: String,
    #[command(flatten)]
    rules: Rules,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Write every pair of games into a file: agent, opponent, opening, won as player 1 and as player 2.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

const DEFAULT_MATCHES: u32 = 100;
const BASELINE: &str = "improved";

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    for_board!(args.rules.board, hold(args, out))
}

fn hold<W: Word>(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let board = Board::<W>::new(args.rules.board).map_err(Failure::input)?;
    let roster = args.rules.roster()?;
    let entrants = entrants(&args.agents, &roster)?;
    let matches = args.matches.unwrap_or(DEFAULT_MATCHES) as usize;
    let pairs = (!args.census).then(|| matches * args.rules.protocol.pairs_per_match());
    let draw = args.rules.draw(if args.plies == "4" { 4 } else { 2 }, pairs);
    let mut tournament = Tournament::new(&board, &roster, &entrants, &draw).map_err(Failure::input)?;
    if let Some(path) = &args.csv {
        check_target(path)?;
    }
    let (threads, stop) = (args.rules.threads()?, stop_flag()?);
    check_before(tournament.games(), &board, &threads)?;
    let progress = Progress::new(tournament.games());
    let complete = tournament.play(&threads, &stop, &|games| progress.add(games));
    progress.finish();
    let standings = tournament.standings();
    let chance = !tournament.is_deterministic() || !args.census;
    if args.json {
        let record = Record::new(args, &roster, &standings, complete, chance);
        serde_json::to_writer(&mut *out, &record)?;
        writeln!(out)?;
    } else {
        print(args, &roster, &standings, complete, progress.speed(), out)?;
    }
    if let Some(path) = &args.csv {
        write_csv(path, &tournament)?;
    }
    if complete { Ok(()) } else { Err(Failure::Stopped) }
}

/// The baseline, then everybody named.
fn entrants(names: &[String], roster: &Roster) -> Result<Vec<Entrant>, Failure> {
    let others = names.iter().map(String::as_str).filter(|&name| name != BASELINE);
    let all = std::iter::once(BASELINE).chain(others);
    all.map(|name| Entrant::named(name, &roster.budget).map_err(Failure::input)).collect()
}

/// The tournament as JSON.
#[derive(Serialize)]
struct Record {
    protocol: &'static str,
    budget: String,
    board: String,
    block: &'static str,
    census: bool,
    /// Missing when chance had no part.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    partial: bool,
    games: u64,
    first_mover_win_rate: Option<f64>,
    agents: Vec<AgentRecord>,
}

#[derive(Serialize)]
struct AgentRecord {
    name: String,
    win_rate: Option<f64>,
    se: Option<f64>,
    games: u64,
    delta: Option<f64>,
    delta_se: Option<f64>,
    p: Option<f64>,
    p_welch: Option<f64>,
    opponents: Vec<OpponentRecord>,
}

#[derive(Serialize)]
struct OpponentRecord {
    name: String,
    won: u64,
    lost: u64,
    win_rate: Option<f64>,
    se: Option<f64>,
}

impl Record {
    fn new(args: &Args, roster: &Roster, standings: &Standings, complete: bool, chance: bool) -> Record {
        Record {
            protocol: args.rules.protocol.name(),
            budget: roster.budget.to_string(),
            board: args.rules.board.to_string(),
            block: args.rules.block.name(),
            census: args.census,
            seed: chance.then_some(args.rules.seed),
            partial: !complete,
            games: standings.games,
            first_mover_win_rate: first_mover(standings),
            agents: standings.agents.iter().map(AgentRecord::new).collect(),
        }
    }
}

impl AgentRecord {
    fn new(standing: &Standing) -> AgentRecord {
        AgentRecord {
            name: standing.name.clone(),
            win_rate: standing.score.map(|score| 100.0 * score.mean),
            se: standing.score.map(|score| 100.0 * score.se),
            games: standing.games(),
            delta: standing.difference.map(|test| 100.0 * test.difference),
            delta_se: standing.difference.map(|test| 100.0 * test.se),
            p: standing.difference.map(|test| test.p_value),
            p_welch: standing.welch.map(|test| test.p_value),
            opponents: standing
                .opponents
                .iter()
                .map(|versus| OpponentRecord {
                    name: versus.name.clone(),
                    won: versus.won,
                    lost: versus.lost,
                    win_rate: versus.score.map(|score| 100.0 * score.mean),
                    se: versus.score.map(|score| 100.0 * score.se),
                })
                .collect(),
        }
    }
}

/// The share of games that player 1 won, in percent.
fn first_mover(standings: &Standings) -> Option<f64> {
    (standings.games > 0).then(|| 100.0 * standings.first_mover_wins as f64 / standings.games as f64)
}

fn print(
    args: &Args,
    roster: &Roster,
    standings: &Standings,
    complete: bool,
    speed: f64,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let Rules { protocol, block, board, .. } = &args.rules;
    let openings = if args.census { "every opening" } else { "openings drawn" };
    writeln!(out, "{protocol}, {}, {board}, {openings} from block {block}", roster.budget)?;
    if !complete {
        writeln!(out, "PARTIAL: stopped before all games were played")?;
    }
    match protocol {
        Protocol::Modern => print_modern(standings, out)?,
        Protocol::Classic => print_classic(standings, out)?,
    }
    let mut shown = table(["agent", "win rate", "difference", "p paired", "p Welch", "games"]);
    for (index, standing) in standings.agents.iter().enumerate() {
        let against = |text: Option<String>| if index == 0 { "baseline".to_owned() } else { text.unwrap_or_default() };
        shown.add_row([
            standing.name.clone(),
            standing.score.as_ref().map(rate).unwrap_or_default(),
            against(standing.difference.as_ref().map(difference)),
            if index == 0 { String::new() } else { standing.difference.map(|test| p_value(&test)).unwrap_or_default() },
            if index == 0 { String::new() } else { standing.welch.map(|test| p_value(&test)).unwrap_or_default() },
            standing.games().to_string(),
        ]);
    }
    align_numbers(&mut shown, 1..6);
    writeln!(out, "{shown}")?;
    let first = first_mover(standings).map_or_else(String::new, |share| format!("player 1 won {share:.1} % of "));
    Ok(writeln!(out, "{first}{} games, {speed:.0} games a second", standings.games)?)
}

/// The reference's table since April 2017: won and lost games by opponent and agent.
fn print_modern(standings: &Standings, out: &mut impl Write) -> Result<(), Failure> {
    let agents = &standings.agents;
    let width = agents.iter().map(|agent| agent.name.chars().count()).max().unwrap_or(0).max(15);
    let row = |head: String, cell: &dyn Fn(&Standing) -> String| {
        agents.iter().fold(head, |line, agent| line + &format!(" {:^width$}", cell(agent)))
    };
    writeln!(out, "\n{}", row(format!(" {:^7}  {:^12}", "Match #", "Opponent"), &|agent| agent.name.clone()))?;
    writeln!(out, "{}", row(" ".repeat(22), &|_| "Won | Lost".to_owned()))?;
    for (index, versus) in agents[0].opponents.iter().enumerate() {
        let cell = |agent: &Standing| {
            let versus = &agent.opponents[index];
            format!("{:>5} | {:<5}", versus.won, versus.lost)
        };
        writeln!(out, "{}", row(format!(" {:^7}  {:^12}", index + 1, versus.name), &cell))?;
    }
    let rate = |agent: &Standing| agent.score.map_or_else(String::new, |score| format!("{:.1}%", 100.0 * score.mean));
    writeln!(out, "{}", "-".repeat(22 + agents.len() * (width + 1)))?;
    Ok(writeln!(out, "{}\n", row(format!(" {:^7}  {:^12}", "", "Win Rate:"), &rate))?)
}

/// The reference's lines of January 2017: each agent's matches one after the other.
fn print_classic(standings: &Standings, out: &mut impl Write) -> Result<(), Failure> {
    for agent in &standings.agents {
        let name = &agent.name;
        let stars = "*".repeat(name.chars().count() + 14);
        writeln!(out, "\n{stars}\n Evaluating: {name}\n{stars}\n\nPlaying Matches:\n----------")?;
        for (index, versus) in agent.opponents.iter().enumerate() {
            let opponent = format!("{name} vs {}", versus.name);
            let width = name.chars().count() + 16;
            writeln!(out, "  Match {}: {opponent:<width$} Result: {} to {}", index + 1, versus.won, versus.lost)?;
        }
        let rate = agent.score.map_or_else(String::new, |score| format!("{:.2}%", 100.0 * score.mean));
        writeln!(out, "\nResults:\n----------\n{name:<20} {rate}")?;
    }
    Ok(writeln!(out)?)
}

/// A win rate with its error, or without one when all there is was played.
fn rate(score: &Score) -> String {
    let mean = 100.0 * score.mean;
    match score.basis {
        Basis::Census => format!("{mean:.2} % (census)"),
        Basis::Sampled => format!("{mean:.2} ± {:.2} %", 100.0 * score.se),
    }
}

/// A difference with its error, or without one when all there is was played.
pub(super) fn difference(test: &TTest) -> String {
    let points = 100.0 * test.difference;
    match test.basis {
        Basis::Census => format!("{points:+.2} (census)"),
        Basis::Sampled => format!("{points:+.2} ± {:.2}", 100.0 * test.se),
    }
}

/// A p-value in few characters; a census has none.
pub(super) fn p_value(test: &TTest) -> String {
    match test.basis {
        Basis::Census => "–".to_owned(),
        Basis::Sampled if test.p_value < 1e-4 => format!("{:.0e}", test.p_value),
        Basis::Sampled => format!("{:.4}", test.p_value),
    }
}

/// Refuses a target that could not be written, before any game is played.
fn check_target(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if path.is_dir() || !folder.is_dir() {
        let sentence = format!("cannot write {}: give a file in a folder that exists", path.display());
        return Err(Failure::Input(sentence));
    }
    Ok(())
}

fn write_csv<W: Word>(path: &Path, tournament: &Tournament<'_, W>) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::Work(format!("cannot write {}: {error}", path.display()));
    let mut text = String::from("agent,opponent,opening,won_as_player_1,won_as_player_2\n");
    for (agent, opponent, opening, [first, second]) in tournament.pairs() {
        let (first, second) = (u8::from(first), u8::from(second));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{},{},\"{opening}\",{first},{second}", quoted(agent), quoted(opponent));
    }
    let mut file = BufWriter::new(File::create(path).map_err(failed)?);
    file.write_all(text.as_bytes()).and_then(|()| file.flush()).map_err(failed)
}

/// A field of a CSV file (RFC 4180).
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
