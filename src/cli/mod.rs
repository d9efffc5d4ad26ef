//! The command line: `verbs` do the work, `args` reads what they share, `output` prints.
//!
//! The program is [`run`] and nothing else; [`call`] does the same for a program that is not a terminal. It is a part of the library so that both are compiled once: in a crate of
//! its own the generic search would be compiled a second time.

mod args;
mod changes;
mod host;
mod output;
mod players;
mod screen;
mod self_check;
mod server;
#[cfg(feature = "shell")]
mod shell;
mod signals;
mod usage;
mod verbs;
mod work;

use std::ffi::OsString;
use std::io::{BufWriter, Write};
use std::process::ExitCode;

use clap::{Arg, Command, CommandFactory, FromArgMatches, Parser, Subcommand};

use textwrap::Options;

use output::failure::Failure;
use output::figures::columns;
use output::style;
use output::terminal;
use output::verbosity::be_quiet;
use verbs::{
    ablate, agents, bench, best, check, compare, evaluate, export, grade, heuristics, init, inspect, perft, play,
    published, report, resume, runs, solve, tournament, tune, udacity, verify, watch, worker, workers,
};

pub use host::{CallError, Host, Listener, call};

/// The most columns of the help.
const WIDEST: usize = 100;

/// Finds heuristics for Udacity's AIND-Isolation by self-play: the weights of a linear heuristic for knight Isolation.
///
/// Exit codes: 0 success, 1 failure, 2 bad input (nothing was changed), 130 stopped by a signal.
#[derive(Parser)]
#[command(version, propagate_version = true, max_term_width = WIDEST)]
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
    let command = Cli::command().mut_subcommands(|verb| verb.mut_args(value));
    let verbs = grouped_verbs(&command);
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{verbs}Options:\n{{options}}{{after-help}}"
    ))
}

/// The verbs in groups, in the order of the help.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Tune", &["tune", "resume", "init", "check", "runs", "best", "report", "watch", "export", "udacity", "evaluate"]),
    ("Play", &["compare", "tournament", "verify", "ablate", "grade", "published", "play"]),
    ("Cluster", &["worker", "workers"]),
    ("Look", &["heuristics", "agents", "inspect", "solve"]),
    ("Develop", &["perft", "bench", "man"]),
];

/// Returns the list of verbs for the help, in groups; what is in no group comes last.
fn grouped_verbs(command: &Command) -> String {
    let columns = columns().unwrap_or(WIDEST).min(WIDEST);
    let width = command.get_subcommands().map(|verb| verb.get_name().len()).max().unwrap_or(0);
    let line = |verb: &Command| {
        let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
        // The first clause; the verb's own help has the rest.
        let short = about.split([':', ';']).next().unwrap_or_default().split(", with").next().unwrap_or_default();
        let label = format!("  {:<width$}  ", verb.get_name());
        let indent = " ".repeat(label.len());
        let options = Options::new(columns).initial_indent(&label).subsequent_indent(&indent);
        textwrap::fill(short.trim_end_matches('.'), options) + "\n"
    };
    let mut text = String::new();
    for (title, names) in GROUPS {
        text.extend([title, ":\n"]);
        text.extend(names.iter().filter_map(|name| command.find_subcommand(name)).map(line));
        text += "\n";
    }
    let grouped = |verb: &&Command| GROUPS.iter().any(|(_, names)| names.contains(&verb.get_name()));
    text.extend(command.get_subcommands().filter(|verb| !grouped(verb) && !verb.is_hide_set()).map(line));
    text
}

#[derive(Subcommand)]
enum Verb {
    Tune(tune::Args),
    Resume(resume::Args),
    Init(init::Args),
    Check(check::Args),
    Runs(runs::Args),
    Best(best::Args),
    Report(report::Args),
    Watch(watch::Args),
    Worker(worker::Args),
    Workers(workers::Args),
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
    Udacity(udacity::Args),
    Play(play::Args),
    Solve(solve::Args),
    Grade(grade::Args),
    Perft(perft::Args),
    Bench(bench::Args),
    #[cfg(feature = "shell")]
    Man(shell::ManArgs),
}

/// Runs the program with the arguments it was started with.
#[must_use]
pub fn run() -> ExitCode {
    ExitCode::from(run_with(std::env::args_os()))
}

/// Runs the program with arguments, of which the first is its name, and returns the exit code.
pub fn run_with(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    #[cfg(feature = "shell")]
    shell::complete();
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let parsed = command().try_get_matches_from(&arguments).and_then(|matches| Cli::from_arg_matches(&matches));
    let Cli { verb, quiet } = match parsed {
        Ok(cli) => cli,
        Err(error) => return refuse(&error, &arguments),
    };
    if quiet {
        be_quiet();
    }
    let mut out = BufWriter::new(terminal::stdout());
    match dispatch(verb, &mut out).and_then(|()| out.flush().map_err(Failure::from)) {
        Ok(()) => 0,
        Err(failure) => failure.report(),
    }
}

/// Does the work of a verb.
// Behind one type of writer, every verb is compiled once.
fn dispatch(verb: Verb, mut out: &mut dyn Write) -> Result<(), Failure> {
    match verb {
        Verb::Tune(args) => tune::run(&args, &mut out),
        Verb::Resume(args) => resume::run(&args, &mut out),
        Verb::Init(args) => init::run(&args, &mut out),
        Verb::Check(args) => check::run(&args, &mut out),
        Verb::Runs(args) => runs::run(&args, &mut out),
        Verb::Best(args) => best::run(&args, &mut out),
        Verb::Report(args) => report::run(&args, &mut out),
        Verb::Watch(args) => watch::run(&args, &mut out),
        Verb::Worker(args) => worker::run(&args, &mut out),
        Verb::Workers(args) => workers::run(&args, &mut out),
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
        Verb::Udacity(args) => udacity::run(&args, &mut out),
        Verb::Play(args) => play::run(&args, &mut out),
        Verb::Solve(args) => solve::run(&args, &mut out),
        Verb::Grade(args) => grade::run(&args, &mut out),
        Verb::Perft(args) => perft::run(&args, &mut out),
        Verb::Bench(args) => bench::run(&args, &mut out),
        #[cfg(feature = "shell")]
        Verb::Man(args) => shell::print_page(&args, &mut out),
    }
}

/// Prints help, or what is wrong with the arguments, and returns the exit code.
fn refuse(error: &clap::Error, arguments: &[OsString]) -> u8 {
    if error.use_stderr() {
        let text = usage::message(error, arguments);
        match text.strip_prefix("error:") {
            Some(rest) => terminal::message(&(style::red_on_stderr("error:") + rest)),
            // The help of a call without a verb.
            None => terminal::whole(&text),
        }
    } else {
        // Nothing to do if standard output is closed.
        let _ = terminal::stdout().write_all(error.render().to_string().as_bytes());
    }
    u8::try_from(error.exit_code()).unwrap_or(1)
}
