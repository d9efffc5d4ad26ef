//! What to run: the method, its population, its budget, its seed.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::spsa;
use super::stop::StopRules;
use crate::seed::Seed;

/// More candidates than any budget pays.
pub(super) const LARGEST_POPULATION: usize = 1_000_000;

/// A way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// Active CMA-ES, the method of choice.
    Cma,
    /// CMA-ES whose distribution follows a quadratic fitted to all candidates so far, annealed over the planned
    /// generations: the method for win rates known through few games.
    ///
    /// Its costs are one minus a win rate, so between 0 and 1: what sampling may cost is an absolute difference.
    Surface {
        /// The number of generations planned, over which the step size and the learning rate fall.
        horizon: u64,
        /// Whether a positive factor on all coordinates changes no cost. Then only directions are searched, no
        /// coordinate needs to be frozen, and the recommendation has the length of the start, counted in steps.
        scale_free: bool,
        /// The couples of candidates of a generation that play each other; they are the last ones of the population.
        /// Duels say several times as much about the slope as games against others do.
        couples: usize,
    },
    /// CMA-ES with learning-rate adaptation: accurate near a round optimum, slow in curved valleys.
    LraCma,
    /// Simultaneous perturbation with duels and gains calibrated on the first tenth of the planned
    /// generations.
    ///
    /// Its costs are those of duels, 1 − score and so between 0 and 1; for others it is not made. While it calibrates it
    /// tries points up to 16 steps from the start.
    Spsa {
        /// The number of generations planned, which sets how fast the gains decay.
        horizon: u64,
    },
    /// Independent samples around the start, the control that every method must beat.
    Random,
}

impl Method {
    /// The name used in tables and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cma => "cma",
            Self::Surface { .. } => "cma-surface",
            Self::LraCma => "lra-cma",
            Self::Spsa { .. } => "spsa",
            Self::Random => "random",
        }
    }

    /// Returns how many generations measure gains before the first that may leave the start, 0 unless the method does so.
    #[must_use]
    // Not below 0, and few enough to be a whole number.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub fn measuring_generations(self) -> u64 {
        match self {
            Self::Spsa { horizon } => spsa::calibration(horizon).ceil() as u64,
            Self::Cma | Self::Surface { .. } | Self::LraCma | Self::Random => 0,
        }
    }
}

/// A search as the caller wants it, possibly impossible.
///
/// All fields but the budget decide what the search does and are part of its fingerprint; the
/// budget may grow later.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// The way to search.
    pub method: Method,
    /// Candidates per generation.
    pub population: usize,
    /// The factor on CMA-ES's rank-mu learning rate, above 0 and at most 1: 1 is the tutorial's, .5
    /// suits a large population under noise.
    pub rank_mu: f64,
    /// Restarts with a doubled population that may follow a search which ended before its budget.
    pub restarts: u32,
    /// The limits beyond which a search ends early.
    pub stop: StopRules,
    /// The source of all randomness.
    pub seed: Seed,
    /// The number of candidates that may be evaluated altogether.
    pub evaluations: u64,
}

/// Why a search cannot be run as configured.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ConfigError {
    /// Ranking needs at least two candidates, and memory for all of them.
    #[error("a population of {population} cannot be ranked: use 2 to {LARGEST_POPULATION}")]
    Population {
        /// The population asked for.
        population: usize,
    },
    /// The stop rules would end the search before it begins, or are no numbers.
    #[error(
        "the stop rules {rules:?} are out of range: use plateau and step_floor from 0 to below 1, condition above 1"
    )]
    Stop {
        /// The rules asked for.
        rules: StopRules,
    },
    /// The rank-mu factor is not a sensible one.
    #[error("a rank-mu factor of {rank_mu} is out of range: use 1, or less, down to just above 0, under noise")]
    RankMu {
        /// The factor asked for.
        rank_mu: f64,
    },
    /// The budget ends before the first generation does.
    #[error(
        "a budget of {evaluations} evaluations does not pay one generation of {population}: \
         raise it to {population} or lower the population"
    )]
    Budget {
        /// The budget.
        evaluations: u64,
        /// The population asked for.
        population: usize,
    },
    /// Duels need partners.
    #[error(
        "SPSA plays candidates in pairs, so a population of {population} leaves one over: \
         use an even number"
    )]
    Odd {
        /// The population asked for.
        population: usize,
    },
    /// Some candidates must play others than themselves.
    #[error("{couples} couples leave fewer than two of {population} candidates on their own: use fewer couples")]
    Couples {
        /// The couples asked for.
        couples: usize,
        /// The population asked for.
        population: usize,
    },
    /// Directions need a start that has one, and no weight that stays.
    #[error(
        "only directions are to be searched, but {}: {}",
        if *.frozen { "a coordinate is frozen at a value other than 0" } else { "the start is 0 in all coordinates" },
        if *.frozen { "let it move, or fix the scale by it and set scale_free to false" } else { "start elsewhere" },
    )]
    NoDirection {
        /// Whether a frozen coordinate is the reason.
        frozen: bool,
    },
    /// Only CMA-ES restarts.
    #[error("{method} does not restart: set restarts to 0, or choose cma or lra-cma")]
    Restarts {
        /// The name of the method.
        method: &'static str,
    },
}

impl Config {
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        let Self { method, population, rank_mu, restarts, evaluations, .. } = *self;
        if !(2..=LARGEST_POPULATION).contains(&population) {
            return Err(ConfigError::Population { population });
        }
        if !self.stop.is_sound() {
            return Err(ConfigError::Stop { rules: self.stop });
        }
        if !(rank_mu > 0.0 && rank_mu <= 1.0) {
            return Err(ConfigError::RankMu { rank_mu });
        }
        if let Method::Surface { couples, .. } = method
            && couples.saturating_mul(2).saturating_add(2) > population
        {
            return Err(ConfigError::Couples { couples, population });
        }
        if evaluations < population as u64 {
            return Err(ConfigError::Budget { evaluations, population });
        }
        if matches!(method, Method::Spsa { .. }) && population % 2 == 1 {
            return Err(ConfigError::Odd { population });
        }
        if matches!(method, Method::Surface { .. } | Method::Spsa { .. } | Method::Random) && restarts > 0 {
            return Err(ConfigError::Restarts { method: method.name() });
        }
        Ok(())
    }
}
