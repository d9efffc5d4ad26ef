//! JSON for programs: one object per line, and values that JSON has no notation for.

use std::fmt;
use std::io::Write;

use erased_serde::Serialize as AnySerialize;
use serde::{Serialize, Serializer};

use crate::cli::output::failure::Failure;

/// The form of the objects; a change that breaks a program that reads them gets another number.
const SCHEMA: &str = "isotune/1";

/// Prints a record on a line of its own, behind the schema and the version of the program.
pub(crate) fn print(record: &dyn AnySerialize, out: &mut dyn Write) -> Result<(), Failure> {
    Ok(writeln!(out, "{}", text(record)?)?)
}

/// Returns a record, which is an object, as one line of text behind the schema and the version of the program.
pub(crate) fn text(record: &dyn AnySerialize) -> Result<String, serde_json::Error> {
    let text = serde_json::to_string(record)?;
    let members = text.strip_prefix('{').unwrap_or(&text);
    let comma = if members.starts_with('}') { "" } else { "," };
    let version = env!("CARGO_PKG_VERSION");
    Ok(format!("{{\"schema\":\"{SCHEMA}\",\"version\":\"{version}\"{comma}{members}"))
}

/// A list of named values that JSON shows as an object.
#[derive(Debug)]
pub(crate) struct Named<T>(pub(crate) Vec<(String, T)>);

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// A score that may be infinite, which JSON has no number for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeuristicScore(pub(crate) f64);

impl Serialize for HeuristicScore {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_finite() { serializer.serialize_f64(self.0) } else { serializer.collect_str(self) }
    }
}

impl fmt::Display for HeuristicScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero turns −0 into 0. Four decimals tell any two scores of the catalogue apart that matter to the eye.
        let text = if self.0.is_finite() { format!("{:.4}", self.0 + 0.0) } else { self.0.to_string() };
        f.pad(&text)
    }
}
