//! `isotune grade`: how often agents keep a won position won.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::agent::{Agent, NamedAgent, Roster};
use crate::arena::Threads;
use crate::features::FeatureTables;
use crate::game::{Board, BoardSize};
use crate::grade::{Band, Cache, CacheError, Grades, QuestionSet, QuestionSetError};
use crate::heuristic::CATALOGUE;
use crate::oracle::{Memory, Oracle};
use crate::search::Budget;
use crate::seed::Seed;
use crate::stats::{Interval, TTest, Z_95};
use crate::text::plural;
use etcetera::BaseStrategy;
use serde::Serialize;

use crate::cli::args::rules::RulesArgs;
use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::args::table::TableArgs;
use crate::cli::output::data::records::DeltaRecord;
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::{align_numbers, fitted, points_with_margin, table};
use crate::cli::output::forfeits::{self, ForfeitRecord};
use crate::cli::output::hints::Hint;
use crate::cli::output::live::progress::ProgressMeter;
use crate::cli::output::terminal;
use crate::cli::signals::stop_flag;

/// Grade agents on an absolute scale: how often they keep a won position won.
///
/// The positions come from games between strong agents from openings of the final block, one position per game. In each
/// of them both players have a choice and, with perfect play afterwards, some moves win and the others lose. All agents
/// see the same positions and the same random numbers. Shown are the proportion of wins kept with its 95 % interval, the
/// difference vs improved in points, the proportion by ply, and the wins that the agent would give away per game, from the
/// ninth ply on, where both players have a choice. Every heuristic of the catalogue is graded as well, for comparison.
///
/// Solved positions are cached, so that next time only the agents have to search; those found before a signal stops the
/// work are kept as well.
///
/// Example: isotune grade my-weights.ron perfect --positions 2000
// The text is for the terminal, not for rustdoc.
#[allow(clippy::doc_markdown)]
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The agents to grade: heuristics by name, weights file (*.ron, *.json) or run, or agents (see 'isotune agents --help').
    #[arg(value_name = "AGENT")]
    agents: Vec<String>,
    /// Number of positions.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,
    /// Search budget per move of agents given as a heuristic alone.
    #[arg(long, default_value = "nodes:5000")]
    budget: Budget,
    /// Grade only the given agents and improved.
    #[arg(long, requires = "agents")]
    only: bool,
    #[command(flatten)]
    rules: RulesArgs,
    /// The random seed; another seed draws other positions.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Number of threads [default: one per core]. Results depend on it only with time budgets.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Board size as width x height, at most 49 cells.
    #[arg(long, default_value = "7x7", value_name = "WxH")]
    board: BoardSize,
    /// Most memory for the table of solved positions, in megabytes; taken as needed.
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,
    /// The folder for solved positions [default: isotune in the user's cache folder].
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    cache: Option<PathBuf>,
    /// Ignore the cache: solve all positions again and save none.
    #[arg(long)]
    no_cache: bool,
    #[command(flatten)]
    form: TableArgs,
    #[command(flatten)]
    place: RunsFolder,
}

const BASELINE: &str = "improved";
/// The largest board on which solving many positions is known to be quick; larger ones have not been measured.
const MOST_CELLS: usize = 49;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let stop = stop_flag()?;
    let form = args.form.check()?;
    if args.board.cells() > MOST_CELLS {
        let sentence = format!(
            "positions of {} cannot be solved in reasonable time; use a board of at most {MOST_CELLS} cells",
            args.board
        );
        return Err(Failure::Input(sentence));
    }
    let board = Board::<u64>::new(args.board).map_err(Failure::input)?;
    let rules = args.rules.roster()?;
    let entrants = entrants(args)?;
    let tables = Arc::new(FeatureTables::new(&board));
    let ready = |entrant: &NamedAgent| Agent::new(&entrant.agent, rules.order, &rules.costs, &tables);
    let agents: Vec<Agent<u64>> = entrants.iter().map(ready).collect::<Result<_, _>>().map_err(Failure::input)?;
    let oracle = Oracle::new(args.board, Memory::megabytes(args.memory as usize)).map_err(Failure::input)?;
    let threads = Threads::new(args.threads.map(usize::from)).map_err(Failure::work)?;
    let questions = question_set(args, &board, &oracle, &threads, &stop)?;
    let answers = (agents.len() * questions.questions.len()) as u64;
    let progress = ProgressMeter::of(answers, "moves");
    let grades = Grades::of(&agents, &questions, Seed(args.seed), &threads, &stop, &|moves| progress.add(moves));
    progress.finish();
    let unfinished = Failure::Interrupted("before all agents were graded; their positions are solved");
    let mut record = Record::new(args, &rules, &questions, &entrants, &grades.ok_or(unfinished)?);
    for (entrant, agent) in entrants.iter().zip(&agents) {
        record.forfeits.extend(agent.forfeits().into_iter().map(|forfeit| ForfeitRecord::new(&entrant.name, forfeit)));
    }
    form.print(&record, &record.agents, out, |out| record.print(out))
}

