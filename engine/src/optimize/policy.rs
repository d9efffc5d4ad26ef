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
/// The games of couples that play each other for each game of the other candidates, which alone show the curvature.
pub const DUEL_GAMES: u64 = 3;
/// The most couples of a generation that play each other; with more games each of them plays more.
const MOST_COUPLES: u64 = 4000;

/// A division of a budget into generations, candidates and games; a game is one noisy look at a
/// candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    /// The way to search.
    pub method: Method,
    /// The number of coordinates that move.
    pub dimension: usize,
    /// Candidates per generation, without the couples that play each other on a response surface.
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
    /// # use isotune_engine as isotune;
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
    /// cube root of the number of candidates: each of them only moves the region that is sampled. With `duels` three
    /// quarters of the games are played by couples of candidates against each other.
    ///
    /// # Errors
    ///
    /// A budget below one generation.
    ///
    /// ```
    /// # use isotune_engine as isotune;
    /// use isotune::optimize::Policy;
    ///
    /// let policy = Policy::surface(300_000, 15, 14, true, false)?;
    /// assert_eq!((policy.generations, policy.population, policy.couples()), (41, 522, 0));
    /// let policy = Policy::surface(300_000, 15, 14, true, true)?;
    /// assert_eq!((policy.generations, policy.population, policy.couples()), (83, 64, 1344));
    /// # Ok::<(), isotune::optimize::PolicyError>(())
    /// ```
    pub fn surface(
        budget: u64,
        dimension: usize,
        games_per_candidate: u64,
        scale_free: bool,
        duels: bool,
    ) -> Result<Self, PolicyError> {
        let candidates = budget as f64 / games_per_candidate.max(1) as f64;
        let (middle, most, parts) = if duels { (80.0, 100.0, 1 + DUEL_GAMES) } else { (40.0, 50.0, 1) };
        let generations = (middle * libm::cbrt(candidates / 20_000.0)).clamp(20.0, most).round();
        let population =
            (2 * whole(candidates / (parts as f64 * generations) / 2.0 - 0.5)).max(default_population(dimension));
        let couples = if duels { couples(population, games_per_candidate) } else { 0 };
        let method = |horizon| Method::Surface { horizon, scale_free, couples };
        let policy = Self::divide(method(1), budget, dimension, population, games_per_candidate)?;
        Ok(Self { method: method(policy.generations), ..policy })
    }

    /// Returns the couples of a generation that play each other beside the other candidates.
    #[must_use]
    pub fn couples(&self) -> usize {
        match self.method {
            Method::Surface { couples, .. } => couples,
            Method::Cma | Method::LraCma | Method::Spsa { .. } | Method::Random => 0,
        }
    }

    /// Returns the number of generations over which steps become smaller: those that were planned at first, even if a run
    /// is longer or shorter now.
    #[must_use]
    pub fn planned(&self) -> u64 {
        match self.method {
            Method::Surface { horizon, .. } | Method::Spsa { horizon } => horizon,
            Method::Cma | Method::LraCma | Method::Random => self.generations,
        }
    }

    /// Returns the games of such a couple, an even number.
    #[must_use]
    pub fn games_per_couple(&self) -> u64 {
        let games = duel_games(self.population, self.games_per_candidate);
        let couples = (self.couples() as u64).max(1);
        2 * (games.saturating_add(couples) / (2 * couples)).max(1)
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
    /// # use isotune_engine as isotune;
    /// // Fourteen games have a variance of about .0085; 15 directions.
    /// let loss = |games| isotune::optimize::Policy::surface(games, 16, 14, true, false).unwrap().noise_loss(0.0085).unwrap();
    /// assert!((loss(300_000) - 0.0020).abs() < 1e-4);
    /// assert!(loss(20_000) > 0.01);
    /// ```
    #[must_use]
    pub fn noise_loss(&self, variance: f64) -> Option<f64> {
        let Method::Surface { scale_free, .. } = self.method else { return None };
        let degrees = (self.dimension - usize::from(scale_free)).max(1) as f64;
        Some(noise_loss(
            degrees,
            variance,
            (self.population + self.couples()) as f64 * self.generations as f64,
            self.couples() > 0,
        ))
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
            Method::Surface { couples: 0, .. } | Method::Cma | Method::LraCma | Method::Random => seats,
            Method::Surface { couples, .. } => {
                seats.saturating_add((couples as u64).saturating_mul(self.games_per_couple()))
            }
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
            population: self.population.saturating_add(self.couples().saturating_mul(2)),
            rank_mu: if self.method == Method::Cma { 0.5 } else { 1.0 },
            restarts: 0,
            stop: match self.method {
                Method::LraCma => StopRules { plateau: 0.0, ..StopRules::default() },
                Method::Cma | Method::Surface { .. } | Method::Spsa { .. } | Method::Random => StopRules::default(),
            },
            seed,
            evaluations: self
                .generations
                .saturating_mul((self.population as u64).saturating_add(2 * self.couples() as u64)),
        }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dimension, population, games_per_candidate, generations, .. } = self;
        let (name, games) = (self.method.name(), self.games());
        let factor = population / default_population(*dimension);
        write!(f, "{name} in {dimension} dimensions: {generations} generations x ")?;
        write!(f, "{population} candidates ({factor} x default) x {games_per_candidate} games")?;
        if self.couples() > 0 {
            write!(f, " and {} duels x {} games", self.couples(), self.games_per_couple())?;
        }
        write!(f, " = {games} games")
    }
}

/// The games of a generation's couples.
fn duel_games(population: usize, games_per_candidate: u64) -> u64 {
    (population as u64).saturating_mul(games_per_candidate).saturating_mul(DUEL_GAMES)
}

/// Returns the number of couples that play each other beside a population.
#[must_use]
pub fn couples(population: usize, games_per_candidate: u64) -> usize {
    let games = duel_games(population, games_per_candidate);
    let pairs_each = games.div_ceil(2 * MOST_COUPLES).max(1);
    usize::try_from(games / (2 * pairs_each)).unwrap_or(1).max(1)
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
