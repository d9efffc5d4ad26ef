//! RON export, which isotune reads back.

use super::exporter::{EXPORTED_BY, ExportError, Exporter};
use crate::document::to_pretty_ron;
use crate::game::BoardSize;
use crate::heuristic::WeightsDocument;

/// Writes the document as RON, which is read back bit for bit.
#[derive(Clone, Copy, Debug)]
pub struct Ron;

impl Exporter for Ron {
    fn export(&self, document: &WeightsDocument, _: BoardSize) -> Result<String, ExportError> {
        // Old systems' line endings have no place in what RON writes by the platform's custom.
        let style = ron::ser::PrettyConfig::default().new_line("\n");
        let text = to_pretty_ron(document, style)?;
        Ok(format!("// Exported by {EXPORTED_BY}.\n{text}\n"))
    }
}
