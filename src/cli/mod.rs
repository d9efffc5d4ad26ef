//! The command line: `verbs` do the work, `args` reads what they share, `output` prints.
//!
//! The program is [`run`] and nothing else. It is a part of the library so that both are compiled once: in a crate of
//! its own the generic search would be compiled a second time.

mod args;
mod output;
mod self_check;
mod server;
mod signals;
mod verbs;
mod work;

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use clap::{Arg, Command, CommandFactory, FromArgMatches, Parser, Subcommand};

use output::failure::Failure;
use output::style;
use output::terminal;
use output::verbosity::be_quiet;
use verbs::{
    ablate, agents, bench, best, check, compare, evaluate, export, grade, heuristics, inspect, perft, play, published,
    report, resume, runs, solve, tournament, tune, verify, watch,
};

/// Finds the weights of a linear heuristic for knight Isolation by self-play.
///
/// Exit codes: 0 success, 1 failure, 2 bad input (nothing was changed), 130 stopped by a signal.
#[derive(Parser)]
#[command(version, propagate_version = true, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
    /// Print results and errors only: no plan, no progress, no notes.
    #[arg(short, long, global = true)]
    quiet: bool,
}

/// Returns the command line's definition.
fn command() -> Command {
    // A negative number after an option is a value that the option can refuse by its range, not an unknown option.
    let value = |arg: Arg| {
        let option = arg.get_long().is_some() && arg.get_action().takes_values();
        if option { arg.allow_negative_numbers(true) } else { arg }
    };
    Cli::command().mut_subcommands(|verb| verb.mut_args(value))
}

#[derive(Subcommand)]
enum Verb {
    Tune(tune::Args),
    Resume(resume::Args),
    Check(check::Args),
    Runs(runs::Args),
    Best(best::Args),
    Report(report::Args),
    Watch(watch::Args),
    Verify(verify::Args),
    Ablate(ablate::Args),
    Evaluate(evaluate::Args),
    Heuristics(heuristics::Args),
    Agents(agents::Args),
    Inspect(inspect::Args),
    Tournament(tournament::Args),
    Compare(compare::Args),
    Published(published::Args),
    Export(export::Args),
    Play(play::Args),
    Solve(solve::Args),
    Grade(grade::Args),
    Perft(perft::Args),
    Bench(bench::Args),
}

/// Runs the program with the arguments it was started with.
#[must_use]
pub fn run() -> ExitCode {
    let parsed = command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let Cli { verb, quiet } = match parsed {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    if quiet {
        be_quiet();
    }
    let mut out = BufWriter::new(terminal::stdout());
    let done = match verb {
        Verb::Tune(args) => tune::run(&args, &mut out),
        Verb::Resume(args) => resume::run(&args, &mut out),
        Verb::Check(args) => check::run(&args, &mut out),
        Verb::Runs(args) => runs::run(&args, &mut out),
        Verb::Best(args) => best::run(&args, &mut out),
        Verb::Report(args) => report::run(&args, &mut out),
        Verb::Watch(args) => watch::run(&args, &mut out),
        Verb::Verify(args) => verify::run(&args, &mut out),
        Verb::Ablate(args) => ablate::run(&args, &mut out),
        Verb::Evaluate(args) => evaluate::run(&args, &mut out),
        Verb::Heuristics(args) => heuristics::run(&args, &mut out),
        Verb::Agents(args) => agents::run(&args, &mut out),
        Verb::Inspect(args) => inspect::run(&args, &mut out),
        Verb::Tournament(args) => tournament::run(&args, &mut out),
        Verb::Compare(args) => compare::run(&args, &mut out),
        Verb::Published(args) => published::run(&args, &mut out),
        Verb::Export(args) => export::run(&args, &mut out),
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

/// Prints help, or what is wrong with the arguments, and returns the exit code.
fn usage(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    if error.use_stderr() {
        let text = text.trim_end();
        match text.strip_prefix("error:") {
            Some(rest) => terminal::message(&(style::red_on_stderr("error:") + rest)),
            None => terminal::message(text),
        }
    } else {
        // Nothing to do if standard output is closed.
        let _ = terminal::stdout().write_all(text.as_bytes());
    }
    u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// Calls a function for the word that a board of a size needs.
macro_rules! for_board {
    ($size:expr, $function:ident($($argument:expr),*)) => {
        if $size.cells() <= 64 { $function::<u64>($($argument),*) } else { $function::<u128>($($argument),*) }
    };
}
use for_board;
