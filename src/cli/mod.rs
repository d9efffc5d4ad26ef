//! The command line: one verb a file, each with its arguments, its work and its output.

mod agents;
mod bench;
mod compare;
mod csv;
mod failure;
mod figures;
mod grade;
mod heuristics;
mod inspect;
mod json;
mod named;
mod perft;
mod play;
mod progress;
mod published;
mod rules;
mod score;
mod setting;
mod signals;
mod solve;
mod table;
mod tournament;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::Failure;

/// Finds the weights of a linear heuristic for knight Isolation by self-play.
///
/// Exit codes: 0 done, 2 bad input (nothing was changed), 1 failed, 130 stopped by a signal.
#[derive(Parser)]
#[command(version, propagate_version = true, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Heuristics(heuristics::Args),
    Agents(agents::Args),
    Inspect(inspect::Args),
    Tournament(tournament::Args),
    Compare(compare::Args),
    Published(published::Args),
    Play(play::Args),
    Solve(solve::Args),
    Grade(grade::Args),
    Perft(perft::Args),
    Bench(bench::Args),
}

/// Runs the program with the arguments it was started with.
pub(crate) fn run() -> ExitCode {
    let verb = Cli::parse().verb;
    let mut out = BufWriter::new(io::stdout().lock());
    let done = match verb {
        Verb::Heuristics(args) => heuristics::run(&args, &mut out),
        Verb::Agents(args) => agents::run(&args, &mut out),
        Verb::Inspect(args) => inspect::run(&args, &mut out),
        Verb::Tournament(args) => tournament::run(&args, &mut out),
        Verb::Compare(args) => compare::run(&args, &mut out),
        Verb::Published(args) => published::run(&args, &mut out),
        Verb::Play(args) => play::run(&args, &mut out),
        Verb::Solve(args) => solve::run(&args, &mut out),
        Verb::Grade(args) => grade::run(&args, &mut out),
        Verb::Perft(args) => perft::run(&args, &mut out),
        Verb::Bench(args) => bench::run(&args, &mut out),
    };
    match done.and_then(|()| out.flush().map_err(Failure::from)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Calls a function for the word that a board of a size needs.
macro_rules! for_board {
    ($size:expr, $function:ident($($argument:expr),*)) => {
        if $size.cells() <= 64 { $function::<u64>($($argument),*) } else { $function::<u128>($($argument),*) }
    };
}
use for_board;
