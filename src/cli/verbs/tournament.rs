//! `isotune tournament`: the tournament of Udacity's AIND-Isolation, with error bars.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use crate::agent::{NamedAgent, Roster};
use crate::arena::{OpponentScore, Protocol, Standing, Standings, Tournament};
use crate::game::{Board, Word, with_word};
use crate::stats::Coverage;
use crate::text::{fixed, plural};
use serde::Serialize;

use crate::cli::args::games::{GameArgs, Plies};
use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::args::table::TableForm;
use crate::cli::output::data::csv;
use crate::cli::output::data::json;
use crate::cli::output::data::records::{DeltaRecord, ScoreRecord};
use crate::cli::output::data::setting::Setting;
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::{align_numbers, fitted, table};
use crate::cli::output::figures::{columns, difference, p_value, rate};
use crate::cli::output::forfeits::{self, ForfeitRecord};
use crate::cli::output::live::progress::ProgressMeter;
use crate::cli::output::wrapped::wrapped;
use crate::cli::self_check::check_before;
use crate::cli::signals::stop_flag;

/// Run the tournament of Udacity's AIND-Isolation for any heuristics, with error bars.
///
/// Every test agent meets every opponent of the roster from the same openings, each opening from both seats, with the
/// same random numbers. Prints Udacity's table, then for each agent the win rate and the difference to the baseline,
/// improved, both with their 95 % intervals, with the p-value of the paired test on common openings and that of Welch's test on
/// match percentages, as in report 002. The figures are percent and percentage points; in JSON they are
/// fractions.
///
/// A run gives its weights alone: budget, rules and board are those of the options, not those that the run was tuned for; a note
/// says where they differ. 'isotune verify' plays under the conditions of the run.
///
/// Example: isotune tournament open-space-hybrid polosin-final --matches 400
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The test agents: heuristics by name, weights file (*.ron, *.json) or run, or agents (see 'isotune agents --help'). The
    /// baseline, improved, always plays.
    #[arg(value_name = "AGENT")]
    agents: Vec<String>,
    /// Number of matches; one opening per opponent and match (modern), or two (classic) [default: 100].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "census")]
    matches: Option<u32>,
    /// Play every opening of the block, from both seats.
    #[arg(long)]
    census: bool,
    /// Plies per opening: 2, or 4 for many more openings.
    #[arg(long, value_enum, default_value = "2")]
    plies: Plies,
    #[command(flatten)]
    rules: GameArgs,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Write every pair of games to a CSV file: agent, opponent, opening, won as player 1 and as player 2; "-" prints them in
    /// place of the text.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Overwrite an existing file.
    #[arg(long, requires = "csv")]
    force: bool,
    #[command(flatten)]
    place: RunsFolder,
}

const DEFAULT_MATCHES: u32 = 100;
const BASELINE: &str = "improved";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    with_word!(args.rules.board, W => hold::<W>(args, out))
}

fn hold<W: Word>(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let stop = stop_flag()?;
    let board = Board::<W>::new(args.rules.board).map_err(Failure::input)?;
    let roster = args.rules.roster()?;
    args.rules.check_programs(&roster)?;
    let entrants = entrants(args, &roster)?;
    args.rules.note_budgets(&args.place, args.agents.iter().map(String::as_str), &roster);
    let matches = args.matches.unwrap_or(DEFAULT_MATCHES) as usize;
    let pairs = (!args.census).then(|| matches.saturating_mul(args.rules.protocol.pairs_per_match()));
    let draw = args.rules.draw(args.plies, pairs);
    let mut tournament = Tournament::new(&board, &roster, &entrants, &draw).map_err(Failure::input)?;
    let form = TableForm::new(args.json, args.csv.as_deref(), args.force)?;
    let players = args.rules.players()?;
    check_before(tournament.games(), &board, &players)?;
    let progress = ProgressMeter::new(tournament.games());
    let complete = tournament.play(&players, &stop, &|games| progress.add(games));
    progress.finish();
    let standings = tournament.standings();
    let record = Record {
        protocol: args.rules.protocol.name(),
        budget: roster.budget.to_string(),
        setting: Setting::new(&roster, board.size(), &draw, tournament.is_deterministic(), complete)
            .repeatable(tournament.is_repeatable())
            .census(standings.agents.iter().all(|agent| agent.score.is_some_and(|it| it.basis == Coverage::Census))),
        games: standings.games,
        first_mover: ScoreRecord::of(standings.first_mover.as_ref()),
        agents: standings.agents.iter().map(AgentRecord::from).collect(),
        forfeits: tournament.forfeits().map(|(name, forfeit)| ForfeitRecord::new(name, forfeit)).collect(),
        standings,
        every_opening: args.census,
    };
    if form.is_json() {
        json::print(&record, out)?;
    } else if form.is_text() {
        wrapped(out, |out| record.print(args.rules.protocol, progress.speed(), out))?;
    }
    form.write_csv(|| csv::lines(csv::pairs(&tournament)), out)?;
    if complete { Ok(()) } else { Err(Failure::Stopped) }
}

/// Returns the baseline, then the agents given.
fn entrants(args: &Args, roster: &Roster) -> Result<Vec<NamedAgent>, Failure> {
    let others = args.agents.iter().map(String::as_str).filter(|&name| name != BASELINE);
    let all: Vec<&str> = std::iter::once(BASELINE).chain(others).collect();
    let mut seen = BTreeSet::new();
    if let Some(twice) = all.iter().find(|name| !seen.insert(**name)) {
        return Err(Failure::Input(format!("agent '{twice}' is given twice; remove one")));
    }
    let names = args.place.shown_names(&all);
    let agent = |(text, name): (&str, String)| {
        args.rules.agent(&args.place, text, roster).map(|agent| NamedAgent { name, ..agent })
    };
    all.into_iter().zip(names).map(agent).collect()
}

