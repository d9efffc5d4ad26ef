//! Whether a search goes on without some of its features.

use serde::{Deserialize, Serialize};

use crate::features::Feature;
use crate::optimize::{Method, Policy};
use crate::stats::Score;

/// When a search is tried without some of its features, as parts of the planned generations.
const MOMENTS: [f64; 3] = [0.25, 0.45, 0.65];
/// The games of each time, as a part of those of the search.
const SHARE: f64 = 0.04;
/// The fewest generations of a search that is tried at all.
const FEWEST_GENERATIONS: u64 = 20;

/// A match of what a search recommends without some features against the same weights with them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pruning {
    /// The number of generations before it.
    pub generation: u64,
    /// The features that were left out.
    pub features: Vec<Feature>,
    /// The score of the weights without them.
    pub score: Score,
    /// Whether the search goes on without them.
    pub accepted: bool,
}

impl Pruning {
    /// The most smaller sets that are tried at a time.
    pub const SETS: usize = 4;

    /// Decides by the score of the weights without the features, which must win by more than one standard error.
    ///
    /// More is not asked for: leaving out a feature that was of some use costs little, since others do most of its work, while one
    /// of no use costs depth until the end.
    #[must_use]
    pub fn new(generation: u64, features: Vec<Feature>, score: Score) -> Self {
        // Where all pairs ended alike, their error is unknown.
        let accepted = score.known_se().is_some_and(|se| score.mean - 0.5 > se);
        Self { generation, features, score, accepted }
    }

    /// Returns the names of the features that were left out.
    #[must_use]
    pub fn feature_names(&self) -> Vec<&'static str> {
        self.features.iter().map(|feature| feature.name()).collect()
    }

    /// Returns the generations before which smaller sets are tried.
    pub fn moments(policy: &Policy) -> impl Iterator<Item = u64> {
        let planned = policy.planned();
        let possible = matches!(policy.method, Method::Surface { .. }) && planned >= FEWEST_GENERATIONS;
        MOMENTS.iter().filter(move |_| possible).map(move |moment| whole(moment * planned as f64))
    }

    /// Returns the pairs of games of each of some smaller sets at a time, or `None` if there are too few to try any.
    #[must_use]
    pub fn pairs(policy: &Policy, sets: usize) -> Option<usize> {
        let games = SHARE * policy.games_per_generation() as f64 * policy.planned() as f64;
        let pairs = usize::try_from(whole(games / (2.0 * sets.max(1) as f64))).ok()?;
        (sets > 0 && pairs > 1).then_some(pairs)
    }
}

/// Truncates a number that is not negative.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(number: f64) -> u64 {
    number as u64
}
