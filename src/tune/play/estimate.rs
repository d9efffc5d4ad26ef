//! What a plan costs on a machine: games, seconds, and the errors to expect.

use std::time::{Duration, Instant};

use crate::arena::OpeningBlock;
use crate::optimize::Policy;

use super::Throughput;
use super::finalists;
use super::finals::pairs_of_rounds;
use crate::tune::config::Total;
use crate::tune::plan::TunePlan;

/// What a plan costs on a machine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The games of the search.
    pub search_games: u64,
    /// The games that measure the mean.
    pub measurement_games: u64,
    /// The games of the verdict, at most.
    pub verdict_games: u64,
    /// The speed of this machine.
    pub games_per_second: f64,
    /// The standard error to expect of a hold-out score.
    pub holdout_se: f64,
    /// The standard error to expect of the final score.
    pub final_se: f64,
    /// By how much noise will leave the search below the best weights that it could find, where the optimizer knows.
    pub search_loss: Option<f64>,
}

/// When the search must end so that the verdict is ready by a deadline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchLimit {
    /// When the search must end.
    pub until: Instant,
    /// How long after the deadline the verdict will be ready, if it takes more than half of the time left.
    pub overrun: Option<Duration>,
}

impl TunePlan {
    /// Returns what the plan costs at a measured speed.
    #[must_use]
    pub fn estimate(&self, policy: &Policy, throughput: &Throughput) -> Estimate {
        let (config, conditions) = (self.config(), self.conditions());
        let opponents = conditions.opponents();
        let select = conditions.openings(OpeningBlock::Select);
        let last = conditions.openings(OpeningBlock::Final);
        let train = conditions.openings(OpeningBlock::Train);
        let candidate_se = throughput.standard_error(opponents, self.pairs(policy), train);
        let duelling = config.optimizer.is_duelling();
        let mean = if duelling || config.optimizer.fits_surface() {
            0
        } else {
            policy.generations.saturating_mul(policy.games_per_candidate)
        };
        // The baseline is measured once, with the first hold-out.
        let holdouts = policy.generations.div_ceil(config.validation.every) + 1;
        let round = 2 * opponents as u64;
        let holdout_games = (round * config.validation.pairs.min(select) as u64).saturating_mul(holdouts);
        let select_games = round * pairs_of_rounds(finalists::MOST, config.finals.select_pairs.min(select)) as u64;
        // The winner and the baseline against all opponents, then head to head; the start weights too, if they differ.
        let players = if self.starts_at_baseline() { 2 } else { 3 };
        let final_games = (players * round + 2 * (players - 1)) * config.finals.final_pairs.min(last) as u64;
        Estimate {
            search_games: policy.games(),
            measurement_games: holdout_games.saturating_add(mean),
            verdict_games: select_games + final_games,
            games_per_second: throughput.games_per_second,
            holdout_se: throughput.standard_error(opponents, config.validation.pairs, select),
            final_se: throughput.standard_error(opponents, config.finals.final_pairs, last),
            search_loss: policy.noise_loss(candidate_se * candidate_se),
        }
    }
}

/// What part of a time limit is planned for: a machine is slower now and then.
const PLANNED: f64 = 0.95;

impl TunePlan {
    /// Returns the plan with a total that fills a number of seconds, measurements and verdict included.
    ///
    /// A total in generations stays as it is: the user has already fixed the division. Returns `None` then,
    /// and if the time does not pay for one generation.
    #[must_use]
    pub fn fitted(&self, seconds: f64, throughput: &Throughput) -> Option<TunePlan> {
        let speed = throughput.games_per_second;
        if matches!(self.config().total, Total::Generations(_)) {
            return None;
        }
        let with = |games: u64| {
            let plan = self.with_total(Total::Games(games));
            let policy = plan.policy(speed).ok()?;
            let all = plan.estimate(&policy, throughput).games();
            Some((plan, all))
        };
        let affordable = PLANNED * seconds * speed;
        // Measurements grow with the search; a few steps are enough to divide the games among them.
        let mut games = affordable;
        let mut fitted = None;
        for _ in 0..6 {
            // A count of games far below 2^53.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let (plan, all) = with(games.max(0.0) as u64)?;
            games *= affordable / (all as f64).max(1.0);
            fitted = (all as f64 <= 1.05 * affordable).then_some(plan).or(fitted);
        }
        fitted
    }
}

impl Estimate {
    /// Returns the number of all games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.search_games.saturating_add(self.measurement_games).saturating_add(self.verdict_games)
    }

    /// Returns the time for all games, in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.games() as f64 / self.games_per_second
    }

    /// Returns the time for the verdict, in seconds.
    #[must_use]
    pub fn verdict_seconds(&self) -> f64 {
        self.verdict_games as f64 / self.games_per_second
    }

    /// Returns when the search must end for a deadline; the search gets at least half of the time left.
    #[must_use]
    pub fn search_limit(&self, deadline: Instant) -> SearchLimit {
        let now = Instant::now();
        let left = deadline.saturating_duration_since(now);
        let verdict = Duration::try_from_secs_f64(self.verdict_seconds()).unwrap_or(Duration::MAX);
        let overrun = (verdict > left / 2).then(|| verdict.saturating_sub(left / 2));
        SearchLimit { until: now + left.saturating_sub(verdict.min(left / 2)), overrun }
    }
}
