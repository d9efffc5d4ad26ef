//! What sampling may cost, and what noise leaves.

/// What sampling may cost at the end, as a difference of scores: this times the cube root of d² v / N for d dimensions,
/// scores of variance v and N candidates.
///
/// With a quadratic fitted to N candidates that cost the loss L, noise leaves the mean worse than the optimum by about
/// d² v / (4 N L), and what a quadratic does not see by something like L²: the sum is least where L³ is like d² v / N.
const LAST_LOSS: f64 = 0.25;
/// The same where candidates play each other: their games leave less noise, so that the end may be sampled more narrowly.
const LAST_LOSS_WITH_DUELS: f64 = 0.2;

/// Returns what sampling may cost at the end.
pub(super) fn last_loss(degrees: f64, variance: f64, candidates: f64, duels: bool) -> f64 {
    let factor = if duels { LAST_LOSS_WITH_DUELS } else { LAST_LOSS };
    factor * libm::cbrt(degrees.powi(2) * variance / candidates)
}

/// Returns by how much noise leaves the mean worse than the optimum after a number of candidates.
pub(in crate::optimize) fn noise_loss(degrees: f64, variance: f64, candidates: f64, duels: bool) -> f64 {
    let loss = last_loss(degrees, variance, candidates, duels);
    if loss > 0.0 { degrees.powi(2) * variance / (4.0 * candidates * loss) } else { 0.0 }
}
