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

    /// Decides by a score: what is left out must win by more than the error of the match.
    ///
    /// A feature that is of no use costs depth, so that weights without it win. If they only seem to, little is lost, and the
    /// other way round nothing has changed; so one standard error is enough.
    #[must_use]
    pub fn new(generation: u64, features: Vec<Feature>, score: Score) -> Self {
        let accepted = score.mean - 0.5 > score.se;
        Self { generation, features, score, accepted }
    }

    /// Returns the names of the features that were left out.
    #[must_use]
    pub fn feature_names(&self) -> Vec<&'static str> {
        self.features.iter().map(|feature| feature.name()).collect()
    }

    /// Returns the pairs of games of each of some smaller sets before a generation, or `None` if none is tried there.
    #[must_use]
    pub fn pairs(policy: &Policy, generation: u64, sets: usize) -> Option<usize> {
        let planned = policy.planned();
        let due = MOMENTS.iter().any(|moment| whole(moment * planned as f64) == generation);
        let possible = matches!(policy.method, Method::Surface { .. }) && planned >= FEWEST_GENERATIONS;
        let games = SHARE * policy.games_per_generation() as f64 * planned as f64;
        let pairs = usize::try_from(whole(games / (2.0 * sets.max(1) as f64))).ok()?;
        (due && possible && sets > 0 && pairs > 1).then_some(pairs)
    }
}

/// Truncates a number that is not negative.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(number: f64) -> u64 {
    number as u64
}
