//! The optimizer: it is asked for a generation, told its costs, and recommends its mean.

use nalgebra::DVector;
use rand_distr::{Distribution, StandardNormal};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::cma::Cma;
use super::cma::ranking::is_flat;
use super::config::{Config, ConfigError, LARGEST_POPULATION, Method};
use super::generation::{Generation, Scoring};
use super::progress::Progress;
use super::search::Search;
use super::space::Space;
use super::stop::Stop;
use super::trail::{Trail, WindowMean};
use crate::seed::Purpose;

/// The generations above which a quarter of them is worth an average.
const FEW_GENERATIONS: u64 = 8;

/// The fewest generations in a window.
const SHORTEST_WINDOW: u64 = 3;

/// Far more than any search counts, and far from an overflow.
const LARGEST_COUNT: u64 = 1 << 60;

/// A search in progress.
///
/// `ask` only reads, so it gives the same generation until `tell` has moved on.
#[derive(Clone, Debug)]
pub struct Optimizer {
    pub(super) space: Space,
    config: Config,
    pub(super) now: Snapshot,
}

/// Everything about a search that changes, fit for a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    generations: u64,
    evaluations: u64,
    flat: u64,
    failed: u64,
    /// The average finite cost of the last generation.
    cost: Option<f64>,
    /// The means since the last restart.
    trail: Trail,
    /// What the searches before the last restart arrived at.
    finished: Vec<Outcome>,
    pub(super) search: Search,
}

/// What one search between two restarts arrived at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Outcome {
    mean: Vec<f64>,
    tail: Vec<f64>,
    cost: f64,
}

/// The sampling distribution of a CMA-ES, in initial steps from the start and without frozen
/// coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The mean before it is folded into the bounds.
    pub mean: Vec<f64>,
    /// The step size.
    pub sigma: f64,
    /// The covariance matrix, row by row.
    pub covariance: Vec<Vec<f64>>,
}

/// Why costs were not taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{given} costs were told for a generation of {expected}: give one per candidate, in their order")]
pub struct TellError {
    /// The number of candidates.
    pub expected: usize,
    /// The number of costs.
    pub given: usize,
}

/// Why a snapshot cannot be continued.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ResumeError {
    /// The configuration itself is impossible.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The snapshot was taken from another search.
    #[error(
        "the saved search does not fit this space and method: \
         resume it with the configuration it was started with"
    )]
    Misfit,
}

impl Optimizer {
    /// Starts a search.
    ///
    /// # Errors
    ///
    /// A configuration that cannot be run.
    pub fn new(space: Space, config: Config) -> Result<Self, ConfigError> {
        check(&space, &config)?;
        let now = Snapshot {
            generations: 0,
            evaluations: 0,
            flat: 0,
            failed: 0,
            cost: None,
            trail: Trail::new(),
            finished: Vec::new(),
            search: Search::new(&config, &space),
        };
        Ok(Self { space, config, now })
    }

    /// Continues a search exactly where its snapshot was taken.
    ///
    /// # Errors
    ///
    /// A configuration that cannot be run, or a snapshot of another search.
    pub fn resume(space: Space, config: Config, snapshot: Snapshot) -> Result<Self, ResumeError> {
        check(&space, &config)?;
        let Snapshot { search, trail, finished, .. } = &snapshot;
        let width = space.width();
        let population =
            u32::try_from(finished.len()).ok().and_then(|restarts| config.population.checked_shl(restarts));
        let counts = [snapshot.generations, snapshot.evaluations, snapshot.flat, snapshot.failed];
        if counts.iter().any(|count| *count > LARGEST_COUNT)
            || !search.belongs_to(&config, space.dimension())
            || population != Some(search.population())
            || !trail.fits(width)
            || !(finished.iter()).all(|o| o.mean.len() == width && o.tail.len() == width)
        {
            return Err(ResumeError::Misfit);
        }
        let mut resumed = Self { space, config, now: snapshot };
        resumed.restart_if_arrived(); // A larger budget may pay what the old one did not.
        Ok(resumed)
    }

    /// The space that is searched.
    #[must_use]
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The configuration of the search.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Everything that has changed since the start.
    #[must_use]
    pub fn snapshot(&self) -> &Snapshot {
        &self.now
    }

    /// The next generation to evaluate.
    #[must_use]
    pub fn ask(&self) -> Generation {
        let number = self.now.generations;
        let points = self.now.search.ask(self.config.seed, number);
        Generation {
            number,
            scoring: self.now.search.scoring(),
            candidates: points.iter().map(|point| self.place(point)).collect(),
        }
    }

