//! Lines broken at words, so that they fit the terminal.

use std::io::{self, Write};
use std::ops::Range;

use crate::cli::output::failure::Failure;
use crate::cli::output::figures::columns;
use crate::cli::output::style;

/// Labels end within this number of columns.
const WIDEST_LABEL: usize = 14;

/// A writer that breaks lines at words; tables stay as they are.
pub(crate) struct Wrapped<'o> {
    out: &'o mut dyn Write,
    columns: usize,
    /// The beginning of a line whose end has not been written yet.
    line: Vec<u8>,
}

/// Prints text in lines that fit the terminal; where standard output is none, lines stay as they are.
pub(crate) fn wrapped(
    out: &mut dyn Write,
    print: impl FnOnce(&mut Wrapped<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut lines = Wrapped { out, columns: columns().unwrap_or(usize::MAX), line: Vec::new() };
    print(&mut lines)?;
    Ok(lines.out.write_all(&lines.line)?)
}

impl Write for Wrapped<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                let line = std::mem::take(&mut self.line);
                let text = String::from_utf8_lossy(&line);
                self.out.write_all(fill(&text, self.columns).as_bytes())?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Breaks a line at words; those behind a label stay beside it.
pub(crate) fn fill(line: &str, columns: usize) -> String {
    if line.starts_with('|') || width(line) <= columns {
        return line.to_owned();
    }
    let indent = indent(line).min(columns / 2);
    let (mut text, mut used, mut end) = (String::new(), 0, 0);
    for unit in units(line) {
        let (gap, word) = (unit.start - end, &line[unit.clone()]);
        let first = end == 0;
        if first || used + gap + width(word) <= columns {
            text.push_str(&line[end..unit.end]);
            used += gap + width(word);
        } else {
            text.extend(["\n", &" ".repeat(indent), word]);
            used = indent + width(word);
        }
        end = unit.end;
    }
    text + &line[end..]
}

/// Returns the columns that are left blank where a line goes on: those of its label, or of its own indentation and two more.
fn indent(line: &str) -> usize {
    let start = line.len() - line.trim_start_matches(' ').len();
    let label = ["  ", " | "].iter().filter_map(|gap| {
        let text = &line[start..];
        let at = text.find(gap)?;
        let rest = text[at..].trim_start_matches([' ', '|']);
        Some(start + width(&text[..text.len() - rest.len()]))
    });
    label.filter(|&end| end <= start + WIDEST_LABEL).min().unwrap_or(if start < WIDEST_LABEL / 2 {
        start + 2
    } else {
        start
    })
}

/// Returns where the words of a line are, figures with what belongs to them counted as one.
pub(crate) fn units(line: &str) -> Vec<Range<usize>> {
    let mut units: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    for word in line.split(' ') {
        let place = start..start + word.trim_end().len();
        start += word.len() + 1;
        if place.is_empty() {
            continue;
        }
        match units.last_mut() {
            Some(last) if last.end + 1 == place.start && is_bound(&line[last.clone()], &line[place.clone()]) => {
                last.end = place.end;
            }
            _ => units.push(place),
        }
    }
    units
}

/// Returns whether a word belongs to the one before.
fn is_bound(before: &str, word: &str) -> bool {
    let last = before.rsplit(' ').next().unwrap_or_default();
    let opens = last.starts_with(['[', '(']) && last.ends_with(',') && last[1..].starts_with(is_numeric);
    last.trim_start_matches('(') == "±" || opens || word.starts_with('±') || word.starts_with('%')
}

fn is_numeric(c: char) -> bool {
    c.is_ascii_digit() || c == '-'
}

/// Returns the columns that a text takes.
fn width(text: &str) -> usize {
    text.trim_end_matches('\n').chars().filter(|c| !style::MARKS.iter().any(|(mark, _)| mark == c)).count()
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn lines_are_broken_at_words_beside_their_label() {
        let plan = "opponents  Random, MM_Open, MM_Center\n";
        assert_eq!(fill(plan, 37), plan);
        assert_eq!(fill(plan, 30), "opponents  Random, MM_Open,\n           MM_Center\n");
        assert_eq!(fill("Elo   | 10.4 ± 48.0   LOS 66.6 %", 24), "Elo   | 10.4 ± 48.0\n        LOS 66.6 %");
        assert_eq!(fill("  no label, but some words", 20), "  no label, but some\n    words");
        assert_eq!(fill("| a table | stays |", 4), "| a table | stays |");
        assert_eq!(fill("averylongword and more", 5), "averylongword\n  and\n  more");
    }

    #[test]
    fn figures_are_not_broken() {
        assert_eq!(fill("won 55.00 ± 13.68 % of them", 19), "won 55.00 ± 13.68 %\n  of them");
        assert_eq!(fill("won 55.00 ± 13.68 % of them", 18), "won\n  55.00 ± 13.68 %\n  of them");
        assert_eq!(fill("LLR 1.23 (-2.94, 2.94)", 20), "LLR 1.23\n  (-2.94, 2.94)");
    }
}
