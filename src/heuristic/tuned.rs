//! The weights that isotune has found, embedded as documents.

use super::catalogue::CATALOGUE;
use super::document::WeightsDocument;
use crate::document::{DocumentError, Embedded};

/// The documents. How they were found: docs/tuning-log.md.
const DOCUMENTS: Embedded<4> = Embedded::new(
    "heuristic",
    [
        ("isotune-modern", include_str!("../../configs/weights/isotune-modern.ron")),
        ("isotune-python", include_str!("../../configs/weights/isotune-python.ron")),
        ("isotune-classic", include_str!("../../configs/weights/isotune-classic.ron")),
        ("isotune-small", include_str!("../../configs/weights/isotune-small.ron")),
    ],
);

/// A set of weights that isotune has found, by its name.
///
/// ```
/// use isotune::heuristic::Tuned;
///
/// let document = Tuned::named("isotune-small").ok_or("no such set")?.document()?;
/// assert!(document.weights.used().count() <= 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tuned(&'static str);

impl Tuned {
    /// Returns all sets.
    #[must_use]
    pub fn all() -> [Self; 4] {
        DOCUMENTS.names().map(Self)
    }

    /// Finds a set by its name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().into_iter().find(|set| set.0 == name)
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0
    }

    /// Reads the weights and their provenance.
    ///
    /// # Errors
    /// Returns an error if the document is invalid, which the tests rule out for the embedded ones.
    pub fn document(self) -> Result<WeightsDocument, DocumentError> {
        // A set is one of the documents, so there is no other case.
        DOCUMENTS.get(self.0).unwrap_or_else(|| WeightsDocument::from_ron(""))
    }
}

/// Returns the names of all heuristics: the published ones and those that isotune has found.
pub fn names() -> impl Iterator<Item = &'static str> {
    CATALOGUE.iter().map(|entry| entry.name).chain(Tuned::all().map(Tuned::name))
}
