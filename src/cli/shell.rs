//! What a shell asks for: completions with the names of runs, configurations and heuristics, and manual pages.

use std::io::Write;

use clap::Arg;
use clap_complete::env::CompleteEnv;
use clap_complete::{ArgValueCompleter, CompletionCandidate, PathCompleter};

use crate::agent::Roster;
use crate::features::Feature;
use crate::heuristic;
use crate::tune::TuneConfig;

use super::args::runs_folder::RunsFolder;
use super::command;
use super::output::failure::Failure;

/// Print a manual page.
///
/// Example: isotune man > isotune.1; isotune man tune > isotune-tune.1
#[derive(clap::Args)]
pub(super) struct ManArgs {
    /// The verb [default: the page of the program, which lists all verbs].
    verb: Option<String>,
}

/// Prints a manual page.
pub(super) fn print_page(args: &ManArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut command = command();
    command.build();
    let page = match &args.verb {
        None => command,
        Some(name) => match command.find_subcommand(name) {
            Some(verb) => verb.clone(),
            None => return Err(Failure::Input(format!("unknown verb '{name}'; list them with 'isotune --help'"))),
        },
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    Ok(out.write_all(&text)?)
}

/// Answers a shell that asks for completions, and ends the program then.
///
/// `source <(COMPLETE=bash isotune)` makes bash ask; zsh, fish, elvish and powershell have the same.
pub(super) fn complete() {
    CompleteEnv::with_factory(|| command().mut_subcommands(|verb| verb.mut_args(with_names))).complete();
}

/// Adds the names that an argument may mean.
fn with_names(arg: Arg) -> Arg {
    let names: fn() -> Vec<String> = match arg.get_id().as_str() {
        "config" => || TuneConfig::NAMES.map(str::to_owned).to_vec(),
        "run" => runs,
        "source" | "a" | "b" | "agents" | "first" | "second" | "heuristics" => weights,
        "roster" | "rules" => || Roster::NAMES.map(str::to_owned).to_vec(),
        "name" if arg.is_positional() => heuristics_and_features,
        _ => return arg,
    };
    arg.add(ArgValueCompleter::new(move |given: &std::ffi::OsStr| {
        let given_text = given.to_string_lossy();
        let completed =
            names().into_iter().filter(|name| name.starts_with(given_text.as_ref())).map(CompletionCandidate::new);
        // A file or a folder is taken as well.
        completed
            .chain(clap_complete::engine::ValueCompleter::complete(&PathCompleter::any(), given))
            .collect::<Vec<_>>()
    }))
}

/// The names of the runs in the default folder.
fn runs() -> Vec<String> {
    RunsFolder { runs: "checkpoints".into() }.names().unwrap_or_default()
}

fn weights() -> Vec<String> {
    let others = ["random", "perfect"].into_iter();
    heuristic::names().chain(others).map(str::to_owned).chain(runs()).collect()
}

fn heuristics_and_features() -> Vec<String> {
    heuristic::names().chain(Feature::ALL.map(Feature::name)).map(str::to_owned).collect()
}
