//! `isotune solve`: who wins with perfect play.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::game::{Board, BoardSize, Cell, Player, Position};
use crate::oracle::{Memory, OpeningValue, Oracle, SolveError, SolvedOpenings};
use crate::text::plural;
use serde::Serialize;

use crate::cli::args::input::position::read_position;
use crate::cli::args::target::Target;
use crate::cli::output::data::csv;
use crate::cli::output::data::json;
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::{align_numbers, table};
use crate::cli::output::live::progress::ProgressMeter;
use crate::cli::output::wrapped::wrapped;
use crate::cli::signals::stop_flag;

/// Solve a position: who wins with perfect play, and with which moves.
///
/// On 7x7 an opening takes a fraction of a second. Larger boards, up to 64 cells, can be solved once many of their cells
/// are blocked. With --openings all openings are solved, symmetric ones only once.
///
/// Examples: isotune solve "3,3 0,0"; isotune solve --openings --csv openings.csv
// Each is a flag of its own.
#[allow(clippy::struct_excessive_bools)]
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Moves from the empty board to the position, as row,column: "3,3 0,0"; "" for none. Or rows and the side to move, as
    /// in "2....../…/....... 1".
    #[arg(allow_hyphen_values = true, required_unless_present = "openings", conflicts_with = "openings")]
    moves: Option<String>,
    /// Solve all openings instead, and count who wins them.
    #[arg(long)]
    openings: bool,
    /// Write all openings to a CSV file: row1,col1,row2,col2,winner, where the winner is 1 or 2 and player 1 is to move.
    /// It is written at the end, and not at all if a signal stops the work.
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    csv: Option<PathBuf>,
    /// Overwrite an existing file.
    #[arg(long, requires = "csv")]
    force: bool,
    /// Also show how many plies the game lasts if the winner hurries and the loser delays. On 7x7 this takes one to ten
    /// seconds for most openings, most of a minute for the slowest one known (3,3 1,2), and in the positions tried a fraction
    /// of a second with at most 43 blank cells.
    #[arg(long, conflicts_with = "openings")]
    distance: bool,
    /// Most memory for the table of solved positions, in megabytes; taken as needed.
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,
    /// Number of threads that solve openings [default: one per core].
    #[arg(long, value_name = "N", conflicts_with = "moves", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Board size as width x height, at most 64 cells.
    #[arg(long, default_value = "7x7", value_name = "WxH")]
    board: BoardSize,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let stop = stop_flag()?;
    let oracle = Oracle::new(args.board, Memory::megabytes(args.memory as usize)).map_err(Failure::input)?;
    let board = Board::<u64>::new(args.board).map_err(Failure::input)?;
    match &args.moves {
        Some(moves) => solve_position(args, moves, &oracle, &board, &stop, out),
        None => solve_openings(args, &oracle, &board, &stop, out),
    }
}

/// A stop is no failure of the work, everything else is.
fn solve_failure(error: SolveError) -> Failure {
    match error {
        SolveError::Stopped => Failure::Interrupted("before the position was solved"),
        SolveError::OtherBoard { .. } => Failure::work(error),
    }
}

/// A solved position, as it is shown.
#[derive(Serialize)]
struct PositionRecord {
    position: String,
    to_move: u8,
    winner: u8,
    legal_moves: Vec<[usize; 2]>,
    winning_moves: Vec<[usize; 2]>,
    /// The plies to the end, with `--distance`.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<u32>,
    nodes: u64,
    seconds: f64,
}

fn solve_position(
    args: &Args,
    moves: &str,
    oracle: &Oracle,
    board: &Board<u64>,
    stop: &AtomicBool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let position = read_position(board, moves)?;
    let start = Instant::now();
    let verdict = oracle.solve(&position, stop).map_err(solve_failure)?;
    let distance = args.distance.then(|| oracle.distance(&position, stop)).transpose().map_err(solve_failure)?;
    let cells = |cells: &[Cell]| cells.iter().map(|cell| cell.row_column(board.size())).collect();
    let record = PositionRecord {
        position: position.to_string(),
        to_move: position.to_move().number(),
        winner: verdict.winner.number(),
        legal_moves: cells(position.ordered_moves().as_slice()),
        winning_moves: cells(&verdict.winning_moves),
        distance: distance.map(|(plies, _)| plies),
        nodes: verdict.nodes + distance.map_or(0, |(_, nodes)| nodes),
        seconds: start.elapsed().as_secs_f64(),
    };
    if args.json { json::print(&record, out) } else { wrapped(out, |out| record.print(&position, out)) }
}

