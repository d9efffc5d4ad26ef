//! The likelihood of counts under a hypothesis, for the sequential test.

use super::sample::moments;

/// What an empty cell counts, so that no hypothesis is impossible.
const EMPTY: f64 = 1e-3;

/// Halvings of the bracket around θ: more than a double has bits.
const HALVINGS: usize = 64;

/// Rounds of the fixed point for σ; seldom more than ten are needed.
const ROUNDS: usize = 60;

/// Observed frequencies of scores at equal steps from 0 to 1.
pub(super) struct ScoreFrequencies(Vec<(f64, f64)>);

impl ScoreFrequencies {
    /// Returns the cells, or nothing if there are fewer than two or all are empty.
    pub(super) fn new(counts: &[u64]) -> Option<Self> {
        if counts.len() < 2 || counts.iter().all(|&count| count == 0) {
            return None;
        }
        let top = (counts.len() - 1) as f64;
        let weight = |count| if count == 0 { EMPTY } else { count as f64 };
        let cells = counts.iter().enumerate().map(|(i, &count)| (i as f64 / top, weight(count)));
        Some(Self(cells.collect()))
    }

    /// Returns how far the best distribution with this mean falls short of the observed one, in
    /// log-likelihood: p ← p̂/(1 + θ(x − s)) costs Σ n ln(1 + θ(x − s)) (Van den Bergh,
    /// `support_MLE_multinomial.pdf`, proposition 1.1).
    pub(super) fn misfit_of_mean(&self, mean: f64) -> f64 {
        let deviation = |score| score - mean;
        self.misfit(self.theta(deviation), deviation)
    }

    /// Returns the same for the best distribution with (mean − ½)/σ = t.
    ///
    /// The condition is linearized at the mean and σ of the last fit, and fitted again until they
    /// stay (Van den Bergh, Comments on Normalized Elo, section 4.1). Starting from the uniform
    /// distribution, deviations of both signs exist in each round if |t| < .86: for t > 0 that of
    /// the score 0 is always negative, that of the score 1 is positive at first, and later on the
    /// mean deviation under the last fit is not negative. For t < 0 it is the mirror image.
    pub(super) fn misfit_of_t(&self, t: f64) -> f64 {
        let (mut mean, mut variance) = moments(self.0.iter().map(|&(score, _)| (score, 1.0)));
        let mut misfit = 0.0;
        for _ in 0..ROUNDS {
            let sigma = variance.sqrt();
            let deviation = |score: f64| score - 0.5 - t * sigma * (1.0 + ((mean - score) / sigma).powi(2)) / 2.0;
            let theta = self.theta(deviation);
            let fit = |&(score, weight): &(f64, f64)| (score, weight / (1.0 + theta * deviation(score)));
            misfit = self.misfit(theta, deviation);
            let last = (mean, variance);
            (mean, variance) = moments(self.0.iter().map(fit));
            if (mean - last.0).abs().max((variance - last.1).abs()) < 1e-13 {
                break;
            }
        }
        misfit
    }

    /// Solves Σ n d/(1 + θ d) = 0, which falls in θ, between the poles of the outermost d.
    fn theta(&self, deviation: impl Fn(f64) -> f64) -> f64 {
        let deviations = || self.0.iter().map(|&(score, _)| deviation(score));
        let inside = 1.0 - 1e-14;
        let mut low = -inside / deviations().fold(f64::NEG_INFINITY, f64::max);
        let mut high = -inside / deviations().fold(f64::INFINITY, f64::min);
        for _ in 0..HALVINGS {
            let theta = f64::midpoint(low, high);
            let slope = |&(score, weight): &(f64, f64)| {
                let d = deviation(score);
                weight * d / (1.0 + theta * d)
            };
            if self.0.iter().map(slope).sum::<f64>() > 0.0 {
                low = theta;
            } else {
                high = theta;
            }
        }
        f64::midpoint(low, high)
    }

    fn misfit(&self, theta: f64, deviation: impl Fn(f64) -> f64) -> f64 {
        self.0.iter().map(|&(score, weight)| weight * (theta * deviation(score)).ln_1p()).sum()
    }
}
