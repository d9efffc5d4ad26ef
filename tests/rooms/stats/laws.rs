use isotune::stats::{EloScale, HeadToHead, PairOutcome, PairTally, Population, Sample, TTest, paired, welch};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::{head_to_head, sprt};

/// Counts of every order of magnitude, the awkward small ones often.
fn count() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), Just(1), 0..50_u64, 0..100_000_u64, any::<u32>().prop_map(u64::from)]
}

fn tallies() -> impl Strategy<Value = PairTally> {
    (count(), count(), count()).prop_map(|(lost, split, won)| PairTally { lost, split, won })
}

fn played() -> impl Strategy<Value = PairTally> {
    tallies().prop_filter("a pair", |tally| tally.pairs() > 0)
}

fn outcomes() -> impl Strategy<Value = Vec<PairOutcome>> {
    vec(prop::sample::select(&PairOutcome::ALL[..]), 0..60)
}

fn scales() -> impl Strategy<Value = EloScale> {
    prop::sample::select(vec![EloScale::Logistic, EloScale::Normalized])
}

fn populations() -> impl Strategy<Value = Population> {
    prop_oneof![Just(Population::Unlimited), count().prop_map(Population::Finite)]
}

/// Numbers of every kind, NaN and infinities included, the largest ones often.
fn observation() -> impl Strategy<Value = f64> {
    prop_oneof![prop::num::f64::ANY, Just(f64::MAX), Just(f64::MIN), Just(0.5), 0.0..1.0_f64]
}

fn close(first: f64, second: f64, tolerance: f64) -> bool {
    (first - second).abs() <= tolerance * first.abs().max(1.0)
}

/// JSON has no NaN and no infinity, so only a record of numbers survives it.
fn survives_json(record: Option<TTest>) -> bool {
    serde_json::from_str::<Option<TTest>>(&serde_json::to_string(&record).unwrap()).unwrap() == record
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(17), failure_persistence: None, ..ProptestConfig::default() })]

    /// Two strata are Welch's test in disguise: the mean of x and of −y is half the difference of their means.
    #[test]
    fn pooling_two_strata_is_welch(x in vec(0.0..1.0_f64, 2..30), y in vec(0.0..1.0_f64, 2..30)) {
        let strata = [
            paired(x.iter().map(|&x| (x, 0.0)), Population::Unlimited).unwrap(),
            paired(y.iter().map(|&y| (0.0, y)), Population::Unlimited).unwrap(),
        ];
        let pooled = TTest::pooled(&strata).unwrap();
        let expected = welch(&Sample::of(x).unwrap(), &Sample::of(y).unwrap()).unwrap();
        prop_assert!(close(2.0 * pooled.difference, expected.difference, 1e-12));
        prop_assert!(close(2.0 * pooled.se, expected.se, 1e-12));
        prop_assert!(close(pooled.degrees_of_freedom, expected.degrees_of_freedom, 1e-9));
        prop_assert!(close(pooled.p_value, expected.p_value, 1e-9));
    }

    #[test]
    fn flipping_twice_changes_nothing(tally in tallies()) {
        prop_assert_eq!(tally.flip().flip(), tally);
    }

    #[test]
    fn flipping_mirrors_every_figure(tally in played()) {
        let (ours, theirs) = (head_to_head(tally), head_to_head(tally.flip()));
        prop_assert!(close(ours.score.mean, 1.0 - theirs.score.mean, 1e-14));
        prop_assert!(close(ours.score.se, theirs.score.se, 1e-14));
        prop_assert!(close(ours.score.interval.low, 1.0 - theirs.score.interval.high, 1e-14));
        prop_assert!(close(ours.elo.value, -theirs.elo.value, 1e-10));
        prop_assert!(close(ours.elo.interval.low, -theirs.elo.interval.high, 1e-10));
        prop_assert!(close(ours.los, 1.0 - theirs.los, 1e-6));
        let normalized = ours.normalized_elo.zip(theirs.normalized_elo);
        prop_assert!(normalized.is_none_or(|(a, b)| (a.value + b.value).abs() <= 1e-5 * a.interval.margin()));
    }

    #[test]
    fn adding_tallies_is_tallying_all(first in outcomes(), second in outcomes()) {
        let tally = |outcomes: &[PairOutcome]| outcomes.iter().copied().collect::<PairTally>();
        prop_assert_eq!(tally(&first) + tally(&second), tally(&[&first[..], &second[..]].concat()));
        let mirrored = first.iter().map(|outcome| outcome.flip()).collect::<PairTally>();
        prop_assert_eq!(mirrored, tally(&first).flip());
    }

    #[test]
    fn a_tally_has_the_mean_of_its_outcomes(outcomes in outcomes()) {
        let sample = Sample::of(outcomes.iter().map(|outcome| outcome.score()));
        let moments = outcomes.iter().copied().collect::<PairTally>().mean_and_variance();
        prop_assert_eq!(sample.is_some(), moments.is_some());
        if let Some((sample, (mean, variance))) = sample.zip(moments) {
            prop_assert!(close(mean, sample.mean, 1e-14));
            prop_assert!(close(variance * sample.count as f64, sample.variance * (sample.count - 1) as f64, 1e-12));
        }
    }

    #[test]
    fn llr_changes_its_sign_with_the_side(
        counts in vec(prop_oneof![Just(0), Just(1), 0..1_000_000_u64], 2..6), scale in scales(), h0 in -200.0..199.0_f64, gap in 0.0..1.0_f64,
    ) {
        let h1 = h0 + (200.0 - h0) * gap.max(0.001);
        let flipped: Vec<u64> = counts.iter().rev().copied().collect();
        let ours = sprt(scale, h0, h1).llr(&counts);
        let theirs = sprt(scale, -h1, -h0).llr(&flipped);
        // Each likelihood is a sum over all pairs, so that is what rounding is relative to.
        let pairs: u64 = counts.iter().sum();
        prop_assert!((ours + theirs).abs() <= 1e-8 * (pairs as f64).max(1.0), "{} {}", ours, theirs);
    }

    #[test]
    fn llr_rises_with_a_pair_won_for_one_lost(
        lost in 1..2000_u64, split in 1..2000_u64, won in 1..2000_u64, scale in scales(),
    ) {
        let test = sprt(scale, 0.0, 10.0);
        prop_assert!(test.llr(&[lost, split, won + 1]) > test.llr(&[lost + 1, split, won]));
    }

    #[test]
    fn no_tally_gives_a_nan(
        tally in played(), population in populations(), scale in scales(), h0 in -200.0..0.0_f64, h1 in 0.1..200.0_f64,
    ) {
        let record = HeadToHead::of(tally, population, Some(&sprt(scale, h0, h1))).unwrap();
        let json = serde_json::to_string(&record).unwrap();
        prop_assert_eq!(serde_json::from_str::<HeadToHead>(&json).unwrap(), record);
        prop_assert!((0.0..=1.0).contains(&record.los));
        let interval = record.score.interval;
        prop_assert!(0.0 <= interval.low && interval.high <= 1.0);
        prop_assert!(interval.low <= record.score.mean && record.score.mean <= interval.high);
    }

    #[test]
    fn no_observations_give_a_nan(
        first in vec(observation(), 0..4), second in vec(observation(), 0..4), population in populations(),
    ) {
        let samples = Sample::of(first.iter().copied()).zip(Sample::of(second.iter().copied()));
        prop_assert!(survives_json(samples.and_then(|(first, second)| welch(&first, &second))));
        prop_assert!(survives_json(paired(first.into_iter().zip(second), population)));
    }
}
