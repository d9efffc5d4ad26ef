//! The log of a run: its events, kept in its folder.

use std::sync::Mutex;

use crate::tune::RunFolder;

/// The file with the events of all sessions, as JSON Lines.
const FILE: &str = "log.jsonl";

/// The log of a run. It decides nothing, so a failure is ignored.
pub(crate) struct RunLog {
    folder: RunFolder,
    lines: Mutex<Lines>,
}

/// What happened before the run was this process's to write to, or nothing any more.
enum Lines {
    Waiting(String),
    Written,
}

impl RunLog {
    /// Creates the log of a run that need not be there yet.
    pub(crate) fn new(folder: &RunFolder) -> Self {
        Self { folder: folder.clone(), lines: Mutex::new(Lines::Waiting(String::new())) }
    }

    /// Begins to write, once this process holds the run's lock.
    pub(crate) fn begin(&self) {
        let Ok(mut lines) = self.lines.lock() else { return };
        if let Lines::Waiting(text) = std::mem::replace(&mut *lines, Lines::Written) {
            // A kill may have cut the last line of an earlier session.
            let earlier = self.folder.read(FILE).ok().flatten().unwrap_or_default();
            let end = if earlier.is_empty() || earlier.ends_with(b"\n") { "" } else { "\n" };
            self.append(&format!("{end}{text}"));
        }
    }

    /// Writes an event, or keeps it until there is a run to write to.
    pub(crate) fn write(&self, event: &str) {
        let Ok(mut lines) = self.lines.lock() else { return };
        let line = format!("{event}\n");
        match &mut *lines {
            Lines::Waiting(text) => text.push_str(&line),
            Lines::Written => self.append(&line),
        }
    }

    fn append(&self, text: &str) {
        let _ = self.folder.append_beside(FILE, text.as_bytes());
    }
}
