//! The methods behind one face.

use nalgebra::DVector;
use serde::{Deserialize, Serialize};

use super::cma::{Cma, CmaState};
use super::config::{Config, Method};
use super::generation::Scoring;
use super::random::Random;
use super::space::Space;
use super::spsa::Spsa;
use super::surface::Surface;
use crate::seed::Seed;

/// A method at work, in steps from the start and without frozen coordinates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Search {
    Cma(Box<Cma>),
    Surface(Box<Surface>),
    Spsa(Spsa),
    Random(Random),
}

impl Search {
    pub(super) fn new(config: &Config, space: &Space) -> Self {
        let (population, dimension) = (config.population, space.dimension());
        match config.method {
            Method::Cma | Method::LraCma => {
                let adaptive = config.method == Method::LraCma;
                let start = DVector::zeros(dimension);
                let state = CmaState::new(start, population, config.rank_mu, adaptive);
                Self::Cma(Box::new(Cma::new(state)))
            }
            Method::Surface { horizon, scale_free, couples } => {
                let origin = scale_free.then(|| space.origin());
                let alone = population.saturating_sub(2 * couples);
                Self::Surface(Box::new(Surface::new(dimension, (alone, couples), horizon, origin).within(space)))
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
            Self::Surface(surface) => {
                let (horizon, scale_free, couples) = (surface.horizon, surface.origin.is_some(), surface.couples);
                config.method == Method::Surface { horizon, scale_free, couples } && surface.is_sound()
            }
            Self::Spsa(spsa) => matches!(config.method, Method::Spsa { .. }) && spsa.is_sound(),
            Self::Random(_) => config.method == Method::Random,
        };
        same_method && self.centre().len() == dimension
    }

    pub(super) fn population(&self) -> usize {
        match self {
            Self::Cma(cma) => cma.state().population,
            Self::Surface(surface) => surface.alone.saturating_add(surface.couples.saturating_mul(2)),
            Self::Spsa(spsa) => spsa.population,
            Self::Random(random) => random.population,
        }
    }

    pub(super) fn scoring(&self) -> Scoring {
        match self {
            Self::Spsa(_) => Scoring::Duels,
            Self::Surface(surface) if surface.couples > 0 => Scoring::Mixed { alone: surface.alone },
            Self::Cma(_) | Self::Surface(_) | Self::Random(_) => Scoring::Alone,
        }
    }

    pub(super) fn ask(&self, seed: Seed, generation: u64) -> Vec<DVector<f64>> {
        match self {
            Self::Cma(cma) => cma.ask(seed, generation),
            Self::Surface(surface) => surface.ask(seed, generation),
            Self::Spsa(spsa) => spsa.ask(seed, generation),
            Self::Random(random) => random.ask(seed, generation),
        }
    }

    /// Takes the costs of what `ask` gives for the same seed and generation, each evaluated where the space folds it to.
    pub(super) fn tell(&mut self, seed: Seed, generation: u64, costs: &[f64], space: &Space) {
        match self {
            Self::Cma(cma) => cma.tell(seed, generation, costs),
            Self::Surface(surface) => surface.tell(seed, generation, costs, space),
            Self::Spsa(spsa) => spsa.tell(seed, generation, costs),
            Self::Random(random) => random.tell(seed, generation, costs),
        }
    }

    /// The largest standard deviation of any coordinate in initial steps, where there is one.
    pub(super) fn spread(&self) -> Option<f64> {
        match self {
            Self::Cma(cma) => Some(cma.spread()),
            Self::Surface(surface) => Some(surface.spread()),
            Self::Spsa(_) | Self::Random(_) => None,
        }
    }

    /// The point to recommend.
    pub(super) fn centre(&self) -> &DVector<f64> {
        match self {
            Self::Cma(cma) => &cma.state().mean,
            Self::Surface(surface) => &surface.mean,
            Self::Spsa(spsa) => &spsa.point,
            Self::Random(random) => &random.best,
        }
    }

    /// The coordinates that no longer move, each with its value.
    pub(super) fn fixed(&self) -> &[(usize, f64)] {
        match self {
            Self::Surface(surface) => &surface.fixed,
            Self::Cma(_) | Self::Spsa(_) | Self::Random(_) => &[],
        }
    }
}