    /// Takes the costs of the generation that was asked for, the lower the better.
    ///
    /// A cost that is not finite is a failed evaluation: it ranks last, with all other failures. A
    /// generation of equal costs is counted and changes nothing else.
    ///
    /// # Errors
    ///
    /// A number of costs other than the number of candidates; nothing has changed then.
    pub fn tell(&mut self, costs: &[f64]) -> Result<(), TellError> {
        let expected = self.now.search.population();
        if costs.len() != expected {
            return Err(TellError { expected, given: costs.len() });
        }
        self.take(costs);
        Ok(())
    }

    /// Takes as many costs as there are candidates.
    fn take(&mut self, costs: &[f64]) {
        let now = &mut self.now;
        if is_flat(costs) {
            now.flat = now.flat.saturating_add(1);
        } else {
            now.search.tell(self.config.seed, now.generations, costs, &self.space);
            let mean = self.place(self.now.search.centre());
            self.now.trail.push(&mean);
        }
        let now = &mut self.now;
        let failed = costs.iter().filter(|cost| !cost.is_finite()).count();
        // A forged state may hold any number.
        now.generations = now.generations.saturating_add(1);
        now.evaluations = now.evaluations.saturating_add(costs.len() as u64);
        now.failed = now.failed.saturating_add(failed as u64);
        let alone = match now.search.scoring() {
            Scoring::Mixed { alone } => &costs[..alone.min(costs.len())],
            Scoring::Alone | Scoring::Duels => costs,
        };
        now.cost = average(&alone.iter().copied().filter(|c| c.is_finite()).collect::<Vec<f64>>());
        self.restart_if_arrived();
    }

    /// Why the search is over, once it is.
    #[must_use]
    pub fn stop(&self) -> Option<Stop> {
        if self.pays(self.now.search.population()) { self.arrived() } else { Some(Stop::Budget) }
    }

