//! Tables for people, in Markdown so that they can be pasted: as wide as the terminal, or as they like in a pipe.

use std::io;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

/// Makes an empty table with a headline.
pub(super) fn table<const COLUMNS: usize>(headline: [&str; COLUMNS]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(headline);
    if let Some((width, _)) = terminal_size::terminal_size_of(io::stdout()) {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width.0);
    }
    table
}

/// Aligns columns that hold numbers to the right.
pub(super) fn align_numbers(table: &mut Table, columns: impl IntoIterator<Item = usize>) {
    for column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}
