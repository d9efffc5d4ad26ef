//! The terminal's title and the progress in its taskbar.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};

/// The terminal's title and the progress in its taskbar; nothing where there is no terminal.
pub(crate) struct Taskbar {
    name: String,
    titled: bool,
    /// Whether the terminal knows the sequence OSC 9;4.
    progress: bool,
    /// The percentage shown last.
    shown: AtomicU64,
}

impl Taskbar {
    /// Saves the title and shows that nothing is done yet.
    pub(crate) fn new(name: String, wanted: bool) -> Taskbar {
        let variable = |name: &str| env::var(name).unwrap_or_default();
        let titled =
            wanted && io::stderr().is_terminal() && !["", "dumb", "linux"].contains(&variable("TERM").as_str());
        let program = variable("TERM_PROGRAM");
        let vte: u32 = variable("VTE_VERSION").parse().unwrap_or(0);
        let known = ["ghostty", "WezTerm", "iTerm.app"].contains(&program.as_str())
            || !variable("WT_SESSION").is_empty()
            || variable("ConEmuANSI") == "ON"
            // GNOME's terminals since 0.79.
            || vte >= 7900;
        let taskbar = Taskbar { name, titled, progress: titled && known, shown: AtomicU64::new(u64::MAX) };
        if taskbar.titled {
            write("\x1b[22;0t");
        }
        taskbar
    }

    /// Shows how much is done.
    pub(crate) fn show(&self, done: u64, all: u64) {
        let percent = 100 * done.min(all) / all.max(1);
        if !self.titled || self.shown.swap(percent, Ordering::Relaxed) == percent {
            return;
        }
        let progress = if self.progress { format!("\x1b]9;4;1;{percent}\x07") } else { String::new() };
        write(&format!("\x1b]0;isotune {} {percent} %\x07{progress}", self.name));
    }

    /// Restores the title.
    pub(crate) fn clear(&self) {
        if self.progress {
            write("\x1b]9;4;0;0\x07");
        }
        if self.titled {
            write("\x1b[23;0t");
        }
    }
}

/// Writes a sequence in one piece, so that it cannot mix with what others write.
fn write(sequence: &str) {
    // Nothing to do if the terminal is closed.
    let _ = io::stderr().write_all(sequence.as_bytes());
}
