//! Documents that are embedded in the program.

use std::path::Path;

use serde::de::DeserializeOwned;

use super::{DocumentError, Origin, is_ron, parse, read};
use crate::suggest::{Suggestion, Unknown};

/// The documents of one kind that are embedded in the program, by name.
#[derive(Clone, Copy, Debug)]
pub struct Embedded<const N: usize> {
    kind: &'static str,
    documents: [(&'static str, &'static str); N],
}

/// Why a document was not found by its name or path.
#[derive(Debug, thiserror::Error)]
pub enum LookupError {
    /// No embedded document has the name.
    #[error(transparent)]
    Unknown(#[from] Unknown),
    /// The file cannot be read, or its text is invalid.
    #[error(transparent)]
    Document(#[from] DocumentError),
}

impl<const N: usize> Embedded<N> {
    /// Creates a list of documents, each a name and its text.
    #[must_use]
    pub const fn new(kind: &'static str, documents: [(&'static str, &'static str); N]) -> Self {
        Self { kind, documents }
    }

    /// Returns the names.
    #[must_use]
    pub const fn names(&self) -> [&'static str; N] {
        let mut names = [""; N];
        let mut i = 0;
        while i < N {
            names[i] = self.documents[i].0;
            i += 1;
        }
        names
    }

    /// Returns the text of a document.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&'static str> {
        self.documents.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
    }

    /// Reads a document by its name, or from a file by a path that ends in `.ron`.
    ///
    /// # Errors
    /// Returns an error if no document has the name, or if the text is invalid.
    pub fn find<T: DeserializeOwned>(&self, name: &str) -> Result<T, LookupError> {
        if let Some((name, text)) = self.documents.iter().find(|(known, _)| *known == name) {
            return Ok(parse(text, Origin::Embedded(name))?);
        }
        let path = Path::new(name);
        if is_ron(path) {
            return read(path).map_err(|error| self.meant(name, path).map_or(error.into(), LookupError::Unknown));
        }
        let advice = format!("available: {}, or a file (*.ron)", self.names().join(", "));
        Err(Unknown::among(self.kind, name, &self.names()).advice(&advice).into())
    }

    /// Returns the error of a missing file in no folder that is named like an embedded document.
    fn meant(&self, name: &str, path: &Path) -> Option<Unknown> {
        let known = self.names().into_iter().find(|known| path.as_os_str() == format!("{known}.ron").as_str())?;
        let advice = format!("there is no such file, but an embedded {}", self.kind);
        let (kind, suggestion) = (self.kind, Suggestion::known(known));
        (!path.exists()).then(|| Unknown { kind, name: name.to_owned(), suggestion, advice })
    }
}
