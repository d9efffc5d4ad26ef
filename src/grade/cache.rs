//! Papers on disk: what was solved once need not be solved again.

use std::fs;
use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::question::Question;
use super::question_set::QuestionSet;
use super::source::Source;
use crate::game::{Board, Cell, PerPlayer, Setup};
use crate::seed::Seed;
use crate::store::{self, ChecksumHeader, Digest};

/// The first line of the file. The format is that of its layout; what the games depend on has a digest in the file.
/// When either is another one, the file is made anew.
const HEADER: ChecksumHeader = ChecksumHeader { kind: "positions", format: 3 };

/// A folder of papers, one file for each board and seed.
///
/// A file is written whole or not at all. One that is damaged, of another version, or of games that would be played
/// otherwise today, is as good as none: everything in it can be found out again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// Why a paper could not be taken from the cache or put there; no reason to stop.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// The file is not what was written.
    #[error("{} is damaged, of another version or of other games and is made anew", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be read.
    #[error("cannot read {}: {error}; the positions are solved again", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// The file cannot be written.
    #[error("cannot save the solved positions in {}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
}

/// A paper as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    board: String,
    seed: Seed,
    /// What the games were, not only how many.
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
    /// Names a folder, which need not be there yet.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Returns the file of a board and a seed.
    #[must_use]
    pub fn path(&self, board: &Board<u64>, seed: Seed) -> PathBuf {
        self.folder.join(format!("positions-{}-seed-{}.txt", board.size(), seed.0))
    }

    /// Returns the paper of a board and a seed, as long as it is; the empty one when there is none.
    ///
    /// # Errors
    /// Returns an error if there is a file but no paper in it.
    pub fn load<'b>(&self, board: &'b Board<u64>, seed: Seed) -> Result<QuestionSet<'b>, CacheError> {
        let path = self.path(board, seed);
        match store::read_if_there(&path) {
            Ok(Some(bytes)) => {
                let body = HEADER.open(&bytes).ok();
                body.and_then(|body| restore(body, board, seed)).ok_or(CacheError::Damaged { path })
            }
            Ok(None) => Ok(QuestionSet::empty()),
            Err(error) => Err(CacheError::Read { path, error }),
        }
    }

    /// Keeps a paper.
    ///
    /// # Errors
    /// Returns an error if it cannot be written; what was there before is then still there.
    pub fn save(&self, paper: &QuestionSet<'_>, board: &Board<u64>, seed: Seed) -> Result<(), CacheError> {
        let size = board.size();
        let question = |question: &Question<'_>| SavedQuestion {
            game: question.game,
            turns: question.turns,
            opening: question.opening.0.map(|cell| cell.row_column(size)),
            position: question.position.to_string(),
            winning: question.winning.into_iter().map(|cell| cell.row_column(size)).collect(),
        };
        let questions = paper.questions.iter().map(question).collect();
        let saved = Saved {
            board: size.to_string(),
            seed,
            source: Source::new(board, seed).digest(),
            games: paper.games,
            questions,
        };
        let path = self.path(board, seed);
        let written = serde_json::to_string(&saved).map_err(io::Error::from).and_then(|body| {
            fs::create_dir_all(&self.folder)?;
            store::replace_shared(&path, HEADER.close(&body).as_bytes())
        });
        written.map_err(|error| CacheError::Write { path, error })
    }
}

/// Creates a paper of its text, if everything in it is legal.
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
