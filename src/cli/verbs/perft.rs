//! `isotune perft`: counting move sequences.

use std::io::Write;

use crate::game::{Board, BoardSize, PerftRow, Position, Word, parse_moves, perft};
use serde::Serialize;

use crate::cli::for_board;
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::{align_numbers, table};
use crate::cli::output::json;

/// Count all move sequences from a position, and the games that end at each length.
///
/// The usual test of a move generator. Udacity's AIND-Isolation has 8 14 68 264 996 4152 16440 sequences after
/// "3,3 0,0".
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Moves from the empty board to the position, as row,column: "3,3 0,0"; "" for none.
    #[arg(allow_hyphen_values = true)]
    moves: String,
    /// The length of the longest sequences to count.
    #[arg(value_parser = clap::value_parser!(u32).range(1..=128))]
    depth: u32,
    /// Board size as width x height.
    #[arg(long, default_value = "7x7", value_name = "WxH")]
    board: BoardSize,
    /// Print one JSON object: {"perft": [sequences, …], "finished": [games, …]}.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Counts {
    perft: Vec<u64>,
    finished: Vec<u64>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    for_board!(args.board, count(args, out))
}

fn count<W: Word>(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let board = Board::<W>::new(args.board).map_err(Failure::input)?;
    let moves = parse_moves(&args.moves).map_err(Failure::input)?;
    let position = Position::replay(&board, moves).map_err(Failure::input)?;
    let rows = perft(&position, args.depth as usize);
    if args.json {
        let list = |count: fn(&PerftRow) -> u64| rows.iter().map(count).collect();
        let counts = Counts { perft: list(|row| row.sequences), finished: list(|row| row.finished) };
        return json::print(&counts, out);
    }
    let mut shown = table(["depth", "sequences", "finished games"]);
    for (depth, row) in (1..).zip(&rows) {
        shown.add_row([depth, row.sequences, row.finished]);
    }
    align_numbers(&mut shown, 0..3);
    Ok(writeln!(out, "{shown}")?)
}
