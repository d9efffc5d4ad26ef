//! `isotune published`: the tables of the five reports, replayed with thousands of games.

use std::io::Write;

use crate::agent::{NamedAgent, Roster};
use crate::arena::{Draw, OpeningBlock, Tournament};
use crate::game::Board;
use crate::heuristic::{CATALOGUE, Published, Report};
use crate::search::Budget;
use crate::seed::Seed;
use crate::stats::{Score, TTest};
use crate::text::{plural, settled, signed};
use serde::Serialize;

use crate::cli::args::players::PlayersArgs;
use crate::cli::args::table::TableArgs;
use crate::cli::output::data::records::{DeltaRecord, ScoreRecord};
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::{align_numbers, difference, fitted, p_value, rate, table};
use crate::cli::output::live::progress::ProgressMeter;
use crate::cli::self_check::check_before;
use crate::cli::signals::stop_flag;

/// Play every published heuristic under the protocol and clock of its report.
///
/// Shown for each report: the published difference to the baseline, ours with its 95 % interval (in percentage points,
/// paired on common openings), and whether the signs agree. The reports' milliseconds become effort: what Udacity's
/// AIND-Isolation could do in that time.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Number of openings against each opponent, each from both seats.
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=2352))]
    pairs: u32,
    /// The random seed.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    players: PlayersArgs,
    #[command(flatten)]
    form: TableArgs,
}

#[derive(Serialize)]
struct Record {
    pairs: u32,
    seed: u64,
    partial: bool,
    reports: Vec<ReportRecord>,
}

#[derive(Serialize)]
struct ReportRecord {
    report: Report,
    roster: &'static str,
    budget: String,
    /// The games of the report, in its words.
    published_games: &'static str,
    games: u64,
    improved: ScoreRecord,
    heuristics: Vec<HeuristicRecord>,
    #[serde(skip)]
    shown: Option<Score>,
}

#[derive(Serialize)]
struct HeuristicRecord {
    name: &'static str,
    /// The published difference to improved, as a fraction.
    published: Option<f64>,
    versus_improved: Option<DeltaRecord>,
    agreement: Agreement,
    #[serde(skip)]
    test: Option<TTest>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let stop = stop_flag()?;
    let form = args.form.check()?;
    let board = Board::seven();
    let reports = Report::ALL.into_iter().filter(|report| report.tournament().is_some());
    let replays = reports.map(|report| Replay::new(report, args, &board)).collect::<Result<Vec<_>, _>>()?;
    let games = replays.iter().map(|replay| replay.tournament.games()).sum();
    let players = args.players.players()?;
    check_before(games, &board, &players)?;
    let progress = ProgressMeter::new(games);
    let mut record = Record { pairs: args.pairs, seed: args.seed, partial: false, reports: Vec::new() };
    for mut replay in replays {
        // A stopped tournament leaves the rest with nothing to say.
        if record.partial {
            break;
        }
        record.partial |= !replay.tournament.play(&players, &stop, &|games| progress.add(games));
        record.reports.push(replay.record());
    }
    progress.finish();
    form.print(&record, &record.rows(), out, |out| record.print(progress.speed(), out))?;
    if record.partial { Err(Failure::Stopped) } else { Ok(()) }
}

/// A report's tournament, ready to be played.
struct Replay<'b> {
    report: Report,
    roster: &'static str,
    games: &'static str,
    budget: Budget,
    heuristics: Vec<&'static Published>,
    tournament: Tournament<'b, u64>,
}

