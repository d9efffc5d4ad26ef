//! How fast this machine plays a plan's games, and how far they can be trusted.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::error::TuneError;
use super::field::Field;
use super::plan::TunePlan;
use super::plan_error::PlanError;
use crate::arena::{Executor, OpeningBlock, Scoreboard};
use crate::game::{Board, Word};
use crate::seed::{Purpose, Seed};
use crate::stats::Population;

/// How long a sample is played at least.
const SAMPLE: Duration = Duration::from_millis(1500);
/// Candidates of a first generation that play, beside the start weights.
const CANDIDATES: usize = 7;
/// The most pairs of each candidate against each opponent.
const PAIRS: usize = 60;

/// How fast this machine plays a plan's games, and how much a pair of them varies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// Games per second.
    pub games_per_second: f64,
    /// The variance of a pair's score against opponents with whom chance has a part, averaged over all opponents.
    pub variance: f64,
    /// The same of the others.
    pub fixed_variance: f64,
}

impl Pace {
    /// Gives the standard error to expect of a win rate over all opponents with so many pairs against each, of so many
    /// openings: where chance has no part, openings that were all played leave no error.
    #[must_use]
    pub fn error(&self, opponents: usize, pairs: usize, openings: usize) -> f64 {
        let pairs = pairs.min(openings).max(1);
        let left = Population::Finite(openings as u64).factor(pairs as u64).powi(2);
        let variance = self.variance + self.fixed_variance * left;
        (variance / (opponents * pairs).max(1) as f64).sqrt()
    }
}

impl TunePlan {
    /// Plays a sample of the games of a first generation for a second or two.
    ///
    /// # Errors
    /// When it was told to stop, or the board has too few openings.
    pub fn pace(&self, executor: &impl Executor, stop: &AtomicBool) -> Result<Pace, TuneError> {
        if self.config().board.cells() <= 64 {
            self.pace_on::<u64>(executor, stop)
        } else {
            self.pace_on::<u128>(executor, stop)
        }
    }

    fn pace_on<W: Word>(&self, executor: &impl Executor, stop: &AtomicBool) -> Result<Pace, TuneError> {
        let board = Board::<W>::new(self.config().board).map_err(PlanError::from)?;
        let field = Field::new(self, &board)?;
        // Any division has the same first step; this one is only asked for candidates.
        let division = self.division(1e4).or_else(|_| self.division(1e6))?;
        let sample = self.optimizer(&division, None)?.ask().candidates;
        let vectors = std::iter::once(self.encoding().start()).chain(sample).take(1 + CANDIDATES);
        let agents: Vec<_> = vectors.map(|vector| field.weighted(self.encoding().weights(&vector))).collect();
        let seed = Seed(self.config().seed).derived(Purpose::Contest, [u64::MAX, 0, 0]);
        let contest = field.contest(agents, OpeningBlock::Train, PAIRS, seed);
        let mut scoreboard = Scoreboard::new(&contest);
        let (begun, mut pairs) = (Instant::now(), 0);
        while pairs < contest.pairs() && (pairs == 0 || begun.elapsed() < SAMPLE) {
            if !scoreboard.play(&contest, pairs..pairs + 1, executor, stop, &|_| ()) {
                return Err(TuneError::Stopped);
            }
            pairs += 1;
        }
        let games = 2 * pairs * contest.candidates() * contest.opponents();
        let games_per_second = games as f64 / begun.elapsed().as_secs_f64().max(1e-6);
        let couples = contest.candidates() * contest.opponents();
        let all = (0..contest.candidates()).flat_map(|a| (0..contest.opponents()).map(move |b| (a, b)));
        let mut pace = Pace { games_per_second, variance: 0.0, fixed_variance: 0.0 };
        for (a, b) in all {
            let variance = scoreboard.tally(a, b).mean_and_variance().map_or(0.0, |(_, variance)| variance);
            let kind = if contest.is_deterministic(a, b) { &mut pace.fixed_variance } else { &mut pace.variance };
            // A handful of pairs varies too little on average, by the factor that a sample's variance always has.
            *kind += variance * unbiased(pairs) / couples as f64;
        }
        Ok(pace)
    }
}

fn unbiased(pairs: usize) -> f64 {
    if pairs > 1 { pairs as f64 / (pairs - 1) as f64 } else { 1.0 }
}
