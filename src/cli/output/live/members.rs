//! Who plays a run on a cluster, for its page.

use crate::tune::{ContestKind, GenerationReport, Observer, RunFolder};

use crate::cli::players::Members;

/// The file with the line about those who play, beside the state of a run that is at work.
const FILE: &str = "workers.txt";

/// Writes down who plays at the beginning of a session and after every generation. It decides nothing, so a failure is ignored.
pub(crate) struct MembersFile {
    folder: RunFolder,
    members: Option<Members>,
}

impl MembersFile {
    /// Creates the file of a run, if a cluster plays it.
    pub(crate) fn new(folder: &RunFolder, members: Option<Members>) -> Self {
        Self { folder: folder.clone(), members }
    }

    fn write(&self) {
        if let Some(members) = &self.members {
            let _ = self.folder.write_beside(FILE, format!("{}\n", members()).as_bytes());
        }
    }

    /// Removes the file at the end of the session.
    pub(crate) fn remove(&self) {
        if self.members.is_some() {
            let _ = self.folder.remove_beside(FILE);
        }
    }
}

impl Observer for MembersFile {
    fn contest_started(&self, _: ContestKind, _: u64) {
        if matches!(self.folder.has(FILE), Ok(false)) {
            self.write();
        }
    }

    fn generation_finished(&self, _: &GenerationReport) {
        self.write();
    }
}
