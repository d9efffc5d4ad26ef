//! Where a heuristic comes from when somebody names it: the catalogue or a weights file.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::catalogue::{CATALOGUE, Published, published};
use super::document::WeightsDocument;
use super::form::Heuristic;
use crate::document::{self, DocumentError};
use crate::game::BoardSize;
use crate::suggest::Unknown;

/// A heuristic by its name in the catalogue, or by the path of a weights file.
#[derive(Clone, Debug)]
pub enum HeuristicSource {
    /// One of the published heuristics.
    Catalogue(&'static Published),
    /// A file of weights, told by its ending `.ron`.
    File(PathBuf),
}

/// Why there is no such heuristic.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The catalogue does not have the name.
    #[error(transparent)]
    Unknown(#[from] Unknown),
    /// The weights file cannot be used.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// The weights are meant for another board.
    #[error("{} holds weights for a {found} board, not for {expected}; use --board {found}, or remove its 'board' line", path.display())]
    OtherBoard {
        /// The file.
        path: PathBuf,
        /// The board the weights are meant for.
        found: BoardSize,
        /// The board asked for.
        expected: BoardSize,
    },
}

impl FromStr for HeuristicSource {
    type Err = SourceError;

    fn from_str(name: &str) -> Result<HeuristicSource, SourceError> {
        if let Some(entry) = published(name) {
            return Ok(HeuristicSource::Catalogue(entry));
        }
        let path = Path::new(name);
        if document::is_ron(path) {
            return Ok(HeuristicSource::File(path.to_owned()));
        }
        let names: Vec<&str> = CATALOGUE.iter().map(|entry| entry.name).collect();
        let advice = "list them with 'isotune heuristics', or give a weights file (*.ron)";
        Err(Unknown::among("heuristic", name, &names).advice(advice).into())
    }
}

impl HeuristicSource {
    /// Gives the heuristic for a board of a size, reading the file if it is one.
    ///
    /// # Errors
    /// When the file cannot be read, is wrong, or is meant for another board.
    pub fn heuristic(&self, size: BoardSize) -> Result<Heuristic, SourceError> {
        let path = match self {
            HeuristicSource::Catalogue(entry) => return Ok(entry.heuristic(size)),
            HeuristicSource::File(path) => path,
        };
        let document: WeightsDocument = document::read(path)?;
        match document.board.filter(|&board| board != size) {
            Some(found) => Err(SourceError::OtherBoard { path: path.clone(), found, expected: size }),
            None => Ok(Heuristic::linear(document.name, document.weights)),
        }
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
            HeuristicSource::Catalogue(entry) => f.write_str(entry.name),
            HeuristicSource::File(path) => write!(f, "{}", path.display()),
        }
    }
}
