//! Bold and coloured text, where a terminal shows it.
//!
//! Styles are written as marks of Unicode's private use, which [`Harmless`](super::terminal::Harmless) turns into what the
//! terminal obeys: text from elsewhere cannot style anything else than with them.

use std::env;
use std::io::{self, IsTerminal};
use std::sync::LazyLock;

/// The end of a style, and the styles, each with what the terminal obeys.
pub(super) const MARKS: [(char, &str); 4] =
    [('\u{f0000}', "\x1b[0m"), ('\u{f0001}', "\x1b[1m"), ('\u{f0002}', "\x1b[32m"), ('\u{f0003}', "\x1b[31m")];

/// The marks of a full screen, which only its own writer turns into what the terminal obeys. Texts that are put on a screen
/// must not contain them; see [`is_mark`].
pub(super) const SCREEN_MARKS: [(char, &str); 13] = [
    MARKS[0],
    MARKS[1],
    MARKS[2],
    MARKS[3],
    (DIM, "\x1b[2m"),
    (YELLOW, "\x1b[33m"),
    (CYAN, "\x1b[36m"),
    (INVERSE, "\x1b[7m"),
    // The other screen, without cursor and without lines that go on in the next.
    (ENTER, "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J"),
    (LEAVE, "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"),
    // Terminals that know it show nothing of a frame before its end.
    (HOME, "\x1b[?2026h\x1b[H"),
    (NEXT_LINE, "\r\n"),
    (LAST_LINE, "\x1b[?2026l"),
];
pub(crate) const END: char = MARKS[0].0;
pub(crate) const BOLD: char = MARKS[1].0;
pub(crate) const GREEN: char = MARKS[2].0;
pub(crate) const RED: char = MARKS[3].0;
pub(crate) const DIM: char = '\u{f0004}';
pub(crate) const YELLOW: char = '\u{f0005}';
pub(crate) const CYAN: char = '\u{f0006}';
pub(crate) const INVERSE: char = '\u{f0007}';
pub(crate) const ENTER: char = '\u{f0008}';
pub(crate) const LEAVE: char = '\u{f0009}';
pub(crate) const HOME: char = '\u{f000a}';
pub(crate) const NEXT_LINE: char = '\u{f000b}';
pub(crate) const LAST_LINE: char = '\u{f000c}';

/// Returns whether a character is a mark.
pub(crate) fn is_mark(c: char) -> bool {
    SCREEN_MARKS.iter().any(|(mark, _)| *mark == c)
}

/// Whether standard output and standard error show styles.
static SHOWN: LazyLock<[bool; 2]> = LazyLock::new(|| {
    let wanted = is_wanted(|name| env::var(name).ok());
    [io::stdout().is_terminal() && wanted, io::stderr().is_terminal() && wanted]
});

/// Returns whether styles are wanted: <https://no-color.org>, <https://bixense.com/clicolors>, and a terminal that has any.
fn is_wanted(variable: impl Fn(&str) -> Option<String>) -> bool {
    let is = |name: &str, value: &str| variable(name).as_deref() == Some(value);
    variable("NO_COLOR").is_none_or(|value| value.is_empty()) && !is("CLICOLOR", "0") && !is("TERM", "dumb")
}

/// Returns whether standard output shows styles.
pub(crate) fn on_stdout() -> bool {
    SHOWN[0]
}

/// Returns whether standard error shows styles.
pub(crate) fn on_stderr() -> bool {
    SHOWN[1]
}

/// Returns text in bold, for standard output.
pub(crate) fn bold(text: &str) -> String {
    styled(text, 1, on_stdout())
}

/// Returns text in green, for standard output.
pub(crate) fn green(text: &str) -> String {
    styled(text, 2, on_stdout())
}

/// Returns text in red, for standard output.
pub(crate) fn red(text: &str) -> String {
    styled(text, 3, on_stdout())
}

/// Returns text in red, for standard error.
pub(crate) fn red_on_stderr(text: &str) -> String {
    styled(text, 3, on_stderr())
}

fn styled(text: &str, style: usize, shown: bool) -> String {
    if shown { format!("{}{text}{}", MARKS[style].0, MARKS[0].0) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::is_wanted;

    #[test]
    fn three_variables_turn_styles_off() {
        let wanted = |name: &str, value: &str| is_wanted(|asked| (asked == name).then(|| value.to_owned()));
        assert!(is_wanted(|_| None) && wanted("TERM", "xterm") && wanted("CLICOLOR", "1") && wanted("NO_COLOR", ""));
        assert!(!wanted("NO_COLOR", "1") && !wanted("CLICOLOR", "0") && !wanted("TERM", "dumb"));
    }
}
