//! Keys, read beside the work.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use console::Key;

/// Keys as they are pressed.
pub(super) struct Keys {
    pressed: Receiver<Key>,
}

impl Keys {
    /// Starts to read keys, in a thread that ends with the program or with the terminal.
    pub(super) fn new() -> Self {
        let (send, pressed) = mpsc::channel();
        thread::spawn(move || read(&send));
        Self { pressed }
    }

    /// Waits for a key for a while; a terminal that is closed counts as the key that ends everything.
    pub(super) fn next(&self, wait: Duration) -> Option<Key> {
        match self.pressed.recv_timeout(wait) {
            Ok(key) => Some(key),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Key::CtrlC),
        }
    }
}

/// Reads keys until the terminal is closed or the receiver is gone.
///
/// The mode of the terminal is left alone: [`console`] changes it for every key, and the next change may come after the
/// screen has given the terminal back.
#[cfg(unix)]
fn read(send: &Sender<Key>) {
    use std::io::{ErrorKind, Read};

    let Some(mut terminal) = super::full_screen::keyboard() else { return };
    let (mut bytes, mut buffer) = (Vec::new(), [0; 256]);
    loop {
        match terminal.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => bytes.extend_from_slice(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            // Another program that has the terminal may have made it so.
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                has_input(&terminal, None);
            }
            Err(_) => return,
        }
        let mut taken = 0;
        while let Some((key, length)) =
            sequence::first_key(&bytes[taken..], || has_input(&terminal, Some(SEQUENCE_TIME)))
        {
            if send.send(key).is_err() {
                return;
            }
            taken += length;
        }
        bytes.drain(..taken);
    }
}

/// How soon the next byte of a sequence follows.
#[cfg(unix)]
const SEQUENCE_TIME: rustix::event::Timespec = rustix::event::Timespec { tv_sec: 0, tv_nsec: 50_000_000 };

/// Waits for input, for ever without a time, and returns whether there is any.
#[cfg(unix)]
fn has_input(terminal: &std::fs::File, time: Option<rustix::event::Timespec>) -> bool {
    use rustix::event::{PollFd, PollFlags, poll};

    let mut polled = [PollFd::new(terminal, PollFlags::IN)];
    // Where terminals cannot be polled, such as on macOS, it fails or has other flags.
    poll(&mut polled, time.as_ref()).is_ok() && polled[0].revents().contains(PollFlags::IN)
}

/// Reads keys until the terminal is closed or the receiver is gone.
#[cfg(not(unix))]
fn read(send: &Sender<Key>) {
    let terminal = console::Term::stdout();
    while let Ok(key) = terminal.read_key_raw() {
        if send.send(key).is_err() {
            return;
        }
    }
}

/// The bytes of keys.
#[cfg(unix)]
mod sequence {
    use console::Key;

    const ESCAPE: u8 = 0x1b;

    /// Returns the first key and the number of its bytes; `None` where there is no key, or not all of it yet.
    pub(super) fn first_key(bytes: &[u8], more_follows: impl Fn() -> bool) -> Option<(Key, usize)> {
        let key = match *bytes.first()? {
            ESCAPE => return escape_sequence(bytes, more_follows),
            b'\r' | b'\n' => Key::Enter,
            b'\t' => Key::Tab,
            0x08 | 0x7f => Key::Backspace,
            byte if byte.is_ascii() => Key::Char(char::from(byte)),
            _ => Key::Unknown,
        };
        Some((key, 1))
    }

    /// Returns the key of an escape sequence and the number of its bytes: Esc itself, or an introducer, parameters and a last
    /// byte.
    fn escape_sequence(bytes: &[u8], more_follows: impl Fn() -> bool) -> Option<(Key, usize)> {
        let is_introduced = match bytes.get(1) {
            Some(byte) => matches!(byte, b'[' | b'O'),
            None if more_follows() => return None,
            None => false,
        };
        if !is_introduced {
            return Some((Key::Escape, 1));
        }
        let rest = &bytes[2..];
        match rest.iter().position(|byte| !(0x20..=0x3f).contains(byte)) {
            Some(last) if (0x40..=0x7e).contains(&rest[last]) => Some((named(&rest[..=last]), last + 3)),
            // Another key in the middle of a sequence.
            Some(other) => Some((Key::Unknown, other + 2)),
            None if more_follows() => None,
            None => Some((Key::Unknown, bytes.len())),
        }
    }

    /// Returns the key named by what follows an introducer, as xterm, tmux and rxvt send it.
    fn named(sequence: &[u8]) -> Key {
        match sequence {
            b"A" => Key::ArrowUp,
            b"B" => Key::ArrowDown,
            b"C" => Key::ArrowRight,
            b"D" => Key::ArrowLeft,
            b"Z" => Key::BackTab,
            b"H" | b"1~" | b"7~" => Key::Home,
            b"F" | b"4~" | b"8~" => Key::End,
            b"5~" => Key::PageUp,
            b"6~" => Key::PageDown,
            _ => Key::Unknown,
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        fn keys(mut bytes: &[u8]) -> Vec<Key> {
            let mut keys = Vec::new();
            while let Some((key, length)) = first_key(bytes, || false) {
                keys.push(key);
                bytes = &bytes[length..];
            }
            keys
        }

        #[test]
        fn keys_that_arrive_together_are_told_apart() {
            let expected = [Key::Char('j'), Key::ArrowDown, Key::Enter, Key::PageDown, Key::Escape, Key::Char('q')];
            assert_eq!(keys(b"j\x1b[B\r\x1b[6~\x1bq"), expected);
            assert_eq!(keys(b"\t\x1b[Z\x7f\x03"), [Key::Tab, Key::BackTab, Key::Backspace, Key::Char('\u{3}')]);
            assert_eq!(keys(b"\x1bOA\x1b[H\x1b[4~"), [Key::ArrowUp, Key::Home, Key::End]);
        }

        #[test]
        fn unknown_sequences_are_skipped() {
            assert_eq!(keys(b"\x1b[1;5Cq"), [Key::Unknown, Key::Char('q')]);
            assert_eq!(keys("é1".as_bytes()), [Key::Unknown, Key::Unknown, Key::Char('1')]);
            assert_eq!(keys(b"\x1b[1;"), [Key::Unknown]);
            assert_eq!(keys(b"\x1b[\x03"), [Key::Unknown, Key::Char('\u{3}')]);
            assert_eq!(keys(b"\x1b[\x1b[A"), [Key::Unknown, Key::ArrowUp]);
        }

        #[test]
        fn a_sequence_that_goes_on_is_waited_for() {
            for part in [b"\x1b".as_slice(), b"\x1b[", b"\x1b[6"] {
                assert_eq!(first_key(part, || true), None, "{part:?}");
            }
            assert_eq!(first_key(b"\x1b", || false), Some((Key::Escape, 1)));
        }
    }
}
