//! The weights that isotune has found, embedded as documents.

use super::catalogue::CATALOGUE;
use super::document::WeightsDocument;
use crate::document::{self, DocumentError, Origin};

/// A set of weights that isotune has found, by its name. How they were found: docs/tuning-log.md.
///
/// ```
/// # use isotune_engine as isotune;
/// use isotune::heuristic::Tuned;
///
/// let document = Tuned::named("isotune-small").ok_or("no such set")?.document()?;
/// assert!(document.weights.used().count() <= 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tuned {
    name: &'static str,
    text: &'static str,
}

impl Tuned {
    /// All sets.
    pub const ALL: [Self; 4] = [
        Self { name: "isotune-modern", text: include_str!("../../../configs/weights/isotune-modern.ron") },
        Self { name: "isotune-python", text: include_str!("../../../configs/weights/isotune-python.ron") },
        Self { name: "isotune-classic", text: include_str!("../../../configs/weights/isotune-classic.ron") },
        Self { name: "isotune-small", text: include_str!("../../../configs/weights/isotune-small.ron") },
    ];

    /// Finds a set by its name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.name == name)
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Reads the weights and their provenance.
    ///
    /// # Errors
    /// Returns an error if the document is invalid, which the tests rule out.
    pub fn document(self) -> Result<WeightsDocument, DocumentError> {
        document::parse(self.text, Origin::Embedded(self.name))
    }
}

/// Returns the names of all heuristics: the published ones and those that isotune has found.
pub fn names() -> impl Iterator<Item = &'static str> {
    CATALOGUE.iter().map(|entry| entry.name).chain(Tuned::ALL.map(Tuned::name))
}
