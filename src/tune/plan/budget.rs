//! The total of a job divided into generations, candidates and games.

use super::conditions::Conditions;
use super::error::PlanError;
use crate::arena::OpeningBlock;
use crate::optimize::{DUEL_GAMES, Policy, couples, default_population};

use crate::tune::config::{Total, TuneConfig};

/// A score of fewer games is too coarse to rank candidates by.
const MIN_GAMES: u64 = 5;
/// The multiple of the default population used if only generations are given.
const POPULATION_FACTOR: usize = 16;
/// The games of a candidate if only generations are given, unless a round of all opponents has more.
const DEFAULT_GAMES: u64 = 10;
/// More games than a machine plays in a year; products of counts stay far from overflow.
const MAX_GAMES: u64 = 10_000_000_000_000;
/// The results of a generation take some hundred megabytes at most.
const MAX_GENERATION_GAMES: u64 = 100_000_000;
/// The candidates that can be compiled and held in memory at once.
const MAX_POPULATION: usize = 20_000;

/// Divides the total of a job; hours are converted by the speed given.
pub(super) fn divide(
    config: &TuneConfig,
    (dimension, scale_free): (usize, bool),
    conditions: &Conditions,
    games_per_second: f64,
) -> Result<Policy, PlanError> {
    let (choice, total) = (&config.optimizer, config.total);
    let openings = conditions.openings(OpeningBlock::Train);
    let opponents = if choice.is_duelling() { 1 } else { conditions.opponents() };
    let round = 2 * opponents as u64;
    let most = openings as u64 * round;
    let least = MIN_GAMES.next_multiple_of(round);
    let (given_population, given_games) = choice.given();
    if let Some(games) = given_games.filter(|&games| games < MIN_GAMES && !choice.is_duelling()) {
        return Err(PlanError::FewGames { games, least, opponents });
    }
    if let Some(games) = given_games.filter(|&games| games % round != 0 || games == 0) {
        let nearest = games.div_ceil(round).max(1) * round;
        return Err(PlanError::Rounds { games, opponents, nearest });
    }
    if let Some(games) = given_games.filter(|&games| games > most) {
        return Err(PlanError::ManyGames { games, most, openings });
    }
    if let Some(population) = given_population.filter(|&population| population > MAX_POPULATION) {
        return Err(PlanError::Population { population, most: MAX_POPULATION });
    }
    let games = games_in(total, games_per_second)?;
    let smallest = default_population(dimension) as u64 * least;
    // A total that does not pay for duels is better spent without them than refused.
    let duels = choice.has_duels(config.objective) && games.is_none_or(|games| games >= (1 + DUEL_GAMES) * smallest);
    let policy = games.map(|games| choice.policy(games, dimension, least, (scale_free, duels))).transpose();
    let policy = policy.map_err(|_| PlanError::NoGeneration { total, least: smallest })?;
    let wanted = given_games.unwrap_or_else(|| policy.map_or(DEFAULT_GAMES, |policy| policy.games_per_candidate));
    let pairs = ((wanted + round / 2) / round).clamp(1, openings.max(1) as u64);
    let games_per_candidate = pairs * round;
    if games_per_candidate < MIN_GAMES && !choice.is_duelling() {
        return Err(PlanError::FewGames { games: games_per_candidate, least, opponents });
    }
    let seats = if choice.is_duelling() { 2 } else { 1 };
    let shares = if duels { 1 + DUEL_GAMES } else { 1 };
    let population = given_population.unwrap_or_else(|| match (games, policy) {
        (Some(games), Some(policy)) => {
            let affordable = games * seats / (shares * policy.generations * games_per_candidate);
            let population = usize::try_from(affordable).unwrap_or(MAX_POPULATION);
            let population = population.min(MAX_POPULATION).max(default_population(dimension));
            if choice.is_duelling() {
                population.next_multiple_of(2)
            } else if choice.fits_surface() {
                // Couples on opposite sides of the mean.
                population - population % 2
            } else {
                population
            }
        }
        _ => POPULATION_FACTOR * default_population(dimension),
    });
    let couples = if duels { couples(population, games_per_candidate) } else { 0 };
    let method = |generations| choice.method(generations, scale_free, couples);
    let one = Policy { method: method(1), dimension, population, games_per_candidate, generations: 1 };
    let generations = match (total, games) {
        (Total::Generations(generations), _) => generations,
        (_, Some(games)) => games / one.games_per_generation().max(1),
        (_, None) => 0,
    };
    if one.games_per_generation() > MAX_GENERATION_GAMES {
        let games = one.games_per_generation();
        return Err(PlanError::Generation { games, most: MAX_GENERATION_GAMES, population });
    }
    lasting(Policy { method: method(generations), ..one }, generations, total)
}

/// Returns the same division with as many generations as another total pays for.
pub(in crate::tune) fn with_total(
    policy: Policy,
    played: u64,
    before: Total,
    total: Total,
) -> Result<Policy, PlanError> {
    let generations = match (before, total) {
        (_, Total::Generations(generations)) => generations,
        (_, Total::Games(games)) => games / policy.games_per_generation().max(1),
        (Total::Hours(before), Total::Hours(hours)) => whole(policy.generations as f64 * hours / before),
        (_, Total::Hours(_)) => return Err(PlanError::HoursLater),
    };
    if generations < played {
        return Err(PlanError::Passed { total, generations: played });
    }
    lasting(policy, generations, total)
}

/// The same division with a number of generations, if there is at least one and no more than `MAX_GAMES` games.
fn lasting(policy: Policy, generations: u64, total: Total) -> Result<Policy, PlanError> {
    match generations.checked_mul(policy.games_per_generation()) {
        Some(0) => Err(PlanError::NoGeneration { total, least: policy.games_per_generation() }),
        Some(games) if games <= MAX_GAMES => Ok(Policy { generations, ..policy }),
        _ => Err(PlanError::TooMuch { total, most: MAX_GAMES }),
    }
}

/// Returns whether a division could have come from [`divide`], as that of a saved run must.
pub(in crate::tune) fn is_possible(policy: &Policy) -> bool {
    let within = |games: Option<u64>, most| games.is_some_and(|games| (1..=most).contains(&games));
    let candidates = (policy.population as u64).checked_mul(policy.games_per_candidate);
    let shares = if policy.couples() > 0 { 1 + DUEL_GAMES } else { 1 };
    let generation = candidates.and_then(|games| games.checked_mul(shares));
    // The two sides of a duel share their games.
    policy.population <= MAX_POPULATION
        && policy.couples() <= MAX_POPULATION
        && within(generation, 2 * MAX_GENERATION_GAMES)
        && within(generation.and_then(|games| games.checked_mul(policy.generations)), 2 * MAX_GAMES)
}

/// The games that a total stands for, unless it is counted in generations.
fn games_in(total: Total, games_per_second: f64) -> Result<Option<u64>, PlanError> {
    match total {
        Total::Games(games) => Ok(Some(games)),
        Total::Generations(_) => Ok(None),
        Total::Hours(hours) if hours > 0.0 && hours <= 8760.0 => Ok(Some(whole(hours * 3600.0 * games_per_second))),
        Total::Hours(hours) => Err(PlanError::Hours { hours }),
    }
}

/// Truncates a non-negative number.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(number: f64) -> u64 {
    number as u64
}
