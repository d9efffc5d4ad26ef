//! What a plan costs on a machine: games, seconds, and the errors to expect.

use std::time::{Duration, Instant};

use crate::arena::OpeningBlock;
use crate::optimize::Policy;

use super::Throughput;
use super::finalists;
use super::finals::pairs_of_rounds;
use crate::tune::config::{Finals, Total, Validation};
use crate::tune::plan::TunePlan;

/// What a plan costs on a machine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The games of the search.
    pub search_games: u64,
    /// The games that measure the mean.
    pub measurement_games: u64,
    /// The games of the mean against itself with fewer features, at most.
    pub pruning_games: u64,
    /// The games of the verdict, at most.
    pub verdict_games: u64,
    /// The speed of this machine in measurements and the verdict.
    pub games_per_second: f64,
    /// The speed of this machine in the search.
    pub search_games_per_second: f64,
    /// The speed of this machine in games of candidates against each other.
    pub duels_per_second: f64,
    /// The standard error to expect of a hold-out score.
    pub holdout_se: f64,
    /// The standard error to expect of the final score.
    pub final_se: f64,
    /// By how much noise will leave the search below the best weights that it could find, where the optimizer knows and the
    /// search is long enough to arrive there.
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
        Estimate {
            search_games: policy.games(),
            measurement_games: holdout_games.saturating_add(mean),
            pruning_games: self.pruning_games(policy),
            verdict_games: self.verdict_games(),
            games_per_second: throughput.games_per_second,
            search_games_per_second: throughput.search_games_per_second(policy),
            duels_per_second: throughput.duels_per_second,
            holdout_se: throughput.standard_error(opponents, config.validation.pairs, select),
            final_se: throughput.standard_error(opponents, config.finals.final_pairs, last),
            search_loss: policy
                .noise_loss(candidate_se * candidate_se)
                .filter(|_| policy.generations >= FEWEST_GENERATIONS),
        }
    }
}

/// The generations below which a search has not arrived: not noise but the way that is left decides what it finds.
pub const FEWEST_GENERATIONS: u64 = 20;

/// What part of a time limit is planned for: a machine is slower now and then.
const PLANNED: f64 = 0.95;

/// The part of the games of a time limit that the verdict and the first hold-outs may take.
const MOST_MEASURING: f64 = 0.5;

/// More games than one generation of any search has.
const MOST_GAMES: f64 = 1e9;

/// The pairs that a measurement is left with, however short the time: of fewer, all may end alike, and the error would be
/// too small.
const FEWEST_PAIRS: usize = 16;

impl TunePlan {
    /// Returns the plan with a total that fills a number of seconds, measurements and verdict included.
    ///
    /// Where measuring would take most of the time, it gets fewer pairs of games, and where the time does not pay for one
    /// generation, the search is as short as it can be. A total in generations stays as it is: the user has already fixed the
    /// division. Returns `None` then.
    #[must_use]
    pub fn fitted(&self, seconds: f64, throughput: &Throughput) -> Option<TunePlan> {
        if matches!(self.config().total, Total::Generations(_)) {
            return None;
        }
        let affordable = PLANNED * seconds;
        let measured = self.measured_within(MOST_MEASURING * affordable * throughput.games_per_second);
        let with = |games: f64| {
            // A count of games far below 2^53.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let plan = measured.with_total(Total::Games(games.max(0.0) as u64));
            let policy = plan.policy_at(throughput).ok()?;
            let all = plan.estimate(&policy, throughput).seconds();
            Some((plan, all))
        };
        // Measurements grow with the search; a few steps are enough to divide the time among them.
        let most = (affordable * throughput.games_per_second).max(1.0);
        let mut games = most;
        let mut fitted = None;
        for _ in 0..6 {
            let Some((plan, all)) = with(games) else { break };
            games *= affordable / all.max(f64::MIN_POSITIVE);
            fitted = (all <= 1.05 * affordable).then_some(plan).or(fitted);
        }
        let shortest = || {
            let more = std::iter::successors(Some(most), |games| Some(1.2 * games));
            more.take_while(|games| *games < MOST_GAMES).find_map(with)
        };
        fitted.or_else(|| shortest().map(|(plan, _)| plan))
    }

