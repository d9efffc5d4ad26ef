//! How fast a machine plays a plan's games, and how much their results vary.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::arena::{Executor, Job, OpeningBlock, Scoreboard, duel_schedule};
use crate::game::{Board, Word, with_word};
use crate::optimize::{Method, Policy};
use crate::seed::Seed;
use crate::stats::{PairTally, Population};

use super::compiled::CompiledConditions;
use super::timer::Timer;
use crate::tune::config::TuneConfig;
use crate::tune::contest_kind::ContestKind;
use crate::tune::error::TuneError;
use crate::tune::plan::{PlanError, TunePlan};

/// The shortest sample of games against the opponents, and of games of candidates against each other.
const SAMPLE: Duration = Duration::from_millis(1500);
const DUEL_SAMPLE: Duration = Duration::from_millis(700);
/// The longest sample: games that take longer are too slow to tune by.
const LONGEST: Duration = Duration::from_secs(120);
/// Candidates of a first generation in the sample, besides the start weights.
const CANDIDATES: usize = 7;
/// The couples of candidates in the sample, enough to keep many cores busy.
const COUPLES: usize = 60;
/// The most pairs of each candidate against each opponent, and of each couple.
const PAIRS: usize = 60;
/// The variance of the score of two independent games with even chances.
const EVEN_VARIANCE: f64 = 0.125;

/// How fast a machine plays a plan's games, and how much the score of a pair varies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Throughput {
    /// Games per second of weights against the opponents, as in measurements and in the verdict.
    pub games_per_second: f64,
    /// Games per second of candidates against each other, where both sides pay for their features; the same as against the
    /// opponents if a plan has no such games.
    pub duels_per_second: f64,
    /// The variance of a pair's score against opponents whose games involve chance, averaged over all opponents.
    pub variance: f64,
    /// The same against the other opponents.
    pub fixed_variance: f64,
}

impl Throughput {
    /// Returns the games per second of a search that divides its games in this way.
    #[must_use]
    pub fn search_games_per_second(&self, policy: &Policy) -> f64 {
        let couples = (policy.couples() as u64).saturating_mul(policy.games_per_couple());
        let duels = match policy.method {
            Method::Spsa { .. } => 1.0,
            Method::Surface { .. } | Method::Cma | Method::LraCma | Method::Random => {
                couples as f64 / policy.games_per_generation().max(1) as f64
            }
        };
        1.0 / ((1.0 - duels) / self.games_per_second + duels / self.duels_per_second)
    }

    /// Returns the standard error to expect of a win rate over all opponents, with `pairs` pairs against each out of
    /// `openings` openings.
    ///
    /// Where games involve no chance, a block that was played completely leaves no error.
    #[must_use]
    pub fn standard_error(&self, opponents: usize, pairs: usize, openings: usize) -> f64 {
        let pairs = pairs.min(openings).max(1);
        let left = Population::Finite(openings as u64).factor(pairs as u64).powi(2);
        let variance = self.variance + self.fixed_variance * left;
        (variance / (opponents * pairs).max(1) as f64).sqrt()
    }
}

impl TunePlan {
    /// Divides the total into generations, candidates and games; hours are converted by the speed of the search.
    ///
    /// # Errors
    /// Returns an error if the total does not pay for a generation, or the options do not fit the opponents.
    pub fn policy_at(&self, throughput: &Throughput) -> Result<Policy, PlanError> {
        let policy = self.policy(throughput.games_per_second)?;
        self.policy(throughput.search_games_per_second(&policy))
    }

    /// Plays a sample of a first generation for a second or two.
    ///
    /// # Errors
    /// Returns an error if it was stopped, the board has too few openings, or no game has ended after two minutes.
    pub fn throughput(&self, executor: &impl Executor, stop: &AtomicBool) -> Result<Throughput, TuneError> {
        self.throughput_within(LONGEST, executor, stop)
    }

    fn throughput_within(
        &self,
        longest: Duration,
        executor: &impl Executor,
        stop: &AtomicBool,
    ) -> Result<Throughput, TuneError> {
        with_word!(self.conditions().board(), W => self.throughput_on::<W>(longest, executor, stop))
    }

