//! The terminal as one screen, given back as it was whatever ends the program.

use std::io::{self, IsTerminal, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use super::line::Line;
use crate::cli::host;
use crate::cli::output::{style, terminal};

/// The terminal while it is one screen.
pub(super) struct FullScreen {
    terminal: Arc<Taken>,
    /// What is shown.
    shown: Vec<String>,
    styled: bool,
}

/// A terminal that has to be given back.
struct Taken {
    out: Mutex<Box<dyn Write + Send>>,
    mode: InputMode,
    given_back: AtomicBool,
}

impl Taken {
    /// Gives the terminal back, once.
    fn give_back(&self) {
        if self.given_back.swap(true, Ordering::SeqCst) {
            return;
        }
        // A thread that panicked while it wrote does not matter any more, and nothing can be done about a closed terminal.
        let mut out = self.out.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let _ = write!(out, "{}", style::LEAVE).and_then(|()| out.flush());
        self.mode.restore();
    }
}

impl FullScreen {
    /// Returns whether there is a terminal that can be one screen.
    pub(super) fn is_possible() -> bool {
        let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb" || term.is_empty());
        io::stdout().is_terminal() && !dumb && !host::is_hosted()
    }

    /// Takes the terminal: its other screen, keys without an echo. A panic gives it back before it is reported.
    pub(super) fn enter() -> Self {
        Self::on(Box::new(terminal::screen()), InputMode::raw(), style::on_stdout())
    }

    fn on(out: Box<dyn Write + Send>, mode: InputMode, styled: bool) -> Self {
        let terminal = Arc::new(Taken { out: Mutex::new(out), mode, given_back: AtomicBool::new(false) });
        let (before, taken) = (panic::take_hook(), Arc::clone(&terminal));
        panic::set_hook(Box::new(move |panic| {
            taken.give_back();
            before(panic);
        }));
        let screen = Self { terminal, shown: Vec::new(), styled };
        screen.write(&style::ENTER.to_string());
        screen
    }

    /// Returns the columns and the rows.
    pub(super) fn size() -> (usize, usize) {
        let size = terminal_size::terminal_size_of(io::stdout());
        size.map_or((80, 24), |(width, height)| (usize::from(width.0), usize::from(height.0)))
    }

    /// Shows lines, unless they are shown already.
    pub(super) fn show(&mut self, lines: &[Line]) {
        let text: Vec<String> = lines.iter().map(|line| line.text(self.styled)).collect();
        if text != self.shown {
            let next = style::NEXT_LINE.to_string();
            self.write(&format!("{}{}{}", style::HOME, text.join(&next), style::LAST_LINE));
            self.shown = text;
        }
    }

    /// Forgets what is shown, so that all of it is written again.
    pub(super) fn forget(&mut self) {
        self.shown.clear();
    }

    fn write(&self, text: &str) {
        if let Ok(mut out) = self.terminal.out.lock() {
            // A closed terminal is noticed by its keys.
            let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        }
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        self.terminal.give_back();
        // The hook cannot be changed by a thread that panics; it does nothing any more.
        if !std::thread::panicking() {
            let _ = panic::take_hook();
        }
    }
}

/// Returns the terminal that keys are read from: standard input, or else the controlling terminal.
#[cfg(unix)]
pub(super) fn keyboard() -> Option<std::fs::File> {
    use std::fs::File;
    use std::os::fd::AsFd;

    if io::stdin().is_terminal() {
        return io::stdin().as_fd().try_clone_to_owned().ok().map(File::from);
    }
    File::options().read(true).write(true).open("/dev/tty").ok()
}

/// How the terminal takes keys: before, to be restored.
#[derive(Default)]
struct InputMode {
    #[cfg(unix)]
    before: Option<(std::fs::File, rustix::termios::Termios)>,
}

#[cfg(unix)]
impl InputMode {
    /// Makes the terminal pass every key at once, without an echo.
    fn raw() -> Self {
        use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

        let before = keyboard().and_then(|terminal| {
            let before = tcgetattr(&terminal).ok()?;
            let mut raw = before.clone();
            raw.make_raw();
            raw.output_modes = before.output_modes;
            tcsetattr(&terminal, OptionalActions::Flush, &raw).ok()?;
            Some((terminal, before))
        });
        Self { before }
    }

    fn restore(&self) {
        use rustix::termios::{OptionalActions, tcsetattr};

        if let Some((terminal, before)) = &self.before {
            // Nothing to do if the terminal is closed.
            let _ = tcsetattr(terminal, OptionalActions::Flush, before);
        }
    }
}

#[cfg(not(unix))]
impl InputMode {
    /// Leaves the mode to whoever reads keys.
    fn raw() -> Self {
        Self::default()
    }

    // With the same form as on Unix.
    #[allow(clippy::unused_self)]
    fn restore(&self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().map_or(Ok(0), |mut written| written.write(bytes))
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Written {
        fn text(&self) -> String {
            String::from_utf8_lossy(&self.0.lock().map(|bytes| bytes.clone()).unwrap_or_default()).into_owned()
        }
    }

    /// One test, since the hook of panics is shared by all.
    #[test]
    fn a_terminal_is_given_back_once() {
        let written = Written::default();
        let mut screen = FullScreen::on(Box::new(written.clone()), InputMode::default(), false);
        screen.show(&[Line::plain("a"), Line::plain("b")]);
        screen.show(&[Line::plain("a"), Line::plain("b")]);
        drop(screen);
        let [enter, home, next, last, leave] =
            [style::ENTER, style::HOME, style::NEXT_LINE, style::LAST_LINE, style::LEAVE];
        assert_eq!(written.text(), format!("{enter}{home}a{next}b{last}{leave}"));

        // A panic anywhere, such as in the thread of the keys: it is given back before the message is printed.
        let written = Written::default();
        let screen = FullScreen::on(Box::new(written.clone()), InputMode::default(), false);
        let panicked = std::thread::spawn(|| assert!(std::hint::black_box(false), "as it should")).join();
        assert!(panicked.is_err());
        assert_eq!(written.text(), format!("{enter}{leave}"));
        drop(screen);
        assert_eq!(written.text(), format!("{enter}{leave}"));
    }
}
