use isotune::stats::{
    Coverage, EloScale, HeadToHead, Hypotheses, Interval, PairTally, Population, Sample, Score, Sprt, SprtError,
    SprtState, TTest, Z_95, elo_of_score, paired, score_of_elo, welch, wilson,
};

use super::{assert_close, head_to_head, sprt, tally};

#[test]
fn no_pairs_say_nothing() {
    let none = PairTally::default();
    let test = sprt(EloScale::Normalized, 0.0, 5.0);
    assert_eq!(none.mean_and_variance(), None);
    assert_eq!(Score::of(none, Population::Unlimited), None);
    assert_eq!(HeadToHead::of(none, Population::Finite(0), Some(&test)), None);
    assert_eq!(test.verdict(none).state, SprtState::Continue);
    assert_close(test.llr(&none.counts()), 0.0, 0.0);
    assert_close(test.llr(&[7]), 0.0, 0.0);
    assert_eq!(wilson(0, 0), Interval { low: 0.0, high: 1.0 });
    assert_eq!(Sample::of([]), None);
    assert_eq!(TTest::pooled(&[]), None);
}

#[test]
fn one_pair_is_no_certainty() {
    let won = head_to_head(tally(0, 0, 1));
    assert_eq!(won.score.interval, wilson(1, 0));
    assert_close(won.elo.interval.low, elo_of_score(wilson(1, 0).low), 1e-15);
    assert_close(won.elo.value, 1_199.826_195_29, 1e-11);
    // SciPy: norm.cdf(1).
    assert_close(won.los, 0.841_344_746_068_543, 1e-9);
    assert_eq!(won.normalized_elo, None);
}

#[test]
fn pairs_that_all_end_alike_keep_an_interval() {
    let won = head_to_head(tally(0, 0, 20));
    let lost = head_to_head(tally(20, 0, 0));
    let split = head_to_head(tally(0, 20, 0));
    assert_eq!(won.score.interval, wilson(20, 0));
    assert_eq!(lost.score.interval, wilson(0, 20));
    assert_eq!(split.score.interval, wilson(10, 10));
    // SciPy: norm.cdf(sqrt(20)).
    assert_close(won.los, 0.999_996_127_891_785, 1e-9);
    assert_close(lost.los, 1.0 - won.los, 1e-9);
    assert_close(split.los, 0.5, 0.0);
    assert_close(split.elo.value, 0.0, 0.0);
    assert!([won, lost, split].iter().all(|record| record.normalized_elo.is_none()));
}

#[test]
fn a_census_is_exact() {
    let census = HeadToHead::of(tally(20, 30, 50), Population::Finite(100), None).unwrap();
    let Score { mean, se, interval, basis, .. } = census.score;
    assert_eq!(basis, Coverage::Census);
    assert_eq!(interval, Interval { low: mean, high: mean });
    assert_close(se, 0.0, 0.0);
    assert_close(census.elo.interval.margin(), 0.0, 0.0);
    assert_close(census.los, 1.0, 0.0);
    let los = |tally: PairTally| HeadToHead::of(tally, Population::Finite(tally.pairs()), None).unwrap().los;
    assert_close(los(tally(2, 1, 1)), 0.0, 0.0);
    assert_close(los(tally(2, 1, 2)), 0.5, 0.0);
}

#[test]
fn drawing_half_of_a_population_shrinks_the_error() {
    let se = |population| Score::of(tally(20, 30, 50), population).unwrap().se;
    assert_close(se(Population::Finite(200)), se(Population::Unlimited) * 0.5_f64.sqrt(), 1e-14);
    assert_eq!(Population::Finite(200).basis(100), Coverage::Sampled);
    assert_eq!(Population::Unlimited.basis(u64::MAX), Coverage::Sampled);
}

#[test]
fn a_pool_weighs_its_members() {
    let score = |tally, population| Score::of(tally, population).unwrap();
    let even = score(tally(60, 400, 100), Population::Unlimited);
    let weak = score(tally(0, 10, 90), Population::Unlimited);
    let pool = Score::pooled(&[(3.0, even), (1.0, weak)]).unwrap();
    assert_close(pool.mean, 0.75 * even.mean + 0.25 * weak.mean, 1e-14);
    assert_close(pool.se, (0.75 * even.se).hypot(0.25 * weak.se), 1e-14);
    assert_eq!((pool.pairs, pool.basis), (660, Coverage::Sampled));

    let census = score(tally(1, 1, 2), Population::Finite(4));
    assert_eq!(Score::pooled(&[(1.0, census), (1.0, census)]).unwrap().basis, Coverage::Census);
    assert_eq!(Score::pooled(&[(1.0, census), (1.0, even)]).unwrap().basis, Coverage::Sampled);

    let won = score(tally(0, 0, 10), Population::Unlimited);
    let all_won = Score::pooled(&[(1.0, won), (1.0, won)]).unwrap().interval;
    assert_close(all_won.low, wilson(20, 0).low, 1e-14);
}

