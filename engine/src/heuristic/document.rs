//! A heuristic's weights as a document.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::catalogue::Published;
use super::provenance::Provenance;
use super::weight::Weight;
use super::weights::Weights;
use crate::document::{self, DocumentError, Origin};
use crate::game::BoardSize;
use crate::text::plural;

/// How the remark about rounding begins in a note.
const ROUNDING: &str = "weights rounded to ";

/// The contents of a weights file: a name, the board if the weights are for a single one, a note, the provenance if a
/// run found the weights, and the weights.
///
/// ```
/// # use isotune_engine as isotune;
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
    /// The only board the weights are meant for; any board if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardSize>,
    /// A note for the reader.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The provenance of the weights; omitted if they were written by hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
    /// The weights by feature name; omitted features have weight zero.
    pub weights: Weights,
}

/// A document as written: an export also names the program that wrote it, which is ignored.
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

/// Returns whether JSON is the weights alone, by features.
fn is_bare(value: &serde_json::Value) -> bool {
    let Some(members) = value.as_object() else { return false };
    let is_field = |name: &String| ["name", "board", "note", "provenance", "weights"].contains(&name.as_str());
    !members.is_empty() && !members.keys().any(is_field)
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

    /// Reads a weights file: JSON if its name ends in `.json`, else RON. JSON may be the weights alone, an object from features
    /// to numbers; their name is then that of the file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or its text is invalid.
    pub fn read(path: &Path) -> Result<Self, DocumentError> {
        if !document::is_json(path) || !is_bare(&document::read(path)?) {
            return document::read(path);
        }
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Self { name, board: None, note: String::new(), provenance: None, weights: document::read(path)? })
    }

    /// Returns a published heuristic's weights for a board size, or `None` if it is not a weighted sum.
    #[must_use]
    pub fn published(entry: &Published, size: BoardSize) -> Option<Self> {
        let weights = entry.heuristic(size).weights()?.clone();
        // The weights of some formulas depend on the board size.
        let elsewhere = BoardSize::new(size.width() + 1, size.height()).or_else(|_| BoardSize::new(2, 2)).ok()?;
        let board = (entry.heuristic(elsewhere).weights() != Some(&weights)).then_some(size);
        let source = match entry.report.tournament() {
            None => "Udacity's AIND-Isolation".to_owned(),
            Some(_) => format!("report {}", entry.report.name()),
        };
        let note = format!("{} ({source})", entry.formula);
        Some(Self { name: entry.name.to_owned(), board, note, provenance: None, weights })
    }

    /// Returns the document with weights rounded to a number of significant digits, which its note and its provenance say.
    ///
    /// A score that was measured before is no longer verified. Weights that have no more digits keep all that is known.
    #[must_use]
    pub fn rounded(mut self, digits: u8) -> Self {
        let round =
            |all: Weights, (feature, weight): (_, Weight)| all.with(feature, weight.rounded(usize::from(digits)));
        let weights = self.weights.used().fold(Weights::ZERO, round);
        if weights == self.weights {
            return self;
        }
        self.weights = weights;
        let remarks = self.note.split("; ").filter(|remark| !remark.is_empty() && !remark.starts_with(ROUNDING));
        let rounding = format!("{ROUNDING}{digits} significant {}", plural(digits, "digit"));
        self.note = remarks.chain([rounding.as_str()]).collect::<Vec<_>>().join("; ");
        if let Some(provenance) = &mut self.provenance {
            provenance.verified = false;
            provenance.rounded = Some(digits);
        }
        self
    }

    /// Returns the document as RON text that [`WeightsDocument::from_ron`] reads back bit for bit.
    ///
    /// # Errors
    /// Returns an error if a value has no RON form; none is known.
    pub fn to_ron(&self) -> Result<String, ron::Error> {
        document::to_pretty_ron(self, ron::ser::PrettyConfig::default())
    }
}
