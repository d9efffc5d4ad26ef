//! The main curve as text, for a terminal.

use std::fmt::Write as _;

use super::data::RunData;
use super::history::HistoryData;
use crate::text::{fixed, plural};

/// The rows of the drawing where nothing else limits them.
const ROWS: usize = 16;
/// The fewest rows.
const FEWEST: usize = 3;
/// The columns of the labels at the left.
const MARGIN: usize = 8;
/// The narrowest and the widest drawing.
const WIDTHS: (usize, usize) = (30, 160);
/// The dots of a braille character, by row and column.
const DOTS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// The win rate of a run against the games played, drawn with braille dots.
#[derive(Clone, Debug)]
pub struct Curve {
    columns: usize,
    rows: usize,
    dots: Vec<u32>,
    marks: Vec<Option<char>>,
    /// The games of the last point.
    games: u64,
    x: (f64, f64),
    y: (f64, f64),
}

impl Curve {
    /// Draws the curve of a run within a number of columns: the population as a line, the hold-outs as marks on it, and
    /// `improved` as a dotted line; a run without measurements has none.
    #[must_use]
    pub fn draw(run: &RunData, width: usize) -> Option<String> {
        let legend = legend(run, width);
        Some(format!("{}\n{legend}\n", Self::of(run, width, ROWS)?.text()))
    }

    /// Draws the curve within a number of columns and of lines, its legend included.
    #[must_use]
    pub fn draw_within(run: &RunData, width: usize, lines: usize) -> Option<String> {
        let legend = legend(run, width);
        let rows = lines.saturating_sub(1 + legend.lines().count()).max(FEWEST);
        Some(format!("{}\n{legend}\n", Self::of(run, width, rows)?.text()))
    }

    fn of(run: &RunData, width: usize, rows: usize) -> Option<Self> {
        let HistoryData { games, population, holdouts, .. } = &run.history;
        let line: Vec<(f64, f64)> =
            games.iter().zip(population).filter_map(|(x, y)| Some((*x as f64, (*y)?))).collect();
        let points: Vec<(f64, f64)> = holdouts.iter().map(|point| (point.games as f64, point.score)).collect();
        let level = run.references.first().map(|reference| reference.score);
        let all = || line.iter().chain(&points).copied();
        let (right, heights) = (all().map(|(x, _)| x).fold(0.0, f64::max), all().map(|(_, y)| y).chain(level));
        let (low, high) = heights.fold((f64::MAX, f64::MIN), |(low, high), y| (low.min(y), high.max(y)));
        if low > high {
            return None;
        }
        let room = ((high - low) * 0.06).max(0.5);
        let columns = width.clamp(WIDTHS.0, WIDTHS.1) - MARGIN;
        let mut curve = Self {
            columns,
            rows,
            dots: vec![0; columns * rows],
            marks: vec![None; columns * rows],
            games: last_whole(right),
            x: (0.0, right.max(1.0)),
            y: (low - room, high + room),
        };
        if let Some(level) = level {
            for column in (0..2 * columns).step_by(4) {
                curve.dot(column, curve.row(level));
            }
        }
        for pair in line.windows(2) {
            curve.line(pair[0], pair[1]);
        }
        for point in points {
            let (column, row) = (curve.column(point.0) / 2, curve.row(point.1) / 4);
            curve.marks[row * columns + column] = Some('●');
        }
        Some(curve)
    }

    fn column(&self, x: f64) -> usize {
        place(x, self.x, 2 * self.columns)
    }

    fn row(&self, y: f64) -> usize {
        4 * self.rows - 1 - place(y, self.y, 4 * self.rows)
    }

    fn dot(&mut self, column: usize, row: usize) {
        self.dots[row / 4 * self.columns + column / 2] |= DOTS[row % 4][column % 2];
    }

