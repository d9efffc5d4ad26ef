//! `isotune compare`: two agents head to head.

use std::io::Write;

use crate::agent::NamedAgent;
use crate::arena::{Draw, Duel};
use crate::game::{Board, Word, with_word};
use crate::stats::{Coverage, EloScale, HeadToHead, Hypotheses, Sprt, SprtState};
use crate::text::plural;
use serde::Serialize;

use crate::cli::args::games::{GameArgs, Plies};
use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::args::table::TableArgs;
use crate::cli::output::data::records::HeadToHeadRecord;
use crate::cli::output::data::setting::Setting;
use crate::cli::output::failure::Failure;
use crate::cli::output::forfeits::{self, ForfeitRecord};
use crate::cli::output::head_to_head;
use crate::cli::output::live::progress::ProgressMeter;
use crate::cli::self_check::check_before;
use crate::cli::signals::stop_flag;

/// Play two agents head to head, each opening from both seats, and show the score, Elo and their intervals.
///
/// With --sprt play stops as soon as one of two Elo differences is accepted; the test looks after every 64 pairs. If the
/// first agent is stronger by no more than the smaller difference, "H1 accepted" is wrong at the rate --alpha at most; if it is
/// stronger by the larger one or more, "H0 accepted" is wrong at the rate --beta at most. In between either may come. The ± are
/// 95 % intervals.
///
/// Exit codes: 0 whichever hypothesis is accepted, also if all openings were played without a decision; 130 if a signal
/// stopped the test, after what was played was printed; 2 for bad input.
///
/// A run gives its weights alone: budget, rules and board are those of the options, not those that the run was tuned for; a note
/// says where they differ. 'isotune verify' plays under the conditions of the run.
///
/// Example: isotune compare open-space-hybrid improved --sprt 0,5
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The agent whose score is shown: a heuristic by name, weights file (*.ron, *.json) or run, or an agent (see
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
    /// Stop as soon as the sequential test accepts an Elo difference of H0 or of H1, both from -200 to 200.
    #[arg(long, value_name = "H0,H1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Rate at which --sprt may accept H1 although H0 is true.
    #[arg(long, value_name = "RATE", default_value_t = ERROR_RATE, requires = "sprt")]
    alpha: f64,
    /// Rate at which --sprt may accept H0 although H1 is true.
    #[arg(long, value_name = "RATE", default_value_t = ERROR_RATE, requires = "sprt")]
    beta: f64,
    /// The bounds of --sprt are normalized Elo, not logistic.
    #[arg(long, requires = "sprt")]
    normalized: bool,
    #[command(flatten)]
    rules: GameArgs,
    #[command(flatten)]
    form: TableArgs,
    #[command(flatten)]
    place: RunsFolder,
}

const DEFAULT_PAIRS: usize = 500;
/// The default rate of both errors of the sequential test.
const ERROR_RATE: f64 = 0.05;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    with_word!(args.rules.board, W => compare::<W>(args, out))
}

/// A comparison, as it is shown.
#[derive(Serialize)]
struct Record {
    a: Side,
    b: Side,
    #[serde(flatten)]
    setting: Setting,
    result: Option<HeadToHeadRecord>,
    /// The games that external programs lost by failures.
    forfeits: Vec<ForfeitRecord>,
    #[serde(skip)]
    shown: Option<HeadToHead>,
    /// Whether there are no more openings to play.
    #[serde(skip)]
    all: bool,
}

/// One of two agents.
#[derive(Serialize)]
struct Side {
    name: String,
    agent: String,
    /// What it may think about a move; nothing for an agent that does not search.
    budget: Option<String>,
}

impl From<NamedAgent> for Side {
    fn from(NamedAgent { name, agent }: NamedAgent) -> Self {
        Self { name, budget: agent.budget().map(ToString::to_string), agent: agent.to_string() }
    }
}

