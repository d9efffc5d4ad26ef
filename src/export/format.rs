//! The closed list of formats.

use super::exporter::Exporter;
use super::json::Json;
use super::python::Python;
use super::ron::Ron;
use super::rust::Rust;
use crate::suggest::read_by_name;

/// A format that weights can be exported to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// What isotune itself reads and writes.
    Ron,
    /// The same for programs without RON; isotune reads it as well.
    Json,
    /// A module with `custom_score(game, player)` for the reference's agents.
    Python,
    /// A file with `score(blank, own, opponent, to_move)` that compiles alone.
    Rust,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Ron, Self::Json, Self::Python, Self::Rust];

    /// Returns the name by which the format is chosen.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ron => "ron",
            Self::Json => "json",
            Self::Python => "python",
            Self::Rust => "rust",
        }
    }

    /// Returns what writes the format.
    #[must_use]
    pub fn exporter(self) -> &'static dyn Exporter {
        match self {
            Self::Ron => &Ron,
            Self::Json => &Json,
            Self::Python => &Python,
            Self::Rust => &Rust,
        }
    }
}

read_by_name!(Format, "format");
