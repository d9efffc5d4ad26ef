//! Active CMA-ES: a normal distribution that leans towards what did well.
//!
//! The numbers in the margin are equations of N. Hansen, The CMA Evolution Strategy: A Tutorial,
//! arXiv:1604.00772. Everything is measured in steps from the start, so the initial step size is 1.

pub(super) mod basis;
pub(super) mod constants;
mod learning;
pub(super) mod ranking;

use nalgebra::{DMatrix, DVector};
use rand_distr::{Distribution, StandardNormal};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::config::LARGEST_POPULATION;
use super::plain;
use crate::seed::{Purpose, Seed};
use basis::Basis;
use constants::Constants;
use learning::LearningRates;
use ranking::share;

/// The largest standard deviation that any coordinate may reach, in initial steps.
///
/// When nearly all candidates lose everything, ranks are noise and an uncapped distribution grows
/// for ever.
const STEP_CAP: f64 = 1.7;

/// The range of the covariance's longest axis outside which its scale is handed over to the step
/// size.
const AXIS_RANGE: std::ops::RangeInclusive<f64> = 1e-6..=1e6;

/// The smallest step size, far below what any coordinate can resolve, so that it never reaches 0.
const SMALLEST_SIGMA: f64 = 1e-100;

/// Everything about the distribution that changes from generation to generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct CmaState {
    pub(super) population: usize,
    /// The factor on the learning rate of the rank-mu update.
    pub(super) rank_mu: f64,
    pub(super) updates: u64,
    #[serde(with = "plain::vector")]
    pub(super) mean: DVector<f64>,
    pub(super) sigma: f64,
    #[serde(with = "plain::matrix")]
    pub(super) covariance: DMatrix<f64>,
    #[serde(with = "plain::vector")]
    pub(super) p_sigma: DVector<f64>,
    #[serde(with = "plain::vector")]
    pub(super) p_c: DVector<f64>,
    /// Present when the learning rates adapt themselves.
    pub(super) learning: Option<LearningRates>,
}

impl CmaState {
    /// A round distribution of step size 1.
    pub(super) fn new(mean: DVector<f64>, population: usize, rank_mu: f64, adaptive: bool) -> Self {
        let n = mean.len();
        Self {
            population,
            rank_mu,
            updates: 0,
            mean,
            sigma: 1.0,
            covariance: DMatrix::identity(n, n),
            p_sigma: DVector::zeros(n),
            p_c: DVector::zeros(n),
            learning: adaptive.then(|| LearningRates::new(n)),
        }
    }

    /// A round distribution of step size 1 and twice the population, elsewhere.
    pub(super) fn restarted(&self, mean: DVector<f64>) -> Self {
        Self::new(mean, 2 * self.population, self.rank_mu, self.learning.is_some())
    }

    /// Whether every part is finite and of the mean's dimension.
    fn is_sound(&self) -> bool {
        let dimension = self.mean.len();
        let vectors = [&self.mean, &self.p_sigma, &self.p_c];
        dimension > 0
            && (2..=LARGEST_POPULATION).contains(&self.population)
            && self.rank_mu > 0.0
            && self.rank_mu <= 1.0
            && self.sigma.is_finite()
            && self.sigma > 0.0
            && self.covariance.shape() == (dimension, dimension)
            && self.covariance.iter().all(|c| c.is_finite())
            && self.covariance.diagonal().iter().all(|c| *c > 0.0)
            && (vectors.iter()).all(|v| v.len() == dimension && v.iter().all(|x| x.is_finite()))
            && (self.learning.as_ref()).is_none_or(|rates| rates.fits(dimension))
    }
}

/// The distribution together with what follows from it; only the distribution is saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "CmaState", try_from = "CmaState")]
pub(super) struct Cma {
    state: CmaState,
    constants: Constants,
    basis: Basis,
}

impl From<Cma> for CmaState {
    fn from(cma: Cma) -> Self {
        cma.state
    }
}

impl TryFrom<CmaState> for Cma {
    type Error = UnsoundState;

    fn try_from(state: CmaState) -> Result<Self, UnsoundState> {
        if state.is_sound() { Ok(Self::new(state)) } else { Err(UnsoundState) }
    }
}

/// A saved distribution whose parts do not fit together.
#[derive(Debug, Error)]
#[error("the saved distribution is not finite or its parts differ in dimension")]
pub(super) struct UnsoundState;

impl Cma {
    pub(super) fn new(mut state: CmaState) -> Self {
        Self {
            constants: Constants::new(state.mean.len(), state.population, state.rank_mu),
            basis: Basis::of(&mut state.covariance),
            state,
        }
    }

