//! An agent and its name, as in rosters and on the command line.

use std::str::FromStr;

use serde::Deserialize;

use super::roster::{Roster, RosterError};
use super::spec::{AgentError, AgentSpec, KINDS, SearchMethod};
use crate::document::{self, LookupError};
use crate::heuristic::{self, HeuristicSource};
use crate::search::Budget;
use crate::suggest::Suggestion;

/// An agent and its name.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedAgent {
    /// The name.
    #[serde(deserialize_with = "document::name")]
    pub name: String,
    /// The agent, in text form.
    pub agent: AgentSpec,
}

/// Why a name does not denote an agent.
#[derive(Debug, thiserror::Error)]
pub enum NamedAgentError {
    /// It is neither an agent nor a heuristic.
    #[error("unknown agent or heuristic '{name}'{suggestion}", name = crate::text::quoted(name))]
    Unknown {
        /// The name as given.
        name: String,
        /// The most similar name.
        suggestion: Suggestion,
    },
    /// It is a path, but neither to a run nor to a weights file.
    #[error(
        "'{path}' is neither the folder of a run nor a weights file (*.ron, *.json), and no roster has such an agent",
        path = crate::text::quoted(path)
    )]
    Missing {
        /// The path as given.
        path: String,
    },
    /// The agent of the roster is an external program.
    #[error("'{name}' starts the program '{program}'; if you trust it, write it as the agent, exec:COMMAND", name = crate::text::quoted(name), program = crate::text::quoted(program))]
    Program {
        /// The name as given.
        name: String,
        /// The command.
        program: String,
    },
    /// The text is not a valid agent.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The roster is invalid or does not have the agent.
    #[error(transparent)]
    Roster(#[from] RosterError),
}

impl NamedAgent {
    /// Finds an agent by its text form, as an agent of a roster (`modern/AB_Open`), or by a heuristic, which then plays
    /// by iterative deepening with the given budget. An agent of a roster file that is a program is refused.
    ///
    /// # Errors
    /// Returns an error if the name denotes no agent.
    pub fn find(name: &str, budget: &Budget) -> Result<Self, NamedAgentError> {
        let found = Self::find_trusted(name, budget)?;
        match &found.agent {
            // A file starts no programs unasked.
            AgentSpec::External { command, .. } if !name.starts_with("exec:") => {
                Err(NamedAgentError::Program { name: name.to_owned(), program: command.clone() })
            }
            _ => Ok(found),
        }
    }

    /// Finds an agent as [`NamedAgent::find`] does, also one of a roster file that is a program.
    ///
    /// # Errors
    /// Returns an error if the name denotes no agent.
    pub fn find_trusted(name: &str, budget: &Budget) -> Result<Self, NamedAgentError> {
        // Before anything else: 'greedy:mine.ron' ends like a weights file.
        let kind = name.split_once(':').map(|(kind, _)| kind);
        if kind.is_some_and(|kind| KINDS.contains(&kind)) {
            return Ok(Self { name: name.to_owned(), agent: name.parse()? });
        }
        let agent = match HeuristicSource::from_str(name) {
            Ok(heuristic) => {
                AgentSpec::Search { method: SearchMethod::IterativeDeepening, heuristic, budget: budget.clone() }
            }
            Err(_) if !name.contains([':', '/', '@']) && !["random", "perfect"].contains(&name) => {
                let names = heuristic::names().chain(["random", "perfect"]);
                return Err(NamedAgentError::Unknown {
                    name: name.to_owned(),
                    suggestion: Suggestion::of(name, names),
                });
            }
            Err(_) => match name.rsplit_once('/').filter(|(roster, _)| !roster.contains(':')) {
                Some((roster, member)) => match Roster::named(roster) {
                    Ok(roster) => roster.agent(member)?.agent.clone(),
                    // A path that leads nowhere, rather than a misspelled roster.
                    Err(RosterError::Lookup(LookupError::Unknown(unknown))) if unknown.suggestion.name().is_none() => {
                        return Err(NamedAgentError::Missing { path: name.to_owned() });
                    }
                    Err(error) => return Err(error.into()),
                },
                None => name.parse()?,
            },
        };
        Ok(Self { name: name.to_owned(), agent })
    }
}