/// Returns the agents to be graded, each once: those given, the baseline and the catalogue.
fn entrants(args: &Args) -> Result<Vec<NamedAgent>, Failure> {
    let catalogue = CATALOGUE.iter().map(|entry| entry.name).filter(|_| !args.only);
    let names = args.agents.iter().map(String::as_str).chain([BASELINE]).chain(catalogue);
    let mut entrants: Vec<NamedAgent> = Vec::new();
    for name in names {
        if entrants.iter().all(|entrant| entrant.name != name) {
            entrants.push(args.place.agent(name, &args.budget)?);
        }
    }
    let texts: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    let names = args.place.shown_names(&texts);
    Ok(entrants.into_iter().zip(names).map(|(entrant, name)| NamedAgent { name, ..entrant }).collect())
}

/// Returns the questions, from the cache as far as possible; a faulty cache is only noted.
fn question_set<'b>(
    args: &Args,
    board: &'b Board<u64>,
    oracle: &Oracle,
    threads: &Threads,
    stop: &AtomicBool,
) -> Result<QuestionSet<'b>, Failure> {
    let (asked, seed) = (args.positions as usize, Seed(args.seed));
    let cache = if args.no_cache { None } else { args.cache.clone().or_else(cache_folder).map(Cache::new) };
    let mut questions = match cache.as_ref().map(|cache| cache.load(board, seed)).transpose() {
        Ok(questions) => questions.unwrap_or_else(QuestionSet::empty),
        Err(error) => {
            note(&error);
            QuestionSet::empty()
        }
    };
    let before = questions.games;
    if questions.questions.len() < asked {
        let progress = ProgressMeter::of((asked - questions.questions.len()) as u64, "positions");
        let grown = questions.grow(asked, board, seed, oracle, threads, (stop, &|found| progress.add(found)));
        progress.finish();
        // Also when it was stopped or there were too few: what is there is right, and took its time.
        let cache = cache.filter(|_| questions.games > before);
        if let Some(Err(error)) = cache.map(|cache| cache.save(&questions, board, seed)) {
            note(&error);
        }
        grown.map_err(|error| match error {
            QuestionSetError::Stopped => {
                Failure::Interrupted("before all positions were solved, so no agent was graded")
            }
            QuestionSetError::TooFew { .. } => Failure::input(error),
        })?;
    }
    Ok(questions.first(asked))
}

/// Returns the program's folder in the user's cache folder, if there is one.
fn cache_folder() -> Option<PathBuf> {
    etcetera::choose_base_strategy().ok().map(|folders| folders.cache_dir().join("isotune"))
}

fn note(error: &CacheError) {
    terminal::sentence("note", &error.sentence());
}

/// The grades of all agents, best first.
#[derive(Serialize)]
struct Record {
    board: String,
    roster: String,
    budget: String,
    seed: u64,
    positions: usize,
    /// How many games the positions were found in.
    games: u64,
    /// The first ply of a game that positions were drawn from, and blunders are counted from.
    first_ply: usize,
    agents: Vec<AgentRecord>,
    /// The positions that external programs lost by failures.
    forfeits: Vec<ForfeitRecord>,
}

#[derive(Serialize)]
struct AgentRecord {
    name: String,
    /// The proportion of wins kept.
    score: f64,
    se: f64,
    /// Wilson's 95 % interval.
    low: f64,
    high: f64,
    positions: u64,
    /// To the baseline, on the same positions.
    versus_improved: Option<DeltaRecord>,
    by_ply: Vec<BandRecord>,
    blunders_per_game: f64,
    blunders_se: f64,
    #[serde(skip)]
    test: Option<TTest>,
}

#[derive(Serialize)]
struct BandRecord {
    from: usize,
    to: Option<usize>,
    score: Option<f64>,
    se: Option<f64>,
    low: f64,
    high: f64,
    positions: u64,
}

impl Record {
    fn new(
        args: &Args,
        rules: &Roster,
        questions: &QuestionSet<'_>,
        entrants: &[NamedAgent],
        grades: &[Grades],
    ) -> Record {
        let both = || entrants.iter().zip(grades);
        let baseline = both().find(|(entrant, _)| entrant.name == BASELINE).map(|(_, grades)| grades);
        let mut agents: Vec<AgentRecord> =
            both().map(|(entrant, grades)| AgentRecord::new(&entrant.name, grades, baseline, questions)).collect();
        // Stable: equals stay in the order in which they were named.
        agents.sort_by(|a, b| b.score.total_cmp(&a.score));
        Record {
            board: args.board.to_string(),
            roster: rules.name.clone(),
            budget: args.budget.to_string(),
            seed: args.seed,
            positions: questions.questions.len(),
            games: questions.games,
            first_ply: Band::ALL[0].from,
            agents,
            forfeits: Vec::new(),
        }
    }

