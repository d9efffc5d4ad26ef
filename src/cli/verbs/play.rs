//! `isotune play`: one game between two agents.

use std::io::Write;
use std::sync::Arc;

use crate::agent::{Agent, NamedAgent};
use crate::features::FeatureTables;
use crate::game::{Board, BoardSize, Game, PerPlayer, Word, parse_moves, with_word};
use crate::search::Budget;
use crate::seed::{Purpose, Seed};
use crate::text::plural;
use serde::Serialize;

use crate::cli::args::rules::RulesArgs;
use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::args::table::TableArgs;
use crate::cli::output::data::json::HeuristicScore;
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::{align_numbers, fitted, table};

/// Play one game between two agents and print it.
///
/// The opening is two random plies, as in the tournaments of Udacity's AIND-Isolation, unless --opening gives moves. The
/// same seed gives the same game on every machine, except with time budgets.
///
/// Example: isotune play id:improved@effort:17300 modern/AB_Open --seed 7
// The text is for the terminal, not for rustdoc.
#[allow(clippy::doc_markdown)]
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Player 1: an agent such as mm:open@depth:3 or modern/AB_Open (see 'isotune agents --help'), or a heuristic (improved,
    /// my-weights.ron, a run), which plays by iterative deepening with the budget.
    first: String,
    /// Player 2.
    second: String,
    /// Moves before the agents take over, as row,column: "3,3 0,0"; "" for none.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    opening: Option<String>,
    /// The random seed.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    rules: RulesArgs,
    /// Let an agent of a roster file start a program (exec:COMMAND); look at a roster that comes from elsewhere first.
    #[arg(long)]
    allow_exec: bool,
    /// Search budget per move of a player given as a heuristic alone: depth:4, nodes:5000, effort:17300 or time:150 [default: the
    /// roster's].
    #[arg(long)]
    budget: Option<Budget>,
    /// Board size as width x height.
    #[arg(long, default_value = "7x7", value_name = "WxH")]
    board: BoardSize,
    #[command(flatten)]
    form: TableArgs,
    #[command(flatten)]
    place: RunsFolder,
}

#[derive(Serialize)]
struct Record {
    /// Whose rules.
    roster: String,
    board: String,
    seed: u64,
    /// Whether the same seed gives the same game: neither a clock nor another program decides.
    repeatable: bool,
    players: [String; 2],
    /// What each player may think about a move; nothing for one that does not search.
    budgets: [Option<String>; 2],
    /// How many of the moves were the opening.
    opening: usize,
    moves: Vec<[usize; 2]>,
    /// What each player found, one record for each move after the opening.
    thoughts: Vec<Thought>,
    winner: u8,
    /// Why the loser, an external program, lost without being beaten.
    forfeit: Option<String>,
}

#[derive(Serialize)]
struct Thought {
    /// The number of the move in the game, from 1.
    ply: usize,
    player: u8,
    cell: [usize; 2],
    value: Option<HeuristicScore>,
    depth: u32,
    nodes: u64,
}

/// A thought as a line of CSV, with its cell as one value.
#[derive(Serialize)]
struct ThoughtRow {
    ply: usize,
    player: u8,
    cell: String,
    value: Option<HeuristicScore>,
    depth: u32,
    nodes: u64,
}

