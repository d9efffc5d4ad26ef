//! The folder with the runs, and finding a run in it, wherever weights or agents are taken.

use std::fs;
use std::io::{self, ErrorKind};
use std::mem;
use std::path::{self, Path, PathBuf};

use crate::agent::{NamedAgent, NamedAgentError, Roster};
use crate::heuristic::{self, HeuristicSource, SourceError};
use crate::search::Budget;
use crate::tune::{Opponents, RunFolder, TuneConfig};
use crate::{Suggestion, Unknown};

use crate::cli::output::failure::Failure;
use crate::cli::output::tuned_for;

/// The folder with the runs where none is given.
const DEFAULT: &str = "checkpoints";
/// The file of a run that holds its best weights.
const BEST: &str = "best.ron";
/// The agents that a heuristic's name can follow.
const KINDS: [&str; 5] = ["greedy:", "mm:", "ab:", "id:", "perfect:"];

/// The folder with the runs.
#[derive(clap::Args)]
pub(crate) struct RunsFolder {
    /// The folder with the runs.
    #[arg(long, value_name = "DIR", default_value = DEFAULT)]
    pub(crate) runs: PathBuf,
}

impl RunsFolder {
    /// Finds a run by its name below the folder, or by its own path.
    pub(crate) fn find(&self, run: &str) -> Result<RunFolder, Failure> {
        self.find_if_there(run).ok_or_else(|| {
            let names = match self.names() {
                Ok(names) => names,
                Err(failure) => return failure,
            };
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let advice = match names.as_slice() {
                [] => self.none(),
                names => format!("available in {}: {}", self.runs.display(), names.join(", ")),
            };
            Failure::input(Unknown::among("run", run, &names).advice(&advice))
        })
    }

    /// Finds a run as [`RunsFolder::find`] does, if it exists.
    pub(crate) fn find_if_there(&self, run: &str) -> Option<RunFolder> {
        self.places(run).find(|path| is_run(path)).map(RunFolder::new)
    }

    /// Finds weights: in the catalogue, in a file, or as the best of a run by name or folder, in this order.
    pub(crate) fn heuristic(&self, name: &str) -> Result<HeuristicSource, Failure> {
        match name.parse::<HeuristicSource>() {
            Ok(source) => Ok(source),
            Err(SourceError::Unknown(_)) => match self.find_if_there(name).or_else(|| self.folder_if_there(name)) {
                Some(run) => best_of(&run).map(HeuristicSource::File),
                None => Err(self.unknown("heuristic, weights file or run", name, &[])),
            },
            Err(error) => Err(Failure::input(error)),
        }
    }

    /// Finds an agent by its text, in which a run stands for its best weights; its name is the text.
    pub(crate) fn agent(&self, text: &str, budget: &Budget) -> Result<NamedAgent, Failure> {
        self.named(text, NamedAgent::find(&self.with_weights_of_runs(text)?, budget))
    }

    /// Finds an agent as [`RunsFolder::agent`] does, also one of a roster file that is a program, if --allow-exec is given.
    pub(crate) fn player(&self, text: &str, budget: &Budget, allow_exec: bool) -> Result<NamedAgent, Failure> {
        let full = self.with_weights_of_runs(text)?;
        let find = if allow_exec { NamedAgent::find_trusted } else { NamedAgent::find };
        match find(&full, budget) {
            Err(error @ NamedAgentError::Program { .. }) => {
                Err(Failure::Input(format!("{error}, or add --allow-exec")))
            }
            found => self.named(text, found),
        }
    }

    /// Gives an agent the text that it was found by as its name, or says what can be found.
    fn named(&self, text: &str, found: Result<NamedAgent, NamedAgentError>) -> Result<NamedAgent, Failure> {
        match found {
            Ok(agent) => Ok(NamedAgent { name: text.to_owned(), ..agent }),
            Err(NamedAgentError::Unknown { name, .. }) => {
                Err(self.unknown("agent or heuristic", &name, &["random", "perfect"]))
            }
            Err(NamedAgentError::Missing { path }) if is_python(&path) => {
                Err(self.unknown("agent or heuristic", &path, &[]))
            }
            Err(error) => Err(Failure::input(error)),
        }
    }