    /// Returns the plan with so few pairs in measurements and finals that the verdict and two hold-outs, the least there
    /// can be, take no more than a number of games.
    fn measured_within(&self, games: f64) -> TunePlan {
        let openings = |block| self.conditions().openings(block);
        let (select, last) = (openings(OpeningBlock::Select), openings(OpeningBlock::Final));
        let Finals { select_pairs, final_pairs } = self.config().finals;
        let finals = Finals { select_pairs: select_pairs.min(select), final_pairs: final_pairs.min(last) };
        let validation = self.config().validation;
        let validation = Validation { pairs: validation.pairs.min(select), ..validation };
        let holdouts = 2 * 2 * self.conditions().opponents() as u64 * validation.pairs as u64;
        let share = games / (self.verdict_games().saturating_add(holdouts)).max(1) as f64;
        if share >= 1.0 {
            return self.clone();
        }
        // A part of the pairs that the configuration has.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let fewer = |pairs: usize| ((pairs as f64 * share) as usize).clamp(FEWEST_PAIRS.min(pairs), pairs);
        self.with_pairs(
            Validation { pairs: fewer(validation.pairs), ..validation },
            Finals { select_pairs: fewer(finals.select_pairs), final_pairs: fewer(finals.final_pairs) },
        )
    }

    /// Returns the games of the verdict, at most.
    fn verdict_games(&self) -> u64 {
        let (finals, conditions) = (self.config().finals, self.conditions());
        let [select, last] = [OpeningBlock::Select, OpeningBlock::Final].map(|block| conditions.openings(block));
        let round = 2 * conditions.opponents() as u64;
        let select_games = round * pairs_of_rounds(finalists::MOST, finals.select_pairs.min(select)) as u64;
        // The winner and the baseline against all opponents, then head to head; the start weights too, if they differ.
        let players = if self.starts_at_baseline() { 2 } else { 3 };
        select_games + (players * round + 2 * (players - 1)) * finals.final_pairs.min(last) as u64
    }
}

impl Estimate {
    /// Returns the number of all games.
    #[must_use]
    pub fn games(&self) -> u64 {
        let measured = self.measurement_games.saturating_add(self.verdict_games);
        self.search_games.saturating_add(self.pruning_games).saturating_add(measured)
    }

    /// Returns the time for all games, in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.search_games as f64 / self.search_games_per_second
            + self.pruning_games as f64 / self.duels_per_second
            + self.measurement_games.saturating_add(self.verdict_games) as f64 / self.games_per_second
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::tune::config::TuneConfig;
    use crate::tune::plan::PlanError;

    #[test]
    fn a_slower_search_takes_longer_and_gets_fewer_games() -> Result<(), Box<dyn std::error::Error>> {
        let plan = TunePlan::new(TuneConfig::named("quick")?, Path::new("unused"))?;
        let at = |duels: f64| Throughput {
            games_per_second: 1000.0,
            duels_per_second: duels,
            variance: 0.1,
            fixed_variance: 0.0,
        };
        let estimate = |plan: &TunePlan, duels| -> Result<Estimate, PlanError> {
            Ok(plan.estimate(&plan.policy_at(&at(duels))?, &at(duels)))
        };
        let [even, slow] = [estimate(&plan, 1000.0)?, estimate(&plan, 250.0)?];
        assert!((even.seconds() - even.games() as f64 / 1000.0).abs() < 1e-6);
        assert_eq!(slow.games(), even.games());
        // Three quarters of the search are duels, and so are matches of fewer features; they take four times as long.
        let duels = 0.75 * even.search_games as f64 + even.pruning_games as f64;
        let longer = 1000.0 * (slow.seconds() - even.seconds()) / duels;
        assert!((longer / 3.0 - 1.0).abs() < 0.02, "{longer}");
        for seconds in [300.0, 3600.0] {
            let sized = |duels| plan.fitted(seconds, &at(duels)).ok_or("no plan");
            let [even, slow] = [estimate(&sized(1000.0)?, 1000.0)?, estimate(&sized(250.0)?, 250.0)?];
            for estimate in [&even, &slow] {
                let planned = estimate.seconds() / (PLANNED * seconds);
                assert!((0.9..=1.05).contains(&planned), "{planned} of {seconds} s");
            }
            assert!(slow.search_games < even.search_games / 2, "{slow:?} {even:?}");
        }
        Ok(())
    }
}
