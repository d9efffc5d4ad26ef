//! The forms in which a table is printed: text, JSON or CSV.

use std::io::Write;
use std::path::{Path, PathBuf};

use erased_serde::Serialize;

use crate::cli::args::target::Target;
use crate::cli::output::data::csv;
use crate::cli::output::data::json;
use crate::cli::output::failure::Failure;
use crate::cli::output::wrapped::{Wrapped, wrapped};

/// The form of a table.
#[derive(clap::Args)]
pub(crate) struct TableArgs {
    /// Print one JSON object (see docs/json.md).
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the table to a CSV file as well, with the keys of the JSON as columns; "-" prints it in place of the text.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Overwrite an existing file.
    #[arg(long, requires = "csv")]
    force: bool,
}

/// The form of a table whose file can be written, as far as that can be known before.
pub(crate) struct TableForm {
    json: bool,
    csv: Option<Target>,
    /// The keys whose columns a table has even if it has no lines.
    keys: &'static [&'static str],
}

impl TableArgs {
    /// Checks the form before any work is done for it.
    pub(crate) fn check(&self) -> Result<TableForm, Failure> {
        TableForm::new(self.json, self.csv.as_deref(), self.force)
    }
}

impl TableForm {
    /// Checks the form before any work is done for it; `force` overwrites a file.
    pub(crate) fn new(json: bool, csv: Option<&Path>, force: bool) -> Result<TableForm, Failure> {
        let csv = csv.map(|path| Target::new(Some(path), force)).transpose()?;
        if json && matches!(csv, Some(Target::Standard)) {
            return Err(Failure::Input("--json and '--csv -' both print to standard output; drop one".to_owned()));
        }
        Ok(TableForm { json, csv, keys: &[] })
    }

    /// Returns the form with the keys whose columns a table has even if it has no lines.
    pub(crate) fn with_keys(self, keys: &'static [&'static str]) -> TableForm {
        TableForm { keys, ..self }
    }

    /// Returns whether the table is printed as text.
    pub(crate) fn is_text(&self) -> bool {
        !self.json && !matches!(self.csv, Some(Target::Standard))
    }

    /// Returns whether the table is printed as JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Writes rows as CSV, if that is asked for.
    pub(crate) fn write_rows(&self, rows: &dyn Serialize, out: &mut impl Write) -> Result<(), Failure> {
        self.write_csv(|| csv::table(rows, self.keys), out)
    }

    /// Writes CSV that a function makes, if that is asked for.
    pub(crate) fn write_csv(
        &self,
        text: impl FnOnce() -> Result<String, Failure>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        match &self.csv {
            Some(target) => target.write(&text()?, out),
            None => Ok(()),
        }
    }

    /// Prints a record as JSON, its rows as CSV, or either by a function as text in lines that fit the terminal.
    pub(crate) fn print(
        &self,
        record: &dyn Serialize,
        rows: &dyn Serialize,
        out: &mut impl Write,
        text: impl FnOnce(&mut Wrapped<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.print_verbatim(record, rows, out, |out| wrapped(out, text))
    }

    /// Prints a record as JSON, its rows as CSV, or either by a function as text whose lines stay as they are.
    pub(crate) fn print_verbatim<W: Write>(
        &self,
        record: &dyn Serialize,
        rows: &dyn Serialize,
        out: &mut W,
        text: impl FnOnce(&mut W) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if self.json {
            json::print(record, out)?;
        } else if self.is_text() {
            text(out)?;
        }
        self.write_rows(rows, out)
    }
}
