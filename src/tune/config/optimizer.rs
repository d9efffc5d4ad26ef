//! The search method of a tuning job and its options, as they are written.

use serde::{Deserialize, Serialize};

use crate::optimize::{Config, Method, Policy, PolicyError, StopRules};

/// The search method of a tuning job; what is left out follows from the total and the number of weights.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum OptimizerChoice {
    /// CMA-ES, everything chosen from the total and the number of weights.
    #[default]
    Auto,
    /// Active CMA-ES.
    Cma {
        /// Candidates per generation.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::document::optional")]
        population: Option<usize>,
        /// Games of each candidate in its generation.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::document::optional")]
        games_per_candidate: Option<u64>,
        /// Restarts with a doubled population when the search has arrived before its budget is spent.
        #[serde(default)]
        restarts: u32,
        /// The least move of the mean, in its own width, below which the search counts as arrived; 0 is never.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::document::optional")]
        plateau: Option<f64>,
    },
    /// CMA-ES with learning-rate adaptation.
    LraCma {
        /// Candidates per generation.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::document::optional")]
        population: Option<usize>,
        /// Games of each candidate in its generation.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::document::optional")]
        games_per_candidate: Option<u64>,
    },
    /// Simultaneous perturbation: candidates against each other, not against the opponents.
    Spsa {
        /// Candidates per generation, an even number.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::document::optional")]
        population: Option<usize>,
        /// Games of each candidate in its generation.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::document::optional")]
        games_per_candidate: Option<u64>,
    },
    /// Random search, the control that every method must beat.
    Random {
        /// Candidates per generation.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::document::optional")]
        population: Option<usize>,
        /// Games of each candidate in its generation.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::document::optional")]
        games_per_candidate: Option<u64>,
    },
}

impl OptimizerChoice {
    /// Gives the candidates per generation and the games of each that were asked for.
    #[must_use]
    pub fn asked(&self) -> (Option<usize>, Option<u64>) {
        match *self {
            OptimizerChoice::Auto => (None, None),
            OptimizerChoice::Cma { population, games_per_candidate, .. }
            | OptimizerChoice::LraCma { population, games_per_candidate }
            | OptimizerChoice::Spsa { population, games_per_candidate }
            | OptimizerChoice::Random { population, games_per_candidate } => (population, games_per_candidate),
        }
    }

    /// Says whether candidates play each other.
    #[must_use]
    pub fn is_duelling(&self) -> bool {
        matches!(self, OptimizerChoice::Spsa { .. })
    }

    /// Divides a number of games as the method likes it.
    ///
    /// # Errors
    /// When the games do not pay one generation.
    pub(super) fn policy(&self, games: u64, dimension: usize) -> Result<Policy, PolicyError> {
        match self {
            OptimizerChoice::Auto | OptimizerChoice::Cma { .. } => Policy::new(games, dimension),
            OptimizerChoice::LraCma { .. } => Policy::lra(games, dimension),
            OptimizerChoice::Spsa { .. } => Policy::spsa(games, dimension),
            OptimizerChoice::Random { .. } => Policy::random(games, dimension),
        }
    }

    /// Puts the options that are no part of the division into a configuration of the search.
    pub(super) fn adjust(&self, config: Config) -> Config {
        match *self {
            OptimizerChoice::Cma { restarts, plateau, .. } => {
                let plateau = plateau.unwrap_or(config.stop.plateau);
                Config { restarts, stop: StopRules { plateau, ..config.stop }, ..config }
            }
            _ => config,
        }
    }

    /// Gives the method for so many generations.
    pub(super) fn method(&self, generations: u64) -> Method {
        match self {
            OptimizerChoice::Auto | OptimizerChoice::Cma { .. } => Method::Cma,
            OptimizerChoice::LraCma { .. } => Method::LraCma,
            OptimizerChoice::Spsa { .. } => Method::Spsa { horizon: generations },
            OptimizerChoice::Random { .. } => Method::Random,
        }
    }
}
