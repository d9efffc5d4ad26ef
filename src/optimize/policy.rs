//! How a budget of games is best spent, from the budget and the dimension alone.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::cma::constants::default_population;
use super::config::{Config, Method};
use super::stop::StopRules;
use super::surface::noise_loss;
use crate::seed::Seed;

/// Below five games a score is too coarse to rank by; six is the next even number.
const FEWEST_GAMES: u64 = 6;

/// A division of a budget into generations, candidates and games; a game is one noisy look at a
/// candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    /// The way to search.
    pub method: Method,
    /// The number of coordinates that move.
    pub dimension: usize,
    /// Candidates per generation.
    pub population: usize,
    /// Games that each candidate plays in its generation, an even number.
    pub games_per_candidate: u64,
    /// The number of generations.
    pub generations: u64,
}

/// Why a budget cannot be divided.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{budget} games do not pay one generation in {dimension} dimensions: give at least {least}")]
pub struct PolicyError {
    /// The budget.
    pub budget: u64,
    /// The number of coordinates that move.
    pub dimension: usize,
    /// The smallest budget that pays one generation.
    pub least: u64,
}

impl Policy {
    /// The default: CMA-ES with games put into the population first.
    ///
    /// Under noise many candidates with few games each beat few with many. Generations grow with
    /// the cube root of the budget up to about a hundred and games with its square root; the rest
    /// is population.
    ///
    /// # Errors
    ///
    /// A budget below one generation.
    ///
    /// ```
    /// let policy = isotune::optimize::Policy::new(200_000, 8)?;
    /// assert_eq!(
    ///     policy.to_string(),
    ///     "cma in 8 dimensions: 80 generations x 250 candidates (25 x default) x 10 games \
    ///      = 200000 games",
    /// );
    /// # Ok::<(), isotune::optimize::PolicyError>(())
    /// ```
    pub fn new(budget: u64, dimension: usize) -> Result<Self, PolicyError> {
        let scale = budget as f64 / 200_000.0;
        let generations = (80.0 * libm::cbrt(scale)).clamp(20.0, 110.0);
        let games = even(10.0 * scale.sqrt());
        let population = whole(budget as f64 / (generations * games as f64));
        let smallest = default_population(dimension);
        Self::divide(Method::Cma, budget, dimension, population.max(smallest), games)
    }

    /// CMA-ES on a response surface, with few games for each of many candidates.
    ///
    /// `games_per_candidate` is an even number of games, rather few: in a regression over all candidates it does not
    /// matter how games are divided among them, and more candidates see more of the space. Generations grow with the
    /// cube root of the number of candidates, from 20 to 50: each of them only moves the region that is sampled.
    ///
    /// # Errors
    ///
    /// A budget below one generation.
    ///
    /// ```
    /// let policy = isotune::optimize::Policy::surface(300_000, 15, 14, true)?;
    /// assert_eq!((policy.generations, policy.population), (41, 522));
    /// # Ok::<(), isotune::optimize::PolicyError>(())
    /// ```
    pub fn surface(
        budget: u64,
        dimension: usize,
        games_per_candidate: u64,
        scale_free: bool,
    ) -> Result<Self, PolicyError> {
        let candidates = budget as f64 / games_per_candidate.max(1) as f64;
        let generations = (40.0 * libm::cbrt(candidates / 20_000.0)).clamp(20.0, 50.0).round();
        let population = (2 * whole(candidates / generations / 2.0 - 0.5)).max(default_population(dimension));
        let method = Method::Surface { horizon: 1, scale_free };
        let policy = Self::divide(method, budget, dimension, population, games_per_candidate)?;
        let horizon = policy.generations;
        Ok(Self { method: Method::Surface { horizon, scale_free }, ..policy })
    }

    /// LRA-CMA-ES with four times the default population and 30 games per candidate.
    ///
    /// # Errors
    ///
    /// A budget below one generation.
    pub fn lra(budget: u64, dimension: usize) -> Result<Self, PolicyError> {
        let population = 4 * default_population(dimension);
        Self::divide(Method::LraCma, budget, dimension, population, 30)
    }

