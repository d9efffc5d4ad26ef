//! How the total of a job is spent: generations, candidates, pairs.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::optimizer::OptimizerChoice;
use super::plan_error::PlanError;
use super::total::Total;
use crate::optimize::{Method, default_population};

/// Below so many games a candidate's score is too coarse to rank by.
const FEWEST_GAMES: u64 = 5;
/// How many times the default the population is where only generations are given.
const FACTOR: usize = 16;
/// The games that a candidate plays where only generations are given, or a round if that is more.
const GAMES: u64 = 10;

/// More games than any machine plays in a year; also keeps every product of counts far from overflowing.
const MOST_GAMES: u64 = 10_000_000_000_000;
/// What a generation's results may take in memory at most: some hundred megabytes.
const MOST_IN_A_GENERATION: u64 = 100_000_000;
/// More candidates than any total pays for, and what can be held ready to play at once.
const LARGEST_POPULATION: usize = 20_000;

/// Whom candidates play in a generation, and from how many openings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Against {
    /// The number of opponents.
    pub(super) opponents: usize,
    /// The openings that the search may see.
    pub(super) openings: usize,
}

/// How the total of a job is spent; fixed when a run begins, but for the number of generations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Division {
    /// The search method.
    pub method: Method,
    /// Candidates per generation.
    pub population: usize,
    /// Pairs of games that a candidate plays against each opponent in its generation.
    pub pairs: usize,
    /// The opponents that a candidate meets: those of the roster, or one other candidate.
    pub opponents: usize,
    /// The number of generations.
    pub generations: u64,
}

impl Division {
    /// Divides a total; hours are counted in the games per second given.
    ///
    /// # Errors
    /// When the total does not pay a generation, or the options do not fit the opponents.
    pub(super) fn new(
        choice: &OptimizerChoice,
        total: Total,
        dimension: usize,
        field: Against,
        games_per_second: f64,
    ) -> Result<Division, PlanError> {
        let opponents = if choice.is_duelling() { 1 } else { field.opponents };
        let round = 2 * opponents as u64;
        let most = field.openings as u64 * round;
        let (population_asked, games_asked) = choice.asked();
        if let Some(games) = games_asked.filter(|&games| games < FEWEST_GAMES && !choice.is_duelling()) {
            return Err(PlanError::FewGames { games, least: FEWEST_GAMES, opponents });
        }
        if let Some(games) = games_asked.filter(|&games| games % round != 0 || games == 0) {
            let nearest = games.div_ceil(round).max(1) * round;
            return Err(PlanError::Rounds { games, opponents, nearest });
        }
        if let Some(games) = games_asked.filter(|&games| games > most) {
            return Err(PlanError::ManyGames { games, most, openings: field.openings });
        }
        if let Some(population) = population_asked.filter(|&population| population > LARGEST_POPULATION) {
            return Err(PlanError::Population { population, most: LARGEST_POPULATION });
        }
        let games = games_in(total, games_per_second)?;
        let smallest = default_population(dimension) as u64 * round.max(FEWEST_GAMES.next_multiple_of(round));
        let policy = games.map(|games| choice.policy(games, dimension)).transpose();
        let policy = policy.map_err(|_| PlanError::NoGeneration { total, least: smallest })?;
        let wanted = games_asked.unwrap_or_else(|| policy.map_or(GAMES, |policy| policy.games_per_candidate));
        let pairs = ((wanted + round / 2) / round).clamp(1, field.openings.max(1) as u64);
        if pairs * round < FEWEST_GAMES && !choice.is_duelling() {
            return Err(PlanError::FewGames { games: pairs * round, least: FEWEST_GAMES, opponents });
        }
        let seats = if choice.is_duelling() { 2 } else { 1 };
        let population = population_asked.unwrap_or_else(|| match (games, policy) {
            (Some(games), Some(policy)) => {
                let paid = games * seats / (policy.generations * pairs * round);
                let population = usize::try_from(paid).unwrap_or(LARGEST_POPULATION);
                let population = population.min(LARGEST_POPULATION).max(default_population(dimension));
                if choice.is_duelling() { population.next_multiple_of(2) } else { population }
            }
            _ => FACTOR * default_population(dimension),
        });
        let one = Division {
            method: choice.method(1),
            population,
            pairs: usize::try_from(pairs).unwrap_or(usize::MAX),
            opponents,
            generations: 1,
        };
        let generations = match (total, games) {
            (Total::Generations(generations), _) => generations,
            (_, Some(games)) => games / one.games_per_generation().max(1),
            (_, None) => 0,
        };
        if one.games_per_generation() > MOST_IN_A_GENERATION {
            let games = one.games_per_generation();
            return Err(PlanError::Generation { games, most: MOST_IN_A_GENERATION, population });
        }
        Division { method: choice.method(generations), ..one }.lasting(generations, total)
    }

    /// Gives the same division with as many generations as another total pays.
    ///
    /// # Errors
    /// When it pays none.
    pub(super) fn with_total(self, before: Total, total: Total) -> Result<Division, PlanError> {
        let generations = match (before, total) {
            (_, Total::Generations(generations)) => generations,
            (_, Total::Games(games)) => games / self.games_per_generation().max(1),
            (Total::Hours(before), Total::Hours(hours)) => whole(self.generations as f64 * hours / before),
            (_, Total::Hours(_)) => return Err(PlanError::HoursLater),
        };
        self.lasting(generations, total)
    }

    /// The same with so many generations, if that is at least one and can be counted.
    fn lasting(self, generations: u64, total: Total) -> Result<Division, PlanError> {
        let games = generations.checked_mul(self.games_per_generation());
        match games {
            Some(0) => Err(PlanError::NoGeneration { total, least: self.games_per_generation() }),
            Some(games) if games <= MOST_GAMES => Ok(Division { generations, ..self }),
            _ => Err(PlanError::TooMuch { total, most: MOST_GAMES }),
        }
    }

    /// Gives the games of a candidate in its generation.
    #[must_use]
    pub fn games_per_candidate(&self) -> u64 {
        2 * (self.pairs * self.opponents) as u64
    }

    /// Gives the games that the candidates of a generation play; two who play each other share theirs.
    #[must_use]
    pub fn games_per_generation(&self) -> u64 {
        let seats = self.population as u64 * self.games_per_candidate();
        if matches!(self.method, Method::Spsa { .. }) { seats / 2 } else { seats }
    }

    /// Gives the games of the whole search.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.generations.saturating_mul(self.games_per_generation())
    }
}

/// The games that a total stands for, if it is not counted in generations.
fn games_in(total: Total, games_per_second: f64) -> Result<Option<u64>, PlanError> {
    match total {
        Total::Games(games) => Ok(Some(games)),
        Total::Generations(_) => Ok(None),
        Total::Hours(hours) if hours > 0.0 && hours <= 8760.0 => Ok(Some(whole(hours * 3600.0 * games_per_second))),
        Total::Hours(hours) => Err(PlanError::Hours { hours }),
    }
}

/// The whole part of a number that is not negative.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(number: f64) -> u64 {
    number as u64
}

impl fmt::Display for Division {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Division { method, population, generations, .. } = self;
        let (name, each, games) = (method.name(), self.games_per_candidate(), self.games());
        write!(f, "{name}, {generations} generations x {population} candidates x {each} games = {games} games")
    }
}
