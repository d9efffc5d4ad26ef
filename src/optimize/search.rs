//! The methods behind one face.

use nalgebra::DVector;
use serde::{Deserialize, Serialize};

use super::cma::{Cma, CmaState};
use super::config::{Config, Method};
use super::generation::Scoring;
use super::random::Random;
use super::spsa::Spsa;
use crate::seed::Seed;

/// A method at work, in steps from the start and without frozen coordinates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Search {
    Cma(Box<Cma>),
    Spsa(Spsa),
    Random(Random),
}

impl Search {
    pub(super) fn new(config: &Config, dimension: usize) -> Self {
        let population = config.population;
        match config.method {
            Method::Cma | Method::LraCma => {
                let adaptive = config.method == Method::LraCma;
                let start = DVector::zeros(dimension);
                let state = CmaState::new(start, population, config.rank_mu, adaptive);
                Self::Cma(Box::new(Cma::new(state)))
            }
            Method::Spsa { horizon } => Self::Spsa(Spsa::new(dimension, population, horizon)),
            Method::Random => Self::Random(Random::new(dimension, population)),
        }
    }

    /// Whether this search could have come from a configuration.
    pub(super) fn belongs_to(&self, config: &Config, dimension: usize) -> bool {
        let same_method = match self {
            Self::Cma(cma) => match cma.state().learning {
                Some(_) => config.method == Method::LraCma,
                None => config.method == Method::Cma,
            },
            Self::Spsa(spsa) => matches!(config.method, Method::Spsa { .. }) && spsa.is_sound(),
            Self::Random(_) => config.method == Method::Random,
        };
        same_method && self.centre().len() == dimension
    }

    pub(super) fn population(&self) -> usize {
        match self {
            Self::Cma(cma) => cma.state().population,
            Self::Spsa(spsa) => spsa.population,
            Self::Random(random) => random.population,
        }
    }

    pub(super) fn scoring(&self) -> Scoring {
        match self {
            Self::Spsa(_) => Scoring::Duels,
            Self::Cma(_) | Self::Random(_) => Scoring::Alone,
        }
    }

    pub(super) fn ask(&self, seed: Seed, generation: u64) -> Vec<DVector<f64>> {
        match self {
            Self::Cma(cma) => cma.ask(seed, generation),
            Self::Spsa(spsa) => spsa.ask(seed, generation),
            Self::Random(random) => random.ask(seed, generation),
        }
    }

    /// Takes the costs of what `ask` gives for the same seed and generation.
    pub(super) fn tell(&mut self, seed: Seed, generation: u64, costs: &[f64]) {
        match self {
            Self::Cma(cma) => cma.tell(seed, generation, costs),
            Self::Spsa(spsa) => spsa.tell(seed, generation, costs),
            Self::Random(random) => random.tell(seed, generation, costs),
        }
    }

    /// The point to recommend.
    pub(super) fn centre(&self) -> &DVector<f64> {
        match self {
            Self::Cma(cma) => &cma.state().mean,
            Self::Spsa(spsa) => &spsa.point,
            Self::Random(random) => &random.best,
        }
    }
}
