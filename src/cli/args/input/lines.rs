//! Lines of standard input, read beside the work so that a signal is noticed while none comes.

use std::io::{self, BufRead, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use crate::cli::host;
use crate::cli::output::failure::Failure;

/// How often the stop flag is looked at while no line comes.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The lines that are read ahead.
const AHEAD: usize = 256;
/// The longest line, in bytes: 20,000 candidates with a hundred digits for each of 30 weights.
const LONGEST: u64 = 64 << 20;

/// A line, or why it cannot be used.
pub(crate) type Line = Result<String, String>;

/// The lines of standard input.
pub(crate) struct Lines {
    incoming: Receiver<io::Result<Line>>,
}

impl Lines {
    /// Starts to read standard input, or what the host gives in its place.
    pub(crate) fn read() -> Self {
        let (sender, incoming) = sync_channel(AHEAD);
        if let Some(given) = host::input() {
            thread::spawn(move || given.into_iter().try_for_each(|line| sender.send(Ok(Ok(line)))));
            return Self { incoming };
        }
        // It ends with the input or with the program.
        thread::spawn(move || send(&mut io::stdin().lock(), &sender));
        Self { incoming }
    }

    /// Waits for a line, and returns nothing at the end of the input.
    pub(crate) fn next(&self, stop: &AtomicBool) -> Result<Option<Line>, Failure> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(Failure::Stopped);
            }
            match self.incoming.recv_timeout(POLL_INTERVAL) {
                Ok(line) => return read(line).map(Some),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }

    /// Returns a line if one is there already.
    pub(crate) fn ready(&self) -> Result<Option<Line>, Failure> {
        self.incoming.try_recv().ok().map(read).transpose()
    }
}

fn read(line: io::Result<Line>) -> Result<Line, Failure> {
    line.map_err(|error| Failure::Work(format!("cannot read standard input: {error}")))
}

/// Sends all lines, until the input ends or there is no receiver.
fn send(input: &mut impl BufRead, lines: &SyncSender<io::Result<Line>>) {
    loop {
        let mut bytes = Vec::new();
        let line = match input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(0) => return,
            Ok(_) if bytes.len() as u64 == LONGEST && bytes.last() != Some(&b'\n') => {
                input.skip_until(b'\n').map(|_| Err(format!("the line is longer than {LONGEST} bytes; split it")))
            }
            Ok(_) => Ok(String::from_utf8(bytes).map_err(|_| "the line is not UTF-8".to_owned())),
            Err(error) => Err(error),
        };
        let failed = line.is_err();
        if lines.send(line).is_err() || failed {
            return;
        }
    }
}
