//! The folder with the runs, and finding a run in it.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::Unknown;
use crate::tune::RunFolder;

use crate::cli::output::failure::Failure;

/// The folder with the runs.
#[derive(clap::Args)]
pub(crate) struct RunsFolder {
    /// The folder with the runs.
    #[arg(long, value_name = "DIR", default_value = "checkpoints")]
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
                [] => format!("no runs in {}; start one with 'isotune tune'", self.runs.display()),
                names => format!("available in {}: {}", self.runs.display(), names.join(", ")),
            };
            Failure::input(Unknown::among("run", run, &names).advice(&advice))
        })
    }

    /// Finds a run as [`RunsFolder::find`] does, if it exists.
    pub(crate) fn find_if_there(&self, run: &str) -> Option<RunFolder> {
        self.places(run).find(|path| is_run(path)).map(RunFolder::new)
    }

    /// Finds the folder that a run of this name would have, whatever it contains.
    pub(crate) fn folder_if_there(&self, run: &str) -> Option<RunFolder> {
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

/// Returns whether a folder has a file of a run, be it readable or not.
fn is_run(path: &Path) -> bool {
    let files = ["state.ron", "state.ron.previous", "config.ron", "best.ron"];
    files.iter().any(|file| path.join(file).symlink_metadata().is_ok())
}
