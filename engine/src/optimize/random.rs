//! Random search, the control: independent samples around the start, the best one kept.

use nalgebra::DVector;
use rand_distr::{Distribution, StandardNormal};
use serde::{Deserialize, Serialize};

use super::plain;
use crate::seed::{Purpose, Seed};

/// The best sample so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Random {
    pub(super) population: usize,
    #[serde(with = "plain::vector")]
    pub(super) best: DVector<f64>,
    best_cost: f64,
}

impl Random {
    pub(super) fn new(dimension: usize, population: usize) -> Self {
        Self { population, best: DVector::zeros(dimension), best_cost: f64::INFINITY }
    }

    pub(super) fn ask(&self, seed: Seed, generation: u64) -> Vec<DVector<f64>> {
        (0..self.population as u64)
            .map(|index| {
                let stream = seed.stream(Purpose::Candidate, [generation, index, 0]);
                let values = StandardNormal.sample_iter(stream);
                DVector::from_iterator(self.best.len(), values.take(self.best.len()))
            })
            .collect()
    }

    pub(super) fn tell(&mut self, seed: Seed, generation: u64, costs: &[f64]) {
        for (sample, cost) in self.ask(seed, generation).into_iter().zip(costs) {
            if cost.is_finite() && *cost < self.best_cost {
                self.best = sample;
                self.best_cost = *cost;
            }
        }
    }
}
