//! A terminal: what a program writes to it becomes what is seen at the end.

use std::fmt::Write;
use std::process::Command;

use crate::tuning::Place;

const SCREEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/screen.py");

const KEYS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/keys.py");

/// Returns what the program writes to a terminal of some columns, with variables of the environment.
pub(crate) fn written(place: &Place, columns: usize, variables: &[(&str, &str)], arguments: &[&str]) -> String {
    let mut command = Command::new("python3");
    command.arg(SCREEN).arg(columns.to_string()).arg(env!("CARGO_BIN_EXE_isotune")).args(arguments);
    command.current_dir(place.path("")).env("TERM", "xterm").env_remove("NO_COLOR").env_remove("CLICOLOR");
    let output = command.envs(variables.iter().copied()).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Returns what is written to a terminal by the program and by the keyboard if Ctrl-C is pressed once a text is there.
pub(crate) fn interrupted(place: &Place, columns: usize, text: &str, arguments: &[&str]) -> String {
    let steps = serde_json::json!([["see", text], ["press", "\u{3}"]]).to_string();
    let mut command = Command::new("python3");
    command.args([KEYS, &columns.to_string(), "40", &steps, env!("CARGO_BIN_EXE_isotune")]).args(arguments);
    command.current_dir(place.path("")).env("TERM", "xterm").env_remove("NO_COLOR").env_remove("CLICOLOR");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["code"], 130, "{answer}");
    answer["output"].as_str().unwrap().to_owned()
}

/// A terminal whose lines all stay, however many there are.
pub(crate) struct Screen {
    columns: usize,
    lines: Vec<Vec<(char, &'static str)>>,
    row: usize,
    column: usize,
    style: &'static str,
    /// How often a word was cut at the edge.
    pub(crate) overflows: usize,
}

impl Screen {
    /// Shows what was written to a terminal of some columns.
    pub(crate) fn of(written: &str, columns: usize) -> Screen {
        let mut screen = Screen { columns, lines: vec![Vec::new()], row: 0, column: 0, style: "", overflows: 0 };
        let mut chars = written.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\u{1b}' if chars.next_if_eq(&'[').is_some() => {
                    let mut sequence = String::new();
                    let last = chars.by_ref().find(|&c| {
                        let ends = ('@'..='~').contains(&c);
                        sequence.extend((!ends).then_some(c));
                        ends
                    });
                    screen.obey(&sequence, last.unwrap());
                }
                // A title or a progress for the taskbar.
                '\u{1b}' => while chars.next().is_some_and(|c| c != '\u{7}' && c != '\\') {},
                '\r' => screen.column = 0,
                '\n' => screen.go_to_row(screen.row + 1),
                '\u{7}' => {}
                c => screen.put(c),
            }
        }
        screen
    }

    /// Obeys a control sequence; one that no program of ours should write is a failure.
    fn obey(&mut self, parameters: &str, last: char) {
        let number = parameters.parse().unwrap_or(1);
        match (parameters, last) {
            (_, 'A') => self.row = self.row.saturating_sub(number),
            (_, 'B') => self.go_to_row(self.row + number),
            (_, 'G') => self.column = number - 1,
            ("2", 'K') => self.lines[self.row].clear(),
            ("" | "0", 'K') => self.lines[self.row].truncate(self.column),
            ("" | "0", 'J') => {
                self.lines[self.row].truncate(self.column);
                self.lines.truncate(self.row + 1);
            }
            ("" | "0", 'm') => self.style = "",
            ("1", 'm') => self.style = "bold",
            ("31", 'm') => self.style = "red",
            ("32", 'm') => self.style = "green",
            ("?25", 'l' | 'h') | ("22;0" | "23;0", 't') => {}
            _ => panic!("unknown sequence: {parameters}{last}"),
        }
    }

    fn go_to_row(&mut self, row: usize) {
        self.row = row;
        while self.lines.len() <= row {
            self.lines.push(Vec::new());
        }
    }

    fn put(&mut self, c: char) {
        if self.column == self.columns {
            // The display of work in progress fills its lines with blanks instead of ending them.
            let cut = c != ' ' && self.lines[self.row].last().is_some_and(|(last, _)| *last != ' ');
            self.overflows += usize::from(cut);
            self.column = 0;
            self.go_to_row(self.row + 1);
        }
        let line = &mut self.lines[self.row];
        while line.len() <= self.column {
            line.push((' ', ""));
        }
        line[self.column] = (c, self.style);
        self.column += 1;
    }

    /// Returns what is seen, with the names of styles in angle brackets.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let mut style = "";
        for line in &self.lines {
            let mut shown = String::new();
            for &(c, now) in line {
                if now != style {
                    write!(shown, "<{}>", if now.is_empty() { "plain" } else { now }).unwrap();
                    style = now;
                }
                shown.push(c);
            }
            text.push_str(shown.trim_end());
            text.push('\n');
        }
        text.trim_end().to_owned() + "\n"
    }
}

#[test]
fn a_screen_shows_what_is_left_at_the_end() {
    let shown = |written: &str| Screen::of(written, 10).text();
    assert_eq!(shown("one\r\ntwo\x1b[1A\rONE\x1b[K\r\n\x1b[2Kthree\r\n"), "ONE\nthree\n");
    assert_eq!(shown("\x1b[22;0t\x1b]0;title\x07\x1b[1mbold\x1b[0m"), "<bold>bold\n");
    assert_eq!(shown("\x1b[31merror:\x1b[0m a"), "<red>error:<plain> a\n");
    let long = Screen::of("0123456789ab", 10);
    assert_eq!((long.text().as_str(), long.overflows), ("0123456789\nab\n", 1));
    assert_eq!(Screen::of("0123456789\r\n", 10).overflows, 0);
}