    pub(super) fn state(&self) -> &CmaState {
        &self.state
    }

    /// The largest standard deviation of any coordinate, in initial steps.
    pub(super) fn spread(&self) -> f64 {
        self.state.sigma * largest_deviation(&self.state.covariance)
    }

    pub(super) fn condition(&self) -> f64 {
        self.basis.condition()
    }

    /// Samples one generation; the same seed and generation always give the same points.
    pub(super) fn ask(&self, seed: Seed, generation: u64) -> Vec<DVector<f64>> {
        let steps = self.basis.root() * self.draw(seed, generation); // (39)
        steps
            .column_iter()
            .map(|y| &self.state.mean + self.state.sigma * y) // (40)
            .collect()
    }

    /// Standard normal vectors, one column per candidate (38).
    fn draw(&self, seed: Seed, generation: u64) -> DMatrix<f64> {
        let (n, lambda) = (self.state.mean.len(), self.state.population);
        let mut z = DMatrix::zeros(n, lambda);
        for (index, mut column) in (0_u64..).zip(z.column_iter_mut()) {
            let stream = seed.stream(Purpose::Candidate, [generation, index, 0]);
            let values: Vec<f64> = StandardNormal.sample_iter(stream).take(n).collect();
            column.copy_from_slice(&values);
        }
        z
    }

    /// Moves the distribution by the costs of what `ask` gives for the same seed and generation.
    pub(super) fn tell(&mut self, seed: Seed, generation: u64, costs: &[f64]) {
        let k = &self.constants;
        let shares = share(&k.weights, costs);
        let n = self.state.mean.len() as f64;
        let z = self.draw(seed, generation);
        let root = self.basis.root();
        let y = &root * &z; // (39)
        let z_w = &z * DVector::from_vec(shares.mean);
        let y_w = &root * &z_w; // (41)

        let mut next = self.state.clone();
        next.updates = next.updates.saturating_add(1);
        next.mean += self.state.sigma * &y_w; // (42), c_m = 1 (54)

        next.p_sigma *= 1.0 - k.c_sigma; // (43)
        next.p_sigma += (k.c_sigma * (2.0 - k.c_sigma) * shares.mu_eff).sqrt() * self.basis.whitened(&z_w);
        let length = next.p_sigma.norm() / k.chi;
        next.sigma *= libm::exp(k.c_sigma / k.d_sigma * (length - 1.0)); // (44)

        let age = 1.0 - libm::pow(1.0 - k.c_sigma, 2.0 * next.updates as f64);
        let stalled = length / age.sqrt() >= 1.4 + 2.0 / (n + 1.0); // h_sigma = 0
        next.p_c *= 1.0 - k.c_c; // (45)
        if !stalled {
            next.p_c += (k.c_c * (2.0 - k.c_c) * shares.mu_eff).sqrt() * &y_w;
        }

        let mut weighted = y.clone();
        for (i, mut column) in weighted.column_iter_mut().enumerate() {
            let weight = shares.covariance[i];
            // C^(-1/2) y has the length of z, which is kept from 0: infinity times 0 is no number.
            let square = z.column(i).norm_squared().max(1e-300);
            column *= if weight < 0.0 { weight * n / square } else { weight }; // (46)
        }
        let loss = if stalled { k.c_c * (2.0 - k.c_c) } else { 0.0 };
        let decay = k.c_1 * (1.0 - loss) + k.c_mu * shares.covariance.iter().sum::<f64>();
        next.covariance *= 1.0 - decay; // (47)
        next.covariance += k.c_1 * &next.p_c * next.p_c.transpose();
        next.covariance += k.c_mu * (weighted * y.transpose());

        if let Some(mut rates) = next.learning.take() {
            rates.adapt(&self.state, &self.basis, &mut next);
            next.learning = Some(rates);
        }
        self.settle(next);
    }

    /// Takes over a new state after making it fit for the next generation.
    fn settle(&mut self, mut next: CmaState) {
        self.basis = Basis::of(&mut next.covariance);
        let longest = self.basis.longest();
        if !AXIS_RANGE.contains(&longest) {
            next.covariance /= longest * longest;
            next.p_c /= longest;
            next.sigma *= longest;
            self.basis = Basis::of(&mut next.covariance);
        }
        let cap = STEP_CAP / largest_deviation(&next.covariance);
        next.sigma = next.sigma.min(cap).max(SMALLEST_SIGMA);
        self.state = next;
    }
}

/// The standard deviation of the coordinate that varies most.
fn largest_deviation(covariance: &DMatrix<f64>) -> f64 {
    covariance.diagonal().max().sqrt()
}