impl PositionRecord {
    fn print(&self, position: &Position<'_, u64>, out: &mut impl Write) -> Result<(), Failure> {
        let PositionRecord { to_move, winner, nodes, seconds, .. } = self;
        writeln!(out, "{}\n", position.drawing())?;
        writeln!(out, "player {to_move} is to move, player {winner} wins")?;
        let list = |cells: &[[usize; 2]]| {
            let cells: Vec<String> = cells.iter().map(|[row, column]| format!("{row},{column}")).collect();
            cells.join(" ")
        };
        match (self.winning_moves.len(), self.legal_moves.len()) {
            (_, 0) => writeln!(out, "player {to_move} has no move: the game is over")?,
            (0, 1) => writeln!(out, "the only move loses: {}", list(&self.legal_moves))?,
            (0, all) => writeln!(out, "all {all} moves lose: {}", list(&self.legal_moves))?,
            (1, 1) => writeln!(out, "the only move wins: {}", list(&self.winning_moves))?,
            (1, all) => writeln!(out, "1 of {all} moves wins: {}", list(&self.winning_moves))?,
            (some, all) => writeln!(out, "{some} of {all} moves win: {}", list(&self.winning_moves))?,
        }
        if let Some(plies) = self.distance {
            let unit = plural(plies, "ply");
            writeln!(out, "the game ends in {plies} {unit} if the winner hurries and the loser delays")?;
        }
        Ok(writeln!(out, "{nodes} {}, {seconds:.3} s", plural(*nodes, "node"))?)
    }
}

/// All openings, as they are shown.
#[derive(Serialize)]
struct OpeningsRecord {
    board: String,
    openings: usize,
    classes: usize,
    /// How many classes were solved before a signal came, if one did.
    classes_solved: usize,
    complete: bool,
    won_by_player_1: usize,
    won_by_player_2: usize,
    /// For each cell that player 1 is placed on, row by row, the openings that player 1 wins.
    wins_by_cell: Vec<Vec<usize>>,
    nodes: u64,
    seconds: f64,
}

fn solve_openings(
    args: &Args,
    oracle: &Oracle,
    board: &Board<u64>,
    stop: &AtomicBool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let csv = args.csv.as_deref().map(|path| Target::new(Some(path), args.force)).transpose()?;
    let size = board.size();
    let progress = ProgressMeter::of((size.cells() * (size.cells() - 1)) as u64, "openings");
    let start = Instant::now();
    let solved = SolvedOpenings::solve(oracle, args.threads.map(usize::from), stop, &|openings| progress.add(openings));
    progress.finish();
    let solved = solved.map_err(Failure::work)?;
    let seconds = start.elapsed().as_secs_f64();
    // A file of some openings could be taken for one of all.
    if let Some(target) = csv.filter(|_| solved.is_complete()) {
        target.write(&csv::lines(solved.openings.iter().map(|opening| OpeningRow::new(*opening, size)))?, out)?;
    }
    let wins = |row, column| {
        let won = solved.openings.iter().filter(|opening| opening.winner == Player::One);
        won.filter(|opening| Some(opening.cells[0]) == board.cell(row, column)).count()
    };
    let record = OpeningsRecord {
        board: size.to_string(),
        openings: solved.openings.len(),
        classes: solved.classes,
        classes_solved: solved.solved,
        complete: solved.is_complete(),
        won_by_player_1: solved.won_by(Player::One),
        won_by_player_2: solved.won_by(Player::Two),
        wins_by_cell: (0..size.height())
            .map(|row| (0..size.width()).map(|column| wins(row, column)).collect())
            .collect(),
        nodes: solved.nodes,
        seconds,
    };
    if args.json {
        json::print(&record, out)?;
    } else {
        wrapped(out, |out| record.print(size, out))?;
    }
    if record.complete { Ok(()) } else { Err(Failure::Stopped) }
}

/// A solved opening, as a line of CSV.
#[derive(Serialize)]
struct OpeningRow {
    row1: usize,
    col1: usize,
    row2: usize,
    col2: usize,
    winner: u8,
}

impl OpeningRow {
    fn new(opening: OpeningValue, size: BoardSize) -> Self {
        let [[row1, col1], [row2, col2]] = opening.cells.map(|cell| cell.row_column(size));
        Self { row1, col1, row2, col2, winner: opening.winner.number() }
    }
}

impl OpeningsRecord {
    fn print(&self, size: BoardSize, out: &mut impl Write) -> Result<(), Failure> {
        let OpeningsRecord { board, openings, classes, won_by_player_1: first, won_by_player_2: second, .. } = self;
        if self.complete {
            writeln!(
                out,
                "{board}: of {openings} openings in {classes} symmetry classes, player 1, who is to move, wins {first}"
            )?;
        } else {
            let solved = self.classes_solved;
            writeln!(
                out,
                "{board}: stopped after {solved} of {classes} symmetry classes; these are only a part of the openings:"
            )?;
            writeln!(out, "of {openings} openings, player 1, who is to move, wins {first}")?;
        }
        writeln!(out, "and player 2 wins {second}; wins of player 1 by the cell of player 1:")?;
        let columns: Vec<String> = (0..size.width()).map(|column| column.to_string()).collect();
        let mut shown = table([""]);
        shown.set_header(std::iter::once(String::new()).chain(columns));
        for (row, wins) in self.wins_by_cell.iter().enumerate() {
            shown.add_row(std::iter::once(&row).chain(wins));
        }
        align_numbers(&mut shown, 1..=size.width());
        let at_most = if self.complete { "" } else { "at most " };
        writeln!(out, "{shown}\nof {at_most}{} each", size.cells() - 1)?;
        Ok(writeln!(out, "{} nodes, {:.1} s", self.nodes, self.seconds)?)
    }
}