    /// Evaluates generation after generation until the search is over.
    ///
    /// ```
    /// # use isotune_engine as isotune;
    /// use isotune::optimize::{Coordinate, Optimizer, Policy, Space};
    /// use isotune::seed::Seed;
    ///
    /// let space = Space::new(vec![Coordinate::free(0.0, 0.5); 3])?;
    /// let policy = Policy::new(20_000, space.dimension())?;
    /// let mut optimizer = Optimizer::new(space, policy.config(Seed(1)))?;
    /// optimizer.minimize(|x| x.iter().map(|v| (v - 0.7).powi(2)).sum());
    /// assert!(optimizer.recommendation().iter().all(|v| (v - 0.7).abs() < 0.05));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn minimize(&mut self, mut cost: impl FnMut(&[f64]) -> f64) -> Stop {
        loop {
            if let Some(stop) = self.stop() {
                return stop;
            }
            let costs: Vec<f64> = self.ask().candidates.iter().map(|x| cost(x)).collect();
            self.take(&costs);
        }
    }

    /// The vector to use: the mean of the distribution, after restarts that of the search which
    /// ended at the lowest cost.
    ///
    /// On a response surface, whose mean follows its noise as well, it is the average of the means over the last half of
    /// the search. Random search has no distribution that moves and recommends its best sample.
    #[must_use]
    pub fn recommendation(&self) -> Vec<f64> {
        match &self.now.search {
            Search::Surface(_) => self.tail_average(),
            Search::Cma(_) | Search::Spsa(_) | Search::Random(_) => self.mean(),
        }
    }

    /// The mean of the distribution, after restarts that of the search which ended at the lowest cost.
    #[must_use]
    pub fn mean(&self) -> Vec<f64> {
        self.best_outcome().mean
    }

    /// The second vector to try: the average of the means over the last half of the search.
    #[must_use]
    pub fn tail_average(&self) -> Vec<f64> {
        self.best_outcome().tail
    }

    /// The average of the means over the last quarter of the search, once it has a few generations.
    #[must_use]
    pub fn late_average(&self) -> Option<Vec<f64>> {
        self.now.trail.last_quarters(FEW_GENERATIONS).map(|(_, last)| self.without_left_out(last))
    }

    /// The averages of the means over at most `most` windows of the search, each of a few generations.
    #[must_use]
    pub fn window_averages(&self, most: usize) -> Vec<WindowMean> {
        let windows = self.now.trail.windows(most, SHORTEST_WINDOW).into_iter();
        windows.map(|window| WindowMean { mean: self.without_left_out(window.mean), ..window }).collect()
    }

    /// The optimum of the surface that was fitted to all candidates, where the method has one.
    #[must_use]
    pub fn surface_optimum(&self) -> Option<Vec<f64>> {
        match &self.now.search {
            Search::Surface(surface) => Some(self.place(&surface.optimum()?)),
            Search::Cma(_) | Search::Spsa(_) | Search::Random(_) => None,
        }
    }

    /// Where the search stands.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let now = &self.now;
        Progress {
            generations: now.generations,
            evaluations: now.evaluations,
            population: now.search.population(),
            cost: now.cost,
            spread: self.now.search.spread(),
            condition: self.cma().map(Cma::condition),
            flat: now.flat,
            failed: now.failed,
            restarts: now.finished.len(),
            outlook: match &now.search {
                Search::Surface(surface) => surface.outlook,
                Search::Cma(_) | Search::Spsa(_) | Search::Random(_) => None,
            },
        }
    }

    /// The sampling distribution, where the method has one.
    #[must_use]
    pub fn shape(&self) -> Option<Shape> {
        let (mean, sigma, covariance) = match &self.now.search {
            Search::Cma(cma) => (&cma.state().mean, cma.state().sigma, &cma.state().covariance),
            Search::Surface(surface) => (&surface.mean, surface.sigma, &surface.covariance),
            Search::Spsa(_) | Search::Random(_) => return None,
        };
        Some(Shape {
            mean: mean.as_slice().to_vec(),
            sigma,
            covariance: covariance.row_iter().map(|row| row.iter().copied().collect()).collect(),
        })
    }

    fn cma(&self) -> Option<&Cma> {
        match &self.now.search {
            Search::Cma(cma) => Some(cma),
            Search::Surface(_) | Search::Spsa(_) | Search::Random(_) => None,
        }
    }

    /// Whether the budget still holds a generation of the given size.
    fn pays(&self, population: usize) -> bool {
        let left = self.config.evaluations.saturating_sub(self.now.evaluations);
        left >= population as u64
    }

    /// The reason, other than the budget, to end the search since the last restart.
    fn arrived(&self) -> Option<Stop> {
        let rules = &self.config.stop;
        let cma = self.cma()?;
        let still = || {
            let (third, last) = self.now.trail.last_quarters(rules.plateau_generations)?;
            Some(self.space.distance(&third, &last) < rules.plateau * cma.spread())
        };
        if still() == Some(true) {
            Some(Stop::Plateau)
        } else if cma.spread() < rules.step_floor {
            Some(Stop::StepFloor)
        } else if cma.condition() > rules.condition {
            Some(Stop::Condition)
        } else {
            None
        }
    }

    /// Starts again with twice the population, at a point drawn from the initial distribution, when
    /// the search has arrived and both restarts and budget are left.
    ///
    /// A. Auger, N. Hansen, A Restart CMA Evolution Strategy With Increasing Population Size
    /// (IPOP), CEC 2005.
    fn restart_if_arrived(&mut self) {
        let allowed = (self.now.finished.len() as u64) < u64::from(self.config.restarts) && self.now.generations > 0;
        let (true, Some(cma), Some(_)) = (allowed, self.cma(), self.arrived()) else {
            return;
        };
        let n = self.space.dimension();
        let stream = (self.config.seed).stream(Purpose::Restart, [self.now.generations, 0, 0]);
        let mean = DVector::from_iterator(n, StandardNormal.sample_iter(stream).take(n));
        let next = cma.state().restarted(mean);
        if next.population <= LARGEST_POPULATION && self.pays(next.population) {
            let outcome = self.outcome();
            self.now.finished.push(outcome);
            self.now.trail = Trail::new();
            self.now.cost = None;
            self.now.search = Search::Cma(Box::new(Cma::new(next)));
        }
    }

    /// What the search since the last restart has come to.
    fn outcome(&self) -> Outcome {
        let mean = self.place(self.now.search.centre());
        Outcome {
            tail: self.now.trail.tail().map_or_else(|| mean.clone(), |tail| self.without_left_out(tail)),
            mean,
            cost: self.now.cost.unwrap_or(f64::INFINITY),
        }
    }

    fn best_outcome(&self) -> Outcome {
        let better = |best: Outcome, next: &Outcome| {
            if next.cost < best.cost { next.clone() } else { best }
        };
        self.now.finished.iter().fold(self.outcome(), better)
    }
}

/// Checks a configuration for a space.
fn check(space: &Space, config: &Config) -> Result<(), ConfigError> {
    config.check()?;
    if let Method::Surface { scale_free: true, .. } = config.method {
        let frozen = space.has_scale();
        if frozen || space.origin().norm() <= 0.0 {
            return Err(ConfigError::NoDirection { frozen });
        }
    }
    Ok(())
}

fn average(values: &[f64]) -> Option<f64> {
    let share = |value: &f64| value / values.len() as f64;
    (!values.is_empty()).then(|| values.iter().map(share).sum())
}
