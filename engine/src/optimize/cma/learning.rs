//! Learning-rate adaptation: steps as large as the signal in them allows.
//!
//! M. Nomura, Y. Akimoto, I. Ono, CMA-ES with Learning Rate Adaptation, GECCO 2023,
//! arXiv:2304.03473.

use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};

use super::CmaState;
use super::basis::Basis;
use crate::optimize::plain;

/// The signal-to-noise ratio per learning rate that is aimed at.
const ALPHA: f64 = 1.4;
/// The damping of a learning rate's change.
const GAMMA: f64 = 0.1;
/// Learning rates of the moving averages, for the mean and for the covariance.
const BETA_MEAN: f64 = 0.1;
const BETA_COVARIANCE: f64 = 0.03;

/// The two learning rates with the moving averages that drive them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::optimize) struct LearningRates {
    mean: Rate,
    covariance: Rate,
}

/// One learning rate, with the averages of the update and of its squared length.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Rate {
    eta: f64,
    #[serde(with = "plain::matrix")]
    average: DMatrix<f64>,
    square: f64,
}

impl LearningRates {
    pub(in crate::optimize) fn new(dimension: usize) -> Self {
        Self { mean: Rate::new(dimension, 1), covariance: Rate::new(dimension, dimension) }
    }

    pub(in crate::optimize) fn fits(&self, dimension: usize) -> bool {
        self.mean.fits(dimension, 1) && self.covariance.fits(dimension, dimension)
    }

    /// Shortens the update from `old` to `new` by the learning rates, after adapting them to it.
    pub(in crate::optimize) fn adapt(&mut self, old: &CmaState, basis: &Basis, new: &mut CmaState) {
        let n = old.mean.len();
        let mean_move = &new.mean - &old.mean;
        let old_spread = &old.covariance * old.sigma.powi(2);
        let spread_move = &new.covariance * new.sigma.powi(2) - &old_spread;

        // Both updates in the coordinates in which the old distribution is standard normal.
        let whiten = basis.inverse_root() / old.sigma;
        let local_mean = DMatrix::from_columns(&[&whiten * &mean_move]);
        let local_spread = &whiten * &spread_move * &whiten / std::f64::consts::SQRT_2;

        let before = self.mean.eta;
        self.mean.follow(&local_mean, BETA_MEAN);
        self.covariance.follow(&local_spread, BETA_COVARIANCE);

        new.mean = &old.mean + self.mean.eta * mean_move;
        new.covariance = old_spread + self.covariance.eta * spread_move;
        // Split into a step size and a covariance of determinant 1.
        new.sigma = libm::exp(Basis::of(&mut new.covariance).log_volume() / n as f64);
        new.covariance /= new.sigma.powi(2);
        // A slower mean affords a wider step: their optimal values are inversely proportional.
        new.sigma *= before / self.mean.eta;
    }
}

impl Rate {
    fn new(rows: usize, columns: usize) -> Self {
        Self { eta: 1.0, average: DMatrix::zeros(rows, columns), square: 0.0 }
    }

    fn fits(&self, rows: usize, columns: usize) -> bool {
        self.eta > 0.0
            && self.eta <= 1.0
            && self.square.is_finite()
            && self.average.shape() == (rows, columns)
            && self.average.iter().all(|x| x.is_finite())
    }

    /// Takes one update into the averages and moves the rate towards the ratio of signal to noise
    /// in them.
    fn follow(&mut self, update: &DMatrix<f64>, beta: f64) {
        self.average = (1.0 - beta) * &self.average + beta * update;
        self.square = (1.0 - beta) * self.square + beta * update.norm_squared();

        let signal = self.average.norm_squared();
        let noise = self.square - signal;
        let ratio = if noise > 0.0 { (signal - beta / (2.0 - beta) * self.square) / noise } else { 0.0 };
        let excess = (ratio / (ALPHA * self.eta) - 1.0).clamp(-1.0, 1.0);
        self.eta = (self.eta * libm::exp((GAMMA * self.eta).min(beta) * excess)).min(1.0);
    }
}
