//! The list of formats.

use super::exporter::Exporter;
use super::json::Json;
use super::python::Python;
use super::ron::Ron;
use super::rust::Rust;
use crate::suggest::read_by_name;

/// A format that weights can be exported to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The format of isotune's own weights files.
    Ron,
    /// JSON, for programs without RON; isotune reads it as well.
    Json,
    /// A module with `custom_score(game, player)` for Udacity's agents.
    Python,
    /// A self-contained file with `score(blank, own, opponent, to_move)`.
    Rust,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Ron, Self::Json, Self::Python, Self::Rust];

    /// Returns the name of the format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ron => "ron",
            Self::Json => "json",
            Self::Python => "python",
            Self::Rust => "rust",
        }
    }

    /// Returns the ending of the format's files, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Ron => "ron",
            Self::Json => "json",
            Self::Python => "py",
            Self::Rust => "rs",
        }
    }

    /// Returns the exporter of the format.
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
