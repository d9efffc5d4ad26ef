//! What every format can do.

use crate::game::BoardSize;
use crate::heuristic::WeightsDocument;

/// The program and its version, which every export names.
pub(super) const EXPORTED_BY: &str = concat!("isotune ", env!("CARGO_PKG_VERSION"));

/// Writes weights in one format.
pub trait Exporter {
    /// Returns the whole text of the file, for a board of a size.
    ///
    /// # Errors
    /// Returns an error if the format cannot hold what the document says.
    fn export(&self, document: &WeightsDocument, size: BoardSize) -> Result<String, ExportError>;
}

/// Why a document cannot be written in a format.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The provenance holds a number that the format has no way to write.
    #[error("{what} of the provenance is {number}, which JSON cannot hold; correct it, or export to ron")]
    NotFinite {
        /// Which number it is.
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
