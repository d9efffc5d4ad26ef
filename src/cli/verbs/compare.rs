//! `isotune compare`: two agents head to head.

use std::io::Write;

use crate::agent::NamedAgent;
use crate::arena::Duel;
use crate::game::{Board, Word};
use crate::stats::{EloScale, HeadToHead, Hypotheses, Sprt};
use serde::Serialize;

use crate::cli::args::games::{GameArgs, Plies};
use crate::cli::for_board;
use crate::cli::output::failure::Failure;
use crate::cli::output::head_to_head;
use crate::cli::output::json;
use crate::cli::output::progress::Progress;
use crate::cli::output::setting::Setting;
use crate::cli::self_check::check_before;
use crate::cli::signals::stop_flag;

/// Play two agents head to head, each opening from both seats, and show the score, Elo and their intervals.
///
/// With --sprt play stops as soon as one of two Elo differences is accepted; the test looks after every 64 pairs.
/// The ± are 95 % intervals.
///
/// Example: isotune compare open-space-hybrid improved --sprt 0,5
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The agent whose score is shown: a heuristic by name or weights file (*.ron, *.json), or an agent (see
    /// 'isotune agents --help').
    a: String,
    /// The agent it is compared with.
    b: String,
    /// Number of openings [default: 500, or all with --sprt].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "census")]
    pairs: Option<u32>,
    /// Play every opening of the block.
    #[arg(long)]
    census: bool,
    /// Plies per opening [default: 2, or 4 with --sprt].
    #[arg(long, value_enum)]
    plies: Option<Plies>,
    /// Stop as soon as the sequential test accepts an Elo difference of H0 or of H1.
    #[arg(long, value_name = "H0,H1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// The bounds of --sprt are normalized Elo, not logistic.
    #[arg(long, requires = "sprt")]
    normalized: bool,
    #[command(flatten)]
    rules: GameArgs,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

const DEFAULT_PAIRS: usize = 500;
/// The rates of both errors of the sequential test.
const ERROR_RATE: f64 = 0.05;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    for_board!(args.rules.board, compare(args, out))
}

/// A comparison, as it is shown.
#[derive(Serialize)]
struct Record {
    a: String,
    b: String,
    /// What each may think; nothing for an agent that does not search.
    budgets: [Option<String>; 2],
    #[serde(flatten)]
    setting: Setting,
    result: Option<HeadToHead>,
}

fn compare<W: Word>(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let stop = stop_flag()?;
    let board = Board::<W>::new(args.rules.board).map_err(Failure::input)?;
    let roster = args.rules.roster()?;
    let sprt = args.sprt.as_deref().map(|text| read_sprt(text, args.normalized)).transpose()?;
    let entrant = |name: &str| NamedAgent::find(name, &roster.budget).map_err(Failure::input);
    let (a, b) = (entrant(&args.a)?, entrant(&args.b)?);
    let plies = args.plies.unwrap_or(if sprt.is_some() { Plies::Four } else { Plies::Two });
    let default_pairs = (sprt.is_none() && !args.census).then_some(DEFAULT_PAIRS);
    let draw = args.rules.draw(plies, args.pairs.map(|pairs| pairs as usize).or(default_pairs));
    let mut duel = Duel::new(&board, &roster, [&a, &b], &draw, sprt).map_err(Failure::input)?;
    let threads = args.rules.threads()?;
    check_before(duel.games(), &board, &threads)?;
    let progress = Progress::new(duel.games());
    let complete = duel.play(&threads, &stop, &|games| progress.add(games));
    progress.finish();
    let record = Record {
        budgets: [&a, &b].map(|entrant| entrant.agent.budget().map(ToString::to_string)),
        a: a.name,
        b: b.name,
        setting: Setting::new(&roster, board.size(), &draw, duel.is_deterministic(), complete),
        result: duel.result(),
    };
    if args.json {
        json::print(&record, out)?;
    } else {
        record.print(out)?;
    }
    if complete { Ok(()) } else { Err(Failure::Stopped) }
}

fn read_sprt(text: &str, normalized: bool) -> Result<Sprt, Failure> {
    let bound = |text: &str| text.trim().parse::<f64>().ok();
    let bounds = text.split_once(',').and_then(|(h0, h1)| Some((bound(h0)?, bound(h1)?)));
    let Some((h0, h1)) = bounds else {
        return Err(Failure::Input(format!(
            "'{text}' is not a pair of SPRT bounds; write the Elo of H0 and H1, as in 0,5"
        )));
    };
    let scale = if normalized { EloScale::Normalized } else { EloScale::Logistic };
    Sprt::new(Hypotheses { scale, h0, h1 }, ERROR_RATE, ERROR_RATE).map_err(Failure::input)
}

impl Record {
    /// Prints the block of text to paste.
    fn print(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Record { a, b, setting, .. } = self;
        // Said once when it is the same for both.
        let mut budgets: Vec<&str> = self.budgets.iter().flatten().map(String::as_str).collect();
        budgets.dedup();
        let budget = if budgets.is_empty() { "no search".to_owned() } else { budgets.join(" against ") };
        let partial = if setting.partial { "   PARTIAL: stopped before all games were played" } else { "" };
        writeln!(out, "{a} vs {b}   {}{partial}", setting.line(&budget))?;
        match &self.result {
            Some(result) => head_to_head::print(result, out),
            None => Ok(writeln!(out, "no pair of games was finished")?),
        }
    }
}
