//! The cache of question sets on disk.

use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::question::Question;
use super::question_set::QuestionSet;
use super::source::Source;
use crate::game::{Board, Cell, PerPlayer, Setup};
use crate::seed::Seed;
use crate::store::{self, ChecksumHeader, Digest, Disk};
use crate::text;

/// The first line of the file. The format is that of the layout; the file also holds a digest of everything the games
/// depend on. If either differs, the file is created again.
const HEADER: ChecksumHeader = ChecksumHeader { kind: "positions", format: 4 };

/// A folder of question sets, one file for each board and seed.
///
/// Files are written atomically. A file that is damaged, of another version, or of other games is ignored, as
/// everything in it can be computed again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// Why a question set cannot be read from the cache or saved there; the caller can continue without.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// The file is damaged, of another version or of other games.
    #[error("{} is damaged, of another version or of other games; creating it again", text::path(path))]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be read.
    #[error("cannot read {}: {error}; solving the positions again", text::path(path))]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// The file cannot be written.
    #[error("cannot save the solved positions in {}: {error}", text::path(path))]
    Write {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
}

/// A question set as saved.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    board: String,
    seed: Seed,
    /// The digest of everything that decides the games.
    source: Digest,
    games: u64,
    questions: Vec<SavedQuestion>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedQuestion {
    game: u64,
    turns: u32,
    opening: [[usize; 2]; 2],
    position: String,
    winning: Vec<[usize; 2]>,
}

impl Cache {
    /// Creates a cache in a folder, which need not exist yet.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Returns the path of the file for a board and a seed.
    #[must_use]
    pub fn path(&self, board: &Board<u64>, seed: Seed) -> PathBuf {
        self.folder.join(format!("positions-{}-seed-{}.txt", board.size(), seed.0))
    }

    /// Returns the question set of a board and a seed, of whatever length; empty if there is no file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or used.
    pub fn load<'b>(&self, board: &'b Board<u64>, seed: Seed) -> Result<QuestionSet<'b>, CacheError> {
        let path = self.path(board, seed);
        match store::read_if_there(&Disk, &path) {
            Ok(Some(bytes)) => {
                let body = HEADER.open(&bytes).ok();
                body.and_then(|body| restore(body, board, seed)).ok_or(CacheError::Damaged { path })
            }
            Ok(None) => Ok(QuestionSet::empty()),
            Err(error) => Err(CacheError::Read { path, error }),
        }
    }

    /// Saves a question set.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written; an existing file is then unchanged.
    pub fn save(&self, set: &QuestionSet<'_>, board: &Board<u64>, seed: Seed) -> Result<(), CacheError> {
        let size = board.size();
        let question = |question: &Question<'_>| SavedQuestion {
            game: question.game,
            turns: question.turns,
            opening: question.opening.0.map(|cell| cell.row_column(size)),
            position: question.position.to_string(),
            winning: question.winning.into_iter().map(|cell| cell.row_column(size)).collect(),
        };
        let questions = set.questions.iter().map(question).collect();
        let saved = Saved {
            board: size.to_string(),
            seed,
            source: Source::new(board, seed).digest(),
            games: set.games,
            questions,
        };
        let path = self.path(board, seed);
        let written = serde_json::to_string(&saved).map_err(io::Error::from).and_then(|body| {
            store::create_folders(&Disk, &self.folder)?;
            store::replace_shared(&Disk, &path, HEADER.close(&body).as_bytes())
        });
        written.map_err(|error| CacheError::Write { path, error })
    }
}

/// Returns the question set of a saved text, if everything in it is legal.
fn restore<'b>(body: &str, board: &'b Board<u64>, seed: Seed) -> Option<QuestionSet<'b>> {
    let saved: Saved = serde_json::from_str(body).ok()?;
    if saved.board != board.size().to_string()
        || saved.seed != seed
        || saved.source != Source::new(board, seed).digest()
    {
        return None;
    }
    let restore = |saved: SavedQuestion| {
        let position = saved.position.parse::<Setup>().ok()?.position(board).ok()?;
        let cell = |[row, column]: &[usize; 2]| board.cell(*row, *column);
        let winning: Vec<Cell> = saved.winning.iter().map(cell).collect::<Option<_>>()?;
        let [first, second] = saved.opening.each_ref().map(cell);
        Question::new(position, &winning, saved.turns, saved.game, PerPlayer([first?, second?]))
    };
    let questions: Vec<Question<'b>> = saved.questions.into_iter().map(restore).collect::<Option<_>>()?;
    let ordered = questions.is_sorted_by(|a, b| a.game < b.game);
    let complete = questions.last().is_none_or(|last| last.game < saved.games);
    (ordered && complete).then_some(QuestionSet { questions, games: saved.games })
}