fn compare<W: Word>(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let stop = stop_flag()?;
    let form = args.form.check()?;
    let board = Board::<W>::new(args.rules.board).map_err(Failure::input)?;
    let roster = args.rules.roster()?;
    let sprt = args.sprt.as_deref().map(|text| read_sprt(text, args)).transpose()?;
    let agent = |name: &str| args.rules.agent(&args.place, name, &roster);
    let (mut a, mut b) = (agent(&args.a)?, agent(&args.b)?);
    for (agent, name) in [&mut a, &mut b].into_iter().zip(args.place.shown_names(&[&args.a, &args.b])) {
        agent.name = name;
    }
    args.rules.note_budgets(&args.place, [args.a.as_str(), &args.b], &roster);
    let plies = args.plies.unwrap_or(if sprt.is_some() { Plies::Four } else { Plies::Two });
    let default_pairs = (sprt.is_none() && !args.census).then_some(DEFAULT_PAIRS);
    let draw = args.rules.draw(plies, args.pairs.map(|pairs| pairs as usize).or(default_pairs));
    let sequential = sprt.is_some();
    let mut duel = Duel::new(&board, &roster, [&a, &b], &draw, sprt).map_err(Failure::input)?;
    let players = args.rules.players()?;
    check_before(duel.games(), &board, &players)?;
    let progress =
        if sequential { ProgressMeter::until_decided(duel.games()) } else { ProgressMeter::new(duel.games()) };
    let looked = |result: &HeadToHead| progress.tell(&head_to_head::parts(result));
    let complete = duel.play(&players, &stop, &|games| progress.add(games), &looked);
    progress.finish();
    let result = duel.result();
    let forfeits =
        duel.forfeits().map(|(side, forfeit)| ForfeitRecord::new([&a.name, &b.name][side], forfeit)).collect();
    let record = Record {
        a: a.into(),
        b: b.into(),
        setting: Setting::new(&roster, board.size(), &draw, duel.is_deterministic(), complete)
            .repeatable(duel.is_repeatable())
            // A sequential test decides by chance when it ends, even where that is after the last opening.
            .census(!sequential && result.is_some_and(|result| result.score.basis == Coverage::Census)),
        result: result.as_ref().map(HeadToHeadRecord::from),
        forfeits,
        shown: result,
        all: draw.is_census() || duel.games() == 2 * block_openings(&draw, &board)? as u64,
    };
    form.print(&record, &[&record], out, |out| record.print(out))?;
    if complete { Ok(()) } else { Err(Failure::Stopped) }
}

/// Returns the number of openings there are.
fn block_openings<W: Word>(draw: &Draw, board: &Board<W>) -> Result<usize, Failure> {
    let all = Draw { pairs: None, ..*draw };
    all.openings(board).map(|(_, openings)| openings).map_err(Failure::input)
}

fn read_sprt(text: &str, args: &Args) -> Result<Sprt, Failure> {
    let bound = |text: &str| text.trim().parse::<f64>().ok();
    let bounds = text.split_once(',').and_then(|(h0, h1)| Some((bound(h0)?, bound(h1)?)));
    let Some((h0, h1)) = bounds else {
        return Err(Failure::Input(format!(
            "'{text}' is not a pair of SPRT bounds; write the Elo of H0 and H1, as in 0,5"
        )));
    };
    let scale = if args.normalized { EloScale::Normalized } else { EloScale::Logistic };
    Sprt::new(Hypotheses { scale, h0, h1 }, args.alpha, args.beta).map_err(Failure::input)
}

impl Record {
    /// Prints the block of text to paste.
    fn print(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Record { a, b, setting, .. } = self;
        // Said once when it is the same for both.
        let mut budgets: Vec<&str> = [a, b].into_iter().filter_map(|side| side.budget.as_deref()).collect();
        budgets.dedup();
        let budget = if budgets.is_empty() { "no search".to_owned() } else { budgets.join(" against ") };
        let partial = if setting.partial { "   PARTIAL: stopped before all games were played" } else { "" };
        writeln!(out, "{} vs {}   {}{partial}", a.name, b.name, setting.line(&budget))?;
        match &self.shown {
            Some(result) => {
                head_to_head::print(result, out)?;
                let undecided = result.sprt.is_some_and(|verdict| verdict.state == SprtState::Continue);
                if undecided && !setting.partial {
                    let pairs = result.score.pairs;
                    let more = if self.all { "bounds further apart need fewer" } else { "give more with --pairs" };
                    writeln!(out, "        (no decision after {pairs} {}; {more})", plural(pairs, "pair"))?;
                }
            }
            None => writeln!(out, "no pair of games was finished")?,
        }
        forfeits::print(&self.forfeits, "game", out)
    }
}
