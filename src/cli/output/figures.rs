//! Tables in Markdown, so that they can be pasted, and figures with their errors.

use std::fmt;
use std::io;
use std::time::SystemTime;

use crate::stats::{Coverage, Interval, TTest};
use crate::text::fixed;
use chrono::{DateTime, Local};
use comfy_table::{Cell, CellAlignment, ColumnConstraint, ContentArrangement, Row, Table, Width, presets};

pub(crate) use crate::report::{
    difference, duration, in_points, margin, moment, points_with_margin, proven_rate, rate, shown_rate,
};

use crate::cli::output::wrapped::units;

/// Creates an empty table with a header.
pub(crate) fn table<const COLUMNS: usize>(headline: [&str; COLUMNS]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(headline);
    if let Some((width, _)) = terminal_size::terminal_size_of(io::stdout()) {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width.0);
    }
    table
}

/// A table that fits the terminal; below it, a line names the columns that it leaves out.
pub(crate) struct FittedTable {
    table: Table,
    left_out: Vec<String>,
}

impl fmt::Display for FittedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.table)?;
        if self.left_out.is_empty() {
            return Ok(());
        }
        write!(f, "\nno room for: {}", self.left_out.join(", "))
    }
}

/// Returns the table as it fits the terminal: columns are left out, in the order given, as long as words or figures would
/// have to be cut; elsewhere it keeps all of them. Where that is not enough, errors get a line below their figures.
pub(crate) fn fitted(mut table: Table, optional: &[usize]) -> FittedTable {
    let Some(columns) = columns() else { return FittedTable { table, left_out: Vec::new() } };
    let titles: Vec<String> = table.header().into_iter().flat_map(Row::cell_iter).map(Cell::content).collect();
    let mut shown: Vec<usize> = (0..table.column_count()).collect();
    let mut widths = widths(&mut table);
    let needed = |shown: &[usize], widths: &[usize]| 1 + shown.iter().map(|&column| widths[column] + 1).sum::<usize>();
    for column in optional {
        if needed(&shown, &widths) > columns {
            shown.retain(|shown| shown != column);
            if let Some(column) = table.column_mut(*column) {
                column.set_constraint(ColumnConstraint::Hidden);
            }
        }
    }
    // A cell that has to be broken is broken before the '±'.
    let split = |row: &Row| Row::from(row.cell_iter().map(|cell| cell.content().replace(" ± ", "\n± ")));
    let whole: usize = shown.iter().map(|&column| 3 + usize::from(table.column_max_content_widths()[column])).sum();
    if 1 + whole > columns {
        if let Some(header) = table.header().map(split) {
            table.set_header(header);
        }
        // Both ends of an interval stay together.
        for row in table.row_iter_mut() {
            *row = Row::from(row.cell_iter().map(|cell| cell.content().replace(" [", "\n[")));
        }
    }
    if needed(&shown, &widths) > columns {
        for row in table.row_iter_mut() {
            *row = split(row);
        }
        widths = self::widths(&mut table);
    }
    // Then names are broken, in the widest column.
    let widest = shown.iter().copied().max_by_key(|&column| widths[column]);
    if let Some(column) = widest.filter(|_| needed(&shown, &widths) > columns) {
        let room = (widths[column] - 2).saturating_sub(needed(&shown, &widths) - columns);
        for row in table.row_iter_mut() {
            let broken = |(index, cell): (usize, &Cell)| {
                if index == column { broken_at_hyphens(&cell.content(), room) } else { cell.content() }
            };
            *row = Row::from(row.cell_iter().enumerate().map(broken));
        }
        widths = self::widths(&mut table);
    }
    // Where even that is too wide, the longest words are cut.
    for column in shown.iter().copied().filter(|_| needed(&shown, &widths) <= columns) {
        let least = u16::try_from(widths[column]).unwrap_or(u16::MAX);
        if let Some(column) = table.column_mut(column) {
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least)));
        }
    }
    let hidden = titles.into_iter().enumerate().filter(|(column, _)| !shown.contains(column));
    FittedTable { table, left_out: hidden.map(|(_, title)| title).filter(|title| !title.is_empty()).collect() }
}

/// Returns a name with line breaks after hyphens, where its lines would be longer than `room` characters.
fn broken_at_hyphens(name: &str, room: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for part in name.split_inclusive('-') {
        match lines.last_mut().filter(|line| line.chars().count() + part.chars().count() <= room) {
            Some(line) => line.push_str(part),
            None => lines.push(part.to_owned()),
        }
    }
    lines.join("\n")
}

/// Returns how wide each column must be so that no word and no figure is broken, with a blank at both sides.
fn widths(table: &mut Table) -> Vec<usize> {
    let longest = |line: &str| units(line).into_iter().map(|unit| line[unit].chars().count()).max().unwrap_or(0);
    let of_cell = |cell: &Cell| cell.content().lines().map(longest).max().unwrap_or(0);
    let mut widths = vec![2; table.column_count()];
    let rows = table.header().into_iter().chain(table.row_iter());
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row.cell_iter()) {
            *width = (*width).max(2 + of_cell(cell));
        }
    }
    widths
}

/// Aligns columns that hold numbers to the right.
pub(crate) fn align_numbers(table: &mut Table, columns: impl IntoIterator<Item = usize>) {
    for column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// Formats a p-value, which a census does not have.
pub(crate) fn p_value(test: &TTest) -> String {
    match test.basis {
        Coverage::Census => "–".to_owned(),
        Coverage::Sampled if test.p_value < 1e-300 => "<1e-300".to_owned(),
        Coverage::Sampled if test.p_value < 1e-4 => format!("{:.0e}", test.p_value),
        Coverage::Sampled => format!("{:.4}", test.p_value),
    }
}

/// Formats a value with its interval: as ± if that is accurate to a tenth, as both ends if the interval is lopsided or
/// not `whole`, alone if it is a point.
pub(crate) fn with_interval(value: f64, interval: &Interval, whole: bool) -> String {
    let (below, above) = (value - interval.low, interval.high - value);
    if below.max(above) <= 0.0 {
        fixed(value, 1)
    } else if whole && interval.is_even_around(value) {
        let margin = interval.margin();
        if margin < 0.05 {
            format!("{} ± {}", fixed(value, 2), self::margin(margin))
        } else {
            format!("{} ± {}", fixed(value, 1), fixed(margin, 1))
        }
    } else {
        format!("{} [{}, {}]", fixed(value, 1), fixed(interval.low, 1), fixed(interval.high, 1))
    }
}

/// Returns the time; unlike [`Local::now`] also where the clock stands before 1970.
pub(crate) fn now() -> DateTime<Local> {
    SystemTime::now().into()
}

/// Returns the columns of the terminal that standard output is, if it is one.
pub(crate) fn columns() -> Option<usize> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0).max(20))
}