    /// Notes which of the agents given as weights alone were tuned for another budget than the roster's, or for other prices than
    /// those of a budget that was chosen.
    pub(crate) fn note_budgets<'a>(&self, names: impl IntoIterator<Item = &'a str>, roster: &Roster, chosen: bool) {
        for name in names {
            // An agent written in full is no heuristic.
            if let Ok(source) = self.heuristic(name) {
                tuned_for::note_budget(name, &source, roster, chosen);
            }
        }
    }

    /// Replaces the names of runs in the list of a configuration's opponents by the files with their weights, which mean the same
    /// whatever folder the runs of a later command are in; the names that tables show stay.
    pub(crate) fn find_opponents(&self, config: &mut TuneConfig) -> Result<(), Failure> {
        if let Some(Opponents::List(opponents)) = &mut config.opponents {
            for opponent in opponents {
                let found = self.with_weights_of_runs(&opponent.agent)?;
                if found != opponent.agent {
                    let written = mem::replace(&mut opponent.agent, found);
                    opponent.name.get_or_insert(written);
                }
            }
        }
        Ok(())
    }

    /// Replaces the name of a run in an agent by the file with its weights.
    fn with_weights_of_runs(&self, text: &str) -> Result<String, Failure> {
        match self.split_at_run(text) {
            Some((kind, run, budget)) => Ok(format!("{kind}{}{budget}", best_of(&run)?.display())),
            None => Ok(text.to_owned()),
        }
    }

    /// Returns the names by which tables show agents: their texts, in which a run that was given by its folder has its name, unless
    /// another agent has the same one or it is one of the catalogue.
    pub(crate) fn shown_names(&self, texts: &[&str]) -> Vec<String> {
        let short = |text: &&str| match self.split_at_run(text) {
            Some((kind, run, budget)) if heuristic::names().all(|name| name != run.name()) => {
                format!("{kind}{}{budget}", run.name())
            }
            _ => (*text).to_owned(),
        };
        let names: Vec<String> = texts.iter().map(short).collect();
        let is_unique = |name: &String| names.iter().filter(|other| *other == name).count() == 1;
        let shown = |(text, name): (&&str, &String)| if is_unique(name) { name.clone() } else { (*text).to_owned() };
        texts.iter().zip(&names).map(shown).collect()
    }

    /// Splits an agent at the run that it has as its heuristic: what stands before, the run, what stands behind.
    fn split_at_run<'t>(&self, text: &'t str) -> Option<(&'static str, RunFolder, &'t str)> {
        // A command is not a heuristic, whatever it ends in.
        if text.starts_with("exec:") {
            return None;
        }
        let kind = KINDS.into_iter().find(|kind| text.starts_with(kind)).unwrap_or_default();
        let rest = &text[kind.len()..];
        let ends = rest.match_indices('@').map(|(at, _)| at).chain([rest.len()]);
        for (name, budget) in ends.map(|end| rest.split_at(end)) {
            match name.parse::<HeuristicSource>() {
                // A path to a run, whose weights are a file in it.
                Ok(HeuristicSource::File(path)) if path != Path::new(name) => {
                    return Some((kind, RunFolder::new(name), budget));
                }
                Ok(_) => break,
                Err(_) => {}
            }
            if let Some(run) = self.find_if_there(name) {
                return Some((kind, run, budget));
            }
        }
        None
    }

    /// The error of a name that means nothing, with the most similar one of the catalogue, of the runs and of others.
    fn unknown(&self, kind: &'static str, name: &str, others: &[&str]) -> Failure {
        let runs = self.names().unwrap_or_default();
        let known = heuristic::names().map(|name| -> &str { name }).chain(others.iter().copied());
        let suggestion = Suggestion::of(name, known.chain(runs.iter().map(String::as_str)));
        if name.starts_with("custom_score") || is_python(name) {
            let advice =
                "functions of game_agent.py play in 'isotune udacity DIR --tournament 10', with its folder as DIR";
            return Failure::input(Unknown { kind, name: name.to_owned(), suggestion, advice: advice.to_owned() });
        }
        let agents = if others.is_empty() { "" } else { "; 'isotune agents --help' explains how to write agents" };
        let advice = format!(
            "list heuristics with 'isotune heuristics' and runs with 'isotune runs' (those in {}; --runs names another \
             folder), or give a weights file (*.ron, *.json){agents}",
            self.runs.display()
        );
        Failure::input(Unknown { kind, name: name.to_owned(), suggestion, advice })
    }

    /// Finds the folder that a run of this name would have, whatever it contains.
    fn folder_if_there(&self, run: &str) -> Option<RunFolder> {
        self.places(run).find(|path| path.is_dir()).map(RunFolder::new)
    }

    /// The folders that a name may mean: one below the runs' folder, or a path.
    fn places(&self, run: &str) -> impl Iterator<Item = PathBuf> {
        let named = !run.is_empty() && !run.contains(['/', '\\']) && run != "." && run != "..";
        let below = named.then(|| self.runs.join(run));
        below.into_iter().chain([PathBuf::from(run)])
    }

    /// Returns the folder of a run by its name, whether it exists or not.
    pub(crate) fn place(&self, name: &str) -> RunFolder {
        RunFolder::new(self.runs.join(name))
    }

    /// Refuses a folder that was chosen and does not exist; the default one need not exist yet.
    pub(crate) fn expect_given(&self) -> Result<(), Failure> {
        if self.runs.as_path() == Path::new(DEFAULT) || self.runs.exists() {
            return Ok(());
        }
        Err(Failure::Input(format!("there is no folder {}; choose another with --runs", self.runs.display())))
    }

    /// Returns that there are no runs, and where.
    pub(crate) fn none(&self) -> String {
        let folder = path::absolute(&self.runs).unwrap_or_else(|_| self.runs.clone());
        format!("no runs in {}; start one with 'isotune tune', or name another folder with --runs", folder.display())
    }

    /// Returns the names of all runs in alphabetical order; none if the folder does not exist yet.
    pub(crate) fn names(&self) -> Result<Vec<String>, Failure> {
        let failed = |error: io::Error| {
            Failure::Input(format!("cannot read {}: {error}; choose another folder with --runs", self.runs.display()))
        };
        let entries = match fs::read_dir(&self.runs) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(error)),
        };
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.map_err(failed)?;
            if is_run(&entry.path()) {
                names.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
        names.sort();
        Ok(names)
    }
}

/// Returns whether a name is that of a file of Python.
fn is_python(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "py")
}

/// Returns whether a folder has a file of a run, be it readable or not.
fn is_run(path: &Path) -> bool {
    let files = ["state.ron", "state.ron.previous", "config.ron", "best.ron"];
    files.iter().any(|file| path.join(file).symlink_metadata().is_ok())
}

/// Returns the file with the best weights of a run.
pub(crate) fn best_of(run: &RunFolder) -> Result<PathBuf, Failure> {
    let best = run.file(BEST);
    if best.symlink_metadata().is_err() {
        let folder = run.path().display();
        return Err(Failure::Input(format!(
            "{folder} has no {BEST}; continue the run with 'isotune resume', which writes it, or choose another"
        )));
    }
    Ok(best)
}
