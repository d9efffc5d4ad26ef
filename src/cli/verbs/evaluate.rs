//! `isotune evaluate`: games for an optimizer outside isotune.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use serde_json::Value;

use crate::arena::OpeningBlock;
use crate::game::{Board, Word, with_word};
use crate::text::plural;
use crate::tune::{Slot, Trial, TrialNumbers, TrialRunner, TrialScore, TuneError, TunePlan};

use crate::cli::args::block::one_block;
use crate::cli::args::config::ConfigArgs;
use crate::cli::args::input::lines::{Line, Lines};
use crate::cli::args::input::request::{RefusedRequest, Request, RequestKind, Requests};
use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::host::is_hosted;
use crate::cli::output::data::json;
use crate::cli::output::failure::Failure;
use crate::cli::output::terminal;
use crate::cli::players::Players;
use crate::cli::self_check;
use crate::cli::signals::stop_flag;

/// The number of candidates above which no more lines join those that are played together.
const TOGETHER: usize = 1000;

/// Play weights that another optimizer proposes: JSON Lines in, JSON Lines out.
///
/// Each line, {"weights": [-1.0, 0.3, …]}, {"weights": {"opponent-moves": -1.0, …}} or {"candidates": [[…], […], …]}, is
/// answered by one line with wins and games, from the configuration's openings, opponents and budget. Optional: "pairs"
/// (against each opponent) or "games", "generation" and "index" or "seed", and "id", which the answer repeats. A line that
/// is refused is answered by {"error": …}, and the exit code is 2 in the end. The end of the input ends the program.
/// docs/evaluate.md has the protocol, examples/python has clients for pycma, nevergrad, Optuna and scipy.
///
/// Example: echo '{"weights": {"opponent-moves": -2.0}, "pairs": 50}' | isotune evaluate quick
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    job: ConfigArgs,
    #[command(flatten)]
    place: RunsFolder,
    /// Which openings: train, select or final.
    #[arg(long, default_value = "train", value_name = "train|select|final", value_parser = one_block)]
    block: OpeningBlock,
    /// Print what there is to tune, as the line {"describe": true} does, and exit: names, starts, steps and bounds of the
    /// weights, opponents, games.
    #[arg(long)]
    describe: bool,
}

/// A line of the output.
#[derive(Serialize)]
struct Answer<'a, T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a Value>,
    #[serde(flatten)]
    content: T,
}

#[derive(Serialize)]
struct Results {
    results: Vec<PlayedCandidate>,
}

/// A candidate that was played.
#[derive(Serialize)]
struct PlayedCandidate {
    generation: u64,
    index: u64,
    wins: u64,
    games: u64,
    score: f64,
    /// One pair against an opponent tells nothing about the error.
    se: Option<f64>,
    cost: f64,
    opponents: Vec<Versus>,
}

#[derive(Serialize)]
struct Versus {
    name: String,
    wins: u64,
    games: u64,
}

#[derive(Serialize)]
struct Refused<'a> {
    line: u64,
    error: &'a str,
}

/// What there is to tune, and how it is played.
#[derive(Serialize)]
struct Description {
    name: String,
    seed: u64,
    board: String,
    protocol: &'static str,
    budget: String,
    costs: String,
    objective: String,
    opponents: Vec<DescribedOpponent>,
    plies: usize,
    block: &'static str,
    openings: usize,
    population: u64,
    pairs: usize,
    games: u64,
    weights: Vec<Free>,
    frozen: Vec<Frozen>,
}

#[derive(Serialize)]
struct DescribedOpponent {
    name: String,
    weight: f64,
}

#[derive(Serialize)]
struct Free {
    name: String,
    start: f64,
    step: f64,
    lower: Option<f64>,
    upper: Option<f64>,
}

#[derive(Serialize)]
struct Frozen {
    name: String,
    start: f64,
    /// The step of a weight that only sets the scale, for a search of directions.
    step: Option<f64>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let stop = stop_flag()?;
    let config = args.job.config(&args.place)?;
    let folder = args.place.place(&config.name);
    let plan = args.job.plan(config, folder.path())?;
    let numbers = TrialNumbers::new(&plan).map_err(Failure::input)?;
    if args.describe {
        return answer(None, &description(&plan, numbers, args.block), out);
    }
    let players = args.job.players()?;
    with_word!(plan.conditions().board(), W => serve::<W>(&plan, args.block, &players, &stop, out))
}

