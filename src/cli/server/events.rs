//! Changes of runs, as a stream of events.

use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::changes::{Changes, INTERVAL, Stamp};

/// The silence after which something is written, to learn whether the page is still open.
const SILENCE: Duration = Duration::from_secs(15);

/// Writes an event for a change of a stamp, the first at once, until the reader is gone; `cost` is what the last answer took.
pub(super) fn write_events(
    mut writer: impl Write,
    stamp: impl Fn() -> Stamp,
    cost: impl Fn() -> Duration,
) -> io::Result<()> {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\
                X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\nretry: 1000\n\n";
    writer.write_all(head.as_bytes())?;
    let mut changes = Changes::new();
    let mut written = Instant::now();
    loop {
        let event = if changes.is_due(stamp(), cost()) {
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
