//! `isotune compare`: two agents head to head.

use std::io::Write;
use std::sync::Arc;

use isotune::agent::{Agent, Entrant};
use isotune::arena::{Contest, Scoreboard};
use isotune::features::FeatureTables;
use isotune::game::{Board, Word};
use isotune::stats::{Basis, EloScale, HeadToHead, Hypotheses, Population, Sprt, SprtState};
use serde::Serialize;

use super::failure::Failure;
use super::for_board;
use super::progress::Progress;
use super::rules::{Rules, check_before};
use super::signals::stop_flag;

/// Play two agents head to head from common openings, both seats each, and say what the result is worth.
///
/// With --sprt the games stop as soon as one of two Elo differences is accepted; the test looks after every 64 pairs.
/// The ± are 95 % intervals.
///
/// Example: isotune compare open-space-hybrid improved --sprt 0,5
#[derive(clap::Args)]
pub(super) struct Args {
    /// The agent whose score is shown: a heuristic by name or weights file (*.ron), or an agent as 'isotune agents
    /// --help' tells.
    a: String,
    /// The agent it is compared with.
    b: String,
    /// How many openings. [default: 500, all with --sprt]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "census")]
    pairs: Option<u32>,
    /// Play every opening of the block.
    #[arg(long)]
    census: bool,
    /// The plies of an opening: 2 or 4. [default: 2, 4 with --sprt]
    #[arg(long, value_name = "2|4", value_parser = ["2", "4"])]
    plies: Option<String>,
    /// Stop as soon as the Elo difference is shown to be H1 rather than H0, or the other way round.
    #[arg(long, value_name = "H0,H1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// The unit of the SPRT's bounds: normalized Elo instead of logistic.
    #[arg(long, requires = "sprt")]
    normalized: bool,
    #[command(flatten)]
    rules: Rules,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

const DEFAULT_PAIRS: usize = 500;
/// The test looks after whole batches only, so that its answer does not depend on the threads.
const BATCH: usize = 64;
/// The rates of both errors of the sequential test.
const ERROR_RATE: f64 = 0.05;

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    for_board!(args.rules.board, compare(args, out))
}

/// The comparison as JSON.
#[derive(Serialize)]
struct Record {
    a: String,
    b: String,
    protocol: &'static str,
    /// What each may think; nothing for an agent that does not search.
    budgets: [Option<String>; 2],
    board: String,
    block: &'static str,
    partial: bool,
    result: Option<HeadToHead>,
}

fn compare<W: Word>(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let board = Board::<W>::new(args.rules.board).map_err(Failure::input)?;
    let roster = args.rules.roster()?;
    let sprt = args.sprt.as_deref().map(|text| read_sprt(text, args.normalized)).transpose()?;
    let entrant = |name: &str| Entrant::named(name, &roster.budget).map_err(Failure::input);
    let (a, b) = (entrant(&args.a)?, entrant(&args.b)?);
    let tables = Arc::new(FeatureTables::new(&board));
    let ready =
        |entrant: &Entrant| Agent::new(&entrant.agent, roster.order, &roster.costs, &tables).map_err(Failure::input);
    let candidates = (vec![ready(&a)?], vec![ready(&b)?]);
    let plies =
        args.plies.as_deref().map_or(if sprt.is_some() { 4 } else { 2 }, |plies| if plies == "4" { 4 } else { 2 });
    let default_pairs = if sprt.is_some() || args.census { None } else { Some(DEFAULT_PAIRS) };
    let draw = args.rules.draw(plies, args.pairs.map(|pairs| pairs as usize).or(default_pairs));
    let (openings, pairs) = draw.openings(&board).map_err(Failure::input)?;
    let contest = if args.census {
        Contest::in_order(candidates.0, candidates.1, &openings, draw.seed)
    } else {
        Contest::new(candidates.0, candidates.1, &openings, draw.seed)
    };
    let population = if contest.is_deterministic(0, 0) {
        Population::Finite(openings.as_slice().len() as u64)
    } else {
        Population::Unlimited
    };
    let (threads, stop) = (args.rules.threads()?, stop_flag()?);
    let games = 2 * pairs as u64;
    check_before(games, &board, &threads)?;
    let progress = Progress::new(games);
    let mut scoreboard = Scoreboard::new(&contest, pairs);
    let batch = if sprt.is_some() { BATCH } else { pairs };
    let mut complete = true;
    for first in (0..pairs).step_by(batch) {
        let range = first..pairs.min(first + batch);
        complete = scoreboard.play(&contest, range, &threads, &stop, &|games| progress.add(games));
        let decided = |sprt: &Sprt| sprt.verdict(scoreboard.tally(0, 0)).state != SprtState::Continue;
        if !complete || sprt.as_ref().is_some_and(decided) {
            break;
        }
    }
    progress.finish();
    let record = Record {
        protocol: args.rules.protocol.name(),
        budgets: [&a, &b].map(|entrant| entrant.agent.budget().map(ToString::to_string)),
        a: a.name,
        b: b.name,
        board: board.size().to_string(),
        block: args.rules.block.name(),
        partial: !complete,
        result: HeadToHead::of(scoreboard.tally(0, 0), population, sprt.as_ref()),
    };
    if args.json {
        serde_json::to_writer(&mut *out, &record)?;
        writeln!(out)?;
    } else {
        record.print(out)?;
    }
    if complete { Ok(()) } else { Err(Failure::Stopped) }
}

