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
        #[serde(default, skip_serializing_if = "Option::is_none")]
        population: Option<usize>,
        /// Games of each candidate in its generation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        games_per_candidate: Option<u64>,
        /// Restarts with a doubled population when the search has arrived before its budget is spent.
        #[serde(default)]
        restarts: u32,
        /// The least move of the mean, in its own width, below which the search counts as arrived; 0 is never.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plateau: Option<f64>,
    },
    /// CMA-ES with learning-rate adaptation.
    LraCma {
        /// Candidates per generation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        population: Option<usize>,
        /// Games of each candidate in its generation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        games_per_candidate: Option<u64>,
    },
    /// Simultaneous perturbation: candidates against each other, not against the opponents.
    Spsa {
        /// Candidates per generation, an even number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        population: Option<usize>,
        /// Games of each candidate in its generation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        games_per_candidate: Option<u64>,
    },
    /// Random search, the control that every method must beat.
    Random {
        /// Candidates per generation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        population: Option<usize>,
        /// Games of each candidate in its generation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        games_per_candidate: Option<u64>,
    },
}

impl OptimizerChoice {
    /// Returns the candidates per generation and the games of each, as far as they are given.
    #[must_use]
    pub fn given(&self) -> (Option<usize>, Option<u64>) {
        match *self {
            Self::Auto => (None, None),
            Self::Cma { population, games_per_candidate, .. }
            | Self::LraCma { population, games_per_candidate }
            | Self::Spsa { population, games_per_candidate }
            | Self::Random { population, games_per_candidate } => (population, games_per_candidate),
        }
    }

    /// Returns whether candidates play each other.
    #[must_use]
    pub fn is_duelling(&self) -> bool {
        matches!(self, Self::Spsa { .. })
    }

    /// Divides a number of games as suits the method.
    ///
    /// # Errors
    /// Returns an error if the games do not pay for a generation.
    pub(in crate::tune) fn policy(&self, games: u64, dimension: usize) -> Result<Policy, PolicyError> {
        match self {
            Self::Auto | Self::Cma { .. } => Policy::new(games, dimension),
            Self::LraCma { .. } => Policy::lra(games, dimension),
            Self::Spsa { .. } => Policy::spsa(games, dimension),
            Self::Random { .. } => Policy::random(games, dimension),
        }
    }

    /// Applies the options that are not part of a policy.
    pub(in crate::tune) fn adjust(&self, config: Config) -> Config {
        match *self {
            Self::Cma { restarts, plateau, .. } => {
                let plateau = plateau.unwrap_or(config.stop.plateau);
                Config { restarts, stop: StopRules { plateau, ..config.stop }, ..config }
            }
            _ => config,
        }
    }

    /// Returns the method for a number of generations.
    pub(in crate::tune) fn method(&self, generations: u64) -> Method {
        match self {
            Self::Auto | Self::Cma { .. } => Method::Cma,
            Self::LraCma { .. } => Method::LraCma,
            Self::Spsa { .. } => Method::Spsa { horizon: generations },
            Self::Random { .. } => Method::Random,
        }
    }
}
