//! The noisy yardstick: the true winning probability of the recommendation when candidates are seen only
//! through games.
//!
//! logit p(x) = logit(.75) − q(x), and c in q is such that q(0) = 2, where the search begins with a
//! step of .3.

use std::error::Error;

use isotune::optimize::{Coordinate, Generation, Optimizer, Policy, PolicyError, Scoring, Space};
use isotune::seed::Seed;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rand_distr::{Binomial, Distribution, StandardNormal};
use serde::Serialize;

/// Runs per problem.
pub(crate) const SEEDS: u64 = 12;
const DIMENSIONS: [usize; 2] = [8, 16];

/// What one method reached with one budget.
#[derive(Serialize)]
pub(crate) struct Row {
    pub(crate) games: u64,
    pub(crate) method: &'static str,
    /// How long the weights at the start of the cosine family are.
    pub(crate) base: &'static str,
    pub(crate) mean_p: f64,
    pub(crate) tail_p: f64,
    #[serde(skip)]
    pub(crate) by_problem: Vec<f64>,
}

/// The families of the yardstick.
#[derive(Clone, Copy)]
enum Family {
    Ellipsoid,
    Rosenbrock,
    Cosine,
}

impl Family {
    const ALL: [Self; 3] = [Self::Ellipsoid, Self::Rosenbrock, Self::Cosine];

    fn name(self) -> &'static str {
        match self {
            Self::Ellipsoid => "ellip",
            Self::Rosenbrock => "rosen",
            Self::Cosine => "cosine",
        }
    }
}

/// The readings of the cosine family: how long the weights b at x = 0 are. It is no part of the definition but matters,
/// because the step is fixed.
#[derive(Clone, Copy)]
enum Base {
    One,
    Four,
    Normal,
}

impl Base {
    const ALL: [Self; 3] = [Self::One, Self::Four, Self::Normal];

    fn name(self) -> &'static str {
        match self {
            Self::One => "|b| = 1",
            Self::Four => "|b| = 4",
            Self::Normal => "b ~ N(0, I)",
        }
    }
}

/// A way to divide a budget of games in a number of dimensions.
pub(crate) type Divide = fn(u64, usize) -> Result<Policy, PolicyError>;
/// The methods, the default first.
pub(crate) const METHODS: [Divide; 6] = [duels, surface, Policy::new, Policy::lra, Policy::spsa, Policy::random];

/// Ten games for a candidate, as few as the other methods have.
fn surface(games: u64, dimension: usize) -> Result<Policy, PolicyError> {
    Policy::surface(games, dimension, 10, false, false)
}

/// The default of `isotune tune`: three quarters of the games are duels of two candidates.
fn duels(games: u64, dimension: usize) -> Result<Policy, PolicyError> {
    Policy::surface(games, dimension, 10, false, true)
}

/// The figures of others on the same families, on instances of their own.
pub(crate) fn published(games: u64) -> &'static [(&'static str, f64)] {
    match games {
        200_000 => &[
            ("pycma 16 x default, 10 games", 0.738),
            ("pycma default, 100 games", 0.670),
            ("pycma NoiseHandler", 0.709),
            ("SPSA with fitting gains", 0.747),
            ("random, elsewhere", 0.503),
        ],
        _ => &[("CMA 64 x default, 30 games", 0.747), ("LRA with cap", 0.748), ("pycma default, 1000 games", 0.734)],
    }
}

/// The division of the budget that every method uses, per dimension.
pub(crate) fn policies(methods: &[Divide], games: u64) -> Result<Vec<Policy>, Box<dyn Error>> {
    let mut policies = Vec::new();
    for divide in methods {
        for n in DIMENSIONS {
            policies.push(divide(games, n)?);
        }
    }
    Ok(policies)
}

/// The names of the columns of [`Row::by_problem`].
pub(crate) fn heading() -> Vec<String> {
    problems().map(|(family, n)| format!("{} {n}", family.name())).collect()
}

fn problems() -> impl Iterator<Item = (Family, usize)> {
    Family::ALL.into_iter().flat_map(|family| DIMENSIONS.map(|n| (family, n)))
}

/// Plays the whole yardstick with some methods.
pub(crate) fn run(methods: &[Divide], games: u64) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut rows = Vec::new();
    for divide in methods {
        for base in Base::ALL {
            rows.push(row(games, *divide, base)?);
        }
    }
    Ok(rows)
}

fn row(games: u64, divide: Divide, base: Base) -> Result<Row, Box<dyn Error>> {
    let (mut by_problem, mut tails) = (Vec::new(), Vec::new());
    for (family, n) in problems() {
        let policy = divide(games, n)?;
        let (mut mean, mut tail) = (0.0, 0.0);
        for seed in first_seed()..first_seed() + SEEDS {
            let (at_mean, at_tail) = play(family, base, &policy, seed)?;
            mean += at_mean / SEEDS as f64;
            tail += at_tail / SEEDS as f64;
        }
        by_problem.push(mean);
        tails.push(tail);
    }
    Ok(Row {
        games,
        method: name(&divide(games, DIMENSIONS[0])?),
        base: base.name(),
        mean_p: by_problem.iter().sum::<f64>() / by_problem.len() as f64,
        tail_p: tails.iter().sum::<f64>() / tails.len() as f64,
        by_problem,
    })
}

/// The name of a method in the tables.
fn name(policy: &Policy) -> &'static str {
    if policy.couples() > 0 { "surface, duels" } else { policy.method.name() }
}

