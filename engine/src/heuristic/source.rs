//! A heuristic named by a user: one of the catalogue, one of the sets that isotune has found, or a weights file.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::catalogue::{Published, published};
use super::document::WeightsDocument;
use super::form::{Form, Heuristic};
use super::host::HostHeuristic;
use super::quirk::Quirk;
use super::tuned::{Tuned, names};
use crate::document::{self, DocumentError};
use crate::game::BoardSize;
use crate::suggest::Unknown;
use crate::text;

/// The file with the weights that a run recommends.
const BEST: &str = "best.ron";

/// What else a heuristic can be.
const PATHS: &str = "a weights file (*.ron, *.json) or a run is given by its path, such as checkpoints/quick";

/// What the name of a function begins with.
const HOST: &str = "host:";

/// A heuristic by its name in the catalogue, or by the path of a weights file or of a run's folder.
#[derive(Clone, Debug)]
pub enum HeuristicSource {
    /// One of the published heuristics.
    Catalogue(&'static Published),
    /// One of the sets that isotune has found.
    Tuned(Tuned),
    /// A weights file, recognized by its extension `.ron` or `.json`, or the `best.ron` in the folder of a run.
    File(PathBuf),
    /// A [function](super::HostHeuristic) of the program that uses the library, by its name and number.
    Host(String, u32),
}

/// Why a heuristic cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The name is not in the catalogue.
    #[error(transparent)]
    Unknown(#[from] Unknown),
    /// The weights file cannot be read or is invalid.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// The weights are meant for another board.
    #[error("{} holds weights for a {found} board, not for {expected}", text::path(path))]
    OtherBoard {
        /// The file.
        path: PathBuf,
        /// The board the weights are meant for.
        found: BoardSize,
        /// The expected board.
        expected: BoardSize,
    },
    /// The heuristic has no weights.
    #[error("'{0}' is not a weighted sum of features, so it has no weights")]
    NotLinear(String),
}

impl FromStr for HeuristicSource {
    type Err = SourceError;

    fn from_str(name: &str) -> Result<Self, SourceError> {
        if let Some(entry) = published(name) {
            return Ok(Self::Catalogue(entry));
        }
        if let Some(set) = Tuned::named(name) {
            return Ok(Self::Tuned(set));
        }
        if let Some(found) =
            name.strip_prefix(HOST).and_then(|name| Some(Self::Host(name.to_owned(), HostHeuristic::find(name)?)))
        {
            return Ok(found);
        }
        let path = Path::new(name);
        if document::is_ron(path) || document::is_json(path) {
            return Ok(Self::File(path.to_owned()));
        }
        if path.join(BEST).is_file() {
            return Ok(Self::File(path.join(BEST)));
        }
        let names: Vec<&str> = names().collect();
        let mut unknown = Unknown::among("heuristic", name, &names);
        if !unknown.advice.is_empty() {
            unknown.advice = format!("{}; {PATHS}", unknown.advice);
        }
        Err(unknown.into())
    }
}

impl HeuristicSource {
    /// Returns the heuristic for a board size, reading the file if necessary.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, is invalid, or is meant for another board.
    pub fn heuristic(&self, size: BoardSize) -> Result<Heuristic, SourceError> {
        let document = match self {
            Self::Catalogue(entry) => return Ok(entry.heuristic(size)),
            Self::Host(name, number) => return Ok(Heuristic::new(name.as_str(), Form::Quirk(Quirk::Host(*number)))),
            Self::Tuned(set) => fitting(set.document()?, Path::new(set.name()), Some(size))?,
            Self::File(path) => fitting(WeightsDocument::read(path)?, path, Some(size))?,
        };
        Ok(Heuristic::linear(text::one_line(&document.name), document.weights))
    }

    /// Returns the weights as a document; those of the catalogue are for 7x7 if no size is given.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, is invalid, or is meant for another board, or if the published
    /// formula has no weights.
    pub fn document(&self, size: Option<BoardSize>) -> Result<WeightsDocument, SourceError> {
        match self {
            Self::Catalogue(entry) => {
                let size = size.unwrap_or(BoardSize::SEVEN);
                WeightsDocument::published(entry, size).ok_or(SourceError::NotLinear(entry.name.to_owned()))
            }
            Self::Tuned(set) => fitting(set.document()?, Path::new(set.name()), size),
            Self::File(path) => fitting(WeightsDocument::read(path)?, path, size),
            Self::Host(name, _) => Err(SourceError::NotLinear(format!("{HOST}{name}"))),
        }
    }
}

/// Checks that weights are meant for the board, if one is given.
fn fitting(document: WeightsDocument, path: &Path, size: Option<BoardSize>) -> Result<WeightsDocument, SourceError> {
    match document.board.zip(size).filter(|(found, expected)| found != expected) {
        Some((found, expected)) => Err(SourceError::OtherBoard { path: path.to_owned(), found, expected }),
        None => Ok(document),
    }
}

impl PartialEq for HeuristicSource {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl fmt::Display for HeuristicSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Catalogue(entry) => f.write_str(entry.name),
            Self::Tuned(set) => f.write_str(set.name()),
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Host(name, _) => write!(f, "{HOST}{name}"),
        }
    }
}
