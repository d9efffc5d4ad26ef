//! The log of a run: its events, kept in its folder.

use std::sync::Mutex;

use crate::tune::RunFolder;

/// The file with the events of all sessions, as JSON Lines.
const FILE: &str = "log.jsonl";
/// The size in bytes beyond which nothing more is written: tens of thousands of generations.
const LARGEST: usize = 1 << 26;

/// The log of a run. No run reads it, so a failure to write it is ignored.
pub(crate) struct RunLog {
    folder: RunFolder,
    state: Mutex<LogState>,
}

/// Events are kept until the run is locked, then written at once.
enum LogState {
    Pending(String),
    Open {
        /// The bytes that may still be written.
        room: usize,
    },
}

impl RunLog {
    /// Creates the log of a run that need not be there yet.
    pub(crate) fn new(folder: &RunFolder) -> Self {
        Self { folder: folder.clone(), state: Mutex::new(LogState::Pending(String::new())) }
    }

    /// Starts writing; call it once this process holds the run's lock.
    pub(crate) fn begin(&self) {
        let Ok(mut state) = self.state.lock() else { return };
        let LogState::Pending(text) = &mut *state else { return };
        let text = std::mem::take(text);
        let (length, is_cut) = match self.folder.read(FILE) {
            Ok(None) => (0, false),
            // A kill may have cut the last line of an earlier session.
            Ok(Some(earlier)) => (earlier.len(), !earlier.is_empty() && !earlier.ends_with(b"\n")),
            // Too large, or no plain file.
            Err(_) => (LARGEST, false),
        };
        *state = LogState::Open { room: LARGEST.saturating_sub(length) };
        self.append(&mut state, &if is_cut { format!("\n{text}") } else { text });
    }

    /// Writes an event, or keeps it until there is a run to write to.
    pub(crate) fn write(&self, event: &str) {
        let Ok(mut state) = self.state.lock() else { return };
        let line = format!("{event}\n");
        match &mut *state {
            LogState::Pending(text) => text.push_str(&line),
            LogState::Open { .. } => self.append(&mut state, &line),
        }
    }

    fn append(&self, state: &mut LogState, text: &str) {
        if let LogState::Open { room } = state
            && text.len() <= *room
        {
            *room -= text.len();
            let _ = self.folder.append_beside(FILE, text.as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn events_wait_for_the_run() -> Result<(), Box<dyn std::error::Error>> {
        let place = tempfile::tempdir()?;
        let folder = RunFolder::new(place.path().join("run"));
        let log = RunLog::new(&folder);
        log.write("1");
        assert!(!folder.path().exists());
        fs::create_dir(folder.path())?;
        log.begin();
        log.write("2");
        log.begin();
        assert_eq!(fs::read_to_string(folder.file(FILE))?, "1\n2\n");
        Ok(())
    }

    #[test]
    fn a_full_log_stays_as_it_is() -> Result<(), Box<dyn std::error::Error>> {
        let place = tempfile::tempdir()?;
        let folder = RunFolder::new(place.path());
        let size = LARGEST as u64 - 4;
        // A hole, and so without a line's end.
        fs::File::create(folder.file(FILE))?.set_len(size)?;
        let log = RunLog::new(&folder);
        log.begin();
        log.write("12");
        log.write("3");
        assert_eq!(fs::metadata(folder.file(FILE))?.len(), size + 4);
        // What is no file is left alone.
        fs::remove_file(folder.file(FILE))?;
        fs::create_dir(folder.file(FILE))?;
        let log = RunLog::new(&folder);
        log.begin();
        log.write("1");
        assert_eq!(fs::read_dir(folder.file(FILE))?.count(), 0);
        Ok(())
    }
}