    fn print(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Record { board, roster, budget, seed, positions, games, .. } = self;
        writeln!(
            out,
            "{positions} {} from {games} {} on {board}; {budget}, {roster} rules, seed {seed}",
            plural(*positions, "position"),
            plural(*games, "game")
        )?;
        let band = |band: &Band| match band.to {
            Some(to) => format!("{}–{to}", band.from),
            None => format!("{}+", band.from),
        };
        let bands: Vec<String> = Band::ALL.iter().map(band).collect();
        let mut shown = table(["agent"]);
        let ends = ["agent", "wins kept ± 95 %", "vs improved"].map(str::to_owned);
        shown.set_header(ends.into_iter().chain(bands).chain(["blunders".to_owned()]));
        for agent in &self.agents {
            shown.add_row(agent.row());
        }
        align_numbers(&mut shown, 1..Band::ALL.len() + 4);
        let counts: Vec<String> = self
            .agents
            .first()
            .map_or_else(Vec::new, |agent| agent.by_ply.iter().map(|band| band.positions.to_string()).collect());
        let shown = fitted(shown, &[7, 6, 5, 4, 3, 2]);
        writeln!(out, "{shown}")?;
        writeln!(
            out,
            "wins kept in percent: in all positions, then by plies played before the move ({} positions);",
            counts.join(", ")
        )?;
        writeln!(
            out,
            "vs improved: difference in points; blunders: wins given away per game and player, counted once {} plies",
            self.first_ply
        )?;
        writeln!(out, "were played, where both players have a choice; all ± are 95 %")?;
        forfeits::print(&self.forfeits, "position", out)
    }
}

impl AgentRecord {
    fn new(name: &str, grades: &Grades, baseline: Option<&Grades>, questions: &QuestionSet<'_>) -> AgentRecord {
        let share = grades.proportion();
        let test = baseline.filter(|_| name != BASELINE).and_then(|baseline| grades.difference(baseline));
        let band = |band: Band| {
            let share = grades.proportion_in(band, questions);
            let Interval { low, high } = share.interval();
            let (score, se, positions) = (share.mean(), share.se(), share.all);
            BandRecord { from: band.from, to: band.to, score, se, low, high, positions }
        };
        let (blunders_per_game, blunders_se) = grades.blunders_per_game(questions).unwrap_or_default();
        let Interval { low, high } = share.interval();
        AgentRecord {
            name: name.to_owned(),
            score: share.mean().unwrap_or_default(),
            se: share.se().unwrap_or_default(),
            low,
            high,
            positions: share.all,
            versus_improved: test.as_ref().map(DeltaRecord::from),
            by_ply: Band::ALL.map(band).into(),
            blunders_per_game,
            blunders_se,
            test,
        }
    }

    fn row(&self) -> Vec<String> {
        let percent = |band: &BandRecord| match band.score.zip(band.se) {
            Some((share, se)) => proportion(share, se, [band.low, band.high], 1),
            None => "–".to_owned(),
        };
        let kept = proportion(self.score, self.se, [self.low, self.high], 2);
        // Rounded first: a difference of nothing but rounding has no sign.
        let points = |difference: f64| (1e4 * difference).round() / 100.0 + 0.0;
        let compared = match &self.test {
            Some(test) => points_with_margin(points(test.difference), 100.0 * test.interval.margin()),
            None if self.name == BASELINE => "baseline".to_owned(),
            None => "–".to_owned(),
        };
        let blunders = format!("{:.2} ± {:.2}", self.blunders_per_game, Z_95 * self.blunders_se);
        let bands = self.by_ply.iter().map(percent);
        [self.name.clone(), kept, compared].into_iter().chain(bands).chain([blunders]).collect()
    }
}

/// A proportion in percent with its 95 % interval; if all answers were alike, the ends of Wilson's.
fn proportion(share: f64, se: f64, [low, high]: [f64; 2], decimals: usize) -> String {
    if se > 0.0 {
        format!("{:.decimals$} ± {:.decimals$}", 100.0 * share, 100.0 * Z_95 * se)
    } else {
        format!("{:.decimals$} [{:.decimals$}, {:.decimals$}]", 100.0 * share, 100.0 * low, 100.0 * high)
    }
}