    /// Draws a line, column by column.
    fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        let (first, last) = (self.column(from.0), self.column(to.0));
        let mut before = self.row(from.1);
        for column in first..=last.max(first) {
            let share = if last > first { (column - first) as f64 / (last - first) as f64 } else { 1.0 };
            let row = self.row(from.1 + share * (to.1 - from.1));
            for row in before.min(row)..=before.max(row) {
                self.dot(column, row);
            }
            before = row;
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for row in 0..self.rows {
            // A label at every fifth row, at the height of the row's middle.
            let height = self.y.1 - (self.y.1 - self.y.0) * (row as f64 + 0.5) / self.rows as f64;
            let label = if row % 5 == 0 { format!("{} %", fixed(height, 1)) } else { String::new() };
            // Writing to a text does not fail.
            let _ = write!(text, "{label:>width$} ", width = MARGIN - 1);
            let cells = row * self.columns..(row + 1) * self.columns;
            let cell = |index: usize| match (self.marks[index], self.dots[index]) {
                (Some(mark), _) => mark,
                (None, 0) => ' ',
                (None, dots) => char::from_u32(0x2800 + dots).unwrap_or(' '),
            };
            text += cells.map(cell).collect::<String>().trim_end();
            text.push('\n');
        }
        // Before the first game there is nothing to the right.
        if self.games == 0 {
            return format!("{text}{:MARGIN$}0 games", "");
        }
        let end = format!("{} {}", super::number::count(self.games), plural(self.games, "game"));
        format!("{text}{:MARGIN$}0{end:>width$}", "", width = self.columns - 1)
    }
}

/// Returns what the signs mean, in lines of a width.
fn legend(run: &RunData, width: usize) -> String {
    let room = width.max(WIDTHS.0) - MARGIN;
    let level = run.references.first().map(|reference| {
        let line = |label: &str| format!("⠂⠂ {label} {} %", fixed(reference.score, 1));
        let whole = line(&reference.label);
        // Without the openings where there is no room for them.
        let short = reference.label.split(" (").next().filter(|_| whole.chars().count() > room);
        short.map_or(whole, line)
    });
    let parts = ["● hold-out".to_owned(), "⠒⠒ population".to_owned()].into_iter().chain(level);
    let mut lines = vec![String::new()];
    for part in parts {
        let last = lines.last().map_or(0, |line| line.chars().count());
        match lines.last_mut() {
            Some(line) if last > 0 && last + 3 + part.chars().count() <= room => line.extend(["   ", &part]),
            Some(line) if last == 0 => line.push_str(&part),
            _ => lines.push(part),
        }
    }
    let indented: Vec<String> = lines.iter().map(|line| format!("{:MARGIN$}{line}", "")).collect();
    indented.join("\n")
}

/// Returns the place of a value among a number of places.
fn place(value: f64, (low, high): (f64, f64), places: usize) -> usize {
    let share = ((value - low) / (high - low)).clamp(0.0, 1.0);
    // Between 0 and the last place, and 0 for what is not a number.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let place = (share * (places - 1) as f64).round() as usize;
    place.min(places - 1)
}

/// Returns a count that was a whole number of games.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn last_whole(games: f64) -> u64 {
    games as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_within_the_drawing() {
        assert_eq!(
            [-1.0, 0.0, 0.5, 1.0, 2.0, f64::NAN].map(|value| place(value, (0.0, 1.0), 11)),
            [0, 0, 5, 10, 10, 0]
        );
    }

    #[test]
    fn an_axis_without_games_has_no_end() {
        let mut run = RunData::expected(&crate::tune::RunFolder::new("none"));
        let mut point = crate::report::Holdout {
            generation: 0,
            games: 0,
            score: 60.0,
            low: 55.0,
            high: 65.0,
            delta: 0.0,
            delta_se: 0.0,
        };
        run.history.holdouts.push(point.clone());
        let axis = |run: &RunData| {
            let drawn = Curve::draw(run, 60).unwrap_or_default();
            drawn.lines().rev().nth(1).map(str::to_owned)
        };
        assert_eq!(axis(&run).as_deref(), Some("        0 games"));
        point.games = 1;
        run.history.holdouts.push(point);
        assert_eq!(axis(&run).unwrap_or_default().split_whitespace().collect::<Vec<_>>(), ["0", "1", "game"]);
    }

    #[test]
    fn lines_are_joined() {
        let mut curve = Curve {
            columns: 4,
            rows: ROWS,
            dots: vec![0; 4 * ROWS],
            marks: vec![None; 4 * ROWS],
            games: 7,
            x: (0.0, 7.0),
            y: (0.0, 1.0),
        };
        curve.line((0.0, 0.0), (7.0, 1.0));
        let rows = curve.dots.chunks(4).filter(|row| row.iter().any(|dots| *dots > 0)).count();
        assert_eq!(rows, ROWS, "every row has a part of a steep line");
    }
}
