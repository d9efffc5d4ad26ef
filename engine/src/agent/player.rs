//! An agent compiled for a board.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::seq::IndexedRandom;

use super::external::{External, ExternalError};
use super::forfeit::Forfeit;
use super::perfect::{Perfect, PerfectError};
use super::player_data::PlayerData;
use super::spec::AgentSpec;
use crate::document::LookupError;
use crate::features::FeatureTables;
use crate::game::{Position, Word};
use crate::heuristic::{Evaluator, HeuristicSource, SourceError};
use crate::search::{Budget, Decision, MoveOrder, Searcher};
use crate::seed::Stream;

/// A player compiled for one board.
///
/// It has no state: the same position and the same stream give the same move, on any thread, unless a clock or another
/// program decides.
#[derive(Clone, Debug)]
pub enum Agent<W> {
    /// Plays a legal move, each with the same probability.
    Random,
    /// Plays the move of a search.
    Searching(Searcher<W>),
    /// Plays perfectly.
    Perfect(Perfect<W>),
    /// Plays the moves of a program of its own.
    External(External),
}

/// Why an agent cannot be compiled.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// The heuristic cannot be used.
    #[error(transparent)]
    Heuristic(#[from] SourceError),
    /// The cost profile is unknown or invalid.
    #[error(transparent)]
    Costs(#[from] LookupError),
    /// Perfect play is not available on the board.
    #[error(transparent)]
    Perfect(#[from] PerfectError),
    /// The external program cannot play.
    #[error(transparent)]
    External(#[from] ExternalError),
}

impl<W: Word> Agent<W> {
    /// Compiles an agent for the board of the tables.
    ///
    /// `costs` names the cost profile of effort budgets that do not name one.
    ///
    /// # Errors
    /// Returns an error if the weights file or the cost profile cannot be used, the board is too large for perfect play,
    /// or an external program is not ready.
    pub fn new(
        spec: &AgentSpec,
        order: MoveOrder,
        costs: &str,
        tables: &Arc<FeatureTables<W>>,
    ) -> Result<Self, CompileError> {
        let searching = |source: &HeuristicSource, budget: &Budget| {
            let heuristic = source.heuristic(tables.board().size())?;
            let budget = budget.resolve(&heuristic, costs)?;
            Ok::<_, CompileError>(Searcher::new(Evaluator::new(&heuristic, tables), budget, order))
        };
        match spec {
            AgentSpec::Random => Ok(Self::Random),
            AgentSpec::Greedy(heuristic) => searching(heuristic, &Budget::Depth(1)).map(Agent::Searching),
            AgentSpec::Search { heuristic, budget, .. } => searching(heuristic, budget).map(Agent::Searching),
            AgentSpec::External { command, budget } => {
                let &Budget::Time(milliseconds) = budget else {
                    let error = std::io::Error::other("it needs a time for a move");
                    return Err(ExternalError::Start { command: command.clone(), error }.into());
                };
                Ok(Self::External(External::new(command, milliseconds)?))
            }
            AgentSpec::Perfect { heuristic, budget } => {
                let fallback = searching(heuristic, budget)?;
                Ok(Self::Perfect(Perfect::new(fallback, tables.board().size())?))
            }
        }
    }

    /// Returns everything that the agent's moves depend on as plain data; compiled again, it plays the same moves.
    #[must_use]
    pub fn data(&self) -> PlayerData {
        match self {
            Self::Random => PlayerData::Random,
            Self::Searching(searcher) => PlayerData::Searching(searcher.data()),
            Self::Perfect(perfect) => PlayerData::Perfect(perfect.fallback().data()),
            Self::External(external) => {
                PlayerData::External { command: external.command().to_owned(), milliseconds: external.milliseconds() }
            }
        }
    }

    /// Returns whether the move depends on the position alone, and not on the stream or a clock.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        match self {
            Self::Random | Self::External(_) => false,
            Self::Searching(searcher) => searcher.is_deterministic(),
            Self::Perfect(perfect) => perfect.is_deterministic(),
        }
    }

    /// Returns whether the same seed gives the same moves: neither a clock nor another program decides.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        match self {
            Self::Random => true,
            Self::Searching(searcher) => searcher.is_repeatable(),
            Self::Perfect(perfect) => perfect.fallback().is_repeatable(),
            Self::External(_) => false,
        }
    }

    /// Returns the games that an external program has lost by failures, by kind.
    #[must_use]
    pub fn forfeits(&self) -> Vec<Forfeit> {
        match self {
            Self::External(external) => external.forfeits(),
            Self::Random | Self::Searching(_) | Self::Perfect(_) => Vec::new(),
        }
    }

    /// Chooses a move for the side to move, or returns `None` if it has none, or an external program fails.
    pub fn choose(&self, position: &Position<'_, W>, stream: &mut Stream) -> Option<Decision> {
        match self {
            Self::Random => random_move(position, stream),
            Self::Searching(searcher) => searcher.choose(position, stream),
            Self::Perfect(perfect) => perfect.choose_until(position, stream, &AtomicBool::new(false)),
            Self::External(external) => external.choose_until(position, &AtomicBool::new(false)),
        }
    }

    /// Chooses a move as [`Agent::choose`] does, but returns an arbitrary move or `None` soon after the flag is set.
    pub fn choose_until(&self, position: &Position<'_, W>, stream: &mut Stream, stop: &AtomicBool) -> Option<Decision> {
        match self {
            Self::Random => random_move(position, stream),
            Self::Searching(searcher) => searcher.choose_until(position, stream, stop),
            Self::Perfect(perfect) => perfect.choose_until(position, stream, stop),
            Self::External(external) => external.choose_until(position, stop),
        }
    }
}

fn random_move<W: Word>(position: &Position<'_, W>, stream: &mut Stream) -> Option<Decision> {
    let moves = position.ordered_moves();
    let cell = *moves.as_slice().choose(stream)?;
    Some(Decision { cell, value: None, depth: 0, nodes: 0, calls: 0 })
}
