//! Standard output and standard error: everything printed goes through here, and nothing that a terminal would obey.
//!
//! Names of files, folders, weights and agents come from elsewhere. They must not be able to set the
//! terminal's title, fill its clipboard or hide what is printed.

use std::io::{self, Write};

use serde::Serialize;

use crate::text;

use crate::cli::host;
use crate::cli::output::style;
use crate::cli::output::wrapped::fill;

/// The longest message on standard error, in bytes.
const LONGEST: usize = 1900;

/// A writer that escapes what a terminal would obey; what is not UTF-8 becomes the replacement character.
#[derive(Debug)]
pub(crate) struct Harmless<W> {
    inner: W,
    /// The marks that become what a terminal obeys.
    marks: &'static [(char, &'static str)],
    /// The beginning of a character whose end has not been written yet.
    rest: Vec<u8>,
}

impl<W: Write> Harmless<W> {
    pub(crate) fn new(inner: W) -> Self {
        Self { inner, marks: &[], rest: Vec::new() }
    }
}

impl<W: Write> Write for Harmless<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let waiting = std::mem::take(&mut self.rest);
        let joined = if waiting.is_empty() { bytes.into() } else { [&waiting, bytes].concat() };
        let mut chunks = joined.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            let harmless = text::harmless(chunk.valid());
            if self.marks.is_empty() {
                self.inner.write_all(harmless.as_bytes())?;
            } else {
                let shown =
                    self.marks.iter().fold(harmless.into_owned(), |text, (mark, code)| text.replace(*mark, code));
                self.inner.write_all(shown.as_bytes())?;
            }
            match chunk.invalid() {
                [] => {}
                rest if chunks.peek().is_none() && is_beginning(rest) => self.rest = rest.to_vec(),
                _ => self.inner.write_all("\u{fffd}".as_bytes())?,
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Returns whether more bytes could make a character of these.
fn is_beginning(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

/// Standard output.
pub(crate) fn stdout() -> Harmless<impl Write + Send> {
    Harmless { marks: marks(style::on_stdout()), ..Harmless::new(io::stdout()) }
}

/// Standard output as a full screen, which obeys the marks of one.
pub(crate) fn screen() -> Harmless<impl Write + Send> {
    Harmless { marks: &style::SCREEN_MARKS, ..Harmless::new(io::stdout()) }
}

fn marks(styled: bool) -> &'static [(char, &'static str)] {
    if styled { &style::MARKS } else { &[] }
}

/// A message to a host.
#[derive(Serialize)]
struct Note<'a> {
    event: &'static str,
    message: &'a str,
}

/// Prints a message on standard error, in one piece; one that is too long is cut. A host is told instead.
pub(crate) fn message(text: &str) {
    if host::tell(&Note { event: "note", message: text }) {
        return;
    }
    whole(&text::shortened(text, LONGEST));
}

/// Prints a text of our own on standard error, however long.
pub(crate) fn whole(text: &str) {
    // Nothing to do if standard error is closed.
    let mut out = Harmless { marks: marks(style::on_stderr()), ..Harmless::new(io::stderr()) };
    let columns = terminal_size::terminal_size_of(io::stderr()).map_or(usize::MAX, |(width, _)| usize::from(width.0));
    let lines: String = text.lines().map(|line| fill(line, columns) + "\n").collect();
    let _ = out.write_all(lines.as_bytes());
}

/// Prints a message of one line on standard error, which begins with a word such as `error`.
pub(crate) fn sentence(kind: &str, sentence: &str) {
    let kind = format!("{kind}:");
    let kind = if kind == "error:" { style::red_on_stderr(&kind) } else { kind };
    message(&format!("{kind} {}", text::one_line(sentence)));
}

/// Returns whether standard output is a pipe without a reader.
#[cfg(unix)]
pub(crate) fn reader_is_gone() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    if host::is_hosted() {
        return false;
    }
    let stdout = io::stdout();
    let mut polled = [PollFd::new(&stdout, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut polled, Some(&at_once)).is_ok() && polled[0].revents().contains(PollFlags::ERR)
}

/// Returns `false`: elsewhere this is noticed only when something is printed.
#[cfg(not(unix))]
pub(crate) fn reader_is_gone() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_do_not_depend_on_how_the_bytes_are_cut() {
        let text = "a\u{9b}31mb\u{202e}c ± \u{1b}]0;title\u{7}\n\t\u{1f600}";
        let expected = "a\\u009b31mb\\u202ec ± \\u001b]0;title\\u0007\n\t\u{1f600}";
        for length in 1..=text.len() {
            let mut out = Harmless::new(Vec::new());
            for piece in text.as_bytes().chunks(length) {
                assert!(out.write_all(piece).is_ok());
            }
            assert_eq!(String::from_utf8_lossy(&out.inner), expected);
        }
    }

    #[test]
    fn other_bytes_are_replaced() {
        let mut out = Harmless::new(Vec::new());
        assert!(out.write_all(b"a\xff\x9bb\xc3").and_then(|()| out.write_all(b"c")).is_ok());
        assert_eq!(String::from_utf8_lossy(&out.inner), "a\u{fffd}\u{fffd}b\u{fffd}c");
    }
}