fn read_sprt(text: &str, normalized: bool) -> Result<Sprt, Failure> {
    let bound = |text: &str| text.trim().parse::<f64>().ok();
    let bounds = text.split_once(',').and_then(|(h0, h1)| Some((bound(h0)?, bound(h1)?)));
    let Some((h0, h1)) = bounds else {
        return Err(Failure::Input(format!("'{text}' are not two SPRT bounds; write the Elo of H0 and H1, as in 0,5")));
    };
    let scale = if normalized { EloScale::Normalized } else { EloScale::Logistic };
    Sprt::new(Hypotheses { scale, h0, h1 }, ERROR_RATE, ERROR_RATE).map_err(Failure::input)
}

impl Record {
    /// Prints the block of text that people paste.
    fn print(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Record { a, b, protocol, budgets, board, block, partial, result } = self;
        // Said once when it is the same for both.
        let mut budgets: Vec<&str> = budgets.iter().flatten().map(String::as_str).collect();
        budgets.dedup();
        let budget = budgets.join(" against ");
        let block = if *block == "all" { String::new() } else { format!(", block {block}") };
        let partial = if *partial { "   PARTIAL: stopped before all games were played" } else { "" };
        writeln!(out, "{a} vs {b}   {protocol}, {budget}, {board}{block}{partial}")?;
        let Some(HeadToHead { tally, score, elo, normalized_elo, los, sprt }) = result else {
            return Ok(writeln!(out, "no pair of games was finished")?);
        };
        let mean = 100.0 * score.mean;
        match score.basis {
            Basis::Census => writeln!(out, "Score | {mean:.2} %   (census: all {} openings)", score.pairs)?,
            Basis::Sampled => {
                let margin = 100.0 * score.interval.margin();
                writeln!(out, "Score | {mean:.1} ± {margin:.1} %   (95 %, {} pairs)", score.pairs)?;
            }
        }
        let (value, margin) = (elo.value, elo.interval.margin());
        let normalized = normalized_elo.map_or_else(String::new, |normalized| {
            format!("   nElo {:.1} ± {:.1}", normalized.value, normalized.interval.margin())
        });
        writeln!(out, "Elo   | {value:.1} ± {margin:.1}   LOS {:.1} %{normalized}", 100.0 * los)?;
        writeln!(out, "Pairs | lost {}  split {}  won {}", tally.lost, tally.split, tally.won)?;
        if let Some(verdict) = sprt {
            let state = match verdict.state {
                SprtState::Accepted => "accepted",
                SprtState::Rejected => "rejected",
                SprtState::Continue => "undecided",
            };
            let (low, high) = (verdict.bounds.low, verdict.bounds.high);
            let Hypotheses { scale, h0, h1 } = verdict.hypotheses;
            let unit = if scale == EloScale::Normalized { " nElo" } else { "" };
            writeln!(out, "LLR   | {:.2} ({low:.2}, {high:.2}) [{h0}, {h1}]{unit}  {state}", verdict.llr)?;
        }
        Ok(())
    }
}
