//! How to follow a run from outside, and what to do at its end.

use std::fs::{self, File};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::tune::{RunFolder, TunePlan};

use crate::cli::host;
use crate::cli::output::failure::Failure;
use crate::cli::output::live::events::Events;
use crate::cli::output::terminal;
use crate::cli::output::verbosity::is_quiet;

/// How to follow a run from outside, and what to do at its end.
#[derive(clap::Args)]
pub(crate) struct FollowArgs {
    /// Append events to this file as JSON Lines while the run works: plan, stage, holdout, generation, verdict, stopped or failed;
    /// "-" prints them in place of the text.
    #[arg(long, value_name = "FILE")]
    events: Option<PathBuf>,
    /// Append every candidate to this CSV file: run, generation, number, rival, games, value by the objective, weights. Those
    /// that played another candidate have its number as their rival, and the score against it as their value.
    #[arg(long, value_name = "FILE")]
    candidates: Option<PathBuf>,
    /// Run this shell command at the end, with `ISOTUNE_RUN`, `ISOTUNE_FOLDER` and `ISOTUNE_STATUS` (finished, paused, stopped
    /// or failed) in its environment.
    #[arg(long, value_name = "CMD")]
    on_finish: Option<String>,
    /// Ring the terminal's bell at the end.
    #[arg(long)]
    bell: bool,
}

impl FollowArgs {
    /// Returns whether standard output is for events.
    pub(crate) fn takes_standard_output(&self) -> bool {
        self.events.as_deref() == Some(Path::new("-"))
    }

    /// Checks that the files can be written, before anything is done; nothing is created. `json` is whether standard output is
    /// for an object of JSON.
    pub(crate) fn check(&self, json: bool) -> Result<(), Failure> {
        // A host is told events, and standard output has the object alone.
        if json && self.takes_standard_output() && host::listener().is_none() {
            let sentence =
                "--json and '--events -' both print to standard output; drop one, or give a file for the events";
            return Err(Failure::Input(sentence.to_owned()));
        }
        if self.candidates.as_deref() == Some(Path::new("-")) {
            let sentence = "--candidates does not write to standard output; give a file, such as candidates.csv";
            return Err(Failure::Input(sentence.to_owned()));
        }
        let files = [&self.events, &self.candidates].into_iter().flatten();
        files.filter(|path| path.as_os_str() != "-").try_for_each(|path| {
            appendable(path)
                .map_err(|error| Failure::Input(format!("cannot write {}: {error}; give another file", path.display())))
        })
    }

    /// Opens the log of the run and the files that were asked for.
    pub(crate) fn events(&self, plan: &TunePlan, folder: &RunFolder) -> Result<Events, Failure> {
        Events::new(plan, folder, self.events.as_deref(), self.candidates.as_deref())
    }

    /// Rings the bell and runs the command; its failure is only noted, since the run itself is safe.
    pub(crate) fn finish(&self, folder: &RunFolder, status: &str) {
        if self.bell && io::stderr().is_terminal() {
            // Nothing to do if standard error is closed.
            let _ = io::stderr().write_all(b"\x07");
        }
        let Some(text) = &self.on_finish else { return };
        let command = shell(text)
            .env("ISOTUNE_RUN", folder.name())
            .env("ISOTUNE_FOLDER", folder.path())
            .env("ISOTUNE_STATUS", status)
            .stdin(Stdio::null())
            // Standard output may be for JSON.
            .stdout(io::stderr())
            .status();
        let problem = match command {
            Ok(status) if status.success() => return,
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        if !is_quiet() {
            terminal::message(&format!("note: the command of --on-finish failed: {problem}"));
        }
    }
}

/// Checks that a file can be opened to append to it, or created.
fn appendable(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => File::options().append(true).open(path).map(|_| ()),
        Ok(found) if found.is_dir() => Err(ErrorKind::IsADirectory.into()),
        // A pipe would wait for its reader.
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => fs::metadata(folder).map(|_| ()),
            _ => Ok(()),
        },
        Err(error) => Err(error),
    }
}

/// Returns a command line for the system's shell.
fn shell(text: &str) -> Command {
    let (program, option) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut command = Command::new(program);
    command.args([option, text]);
    command
}
