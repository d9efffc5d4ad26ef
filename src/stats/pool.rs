//! Scores against a pool of opponents.

use super::population::Coverage;
use super::score::Score;

impl Score {
    /// Returns the weighted mean of independent scores, such as those against a pool of opponents.
    ///
    /// With the weights scaled to sum to 1, s = Σ w s and SE² = Σ w² SE². There is no pooled
    /// score if a weight is negative or not finite, or if no weight is positive.
    #[must_use]
    pub fn pooled(members: &[(f64, Self)]) -> Option<Self> {
        let total: f64 = members.iter().map(|(weight, _)| weight).sum();
        let sound = members.iter().all(|(weight, _)| *weight >= 0.0);
        if !sound || !total.is_finite() || total <= 0.0 {
            return None;
        }
        let weighted = || members.iter().map(|(weight, score)| (weight / total, score));
        let mean: f64 = weighted().map(|(w, score)| w * score.mean).sum();
        let se = weighted().map(|(w, score)| (w * score.se).powi(2)).sum::<f64>().sqrt();
        let pairs = members.iter().map(|(_, score)| score.pairs).sum();
        let census = members.iter().all(|(_, score)| score.basis == Coverage::Census);
        let basis = if census { Coverage::Census } else { Coverage::Sampled };
        let inverse: f64 = weighted().map(|(w, score)| w * w / score.pairs as f64).sum();
        // Rounding must not carry the mean of scores past their range.
        Some(Self::new(mean.clamp(0.0, 1.0), se, pairs, basis, inverse.recip()))
    }
}
