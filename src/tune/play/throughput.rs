//! How fast a machine plays a plan's games, and how much their results vary.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::arena::{Executor, Job, OpeningBlock, Scoreboard, duel_schedule};
use crate::game::{Board, Word, with_word};
use crate::seed::Seed;
use crate::stats::{PairTally, Population};

use super::compiled::CompiledConditions;
use crate::tune::contest_kind::ContestKind;
use crate::tune::deadline::with_deadline;
use crate::tune::error::TuneError;
use crate::tune::plan::{PlanError, TunePlan};

/// The shortest sample of games against the opponents, and of games of candidates against each other.
const SAMPLE: Duration = Duration::from_millis(1500);
const DUEL_SAMPLE: Duration = Duration::from_millis(700);
/// The longest sample: games that take longer are too slow to tune by.
const LONGEST: Duration = Duration::from_secs(120);
/// Candidates of a first generation in the sample, besides the start weights.
const CANDIDATES: usize = 7;
/// The most pairs of each candidate against each opponent, and of each couple of candidates.
const PAIRS: usize = 60;
const COUPLE_PAIRS: usize = 420;
/// The variance of the score of two independent games with even chances.
const EVEN_VARIANCE: f64 = 0.125;

/// How fast a machine plays a plan's games, and how much the score of a pair varies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Throughput {
    /// Games per second of weights against the opponents, as in measurements and in the verdict.
    pub games_per_second: f64,
    /// Games per second of a search: where candidates play each other as well, both sides pay for their features.
    pub search_games_per_second: f64,
    /// The variance of a pair's score against opponents whose games involve chance, averaged over all opponents.
    pub variance: f64,
    /// The same against the other opponents.
    pub fixed_variance: f64,
}

impl Throughput {
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
        let share = if self.config().optimizer.is_duelling() {
            1.0
        } else {
            let duel_games = (policy.couples() as u64).saturating_mul(policy.games_per_couple());
            duel_games as f64 / policy.games_per_generation().max(1) as f64
        };
        let mut search_games_per_second = games_per_second;
        if share > 0.0 {
            let side = |side| sample.iter().rev().skip(side).step_by(2).take(CANDIDATES).map(agent).collect();
            let contest = compiled.duels((side(0), side(1)), COUPLE_PAIRS, seed);
            let sampled = timer.games_per_second(DUEL_SAMPLE, contest.pairs(), |pairs, halt, played| {
                let jobs: Vec<Job> = duel_schedule(contest.candidates(), pairs).collect();
                let results = executor.execute(&contest, &jobs, halt, &|_, results| played(2 * results.len() as u64));
                results.iter().all(Option::is_some)
            });
            // Where no duel ends in time, the games against the opponents say what there is to say.
            let duels_per_second = sampled?.unwrap_or(games_per_second);
            search_games_per_second = 1.0 / ((1.0 - share) / games_per_second + share / duels_per_second);
        }
        let matches = contest.candidates() * contest.opponents();
        let all = (0..contest.candidates()).flat_map(|a| (0..contest.opponents()).map(move |b| (a, b)));
        let mut throughput =
            Throughput { games_per_second, search_games_per_second, variance: 0.0, fixed_variance: 0.0 };
        for (a, b) in all {
            let fixed = contest.is_deterministic(a, b);
            let kind = if fixed { &mut throughput.fixed_variance } else { &mut throughput.variance };
            *kind += sample_variance(scoreboard.tally(a, b)) / matches as f64;
        }
        Ok(throughput)
    }
}

/// Measures how fast pairs of games are played.
struct Timer<'a> {
    /// When to give up.
    longest: Duration,
    stop: &'a AtomicBool,
}

impl Timer<'_> {
    /// Plays up to `most` pairs for about the time of a sample, more at a time while they are fast. Returns the games per
    /// second, `None` if no game has ended.
    ///
    /// `play` plays a range of pairs until the flag is raised, counts games by its function, and returns whether all of them
    /// have ended.
    fn games_per_second(
        &self,
        sample: Duration,
        most: usize,
        mut play: impl FnMut(Range<usize>, &AtomicBool, &(dyn Fn(u64) + Sync)) -> bool,
    ) -> Result<Option<f64>, TuneError> {
        let (start, mut pairs, mut more_pairs, games) = (Instant::now(), 0, 1, AtomicU64::new(0));
        let played = |more| {
            games.fetch_add(more, Ordering::Relaxed);
        };
        with_deadline(self.stop, start.checked_add(self.longest), |halt| {
            while pairs < most && (pairs == 0 || start.elapsed() < sample) {
                let (before, end) = (Instant::now(), most.min(pairs + more_pairs));
                if !play(pairs..end, halt, &played) {
                    break;
                }
                pairs = end;
                // More at a time, or a wide cluster is measured by its round trips.
                if before.elapsed() < sample / 8 {
                    more_pairs *= 2;
                }
            }
        });
        if self.stop.load(Ordering::Relaxed) {
            return Err(TuneError::Stopped);
        }
        let games = games.load(Ordering::Relaxed);
        Ok((games > 0).then(|| games as f64 / start.elapsed().as_secs_f64().max(1e-6)))
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
    use crate::tune::config::TuneConfig;

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
