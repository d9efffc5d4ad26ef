//! Keys, read beside the work.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use console::{Key, Term};

/// Keys as they are pressed.
pub(super) struct Keys {
    pressed: Receiver<Key>,
}

impl Keys {
    /// Starts to read keys, in a thread that ends with the program or with the terminal.
    pub(super) fn new() -> Self {
        let (send, pressed) = mpsc::channel();
        thread::spawn(move || {
            let terminal = Term::stdout();
            while let Ok(key) = terminal.read_key_raw() {
                if send.send(key).is_err() {
                    break;
                }
            }
        });
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