impl<'b> Replay<'b> {
    fn new(report: Report, args: &Args, board: &'b Board<u64>) -> Result<Replay<'b>, Failure> {
        let Some(told) = report.tournament() else {
            return Err(Failure::Work(format!("report {} has no tournament", report.name())));
        };
        let roster = Roster::named(told.roster).map_err(Failure::input)?;
        let budget = scaled(&roster.budget, told.milliseconds);
        let roster = roster.with_budget(&budget);
        let heuristics: Vec<_> = CATALOGUE.iter().filter(|entry| entry.report == report).collect();
        let names = std::iter::once("improved").chain(heuristics.iter().map(|entry| entry.name));
        let entrants = names.map(|name| NamedAgent::find(name, &budget)).collect::<Result<Vec<_>, _>>();
        let draw = Draw { plies: 2, block: OpeningBlock::All, pairs: Some(args.pairs as usize), seed: Seed(args.seed) };
        let tournament =
            Tournament::new(board, &roster, &entrants.map_err(Failure::input)?, &draw).map_err(Failure::input)?;
        Ok(Replay { report, roster: told.roster, games: told.games, budget, heuristics, tournament })
    }

    fn record(&self) -> ReportRecord {
        let standings = self.tournament.standings();
        let heuristics = self.heuristics.iter().zip(&standings.agents[1..]).map(|(entry, standing)| {
            let test = standing.difference;
            let published = entry.outcome.difference;
            HeuristicRecord {
                name: entry.name,
                published: published.map(|points| settled(points / 100.0)),
                versus_improved: test.as_ref().map(DeltaRecord::from),
                agreement: Agreement::of(published, test.as_ref()),
                test,
            }
        });
        ReportRecord {
            report: self.report,
            roster: self.roster,
            budget: self.budget.to_string(),
            published_games: self.games,
            games: standings.games,
            improved: ScoreRecord::of(standings.agents[0].score.as_ref()),
            heuristics: heuristics.collect(),
            shown: standings.agents[0].score,
        }
    }
}

/// The milliseconds of a move's time that Udacity's AIND-Isolation keeps in reserve.
const RESERVE: u32 = 10;

/// The effort that a report's clock bought: the roster's is that of 150 ms, of which the search has 140.
fn scaled(budget: &Budget, milliseconds: u32) -> Budget {
    match budget {
        Budget::Effort { units, costs } => {
            Budget::Effort { units: units * u64::from(milliseconds - RESERVE) / 140, costs: costs.clone() }
        }
        other => other.clone(),
    }
}

/// A heuristic with its report, as a line of a table.
#[derive(Serialize)]
struct Row<'r> {
    report: Report,
    #[serde(flatten)]
    heuristic: &'r HeuristicRecord,
}

impl Record {
    fn rows(&self) -> Vec<Row<'_>> {
        let reports = self.reports.iter();
        reports
            .flat_map(|report| report.heuristics.iter().map(|heuristic| Row { report: report.report, heuristic }))
            .collect()
    }

    fn print(&self, speed: f64, out: &mut impl Write) -> Result<(), Failure> {
        if self.partial {
            writeln!(out, "PARTIAL: stopped before all games were played\n")?;
        }
        for report in &self.reports {
            let ReportRecord { roster, budget, published_games: games, .. } = report;
            let baseline = report
                .shown
                .as_ref()
                .map_or_else(String::new, |score| format!("; improved scores {} (95 %)", rate(score)));
            writeln!(out, "Report {} ({games}), replayed as {roster}, {budget}{baseline}", report.report.name())?;
            let mut shown = table(["heuristic", "published", "ours ± 95 %", "p", "sign agrees"]);
            for row in &report.heuristics {
                shown.add_row([
                    row.name.to_owned(),
                    row.published.map_or_else(|| "–".to_owned(), |points| signed(100.0 * points, 1)),
                    row.test.as_ref().map(difference).unwrap_or_default(),
                    row.test.as_ref().map(p_value).unwrap_or_default(),
                    row.agreement.text().to_owned(),
                ]);
            }
            align_numbers(&mut shown, 1..4);
            let shown = fitted(shown, &[3]);
            writeln!(out, "{shown}\n")?;
        }
        let played: u64 = self.reports.iter().map(|report| report.games).sum();
        if self.partial {
            writeln!(out, "PARTIAL: stopped before all games were played")?;
        }
        Ok(writeln!(out, "differences vs improved in points; {played} {}, {speed:.0} games/s", plural(played, "game"))?)
    }
}

/// Whether a report's difference and ours have the same sign.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
enum Agreement {
    Yes,
    No,
    NoDifferenceShown,
    NothingPublished,
}

impl Agreement {
    fn of(published: Option<f64>, test: Option<&TTest>) -> Agreement {
        match (published, test) {
            (None, _) => Agreement::NothingPublished,
            (Some(theirs), Some(ours)) if ours.p_value < 0.05 => {
                if theirs * ours.difference > 0.0 {
                    Agreement::Yes
                } else {
                    Agreement::No
                }
            }
            _ => Agreement::NoDifferenceShown,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Agreement::Yes => "yes",
            Agreement::No => "no",
            Agreement::NoDifferenceShown => "no difference shown",
            Agreement::NothingPublished => "–",
        }
    }
}
