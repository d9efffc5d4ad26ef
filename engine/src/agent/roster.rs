//! Rosters: the fixed opponents of a tournament, as RON documents that a user can copy and edit.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::named_agent::NamedAgent;
use super::spec::{AgentSpec, SearchMethod};
use crate::document::{self, Embedded, LookupError};
use crate::heuristic::CostProfile;
use crate::search::{Budget, MoveOrder};
use crate::suggest::Unknown;
use crate::text;

/// The embedded rosters.
const EMBEDDED: Embedded<2> = Embedded::new(
    "roster",
    [
        ("modern", include_str!("../../../configs/rosters/modern.ron")),
        ("classic", include_str!("../../../configs/rosters/classic.ron")),
    ],
);

/// The most agents of a roster: each costs memory before it plays.
pub const MOST_AGENTS: usize = 1000;

/// A list of agents that play by the same rules.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roster {
    /// The roster's name.
    #[serde(deserialize_with = "document::name")]
    pub name: String,
    /// A description; may be omitted.
    #[serde(default)]
    pub about: String,
    /// The order in which all agents try their moves.
    pub order: MoveOrder,
    /// The cost profile of effort budgets that do not name one.
    pub costs: String,
    /// The search budget of an agent that is tested against the roster.
    pub budget: Budget,
    /// The agents.
    pub agents: Vec<NamedAgent>,
}

/// Why a roster or one of its agents cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RosterError {
    /// The name is unknown or the text is invalid.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// The roster has no agent of this name.
    #[error(transparent)]
    Agent(#[from] Unknown),
    /// There are no agents.
    #[error("the roster '{}' has no agents; list at least one", text::quoted(roster))]
    NoAgents {
        /// The roster.
        roster: String,
    },
    /// There are too many agents.
    #[error("the roster '{}' has {agents} agents; use at most {MOST_AGENTS}", text::quoted(roster))]
    TooMany {
        /// The roster.
        roster: String,
        /// The number of agents.
        agents: usize,
    },
    /// Two agents have the same name.
    #[error("the roster '{}' has two agents named '{}'; rename one of them", text::quoted(roster), text::quoted(name))]
    Twice {
        /// The roster.
        roster: String,
        /// The name.
        name: String,
    },
    /// The cost profile is unknown or invalid.
    #[error("the roster '{}': {error}", text::quoted(roster))]
    Costs {
        /// The roster.
        roster: String,
        /// The cause.
        error: LookupError,
    },
}

impl Roster {
    /// The names of the embedded rosters.
    pub const NAMES: [&'static str; 2] = EMBEDDED.names();

    /// Returns the text of an embedded roster.
    #[must_use]
    pub fn text(name: &str) -> Option<&'static str> {
        EMBEDDED.text(name)
    }

    /// Returns an embedded roster by name, or reads one from a path that ends in `.ron`.
    ///
    /// # Errors
    /// Returns an error if the name is unknown or the text is invalid.
    pub fn named(name: &str) -> Result<Self, RosterError> {
        let roster: Self = EMBEDDED.find(name)?;
        if let Err(error) = CostProfile::named(&roster.costs) {
            return Err(RosterError::Costs { roster: roster.name, error });
        }
        if roster.agents.is_empty() {
            return Err(RosterError::NoAgents { roster: roster.name });
        }
        if roster.agents.len() > MOST_AGENTS {
            return Err(RosterError::TooMany { roster: roster.name, agents: roster.agents.len() });
        }
        let mut names = BTreeSet::new();
        match roster.agents.iter().find(|member| !names.insert(&member.name)) {
            Some(twice) => Err(RosterError::Twice { roster: roster.name.clone(), name: twice.name.clone() }),
            None => Ok(roster),
        }
    }

    /// Returns the roster with another budget for tested agents, and for its own iterative deepening agents that had the same
    /// budget as these. An agent with a budget of its own keeps it.
    #[must_use]
    pub fn with_budget(mut self, other: &Budget) -> Self {
        for member in &mut self.agents {
            if let AgentSpec::Search { method: SearchMethod::IterativeDeepening, budget, .. } = &mut member.agent
                && *budget == self.budget
            {
                budget.clone_from(other);
            }
        }
        self.budget.clone_from(other);
        self
    }

    /// Returns the command of the first agent that is an external program.
    #[must_use]
    pub fn program(&self) -> Option<&str> {
        self.agents.iter().find_map(|member| match &member.agent {
            AgentSpec::External { command, .. } => Some(command.as_str()),
            _ => None,
        })
    }

    /// Returns an agent by name.
    ///
    /// # Errors
    /// Returns an error if the roster has no agent of this name.
    pub fn agent(&self, name: &str) -> Result<&NamedAgent, RosterError> {
        self.agents.iter().find(|member| member.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.agents.iter().map(|member| member.name.as_str()).collect();
            Unknown::among("agent", name, &names).into()
        })
    }
}