/// The first of the seeds: constants are chosen with others than those that are reported.
fn first_seed() -> u64 {
    std::env::var("FIRST_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0)
}

/// One tuning run; returns the true p of the recommendation and of the tail average.
fn play(family: Family, base: Base, policy: &Policy, seed: u64) -> Result<(f64, f64), Box<dyn Error>> {
    let mut random = ChaCha8Rng::seed_from_u64(1000 * seed + policy.dimension as u64);
    let problem = Problem::new(family, base, policy.dimension, &mut random);
    let space = Space::new(vec![Coordinate::free(0.0, 0.3); policy.dimension])?;
    let mut optimizer = Optimizer::new(space, policy.config(Seed(seed)))?;
    while optimizer.stop().is_none() {
        let costs = problem.costs(&optimizer.ask(), policy, &mut random)?;
        optimizer.tell(&costs)?;
    }
    Ok((problem.p(&optimizer.recommendation()), problem.p(&optimizer.tail_average())))
}

/// One landscape.
struct Problem {
    family: Family,
    scale: f64,
    /// A rotation, for the cosine stretched by up to 3.2.
    map: Vec<Vec<f64>>,
    /// The optimum, for the cosine already mapped.
    target: Vec<f64>,
    /// The weights b at x = 0, for the cosine.
    base: Vec<f64>,
}

impl Problem {
    fn new(family: Family, base: Base, n: usize, random: &mut impl Rng) -> Self {
        let mut map = rotation(n, random);
        let mut target = normal(n, random);
        let mut weights = normal(n, random);
        match family {
            Family::Ellipsoid | Family::Rosenbrock => scale(&mut target, 0.5),
            Family::Cosine => {
                for (i, row) in map.iter_mut().enumerate() {
                    let stretch = 3.2_f64.powf(i as f64 / (n - 1) as f64);
                    scale(row, stretch);
                }
                target = apply(&map, &target);
                match base {
                    Base::One => normalize(&mut weights),
                    Base::Four => {
                        normalize(&mut weights);
                        scale(&mut weights, 4.0);
                    }
                    Base::Normal => {}
                }
            }
        }
        let mut problem = Self { family, scale: 1.0, map, target, base: weights };
        problem.scale = 2.0 / problem.q(&vec![0.0; n]);
        problem
    }

    fn q(&self, x: &[f64]) -> f64 {
        let raw = match self.family {
            Family::Ellipsoid => {
                let offset: Vec<f64> = x.iter().zip(&self.target).map(|(x, t)| x - t).collect();
                let turned = apply(&self.map, &offset);
                let last = (x.len() - 1) as f64;
                (turned.iter().enumerate()).map(|(i, v)| 10_f64.powf(2.0 * i as f64 / last) * v * v).sum()
            }
            Family::Rosenbrock => {
                x.windows(2).map(|w| 5.0 * (w[0] * w[0] - w[1]).powi(2) + (1.0 - w[0]).powi(2)).sum::<f64>()
            }
            Family::Cosine => {
                let weights: Vec<f64> = x.iter().zip(&self.base).map(|(x, b)| x + b).collect();
                let mapped = apply(&self.map, &weights);
                let lengths = (dot(&mapped, &mapped) * dot(&self.target, &self.target)).sqrt();
                1.0 - dot(&mapped, &self.target) / lengths
            }
        };
        self.scale * raw
    }

    fn p(&self, x: &[f64]) -> f64 {
        logistic(3.0_f64.ln() - self.q(x))
    }

    /// One minus the observed score of every candidate, alone or in its duel.
    fn costs(
        &self,
        generation: &Generation,
        policy: &Policy,
        random: &mut impl Rng,
    ) -> Result<Vec<f64>, Box<dyn Error>> {
        let (alone, games_per_duel) = match generation.scoring {
            Scoring::Alone => (generation.candidates.len(), 0),
            Scoring::Duels => (0, policy.games_per_candidate),
            Scoring::Mixed { alone } => (alone, policy.games_per_couple()),
        };
        let mut score = |games: u64, p: f64| -> Result<f64, Box<dyn Error>> {
            Ok(Binomial::new(games, p)?.sample(random) as f64 / games as f64)
        };
        let (alone, couples) = generation.candidates.split_at(alone);
        let mut costs = Vec::new();
        for x in alone {
            costs.push(1.0 - score(policy.games_per_candidate, self.p(x))?);
        }
        for duel in couples.chunks_exact(2) {
            let won = score(games_per_duel, logistic(self.q(&duel[1]) - self.q(&duel[0])))?;
            costs.extend([1.0 - won, won]);
        }
        Ok(costs)
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn scale(x: &mut [f64], factor: f64) {
    for v in x {
        *v *= factor;
    }
}

fn normalize(x: &mut [f64]) {
    scale(x, 1.0 / dot(x, x).sqrt());
}

fn apply(map: &[Vec<f64>], x: &[f64]) -> Vec<f64> {
    map.iter().map(|row| dot(row, x)).collect()
}

fn normal(n: usize, random: &mut impl Rng) -> Vec<f64> {
    StandardNormal.sample_iter(random).take(n).collect()
}

/// Orthonormal rows by Gram and Schmidt.
fn rotation(n: usize, random: &mut impl Rng) -> Vec<Vec<f64>> {
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for _ in 0..n {
        let mut row = normal(n, random);
        for done in &rows {
            let along = dot(done, &row);
            for (r, d) in row.iter_mut().zip(done) {
                *r -= along * d;
            }
        }
        normalize(&mut row);
        rows.push(row);
    }
    rows
}
