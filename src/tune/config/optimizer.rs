//! The search method in a configuration, and its options.

use serde::{Deserialize, Serialize};

use super::objective::Objective;

use crate::optimize::{Config, Method, Policy, PolicyError, StopRules};

/// The search method; omitted options follow from the total and the number of weights.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum OptimizerChoice {
    /// `Surface`, everything chosen from the total and the number of weights.
    #[default]
    Auto,
    /// CMA-ES on a response surface: its distribution follows a quadratic fitted to all games so far.
    Surface {
        /// Candidates per generation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        population: Option<usize>,
        /// Games of each candidate in its generation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        games_per_candidate: Option<u64>,
        /// Whether most of the games are played by candidates against each other; by default if the objective is a mean
        /// of win rates.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        duels: Option<bool>,
    },
    /// Active CMA-ES.
    Cma {
        /// Candidates per generation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        population: Option<usize>,
        /// Games of each candidate in its generation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        games_per_candidate: Option<u64>,
        /// Restarts with a doubled population if the search converges before its budget is spent.
        #[serde(default)]
        restarts: u32,
        /// The search has converged once the mean moves less than this, relative to its spread; 0 disables the check.
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
    /// Returns how the method that a text begins with is written.
    pub(super) fn form(text: &str) -> Option<String> {
        let method = text.split(|letter: char| !letter.is_alphanumeric()).next()?;
        let options = match method {
            "Surface" => "population: 16, duels: true",
            "Cma" => "population: 16, restarts: 1",
            "LraCma" | "Spsa" | "Random" => "population: 16",
            _ => return None,
        };
        Some(format!("{method}({options})"))
    }

    /// Returns the candidates per generation and the games of each, as far as they are given.
    #[must_use]
    pub fn given(&self) -> (Option<usize>, Option<u64>) {
        match *self {
            Self::Auto => (None, None),
            Self::Surface { population, games_per_candidate, .. }
            | Self::Cma { population, games_per_candidate, .. }
            | Self::LraCma { population, games_per_candidate }
            | Self::Spsa { population, games_per_candidate }
            | Self::Random { population, games_per_candidate } => (population, games_per_candidate),
        }
    }

    /// Returns whether candidates play each other as well as the opponents.
    #[must_use]
    pub fn has_duels(&self, objective: Objective) -> bool {
        let by_default = matches!(objective, Objective::MeanWinRate | Objective::Weighted);
        match self {
            Self::Auto => by_default,
            Self::Surface { duels, .. } => duels.unwrap_or(by_default),
            Self::Cma { .. } | Self::LraCma { .. } | Self::Spsa { .. } | Self::Random { .. } => false,
        }
    }

    /// Returns whether candidates play each other and nobody else.
    #[must_use]
    pub fn is_duelling(&self) -> bool {
        matches!(self, Self::Spsa { .. })
    }

    /// Returns whether the search fits a response surface.
    #[must_use]
    pub fn fits_surface(&self) -> bool {
        matches!(self, Self::Auto | Self::Surface { .. })
    }

    /// Divides a number of games as suits the method; `round` is the smallest number of games of a candidate.
    ///
    /// # Errors
    /// Returns an error if the games do not pay for a generation.
    pub(in crate::tune) fn policy(
        &self,
        games: u64,
        dimension: usize,
        round: u64,
        (scale_free, duels): (bool, bool),
    ) -> Result<Policy, PolicyError> {
        match self {
            Self::Auto | Self::Surface { .. } => {
                let each = self.given().1.unwrap_or(round);
                Policy::surface(games, dimension, each, scale_free, duels)
            }
            Self::Cma { .. } => Policy::new(games, dimension),
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

    /// Returns the method for a number of generations, on a response surface with couples that play each other.
    pub(in crate::tune) fn method(&self, generations: u64, scale_free: bool, couples: usize) -> Method {
        match self {
            Self::Auto | Self::Surface { .. } => Method::Surface { horizon: generations, scale_free, couples },
            Self::Cma { .. } => Method::Cma,
            Self::LraCma { .. } => Method::LraCma,
            Self::Spsa { .. } => Method::Spsa { horizon: generations },
            Self::Random { .. } => Method::Random,
        }
    }
}
