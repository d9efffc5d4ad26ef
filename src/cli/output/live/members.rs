//! Who plays a run on a cluster, for its page.

use std::path::PathBuf;

use crate::store::AtomicFile;
use crate::tune::{ContestKind, GenerationReport, Observer, RunFolder};

use crate::cli::players::Members;

/// The file with the line about those who play, beside the state of a run that is at work.
const FILE: &str = "workers.txt";

/// Writes down who plays at the beginning of a session and after every generation. It decides nothing, so a failure is ignored.
pub(crate) struct MembersFile {
    path: PathBuf,
    members: Option<Members>,
}

impl MembersFile {
    /// Creates the file of a run, if a cluster plays it.
    pub(crate) fn new(folder: &RunFolder, members: Option<Members>) -> Self {
        Self { path: folder.file(FILE), members }
    }

    fn write(&self) {
        if let Some(members) = &self.members {
            let _ = AtomicFile::write(&self.path, format!("{}\n", members()).as_bytes()).and_then(AtomicFile::replace);
        }
    }

    /// Removes the file: nobody plays any more.
    pub(crate) fn remove(&self) {
        if self.members.is_some() {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

impl Observer for MembersFile {
    fn contest_started(&self, _: ContestKind, _: u64) {
        if !self.path.exists() {
            self.write();
        }
    }

    fn generation_finished(&self, _: &GenerationReport) {
        self.write();
    }
}
