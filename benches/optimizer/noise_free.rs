//! The noise-free yardstick: evaluations until a candidate falls below 1e-9.

use std::error::Error;

use isotune::optimize::{Config, Coordinate, Method, Optimizer, Space, StopRules, default_population};
use isotune::seed::Seed;
use serde::Serialize;

/// Runs per cell.
pub(crate) const SEEDS: u64 = 21;
/// Evaluations after which a run has failed.
const LIMIT: u64 = 100_000;

/// One function in one dimension.
#[derive(Serialize)]
pub(crate) struct Cell {
    pub(crate) function: &'static str,
    pub(crate) n: usize,
    pub(crate) median: u64,
    pub(crate) pycma: u64,
    pub(crate) successes: usize,
}

/// A test function with its start and the medians of pycma 4.5.0 at n = 8 and 16.
struct Function {
    name: &'static str,
    start: f64,
    pycma: [u64; 2],
    value: fn(&[f64]) -> f64,
}

const FUNCTIONS: [Function; 6] = [
    Function { name: "sphere", start: 1.0, pycma: [1223, 2401], value: sphere },
    Function { name: "ellipsoid", start: 1.0, pycma: [2847, 8894], value: ellipsoid },
    Function { name: "rotated ellipsoid", start: 1.0, pycma: [2949, 8683], value: rotated_ellipsoid },
    Function { name: "cigar", start: 1.0, pycma: [3142, 6745], value: cigar },
    Function { name: "diffpow", start: 1.0, pycma: [1142, 3518], value: diffpow },
    Function { name: "Rosenbrock", start: 0.0, pycma: [3755, 11411], value: rosenbrock },
];

/// Measures all twelve cells.
pub(crate) fn run() -> Result<Vec<Cell>, Box<dyn Error>> {
    let mut cells = Vec::new();
    for function in &FUNCTIONS {
        for (n, pycma) in [8, 16].into_iter().zip(function.pycma) {
            let mut counts = Vec::new();
            for seed in 0..SEEDS {
                counts.push(evaluations(function, n, Seed(seed))?);
            }
            counts.sort_unstable();
            cells.push(Cell {
                function: function.name,
                n,
                median: counts[counts.len() / 2],
                pycma,
                successes: counts.iter().filter(|c| **c < LIMIT).count(),
            });
        }
    }
    Ok(cells)
}

/// Evaluations, in whole generations, until a candidate is good enough.
fn evaluations(function: &Function, n: usize, seed: Seed) -> Result<u64, Box<dyn Error>> {
    let space = Space::new(vec![Coordinate::free(function.start, 0.5); n])?;
    let config = Config {
        method: Method::Cma,
        population: default_population(n),
        rank_mu: 1.0,
        restarts: 0,
        stop: StopRules::BUDGET_ONLY,
        seed,
        evaluations: LIMIT,
    };
    let mut optimizer = Optimizer::new(space, config)?;
    while optimizer.stop().is_none() {
        let costs: Vec<f64> = optimizer.ask().candidates.iter().map(|x| (function.value)(x)).collect();
        optimizer.tell(&costs)?;
        if costs.iter().any(|c| *c < 1e-9) {
            return Ok(optimizer.progress().evaluations);
        }
    }
    Ok(LIMIT)
}

fn sphere(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum()
}

fn ellipsoid(x: &[f64]) -> f64 {
    (x.iter().enumerate()).map(|(i, v)| 10_f64.powf(6.0 * fraction(i, x)) * v * v).sum()
}

/// The ellipsoid behind the Householder reflection of the vector (1, …, n).
fn rotated_ellipsoid(x: &[f64]) -> f64 {
    let axis = || (1..=x.len()).map(|i| i as f64);
    let along: f64 = axis().zip(x).map(|(a, v)| a * v).sum();
    let length: f64 = axis().map(|a| a * a).sum();
    let reflected: Vec<f64> = axis().zip(x).map(|(a, v)| v - 2.0 * a * along / length).collect();
    ellipsoid(&reflected)
}

fn cigar(x: &[f64]) -> f64 {
    x[0] * x[0] + 1e6 * sphere(&x[1..])
}

fn diffpow(x: &[f64]) -> f64 {
    (x.iter().enumerate()).map(|(i, v)| v.abs().powf(2.0 + 10.0 * fraction(i, x))).sum()
}

fn rosenbrock(x: &[f64]) -> f64 {
    x.windows(2).map(|w| 100.0 * (w[0] * w[0] - w[1]).powi(2) + (1.0 - w[0]).powi(2)).sum()
}

/// i / (n − 1).
fn fraction(i: usize, x: &[f64]) -> f64 {
    i as f64 / (x.len() - 1) as f64
}
