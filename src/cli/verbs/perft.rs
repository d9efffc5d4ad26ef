//! `isotune perft`: counting move sequences.

use std::io::Write;

use crate::game::{Board, BoardSize, PerftRow, Word, perft_by_depth, with_word};
use serde::Serialize;

use crate::cli::args::input::position::read_position;
use crate::cli::args::table::TableArgs;
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::columns;

/// Count all move sequences from a position, and the games that end at each length.
///
/// Printed depth by depth, until all games have ended. The usual test of a move generator: Udacity's AIND-Isolation has 8 14 68 264 996 4152 16440 sequences after
/// "3,3 0,0".
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Moves from the empty board to the position, as row,column: "3,3 0,0"; "" for none. Or rows and the side to move, as
    /// in "2....../…/....... 1".
    #[arg(allow_hyphen_values = true, value_name = "MOVES")]
    position: String,
    /// The length of the longest sequences to count.
    #[arg(value_parser = clap::value_parser!(u32).range(1..=128))]
    depth: u32,
    /// Board size as width x height.
    #[arg(long, default_value = "7x7", value_name = "WxH")]
    board: BoardSize,
    #[command(flatten)]
    form: TableArgs,
}

/// The digits of the largest count.
const WIDEST: usize = 20;

#[derive(Serialize)]
struct Counts {
    perft: Vec<u64>,
    finished: Vec<u64>,
}

/// The counts of one depth, as a line of a table.
#[derive(Serialize)]
struct Row {
    depth: u32,
    sequences: u64,
    finished: u64,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    with_word!(args.board, W => count::<W>(args, out))
}

fn count<W: Word>(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let form = args.form.check()?;
    let board = Board::<W>::new(args.board).map_err(Failure::input)?;
    let position = read_position(&board, &args.position)?;
    let mut rows = Vec::new();
    let shown = form.is_text();
    // The table is printed line by line, so its columns are as wide as the terminal allows.
    let width = columns().map_or(WIDEST, |columns| (columns.saturating_sub(15) / 2).clamp(9, WIDEST));
    if shown {
        let line = "-".repeat(width + 2);
        writeln!(out, "| depth | {:>width$} | {:>width$} |\n|-------|{line}|{line}|", "sequences", "finished")?;
    }
    for (depth, PerftRow { sequences, finished }) in (1..=args.depth).zip(perft_by_depth(&position)) {
        if shown {
            writeln!(out, "| {depth:>5} | {sequences:>width$} | {finished:>width$} |")?;
            // The next depth may take hours.
            out.flush()?;
        }
        rows.push(Row { depth, sequences, finished });
        if sequences == finished {
            break;
        }
    }
    let list = |count: fn(&Row) -> u64| rows.iter().map(count).collect();
    let counts = Counts { perft: list(|row| row.sequences), finished: list(|row| row.finished) };
    form.print(&counts, &rows, out, |_| Ok(()))
}