#[test]
fn a_member_whose_pairs_all_ended_alike_is_no_certainty_in_a_pool() {
    let score = |tally| Score::of(tally, Population::Unlimited).unwrap();
    let (varied, lost) = (score(tally(1, 2, 1)), score(tally(2, 0, 0)));
    let pool = Score::pooled(&[(1.0, varied), (1.0, lost)]).unwrap();
    // Only upwards could other pairs move the second, by as much as Wilson's interval has room.
    assert_close(pool.interval.low, 0.25 - Z_95 * varied.se / 2.0, 1e-12);
    let unseen = Z_95 * Z_95 / (2.0 + Z_95 * Z_95);
    assert_close(pool.interval.high, 0.25 + (Z_95 * varied.se / 2.0).hypot(unseen / 2.0), 1e-12);
    assert_close(pool.se, (varied.se / 2.0).hypot(unseen / (4.0 * Z_95)), 1e-12);
    assert!(!pool.is_even(), "{pool:?}");
    // Of many pairs hardly anything is left: neither of won ones nor of split ones.
    let many = score(tally(100, 300, 100));
    for alike in [tally(0, 0, 500), tally(0, 500, 0)] {
        let pool = Score::pooled(&[(1.0, many), (1.0, score(alike))]).unwrap();
        assert_close(pool.se, many.se / 2.0, 0.02);
        assert_close(pool.interval.margin(), Z_95 * many.se / 2.0, 0.05);
    }
    // A census is certain.
    let census = Score::of(tally(0, 0, 2), Population::Finite(2)).unwrap();
    let pool = Score::pooled(&[(1.0, varied), (1.0, census)]).unwrap();
    assert_close(pool.se, varied.se / 2.0, 1e-14);
    // As a sample it is not.
    assert_close(pool.sample_se, (varied.se / 2.0).hypot(unseen / (4.0 * Z_95)), 1e-12);
}

#[test]
fn a_member_of_equal_differences_is_no_certainty_in_a_pool() {
    let test = |couples: &[(f64, f64)], population| paired(couples.iter().copied(), population).unwrap();
    let varied = test(&[(1.0, 0.5), (0.5, 0.5)], Population::Unlimited);
    let equal = [(1.0, 1.0), (0.5, 0.5)];
    let pool = TTest::pooled(&[varied, test(&equal, Population::Unlimited)]).unwrap();
    let bound = |pairs: f64| Z_95 / (pairs + Z_95 * Z_95);
    assert_close(pool.se, (varied.se / 2.0).hypot(bound(2.0) / 2.0), 1e-12);
    let exact = TTest::pooled(&[varied, test(&equal, Population::Finite(2))]).unwrap();
    assert_close(exact.se, varied.se / 2.0, 1e-14);
    let many = [(1.0, 0.5), (0.5, 0.5), (0.5, 1.0)].repeat(200);
    let many = test(&many, Population::Unlimited);
    let pool = TTest::pooled(&[many, test(&[(1.0, 1.0); 600], Population::Unlimited)]).unwrap();
    assert_close(pool.se, many.se / 2.0, 0.025);
    // Two pairs that are better by the same are no proof, alone or beside others.
    let better = test(&[(1.0, 0.5); 2], Population::Unlimited);
    for members in [vec![better], vec![better, better]] {
        let pool = TTest::pooled(&members).unwrap();
        assert_close(pool.se, bound(2.0) / (members.len() as f64).sqrt(), 1e-12);
        assert!(pool.p_value > 0.05, "{pool:?}");
    }
    let all = TTest::pooled(&[test(&[(1.0, 0.5); 2], Population::Finite(2))]).unwrap();
    assert_eq!((all.se, all.p_value), (0.0, 0.0), "a census leaves nothing open");
    // Where nothing differs nothing is added to nothing.
    let same = test(&equal, Population::Unlimited);
    assert_close(TTest::pooled(&[same, same]).unwrap().p_value, 1.0, 0.0);
}

