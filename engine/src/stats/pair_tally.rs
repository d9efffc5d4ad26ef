//! Pairs lost, split and won.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

use super::pair_outcome::PairOutcome;
use super::sample::moments;

/// How many pairs one side lost, split and won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct PairTally {
    /// The pairs in which both trials were lost.
    pub lost: u64,
    /// The pairs in which one trial was lost and one was won.
    pub split: u64,
    /// The pairs in which both trials were won.
    pub won: u64,
}

impl PairTally {
    /// Returns the number of pairs.
    #[must_use]
    pub fn pairs(self) -> u64 {
        self.lost + self.split + self.won
    }

    /// Returns the counts in the order of [`PairOutcome::ALL`].
    #[must_use]
    pub fn counts(self) -> [u64; 3] {
        [self.lost, self.split, self.won]
    }

    /// Returns the same pairs seen from the other side.
    #[must_use]
    pub fn flip(self) -> Self {
        Self { lost: self.won, split: self.split, won: self.lost }
    }

    /// Returns the mean score of a pair and its variance per pair, v = Σ p (x − s)², or nothing
    /// without pairs.
    #[must_use]
    pub fn mean_and_variance(self) -> Option<(f64, f64)> {
        let scores = PairOutcome::ALL.map(PairOutcome::score);
        let weights = self.counts().map(|count| count as f64);
        (self.pairs() > 0).then(|| moments(scores.into_iter().zip(weights)))
    }
}

impl From<PairOutcome> for PairTally {
    fn from(outcome: PairOutcome) -> Self {
        let mut tally = Self::default();
        match outcome {
            PairOutcome::Lost => tally.lost = 1,
            PairOutcome::Split => tally.split = 1,
            PairOutcome::Won => tally.won = 1,
        }
        tally
    }
}

impl AddAssign for PairTally {
    fn add_assign(&mut self, other: Self) {
        self.lost += other.lost;
        self.split += other.split;
        self.won += other.won;
    }
}

impl Add for PairTally {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl Sum for PairTally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), Add::add)
    }
}

impl FromIterator<PairOutcome> for PairTally {
    fn from_iter<I: IntoIterator<Item = PairOutcome>>(outcomes: I) -> Self {
        outcomes.into_iter().map(Self::from).sum()
    }
}
