//! Differences of strength in Elo.

use std::f64::consts::LN_10;

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

use super::interval::Interval;
use super::population::Coverage;
use super::score::Score;

/// Normalized Elo per standard deviation of a single trial, 347.44: the slope of logistic Elo at an
/// even score, 1600/ln 10, for trials of the standard deviation ½ (Van den Bergh, Normalized Elo).
pub(super) const NORMALIZED_ELO: f64 = 800.0 / LN_10;

/// Scores beyond these tell nothing about how large an Elo difference is.
const CLIP: (f64, f64) = (0.001, 0.999);

/// A difference of strength in Elo, logistic or normalized, with its interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Elo {
    /// The most likely difference.
    pub value: f64,
    /// The images of the ends of the score's interval.
    pub interval: Interval,
}

impl Elo {
    /// Returns the logistic Elo of a score, at most ±1200 because of the clipping.
    pub(super) fn logistic(score: &Score) -> Self {
        Self { value: elo_of_score(score.mean), interval: score.interval.map(elo_of_score) }
    }

    /// Returns the normalized Elo, 347.44 (s − ½)/√(2v), of a score whose pairs have the variance
    /// v, or nothing if they have none.
    pub(super) fn normalized(score: &Score, variance: f64) -> Option<Self> {
        let scale = NORMALIZED_ELO / (2.0 * variance).sqrt();
        let elo = |score: f64| scale * (score - 0.5);
        (variance > 0.0).then(|| Self { value: elo(score.mean), interval: score.interval.map(elo) })
    }
}

/// Returns the logistic Elo difference −400 log₁₀(1/s − 1) of a mean score, which is first
/// clipped to between .001 and .999.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(CLIP.0, CLIP.1);
    -400.0 * (score.recip() - 1.0).log10()
}

/// Returns the mean score that a logistic Elo difference predicts.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    (1.0 + 10_f64.powf(-elo / 400.0)).recip()
}

/// Returns the likelihood of superiority Φ((s − ½)/SE).
///
/// A census knows: 0, ½ or 1. A sample without variance is judged by the greatest variance that
/// an even score can have, ¼ per pair, as Wilson's interval does.
pub(super) fn los(score: &Score) -> f64 {
    let lead = score.mean - 0.5;
    let se = match score.basis {
        Coverage::Sampled if score.se <= 0.0 => 0.5 / (score.pairs as f64).sqrt(),
        _ => score.se,
    };
    if se > 0.0 {
        Normal::standard().cdf(lead / se)
    } else if lead.abs() > 0.0 {
        f64::from(u8::from(lead > 0.0))
    } else {
        0.5
    }
}