#[test]
fn a_pool_needs_sound_weights() {
    let score = Score::of(tally(1, 2, 3), Population::Unlimited).unwrap();
    assert_eq!(Score::pooled(&[]), None);
    for weights in [[0.0, 0.0], [-1.0, 2.0], [f64::NAN, 1.0], [f64::INFINITY, 1.0], [f64::MAX, f64::MAX]] {
        assert_eq!(Score::pooled(&weights.map(|weight| (weight, score))), None, "{weights:?}");
    }
}

#[test]
fn t_tests_without_variance_are_decided() {
    let p_value = |first: [f64; 3], second: [f64; 3]| {
        welch(&Sample::of(first).unwrap(), &Sample::of(second).unwrap()).unwrap().p_value
    };
    assert_close(p_value([0.1; 3], [0.1; 3]), 1.0, 0.0);
    assert_close(p_value([0.1; 3], [0.2; 3]), 0.0, 0.0);
    let p_value = |couples: [(f64, f64); 2], population| paired(couples, population).unwrap().p_value;
    assert_close(p_value([(0.5, 0.5), (1.0, 1.0)], Population::Unlimited), 1.0, 0.0);
    assert_close(p_value([(0.5, 0.0), (1.0, 0.5)], Population::Unlimited), 0.0, 0.0);
    assert_close(p_value([(0.5, 0.0), (0.5, 1.0)], Population::Finite(2)), 1.0, 0.0);
    assert_close(p_value([(0.5, 0.0), (1.0, 1.0)], Population::Finite(2)), 0.0, 0.0);
}

#[test]
fn t_tests_need_two_observations() {
    let sample = |values: &[f64]| Sample::of(values.iter().copied()).unwrap();
    assert_eq!(welch(&sample(&[1.0]), &sample(&[1.0, 2.0])), None);
    assert_eq!(paired([(1.0, 0.0)], Population::Unlimited), None);
    assert_eq!(paired([], Population::Unlimited), None);
}

#[test]
fn elo_and_score_invert_each_other_within_the_clip() {
    assert_close(elo_of_score(score_of_elo(123.4)), 123.4, 1e-12);
    assert_close(elo_of_score(0.5), 0.0, 0.0);
    assert_close(elo_of_score(0.0), elo_of_score(0.001), 0.0);
    assert_close(elo_of_score(1.0), elo_of_score(0.999), 0.0);
}

#[test]
fn sprt_reaches_each_state() {
    let test = sprt(EloScale::Logistic, 0.0, 5.0);
    let accepted = test.verdict(tally(214, 562, 400));
    assert_eq!(accepted.state, SprtState::Accepted);
    assert_close(accepted.bounds.low, -2.944_438_979_166_44, 1e-14);
    assert_close(accepted.bounds.high, 2.944_438_979_166_44, 1e-14);
    assert_eq!(test.verdict(tally(400, 562, 214)).state, SprtState::Rejected);
    assert_eq!(test.verdict(tally(60, 400, 100)).state, SprtState::Continue);
}

#[test]
fn sprt_refuses_what_it_cannot_test() {
    let refusal = |h0, h1, alpha, beta| {
        Sprt::new(Hypotheses { scale: EloScale::Logistic, h0, h1 }, alpha, beta).unwrap_err().to_string()
    };
    let ranges = [(-201.0, 5.0), (0.0, 201.0)];
    for (h0, h1) in ranges {
        assert!(refusal(h0, h1, 0.05, 0.05).ends_with("choose bounds between −200 and 200"));
    }
    assert!(refusal(5.0, 5.0, 0.05, 0.05).ends_with("give the smaller Elo first, as in 0,5"));
    for rate in [0.0, 0.5, f64::NAN] {
        assert!(refusal(0.0, 5.0, rate, 0.05).ends_with("choose one between 0 and 0.5, as in 0.05"));
        assert!(refusal(0.0, 5.0, 0.05, rate).ends_with("choose one between 0 and 0.5, as in 0.05"));
    }
    let nan = Hypotheses { scale: EloScale::Logistic, h0: f64::NAN, h1: 5.0 };
    assert!(matches!(Sprt::new(nan, 0.05, 0.05), Err(SprtError::OutOfRange { .. })));
}
