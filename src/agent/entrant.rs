//! Somebody who enters a game or a tournament, as the command line names them.

use std::str::FromStr;

use super::roster::{Roster, RosterError};
use super::spec::{AgentError, AgentSpec, Method};
use crate::heuristic::{CATALOGUE, HeuristicSource};
use crate::search::Budget;
use crate::suggest::Suggestion;

/// An agent and the name it was given by.
#[derive(Clone, PartialEq, Debug)]
pub struct Entrant {
    /// The name, as it was given.
    pub name: String,
    /// The agent.
    pub agent: AgentSpec,
}

/// Why nobody enters under a name.
#[derive(Debug, thiserror::Error)]
pub enum EntrantError {
    /// It is neither an agent nor a heuristic.
    #[error(
        "there is no agent '{name}' and no heuristic '{name}'{suggestion}; list heuristics with 'isotune heuristics', 'isotune agents --help' tells how agents are written"
    )]
    Unknown {
        /// The name as it was given.
        name: String,
        /// Who may have been meant.
        suggestion: Suggestion,
    },
    /// It is not an agent.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The roster it names does not have it.
    #[error(transparent)]
    Roster(#[from] RosterError),
}

impl Entrant {
    /// Finds who is meant: an agent in text form, one of a roster (`modern/AB_Open`), or a heuristic, which then plays by
    /// iterative deepening with the budget given.
    ///
    /// # Errors
    /// When nobody is meant.
    pub fn named(name: &str, budget: &Budget) -> Result<Entrant, EntrantError> {
        let agent = match HeuristicSource::from_str(name) {
            Ok(heuristic) => {
                AgentSpec::Search { method: Method::IterativeDeepening, heuristic, budget: budget.clone() }
            }
            Err(_) if !name.contains([':', '/', '@']) && !["random", "perfect"].contains(&name) => {
                let names = CATALOGUE.iter().map(|entry| entry.name).chain(["random", "perfect"]);
                return Err(EntrantError::Unknown { name: name.to_owned(), suggestion: Suggestion::of(name, names) });
            }
            Err(_) => match name.rsplit_once('/').filter(|(roster, _)| !roster.contains(':')) {
                Some((roster, member)) => Roster::named(roster)?.member(member)?.agent.clone(),
                None => name.parse()?,
            },
        };
        Ok(Entrant { name: name.to_owned(), agent })
    }
}