/// A tournament, as it is shown.
#[derive(Serialize)]
struct Record {
    protocol: &'static str,
    budget: String,
    #[serde(flatten)]
    setting: Setting,
    games: u64,
    /// The score of player 1 over all games.
    first_mover: ScoreRecord,
    agents: Vec<AgentRecord>,
    /// The games that external programs lost by failures.
    forfeits: Vec<ForfeitRecord>,
    #[serde(skip)]
    standings: Standings,
    /// Whether every opening was asked for.
    #[serde(skip)]
    every_opening: bool,
}

#[derive(Serialize)]
struct AgentRecord {
    name: String,
    #[serde(flatten)]
    score: ScoreRecord,
    /// To the baseline, on the same openings.
    versus_improved: Option<DeltaRecord>,
    p_welch: Option<f64>,
    opponents: Vec<OpponentRecord>,
}

#[derive(Serialize)]
struct OpponentRecord {
    name: String,
    won: u64,
    lost: u64,
    #[serde(flatten)]
    score: ScoreRecord,
}

impl From<&Standing> for AgentRecord {
    fn from(standing: &Standing) -> AgentRecord {
        let opponent = |versus: &OpponentScore| OpponentRecord {
            name: versus.name.clone(),
            won: versus.won,
            lost: versus.lost,
            score: ScoreRecord::of(versus.score.as_ref()),
        };
        AgentRecord {
            name: standing.name.clone(),
            score: ScoreRecord::of(standing.score.as_ref()),
            versus_improved: standing.difference.as_ref().map(DeltaRecord::from),
            p_welch: standing.welch.map(|test| test.p_value),
            opponents: standing.opponents.iter().map(opponent).collect(),
        }
    }
}

impl Record {
    fn print(&self, protocol: Protocol, games_per_second: f64, out: &mut impl Write) -> Result<(), Failure> {
        let Record { budget, setting, standings, .. } = self;
        let openings = if self.every_opening { "every opening" } else { "openings drawn by the seed" };
        writeln!(out, "{}, {openings}", setting.line(budget))?;
        if setting.partial {
            let partial = "PARTIAL: stopped before all games were played; differences cover what both have played";
            writeln!(out, "{partial}")?;
        }
        match protocol {
            Protocol::Modern => print_modern(standings, out)?,
            Protocol::Classic => print_classic(standings, out)?,
        }
        let mut shown = table(["agent", "win rate ± 95 %", "difference ± 95 %", "p paired", "p Welch", "games"]);
        for (index, standing) in standings.agents.iter().enumerate() {
            let compared = |text: Option<String>| if index == 0 { String::new() } else { text.unwrap_or_default() };
            // Every opening was played: what is left of chance is no sample of matches.
            let welch = standing.welch.filter(|_| !self.every_opening);
            let baseline = if index == 0 { "baseline" } else { "" };
            shown.add_row([
                standing.name.clone(),
                standing.score.as_ref().map(rate).unwrap_or_default(),
                compared(standing.difference.as_ref().map(difference)) + baseline,
                compared(standing.difference.as_ref().map(p_value)),
                compared(welch.as_ref().map(p_value)),
                standing.games().to_string(),
            ]);
        }
        align_numbers(&mut shown, 1..6);
        let shown = fitted(shown, &[4, 5, 3]);
        writeln!(out, "{shown}")?;
        if let Some(first_mover) = &standings.first_mover {
            writeln!(out, "player 1 won {} of the games", rate(first_mover))?;
        }
        forfeits::print(&self.forfeits, "game", out)?;
        let games = standings.games;
        Ok(writeln!(out, "{games} {}, {games_per_second:.0} games/s", plural(games, "game"))?)
    }
}

/// Udacity's table since April 2017: won and lost games by opponent and agent.
fn print_modern(standings: &Standings, out: &mut impl Write) -> Result<(), Failure> {
    let agents = &standings.agents;
    let width = agents.iter().map(|agent| agent.name.chars().count()).max().unwrap_or(0).max(15);
    // As many agents side by side as the terminal has room for.
    let most = columns().map_or(agents.len(), |columns| (columns.saturating_sub(22) / (width + 1)).max(1));
    agents.chunks(most.max(1)).try_for_each(|agents| print_columns(agents, width, out))
}

fn print_columns(agents: &[Standing], width: usize, out: &mut impl Write) -> Result<(), Failure> {
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
    let rate =
        |agent: &Standing| agent.score.map_or_else(String::new, |score| format!("{}%", fixed(100.0 * score.mean, 1)));
    writeln!(out, "{}", "-".repeat(22 + agents.len() * (width + 1)))?;
    Ok(writeln!(out, "{}\n", row(format!(" {:^7}  {:^12}", "", "Win Rate:"), &rate))?)
}

/// Udacity's lines of January 2017: each agent's matches one after the other.
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
        let rate = agent.score.map_or_else(String::new, |score| format!("{}%", fixed(100.0 * score.mean, 2)));
        writeln!(out, "\nResults:\n----------\n{name:<20} {rate}")?;
    }
    Ok(writeln!(out)?)
}
