//! Changes of runs, as a stream of events.

use std::fs;
use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crate::tune::RunFolder;

/// How often the files of a run are looked at. Only their dates are read.
const INTERVAL: Duration = Duration::from_millis(500);
/// The silence after which something is written, to learn whether the page is still open.
const SILENCE: Duration = Duration::from_secs(15);
/// The files that a page shows.
const FILES: [&str; 4] = ["state.ron", "history.csv", "best.ron", "config.ron"];

/// What changes when a run goes on: dates and lengths of files, and whether a process works on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stamp(Vec<(Option<(SystemTime, u64)>, bool)>);

impl Stamp {
    /// Returns the stamp of some runs.
    pub(super) fn of(folders: &[RunFolder]) -> Self {
        let date = |path| {
            let found = fs::metadata(path).ok()?;
            Some((found.modified().ok()?, found.len()))
        };
        let stamp = |folder: &RunFolder| {
            let at_work = folder.worker().is_some();
            FILES.map(|name| (date(folder.file(name)), at_work))
        };
        Self(folders.iter().flat_map(stamp).collect())
    }
}

/// Writes an event for every change of a stamp, the first immediately, until the reader is gone.
pub(super) fn write_events(mut writer: impl Write, stamp: impl Fn() -> Stamp) -> io::Result<()> {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\
                X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\nretry: 1000\n\n";
    writer.write_all(head.as_bytes())?;
    let mut last = None;
    let mut written = Instant::now();
    loop {
        let now = stamp();
        let event = if last.as_ref() != Some(&now) {
            last = Some(now);
            "event: change\ndata: run\n\n"
        } else if written.elapsed() >= SILENCE {
            ": still here\n\n"
        } else {
            ""
        };
        if !event.is_empty() {
            writer.write_all(event.as_bytes())?;
            writer.flush()?;
            written = Instant::now();
        }
        thread::sleep(INTERVAL);
    }
}