    fn throughput_on<W: Word>(
        &self,
        longest: Duration,
        executor: &impl Executor,
        stop: &AtomicBool,
    ) -> Result<Throughput, TuneError> {
        let board = Board::<W>::new(self.conditions().board()).map_err(PlanError::from)?;
        let compiled = CompiledConditions::new(self.conditions(), &board)?;
        // The first step is the same for every division of the total.
        let policy = self.policy(1e4).or_else(|_| self.policy(1e6))?;
        let sample = self.optimizer(&policy, None)?.ask().candidates;
        let agent = |vector: &Vec<f64>| compiled.weights(self.encoding().weights(vector));
        // The first of them may be the start as well, whose features of weight 0 cost nothing.
        let start = self.encoding().start();
        let agents = std::iter::once(&start).chain(sample.iter().rev()).take(1 + CANDIDATES).map(agent).collect();
        let seed = ContestKind::Throughput.seed(Seed(self.config().seed));
        let contest = compiled.contest(agents, OpeningBlock::Train, PAIRS, seed);
        let mut scoreboard = Scoreboard::new(&contest);
        let timer = Timer { longest, stop };
        let sampled = timer.games_per_second(SAMPLE, contest.pairs(), |pairs, halt, played| {
            scoreboard.play(&contest, pairs, executor, halt, played)
        });
        let Some(games_per_second) = sampled? else {
            let budget = self.conditions().budget().to_string();
            return Err(PlanError::TooSlow { budget, seconds: longest.as_secs() }.into());
        };
        let mut duels_per_second = games_per_second;
        let TuneConfig { optimizer, objective, .. } = self.config();
        if optimizer.is_duelling() || optimizer.has_duels(*objective) {
            let side = |side| sample.iter().rev().skip(side).step_by(2).take(COUPLES).map(agent).collect();
            let contest = compiled.duels((side(0), side(1)), PAIRS, seed);
            let sampled = timer.games_per_second(DUEL_SAMPLE, contest.pairs(), |pairs, halt, played| {
                let jobs: Vec<Job> = duel_schedule(contest.candidates(), pairs).collect();
                let results = executor.execute(&contest, &jobs, halt, &|_, results| played(2 * results.len() as u64));
                results.iter().all(Option::is_some)
            });
            // Where no duel ends in time, the games against the opponents say what there is to say.
            duels_per_second = sampled?.unwrap_or(games_per_second);
        }
        let matches = contest.candidates() * contest.opponents();
        let all = (0..contest.candidates()).flat_map(|a| (0..contest.opponents()).map(move |b| (a, b)));
        let mut throughput = Throughput { games_per_second, duels_per_second, variance: 0.0, fixed_variance: 0.0 };
        for (a, b) in all {
            let fixed = contest.is_deterministic(a, b);
            let kind = if fixed { &mut throughput.fixed_variance } else { &mut throughput.variance };
            *kind += sample_variance(scoreboard.tally(a, b)) / matches as f64;
        }
        Ok(throughput)
    }
}

/// Returns the variance of a pair's score, estimated from a tally as if one pair with even chances had been played before: a
/// short sample whose pairs all end alike must not promise an error of zero.
fn sample_variance(tally: PairTally) -> f64 {
    let (pairs, variance) = (tally.pairs() as f64, tally.mean_and_variance().map_or(0.0, |(_, variance)| variance));
    (pairs * variance + EVEN_VARIANCE) / pairs.max(1.0)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::arena::Threads;

    #[test]
    fn a_short_sample_has_an_error() {
        let tally = |lost, split, won| PairTally { lost, split, won };
        for (tally, expected) in [
            (tally(0, 0, 0), 0.125),
            (tally(0, 0, 1), 0.125),
            (tally(1, 0, 1), 0.3125),
            (tally(1, 2, 1), 0.15625),
            (tally(0, 0, 10), 0.0125),
            (tally(500, 0, 500), 0.250_125),
        ] {
            assert!((sample_variance(tally) - expected).abs() < 1e-12, "{tally:?}");
        }
    }

    #[test]
    fn a_search_is_as_fast_as_its_mixture_of_games() -> Result<(), Box<dyn std::error::Error>> {
        let throughput =
            Throughput { games_per_second: 1000.0, duels_per_second: 250.0, variance: 0.1, fixed_variance: 0.0 };
        let speed = |optimizer: &str| -> Result<f64, Box<dyn std::error::Error>> {
            let mut config = TuneConfig::named("quick")?;
            config.assign(&format!("optimizer={optimizer}"))?;
            let plan = TunePlan::new(config, Path::new("unused"))?;
            Ok(throughput.search_games_per_second(&plan.policy_at(&throughput)?))
        };
        // Three quarters of the games take four times as long: 1/4 + 3/4 · 4 = 3.25.
        for (optimizer, expected) in
            [("Surface()", 1000.0 / 3.25), ("Surface(duels: false)", 1000.0), ("Cma()", 1000.0), ("Spsa()", 250.0)]
        {
            assert!((speed(optimizer)? / expected - 1.0).abs() < 0.02, "{optimizer}: {}", speed(optimizer)?);
        }
        Ok(())
    }

    #[test]
    fn a_sample_measures_every_method() -> Result<(), Box<dyn std::error::Error>> {
        for (optimizer, total, duels) in [
            ("Surface()", 20_000, true),
            // Too few games for duels in this plan, but not in one that is given more time.
            ("Surface()", 300, true),
            ("Surface(duels: false)", 20_000, false),
            ("Spsa()", 20_000, true),
        ] {
            let mut config = TuneConfig::named("quick")?;
            for text in [format!("optimizer={optimizer}"), format!("total=Games({total})"), "budget=nodes:2".to_owned()]
            {
                config.assign(&text)?;
            }
            let plan = TunePlan::new(config, Path::new("unused"))?;
            let sample = plan.throughput(&Threads::new(Some(1))?, &AtomicBool::new(false))?;
            assert!(sample.games_per_second > 0.0 && sample.duels_per_second > 0.0, "{sample:?}");
            let same = sample.duels_per_second.to_bits() == sample.games_per_second.to_bits();
            assert_eq!(same, !duels, "{optimizer} {total}: {sample:?}");
        }
        Ok(())
    }

    #[test]
    fn a_budget_that_no_game_ends_with_is_refused() -> Result<(), Box<dyn std::error::Error>> {
        let mut config = TuneConfig::named("quick")?;
        config.assign("budget=nodes:4294967296")?;
        let plan = TunePlan::new(config, Path::new("unused"))?;
        let sample =
            plan.throughput_within(Duration::from_millis(50), &Threads::new(Some(1))?, &AtomicBool::new(false));
        let sentence = sample.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(sentence.contains("nodes:4294967296"), "{sentence}");
        Ok(())
    }
}
