//! The first steps, which follow from the spread of each feature.

use crate::features::Feature;

/// The first step of a feature with the spread of the own moves.
const OWN_MOVES_STEP: f64 = 1.0;

/// Returns the first step of a feature, which changes the score as much as that of the own moves; two digits.
pub(super) fn step(spreads: &[f64; Feature::ALL.len()], feature: Feature) -> f64 {
    let (own, other) = (spreads[Feature::OwnMoves as usize], spreads[feature as usize]);
    if own > 0.0 && other > 0.0 { two_digits(OWN_MOVES_STEP * own / other) } else { OWN_MOVES_STEP }
}

fn two_digits(value: f64) -> f64 {
    format!("{value:.1e}").parse().unwrap_or(value)
}
