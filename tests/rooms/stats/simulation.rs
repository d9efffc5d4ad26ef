use isotune::stats::{EloScale, PairOutcome, PairTally, Population, Score, SprtState, score_of_elo};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Draws pairs of which half are split on average, for a given mean score.
fn draw(rng: &mut ChaCha8Rng, mean: f64, pairs: usize) -> PairTally {
    let outcome = |x: f64| match x {
        x if x < 0.5 => PairOutcome::Split,
        x if x < 0.25 + mean => PairOutcome::Won,
        _ => PairOutcome::Lost,
    };
    (0..pairs).map(|_| outcome(rng.random())).collect()
}

/// Returns the share of tests that accept H1 when the logistic Elo difference is `elo`.
fn acceptance(scale: EloScale, elo: f64, runs: u32) -> f64 {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let test = super::sprt(scale, 0.0, 30.0);
    let mut accepts = || {
        let mut tally = PairTally::default();
        loop {
            tally += draw(&mut rng, score_of_elo(elo), 16);
            match test.verdict(tally).state {
                SprtState::Continue => {}
                state => return state == SprtState::Accepted,
            }
        }
    };
    f64::from((0..runs).map(|_| u32::from(accepts())).sum::<u32>()) / f64::from(runs)
}

#[test]
fn sprt_errs_as_often_as_it_promises() {
    // With half of the pairs split a trial has the standard deviation ½, on which both scales agree.
    for (scale, runs) in [(EloScale::Logistic, 2000), (EloScale::Normalized, 500)] {
        let (alpha, beta) = (acceptance(scale, 0.0, runs), 1.0 - acceptance(scale, 30.0, runs));
        assert!((0.025..=0.065).contains(&alpha), "{scale:?}: {alpha}");
        assert!((0.025..=0.065).contains(&beta), "{scale:?}: {beta}");
    }
}

#[test]
fn intervals_cover_the_truth() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut covers = || {
        let interval = Score::of(draw(&mut rng, 0.6, 200), Population::Unlimited).unwrap().interval;
        interval.low <= 0.6 && 0.6 <= interval.high
    };
    let covered = (0..4000).filter(|_| covers()).count();
    assert!((3740..=3860).contains(&covered), "{covered} of 4000");
}

#[test]
fn intervals_of_most_of_a_finite_population_cover_its_truth() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    let mut openings =
        [vec![PairOutcome::Lost; 90], vec![PairOutcome::Split; 190], vec![PairOutcome::Won; 120]].concat();
    let truth = (95.0 + 120.0) / 400.0;
    let mut covers = || {
        openings.shuffle(&mut rng);
        let tally = openings[..300].iter().copied().collect();
        let interval = Score::of(tally, Population::Finite(400)).unwrap().interval;
        interval.low <= truth && truth <= interval.high
    };
    let covered = (0..4000).filter(|_| covers()).count();
    assert!((3740..=3860).contains(&covered), "{covered} of 4000");
}

/// Returns how many of 4,000 intervals of pools cover the truth; opponents are their chances of a lost and of a split pair.
fn covered(opponents: &[(f64, f64)], pairs: usize, rng: &mut ChaCha8Rng) -> usize {
    let truth = opponents.iter().map(|(lost, split)| 1.0 - lost - split / 2.0).sum::<f64>() / opponents.len() as f64;
    let mut covers = || {
        let mut member = |&(lost, split): &(f64, f64)| {
            let outcome = |x: f64| match x {
                x if x < lost => PairOutcome::Lost,
                x if x < lost + split => PairOutcome::Split,
                _ => PairOutcome::Won,
            };
            let tally: PairTally = (0..pairs).map(|_| outcome(rng.random())).collect();
            (1.0, Score::of(tally, Population::Unlimited).unwrap())
        };
        let members: Vec<(f64, Score)> = opponents.iter().map(&mut member).collect();
        let interval = Score::pooled(&members).unwrap().interval;
        interval.low <= truth && truth <= interval.high
    };
    (0..4000).filter(|_| covers()).count()
}

#[test]
fn intervals_of_a_pool_cover_the_truth_with_few_pairs() {
    let mut rng = ChaCha8Rng::seed_from_u64(19);
    // From weak to even; with few pairs some always end alike.
    let opponents = [(0.0, 0.06), (0.02, 0.2), (0.05, 0.3), (0.1, 0.4), (0.15, 0.5), (0.2, 0.5), (0.25, 0.5)];
    for pairs in [2, 3, 5, 10] {
        let covered = covered(&opponents, pairs, &mut rng);
        assert!((3740..=3880).contains(&covered), "{covered} of 4000 with {pairs} pairs");
    }
    // Even opponents vary most: 92.0 % in 20,000 repetitions of the same formula in Python, here ± 4 standard errors.
    let covered = covered(&[(0.25, 0.5); 7], 2, &mut rng);
    assert!((3611..=3749).contains(&covered), "{covered} of 4000");
}
