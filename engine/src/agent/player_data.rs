//! An agent as plain data.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::external::ExternalError;
use super::perfect::Perfect;
use super::player::{Agent, CompileError};
use crate::features::FeatureTables;
use crate::game::Word;
use crate::search::SearcherData;

/// Everything that the moves of an [`Agent`] depend on, except for the board and the
/// [algorithm](crate::search::ALGORITHM).
///
/// Files, names of the catalogue and cost profiles are resolved: weights and the cost of a call are numbers here. So
/// the data identifies a player, and can be sent to machines without the files.
///
/// ```
/// # use isotune_engine as isotune;
/// use std::sync::Arc;
/// use isotune::agent::{Agent, PlayerData};
/// use isotune::features::FeatureTables;
/// use isotune::game::Board;
/// use isotune::search::MoveOrder;
/// let tables = Arc::new(FeatureTables::new(&Board::seven()));
/// let agent = Agent::new(&"id:improved@effort:17300".parse()?, MoveOrder::Fixed, "udacity-modern", &tables)?;
/// let json = serde_json::to_string(&agent.data())?;
/// let data: PlayerData = serde_json::from_str(&json)?;
/// assert_eq!(data.compile(&tables)?.data(), agent.data());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum PlayerData {
    /// Plays a random legal move.
    Random,
    /// Plays the move of a search.
    Searching(SearcherData),
    /// Plays a winning move if there is one, and the move of a search otherwise.
    Perfect(SearcherData),
    /// Plays the moves of a program of its own, which its command does not identify.
    External {
        /// The command.
        command: String,
        /// The time for a move.
        milliseconds: u64,
    },
}

impl PlayerData {
    /// Compiles the agent for the board of the tables.
    ///
    /// # Errors
    /// Returns an error if the board is too large for perfect play, memory is short, or it is an external program: data
    /// from elsewhere starts none.
    pub fn compile<W: Word>(&self, tables: &Arc<FeatureTables<W>>) -> Result<Agent<W>, CompileError> {
        Ok(match self {
            Self::Random => Agent::Random,
            Self::Searching(data) => Agent::Searching(data.compile(tables)),
            Self::Perfect(data) => Agent::Perfect(Perfect::new(data.compile(tables), tables.board().size())?),
            Self::External { command, .. } => return Err(ExternalError::Data { command: command.clone() }.into()),
        })
    }
}
