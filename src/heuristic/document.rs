//! A heuristic's weights as a document.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::catalogue::Published;
use super::provenance::Provenance;
use super::weights::Weights;
use crate::document::{self, DocumentError, Origin};
use crate::game::BoardSize;

/// What a weights file holds: a name, the board it is for if only one, a note, where the weights come from if a run found
/// them, and the weights.
///
/// ```
/// use isotune::heuristic::WeightsDocument;
/// let text = r#"(name: "mine", weights: {"own-moves": 1, "opponent-moves": (early: -1.5, late: -1.0)})"#;
/// let document = WeightsDocument::from_ron(text)?;
/// assert_eq!(WeightsDocument::from_ron(&document.to_ron()?)?, document);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "Written")]
pub struct WeightsDocument {
    /// The heuristic's name.
    pub name: String,
    /// The only board the weights are meant for; any board when it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardSize>,
    /// Anything worth saying about the weights.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Where the weights come from; missing when somebody wrote them down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
    /// The weights by feature name; a feature not named weighs zero.
    pub weights: Weights,
}

/// A document as it may be written down: an export also says which program wrote it, which is no part of the weights.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: String,
    #[serde(default)]
    board: Option<BoardSize>,
    #[serde(default)]
    note: String,
    #[serde(default)]
    provenance: Option<Provenance>,
    weights: Weights,
    #[serde(default, rename = "exported_by")]
    _exported_by: String,
}

impl From<Written> for WeightsDocument {
    fn from(Written { name, board, note, provenance, weights, .. }: Written) -> Self {
        Self { name, board, note, provenance, weights }
    }
}

impl WeightsDocument {
    /// Reads a document from RON text.
    ///
    /// # Errors
    /// Returns the position and the cause if the text is invalid.
    pub fn from_ron(text: &str) -> Result<Self, DocumentError> {
        document::parse(text, Origin::Text)
    }

    /// Reads a document from JSON text.
    ///
    /// # Errors
    /// Returns the position and the cause if the text is invalid.
    pub fn from_json(text: &str) -> Result<Self, DocumentError> {
        document::parse_json(text, Origin::Text)
    }

    /// Reads a weights file: JSON when its name ends in `.json`, else RON.
    ///
    /// # Errors
    /// Says why the file cannot be read, or where it is wrong and why.
    pub fn read(path: &Path) -> Result<Self, DocumentError> {
        document::read(path)
    }

    /// Returns a published heuristic's weights on a board of a size, unless no weighted sum can express it.
    #[must_use]
    pub fn published(entry: &Published, size: BoardSize) -> Option<Self> {
        let weights = entry.heuristic(size).weights()?.clone();
        // Some formulas have the board's corner in their weights.
        let elsewhere = BoardSize::new(size.width() + 1, size.height()).or_else(|_| BoardSize::new(2, 2)).ok()?;
        let board = (entry.heuristic(elsewhere).weights() != Some(&weights)).then_some(size);
        let source = match entry.report.tournament() {
            None => "the reference game".to_owned(),
            Some(_) => format!("report {}", entry.report.name()),
        };
        let note = format!("{} ({source})", entry.formula);
        Some(Self { name: entry.name.to_owned(), board, note, provenance: None, weights })
    }

    /// Writes the document as RON text that [`WeightsDocument::from_ron`] reads back bit for bit.
    ///
    /// # Errors
    /// Returns an error if the text cannot be written, which no document is known to cause.
    pub fn to_ron(&self) -> Result<String, ron::Error> {
        document::to_pretty_ron(self, ron::ser::PrettyConfig::default())
    }
}