    /// SPSA in about a thousand generations of duels over two games.
    ///
    /// # Errors
    ///
    /// A budget below one generation.
    pub fn spsa(budget: u64, dimension: usize) -> Result<Self, PolicyError> {
        let duels = whole(budget as f64 / 2000.0).max(1);
        let method = Method::Spsa { horizon: 1 };
        let policy = Self::divide(method, budget, dimension, 2 * duels, 2)?;
        let horizon = policy.generations;
        Ok(Self { method: Method::Spsa { horizon }, ..policy })
    }

    /// Random search in generations of 50 candidates with 100 games each.
    ///
    /// # Errors
    ///
    /// A budget below one generation.
    pub fn random(budget: u64, dimension: usize) -> Result<Self, PolicyError> {
        Self::divide(Method::Random, budget, dimension, 50, 100)
    }

    /// Returns by how much noise leaves the mean worse than the optimum if a candidate's cost has a variance, where the
    /// method knows.
    ///
    /// ```
    /// // Fourteen games have a variance of about .0085; 15 directions.
    /// let loss = |games| isotune::optimize::Policy::surface(games, 16, 14, true).unwrap().noise_loss(0.0085).unwrap();
    /// assert!((loss(300_000) - 0.0020).abs() < 1e-4);
    /// assert!(loss(20_000) > 0.01);
    /// ```
    #[must_use]
    pub fn noise_loss(&self, variance: f64) -> Option<f64> {
        let Method::Surface { scale_free, .. } = self.method else { return None };
        let degrees = (self.dimension - usize::from(scale_free)).max(1) as f64;
        Some(noise_loss(degrees, variance, self.population as f64 * self.generations as f64))
    }

    /// As many generations as the budget pays.
    fn divide(
        method: Method,
        budget: u64,
        dimension: usize,
        population: usize,
        games_per_candidate: u64,
    ) -> Result<Self, PolicyError> {
        let one = Self { method, dimension, population, games_per_candidate, generations: 1 };
        match budget / one.games() {
            0 => Err(PolicyError { budget, dimension, least: one.games() }),
            generations => Ok(Self { generations, ..one }),
        }
    }

    /// Returns the number of games of a generation; the two sides of a duel share theirs.
    #[must_use]
    pub fn games_per_generation(&self) -> u64 {
        let seats = (self.population as u64).saturating_mul(self.games_per_candidate);
        match self.method {
            Method::Spsa { .. } => seats / 2,
            Method::Cma | Method::Surface { .. } | Method::LraCma | Method::Random => seats,
        }
    }

    /// Returns the number of games of all generations.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.generations.saturating_mul(self.games_per_generation())
    }

    /// The configuration that follows this division, without restarts and with the default limits.
    ///
    /// LRA-CMA-ES knows no plateau: it moves by little of its own width for long, and gets there.
    #[must_use]
    pub fn config(&self, seed: Seed) -> Config {
        Config {
            method: self.method,
            population: self.population,
            rank_mu: if self.method == Method::Cma { 0.5 } else { 1.0 },
            restarts: 0,
            stop: match self.method {
                Method::LraCma => StopRules { plateau: 0.0, ..StopRules::default() },
                Method::Cma | Method::Surface { .. } | Method::Spsa { .. } | Method::Random => StopRules::default(),
            },
            seed,
            evaluations: self.generations.saturating_mul(self.population as u64),
        }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dimension, population, games_per_candidate, generations, .. } = self;
        let (name, games) = (self.method.name(), self.games());
        let factor = population / default_population(*dimension);
        write!(
            f,
            "{name} in {dimension} dimensions: {generations} generations x {population} candidates \
             ({factor} x default) x {games_per_candidate} games = {games} games"
        )
    }
}

/// The nearest even number of games that is enough to rank by.
fn even(games: f64) -> u64 {
    (2 * whole(games / 2.0) as u64).max(FEWEST_GAMES)
}

/// The nearest whole number of something that is not negative.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(count: f64) -> usize {
    count.round() as usize
}
