//! The interface of all formats.

use crate::game::BoardSize;
use crate::heuristic::WeightsDocument;

/// The program and its version, written into every export.
pub(super) const EXPORTED_BY: &str = concat!("isotune ", env!("CARGO_PKG_VERSION"));

/// Writes weights in one format.
pub trait Exporter {
    /// Returns the text of the file, for a board size.
    ///
    /// # Errors
    /// Returns an error if the format cannot represent the document.
    fn export(&self, document: &WeightsDocument, size: BoardSize) -> Result<String, ExportError>;
}

/// Why a document cannot be written in a format.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The provenance has a number that the format cannot represent.
    #[error("{what} of the provenance is {number}, which JSON cannot represent; correct it, or export to ron")]
    NotFinite {
        /// The field.
        what: &'static str,
        /// The number.
        number: f64,
    },
    /// The RON text cannot be written.
    #[error("cannot write RON: {0}")]
    Ron(#[from] ron::Error),
    /// The JSON text cannot be written.
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
}