fn serve<W: Word>(
    plan: &TunePlan,
    block: OpeningBlock,
    players: &Players,
    stop: &AtomicBool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    self_check::check(plan.conditions().board(), players)?;
    let board = Board::<W>::new(plan.conditions().board()).map_err(Failure::input)?;
    let runner = TrialRunner::new(plan, &board, block, players, stop).map_err(Failure::input)?;
    let mut requests = Requests::new(plan, runner.numbers(), block);
    if io::stdin().is_terminal() && !is_hosted() {
        terminal::message(r#"reading lines like {"weights": […]} from the terminal; end with Ctrl-D"#);
    }
    let (lines, mut number, mut count, mut refused) = (Lines::read(), 0, 0, 0);
    while let Some(first) = lines.next(stop)? {
        let (mut asked, mut candidates, mut line) = (Vec::new(), 0, Some(first));
        while let Some(text) = line {
            number += 1;
            if let Some(request) = read(&mut requests, text) {
                candidates += request.as_ref().map_or(0, |request| trials(request).len());
                count += 1;
                asked.push((number, request));
            }
            line = if candidates < TOGETHER { lines.ready()? } else { None };
        }
        let trials: Vec<Trial> =
            asked.iter().filter_map(|(_, request)| request.as_ref().ok()).flat_map(trials).cloned().collect();
        if asked.is_empty() {
            continue;
        }
        let mut scores = trials.iter().zip(runner.play(&trials).map_err(unanswered)?);
        let mut played = || scores.next().map(|(trial, score)| played(plan, trial, &score));
        for (number, request) in &asked {
            match request {
                Err(RefusedRequest { id, error }) => {
                    refused += 1;
                    answer(id.as_ref(), &Refused { line: *number, error }, out)?;
                }
                Ok(Request { id, question }) => match question {
                    RequestKind::Describe => {
                        answer(id.as_ref(), &description(plan, runner.numbers(), block), out)?;
                    }
                    RequestKind::One(_) => answer(id.as_ref(), &played(), out)?,
                    RequestKind::Many(many) => {
                        let results = many.iter().filter_map(|_| played()).collect();
                        answer(id.as_ref(), &Results { results }, out)?;
                    }
                },
            }
        }
        // The optimizer waits for these before it asks on.
        out.flush()?;
    }
    match refused {
        0 => Ok(()),
        1 => Err(Failure::Input(format!("1 of {count} {} was refused; its answer says why", plural(count, "line")))),
        _ => Err(Failure::Input(format!("{refused} of {count} lines were refused; their answers say why"))),
    }
}

/// Returns why the last lines have no answer.
fn unanswered(error: TuneError) -> Failure {
    match error {
        TuneError::Stopped => Failure::Interrupted("before the last line was answered"),
        error => error.into(),
    }
}

/// Reads a line, and returns nothing for an empty one.
fn read(requests: &mut Requests<'_>, line: Line) -> Option<Result<Request, RefusedRequest>> {
    match line {
        Err(error) => Some(Err(RefusedRequest { id: None, error })),
        // Some programs begin a file with a byte-order mark.
        Ok(line) if line.trim_start_matches('\u{feff}').trim().is_empty() => None,
        Ok(line) => Some(requests.read(&line)),
    }
}

fn trials(request: &Request) -> &[Trial] {
    match &request.question {
        RequestKind::Describe => &[],
        RequestKind::One(trial) => std::slice::from_ref(trial),
        RequestKind::Many(trials) => trials,
    }
}

fn answer(id: Option<&Value>, content: &dyn erased_serde::Serialize, out: &mut dyn Write) -> Result<(), Failure> {
    json::print(&Answer { id, content }, out)
}

fn played(plan: &TunePlan, trial: &Trial, score: &TrialScore) -> PlayedCandidate {
    let names = plan.conditions().opponent_names();
    let versus = |(name, tally): (String, &crate::stats::PairTally)| Versus {
        name,
        wins: 2 * tally.won + tally.split,
        games: 2 * tally.pairs(),
    };
    let (wins, games) = (score.wins(), score.games());
    PlayedCandidate {
        generation: trial.generation,
        index: trial.index,
        wins,
        games,
        score: score.score.mean,
        se: (trial.pairs > 1).then_some(score.score.se),
        cost: score.cost,
        opponents: names.into_iter().zip(&score.opponents).map(versus).collect(),
    }
}

fn description(plan: &TunePlan, numbers: TrialNumbers, block: OpeningBlock) -> Description {
    let (config, conditions, encoding) = (plan.config(), plan.conditions(), plan.encoding());
    let opponents = conditions.opponent_names().into_iter().zip(conditions.opponent_weights());
    let free = |slot: &Slot| {
        let crate::optimize::Coordinate { start, step, lower, upper } = slot.coordinate;
        let (lower, upper) = ((lower > -1e9).then_some(lower), (upper < 1e9).then_some(upper));
        Free { name: slot.name(), start, step, lower, upper }
    };
    let frozen = |slot: &Slot| Frozen {
        name: slot.name(),
        start: slot.coordinate.start,
        step: (encoding.scale() == Some(slot)).then(|| slot.spread_step()),
    };
    Description {
        name: config.name.clone(),
        seed: config.seed,
        board: conditions.board().to_string(),
        protocol: conditions.protocol().name(),
        budget: conditions.budget().to_string(),
        costs: conditions.profile().name.clone(),
        objective: config.objective.to_string(),
        opponents: opponents.map(|(name, &weight)| DescribedOpponent { name, weight }).collect(),
        plies: conditions.plies(),
        block: block.name(),
        openings: conditions.openings(block),
        population: numbers.population,
        pairs: numbers.pairs,
        games: 2 * (numbers.pairs * conditions.opponents()) as u64,
        weights: encoding.free().map(free).collect(),
        frozen: encoding.slots().iter().filter(|slot| slot.coordinate.step <= 0.0).map(frozen).collect(),
    }
}
