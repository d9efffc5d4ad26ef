//! Rosters: the fixed opponents of a tournament, as RON that a user can copy and change.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::named_agent::NamedAgent;
use super::spec::{AgentSpec, SearchMethod};
use crate::document::{Embedded, LookupError};
use crate::heuristic::CostProfile;
use crate::search::{Budget, MoveOrder};
use crate::suggest::Unknown;

/// The rosters that are part of the program, with their text.
const EMBEDDED: Embedded<2> = Embedded::new(
    "roster",
    [
        ("modern", include_str!("../../configs/rosters/modern.ron")),
        ("classic", include_str!("../../configs/rosters/classic.ron")),
    ],
);

/// A list of agents that play by the same rules.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roster {
    /// The roster's name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// The order in which all agents try their moves.
    pub order: MoveOrder,
    /// The cost profile for effort budgets that name none.
    pub costs: String,
    /// What a tested agent may think about a move, and what takes the place of an iterative deepening agent's own
    /// budget when another is asked for.
    pub budget: Budget,
    /// The agents, in the order in which they are met.
    pub agents: Vec<NamedAgent>,
}

/// Why there is no such roster, or no such agent in it.
#[derive(Debug, thiserror::Error)]
pub enum RosterError {
    /// There is no roster of the name, or its text is invalid.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// The roster has no agent of the name.
    #[error(transparent)]
    Agent(#[from] Unknown),
    /// Two agents have the same name.
    #[error("the roster '{roster}' has two agents of the name '{name}'; rename one of them")]
    Twice {
        /// The roster.
        roster: String,
        /// The name.
        name: String,
    },
    /// The cost profile it names cannot be had.
    #[error("the roster '{roster}': {error}")]
    Costs {
        /// The roster.
        roster: String,
        /// What is wrong with the profile.
        error: LookupError,
    },
}

impl Roster {
    /// The names of the rosters that are part of the program.
    pub const NAMES: [&'static str; 2] = EMBEDDED.names();

    /// Returns the text of a roster that is part of the program.
    #[must_use]
    pub fn text(name: &str) -> Option<&'static str> {
        EMBEDDED.text(name)
    }

    /// Returns a roster by its name, or from a file by a path that ends in `.ron`.
    ///
    /// # Errors
    /// Returns an error if the name is unknown or the text is invalid.
    pub fn named(name: &str) -> Result<Self, RosterError> {
        let roster: Self = EMBEDDED.find(name)?;
        if let Err(error) = CostProfile::named(&roster.costs) {
            return Err(RosterError::Costs { roster: roster.name, error });
        }
        let mut names = BTreeSet::new();
        match roster.agents.iter().find(|member| !names.insert(&member.name)) {
            Some(twice) => Err(RosterError::Twice { roster: roster.name.clone(), name: twice.name.clone() }),
            None => Ok(roster),
        }
    }

    /// Returns the roster with another budget, for those who are tested against it and for all its agents that think
    /// until a budget is spent.
    #[must_use]
    pub fn with_budget(mut self, other: &Budget) -> Self {
        for member in &mut self.agents {
            if let AgentSpec::Search { method: SearchMethod::IterativeDeepening, budget, .. } = &mut member.agent {
                budget.clone_from(other);
            }
        }
        self.budget.clone_from(other);
        self
    }

    /// Returns the agent of a name.
    ///
    /// # Errors
    /// Returns an error if the roster has none of that name.
    pub fn agent(&self, name: &str) -> Result<&NamedAgent, RosterError> {
        self.agents.iter().find(|member| member.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.agents.iter().map(|member| member.name.as_str()).collect();
            Unknown::among("agent", name, &names).into()
        })
    }
}