impl From<&Thought> for ThoughtRow {
    fn from(&Thought { ply, player, cell: [row, column], value, depth, nodes }: &Thought) -> Self {
        Self { ply, player, cell: format!("{row},{column}"), value, depth, nodes }
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    with_word!(args.board, W => play::<W>(args, out))
}

fn play<W: Word>(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let form = args.form.check()?.with_keys(&["ply", "player", "cell", "value", "depth", "nodes"]);
    let board = Board::<W>::new(args.board).map_err(Failure::input)?;
    let tables = Arc::new(FeatureTables::new(&board));
    let rules = args.rules.roster()?;
    let rules = match &args.budget {
        Some(budget) => rules.with_budget(budget),
        None => rules,
    };
    let entrant = |name: &str| args.place.player(name, &rules.budget, args.allow_exec);
    let entrants = [entrant(&args.first)?, entrant(&args.second)?];
    args.place.note_budgets([args.first.as_str(), &args.second], &rules, args.budget.is_some());
    let ready =
        |entrant: &NamedAgent| Agent::new(&entrant.agent, rules.order, &rules.costs, &tables).map_err(Failure::input);
    let agents = PerPlayer([ready(&entrants[0])?, ready(&entrants[1])?]);
    let seed = Seed(args.seed);
    let mut game = match &args.opening {
        Some(text) => {
            let moves = parse_moves(text).map_err(Failure::input)?;
            Game::replay(&board, moves).map_err(Failure::input)?
        }
        None => random_opening(&board, seed)?,
    };
    let opening = game.moves().len();
    let mut streams = PerPlayer([0, 1].map(|seat| seed.stream(Purpose::Agent, [0, 0, seat])));
    let mut thoughts = Vec::new();
    loop {
        let player = game.position().to_move();
        let Some(decision) = agents[player].choose(game.position(), &mut streams[player]) else { break };
        thoughts.push(Thought {
            ply: game.moves().len() + 1,
            player: player.number(),
            cell: decision.cell.row_column(board.size()),
            value: decision.value.map(HeuristicScore),
            depth: decision.depth,
            nodes: decision.nodes,
        });
        game.play(decision.cell).map_err(Failure::input)?;
    }
    let loser = game.position().to_move();
    let forfeit = agents[loser].forfeits().first().map(|forfeit| forfeit.cause.to_string());
    let budgets = entrants.each_ref().map(|entrant| entrant.agent.budget().cloned());
    let record = Record {
        roster: rules.name.clone(),
        board: args.board.to_string(),
        seed: args.seed,
        repeatable: !budgets.iter().any(|budget| matches!(budget, Some(Budget::Time(_)))),
        budgets: budgets.map(|budget| budget.map(|budget| budget.to_string())),
        players: entrants.map(|entrant| entrant.agent.to_string()),
        opening,
        moves: game.moves().iter().map(|cell| cell.row_column(board.size())).collect(),
        thoughts,
        winner: loser.opponent().number(),
        forfeit,
    };
    let rows: Vec<ThoughtRow> = record.thoughts.iter().map(ThoughtRow::from).collect();
    form.print(&record, &rows, out, |out| record.print(&game, out))
}

/// Two random plies, a uniform pair of different cells.
fn random_opening<W: Word>(board: &Board<W>, seed: Seed) -> Result<Game<'_, W>, Failure> {
    let mut game = Game::start(board);
    let mut stream = seed.stream(Purpose::Opening, [0; 3]);
    for _ in 0..2 {
        if let Some(decision) = Agent::Random.choose(game.position(), &mut stream) {
            game.play(decision.cell).map_err(Failure::input)?;
        }
    }
    Ok(game)
}

impl Record {
    fn print<W: Word>(&self, game: &Game<'_, W>, out: &mut impl Write) -> Result<(), Failure> {
        let mut shown = table(["ply", "player", "cell", "value", "depth", "nodes"]);
        for thought in self.thoughts.iter().map(ThoughtRow::from) {
            shown.add_row([
                thought.ply.to_string(),
                thought.player.to_string(),
                thought.cell,
                thought.value.map_or_else(|| "–".to_owned(), |value| value.to_string()),
                thought.depth.to_string(),
                thought.nodes.to_string(),
            ]);
        }
        align_numbers(&mut shown, [0, 1, 3, 4, 5]);
        let shown = fitted(shown, &[5, 4]);
        for (number, player) in (1..).zip(&self.players) {
            writeln!(out, "player {number}: {player}")?;
        }
        let mut budgets: Vec<&str> = self.budgets.iter().flatten().map(String::as_str).collect();
        budgets.dedup();
        let budget = if budgets.is_empty() { "no search".to_owned() } else { budgets.join(" against ") };
        let remark = if self.repeatable { "" } else { ", not repeatable" };
        writeln!(out, "rules: {}, {budget}, {}, seed {}{remark}", self.roster, self.board, self.seed)?;
        writeln!(out, "{shown}\n{}\n\nmoves: {game}", game.position().drawing())?;
        let (winner, plies) = (self.winner, self.moves.len());
        if let Some(reason) = &self.forfeit {
            writeln!(out, "player {} forfeits: {reason}", 3 - winner)?;
        }
        Ok(writeln!(
            out,
            "player {winner} wins after {plies} {}, {} of them the opening",
            plural(plies, "ply"),
            self.opening
        )?)
    }
}
