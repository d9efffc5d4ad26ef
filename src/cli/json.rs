//! JSON for programs: one object a line.

use std::io::Write;

use serde::Serialize;

use super::failure::Failure;

/// Prints a record on a line of its own.
pub(super) fn print(record: &impl Serialize, out: &mut impl Write) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, record)?;
    Ok(writeln!(out)?)
}
