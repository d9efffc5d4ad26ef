//! A mean score with its error.

use serde::{Deserialize, Serialize};

use super::interval::{Interval, Z_95, unseen_share, wilson_share};
use super::pair_tally::PairTally;
use super::population::{Coverage, Population};

/// A mean pair score between 0 and 1 with its error.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Score {
    /// The mean score of a pair.
    pub mean: f64,
    /// The standard error of the mean, zero for a census and when all pairs ended alike. In a pool, members whose pairs ended
    /// alike count with a bound of it.
    pub se: f64,
    /// The mean ± 1.96 SE within 0 to 1, or Wilson's interval when a sample shows no variance. That of a [pool](Score::pooled)
    /// is uneven where a member shows none.
    pub interval: Interval,
    /// The standard error if the pairs were a sample of an unlimited population, also for a census.
    #[serde(default)]
    pub sample_se: f64,
    /// The number of pairs behind the mean.
    pub pairs: u64,
    /// Whether the pairs are a sample or all there are.
    pub basis: Coverage,
}

impl Score {
    /// Returns the score of a tally of pairs drawn from `population`, or nothing without pairs.
    ///
    /// SE = √(v/N) times the population's factor, with the variance v taken per pair: the two
    /// trials of a pair share their starting point and are not independent.
    #[must_use]
    pub fn of(tally: PairTally, population: Population) -> Option<Self> {
        let (mean, variance) = tally.mean_and_variance()?;
        let pairs = tally.pairs();
        let sample_se = (variance / pairs as f64).sqrt();
        let se = sample_se * population.factor(pairs);
        Some(Self::new(mean, (se, sample_se), pairs, population.basis(pairs), pairs as f64))
    }

    /// Returns whether ± says all of the interval: not where it ends at 0 or 1, nor where a sample shows no variance, nor where
    /// one end is clearly farther from the mean than the other.
    #[must_use]
    pub fn is_even(&self) -> bool {
        let inside = self.interval.low > 0.0 && self.interval.high < 1.0;
        self.se > 0.0 && inside && self.interval.is_even_around(self.mean)
    }

    /// Returns the standard error, which is unknown if all pairs of a sample ended alike.
    #[must_use]
    pub fn known_se(&self) -> Option<f64> {
        (self.se > 0.0 || self.basis == Coverage::Census).then_some(self.se)
    }

    /// Returns the score with its interval; `effective` is the number of equally weighted pairs
    /// that would tell as much, and matters only when no variance was seen.
    fn new(mean: f64, (se, sample_se): (f64, f64), pairs: u64, basis: Coverage, effective: f64) -> Self {
        let interval = if basis == Coverage::Sampled && se <= 0.0 {
            wilson_share(mean, effective)
        } else {
            Interval::around(mean, Z_95 * se).map(|end| end.clamp(0.0, 1.0))
        };
        Self { mean, se, interval, sample_se, pairs, basis }
    }
}

impl Score {
    /// Returns the weighted mean of independent scores, such as those against a pool of opponents.
    ///
    /// With the weights scaled to sum to 1, s = Σ w s and SE² = Σ w² SE². There is no pooled
    /// score if a weight is negative or not finite, or if no weight is positive.
    ///
    /// A sample whose pairs all ended alike has an unknown error, not none. Beside others that have one it counts by the
    /// greatest share of other pairs that is compatible with it, z²/(n + z²): as half of that share divided by z in the standard
    /// error, and in the interval towards where other pairs could move its mean. Each end is as far from the mean as the root
    /// of the sum of squares of the members' own distances (G. Zou, A. Donner, Construction of Confidence Limits about Effect
    /// Measures, Statistics in Medicine 27, 2008).
    #[must_use]
    pub fn pooled(members: &[(f64, Self)]) -> Option<Self> {
        let total: f64 = members.iter().map(|(weight, _)| weight).sum();
        let sound = members.iter().all(|(weight, _)| *weight >= 0.0);
        if !sound || !total.is_finite() || total <= 0.0 {
            return None;
        }
        let weighted = || members.iter().map(|(weight, score)| (weight / total, score));
        // Rounding must not carry the mean of scores past their range.
        let mean = weighted().map(|(w, score)| w * score.mean).sum::<f64>().clamp(0.0, 1.0);
        let root = |part: fn(&Self) -> f64| weighted().map(|(w, score)| (w * part(score)).powi(2)).sum::<f64>().sqrt();
        let pairs = members.iter().map(|(_, score)| score.pairs).sum();
        let census = members.iter().all(|(_, score)| score.basis == Coverage::Census);
        let basis = if census { Coverage::Census } else { Coverage::Sampled };
        let sample_se = if root(|score| score.sample_se) > 0.0 { root(Self::sample_se_or_bound) } else { 0.0 };
        if root(|score| score.se) <= 0.0 {
            let inverse: f64 = weighted().map(|(w, score)| w * w / score.pairs as f64).sum();
            return Some(Self::new(mean, (0.0, sample_se), pairs, basis, inverse.recip()));
        }
        let [below, above] = [root(|score| score.reach(score.mean)), root(|score| score.reach(1.0 - score.mean))];
        let interval = Interval { low: mean - below, high: mean + above }.map(|end| end.clamp(0.0, 1.0));
        Some(Self { mean, se: root(Self::se_or_bound), interval, sample_se, pairs, basis })
    }

    /// Returns the standard error, or a bound of it where all pairs of a sample ended alike.
    fn se_or_bound(&self) -> f64 {
        self.known_se().unwrap_or_else(|| unseen_share(self.pairs) / (2.0 * Z_95))
    }

    /// Returns the standard error over pairs as a sample, or a bound of it where all of them ended alike.
    fn sample_se_or_bound(&self) -> f64 {
        if self.sample_se > 0.0 { self.sample_se } else { unseen_share(self.pairs) / (2.0 * Z_95) }
    }

    /// Returns how far an end of the interval is from the mean, which other pairs than those seen could move by `room`.
    fn reach(&self, room: f64) -> f64 {
        self.known_se().map_or_else(|| unseen_share(self.pairs) * room, |se| Z_95 * se)
    }
}
