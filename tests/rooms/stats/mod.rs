//! The statistics room against numbers made elsewhere, against its own laws, and against chance.
//!
//! The reference numbers come from `SciPy` 1.17.1 unless another source is named.

mod edges;
mod laws;
mod reference;
mod simulation;

use isotune::stats::{EloScale, HeadToHead, Hypotheses, PairTally, Population, Sprt};

fn tally(lost: u64, split: u64, won: u64) -> PairTally {
    PairTally { lost, split, won }
}

fn head_to_head(tally: PairTally) -> HeadToHead {
    HeadToHead::of(tally, Population::Unlimited, None).unwrap()
}

fn sprt(scale: EloScale, h0: f64, h1: f64) -> Sprt {
    Sprt::new(Hypotheses { scale, h0, h1 }, 0.05, 0.05).unwrap()
}

/// Asserts that two numbers agree to a relative (or, near zero, absolute) tolerance.
#[track_caller]
fn assert_close(actual: f64, expected: f64, tolerance: f64) {
    let scale = expected.abs().max(f64::MIN_POSITIVE);
    let error = (actual - expected).abs();
    assert!(error <= tolerance * scale || error <= 1e-15, "{actual:e} is not {expected:e}");
}
