use isotune::stats::{EloScale, Population, Sample, Score, TTest, Z_95, paired, welch, wilson};

use super::{assert_close, head_to_head, sprt, tally};

#[track_caller]
fn assert_t_test(test: TTest, t: f64, degrees_of_freedom: f64, p_value: f64, ends: [f64; 2]) {
    assert_close(test.difference / test.se, t, 1e-12);
    assert_close(test.degrees_of_freedom, degrees_of_freedom, 1e-12);
    assert_close(test.p_value, p_value, 1e-11);
    assert_close(test.interval.low, ends[0], 1e-10);
    assert_close(test.interval.high, ends[1], 1e-10);
}

fn welch_of(first: &[f64], second: &[f64]) -> TTest {
    let sample = |values: &[f64]| Sample::of(values.iter().copied()).unwrap();
    welch(&sample(first), &sample(second)).unwrap()
}

/// `scipy.stats.ttest_ind(a, b, equal_var=False)` and its `confidence_interval()`.
#[test]
fn welch_agrees_with_scipy() {
    let weighted = [76.4, 77.1, 75.0, 79.3, 74.3, 78.6, 75.7, 77.9, 73.6, 77.1];
    let improved = [73.6, 75.0, 72.1, 74.3, 76.4, 71.4, 75.7, 73.6, 72.9, 72.0];
    assert_t_test(
        welch_of(&weighted, &improved),
        3.555_366_450_642_16,
        17.770_752_467_944_3,
        2.298_081_082_446_554e-3,
        [1.143_904_616_191_06, 4.456_095_383_808_94],
    );
    assert_t_test(
        welch_of(&[0.5, 1.5], &[10.0, 10.25, 9.75]),
        -17.293_840_610_949_4,
        1.169_550_173_010_38,
        2.364_009_603_779_982e-2,
        [-13.726_826_599_364_6, -4.273_173_400_635_4],
    );
    assert_t_test(
        welch_of(&[1e-9, 2e-9, 4e-9], &[5.0, -7.0, 11.0, 3.0]),
        -0.801_783_725_113_664,
        3.0,
        4.813_089_793_679_68e-1,
        [-14.907_623_723_842_9, 8.907_623_728_509_56],
    );
    assert_t_test(welch_of(&[1.0, 2.0], &[1.5, 1.5]), 0.0, 1.0, 1.0, [-6.353_102_368_087_35, 6.353_102_368_087_35]);
}

/// As many tournaments as report 002 played, and a p-value as small as a double likes them.
#[test]
fn welch_agrees_with_scipy_far_in_the_tail() {
    let values = |base: f64, step: u32, modulus: u32| -> Vec<f64> {
        (0..400).map(|i| base + f64::from(i * step % modulus) / 10.0).collect()
    };
    assert_t_test(
        welch_of(&values(77.0, 37, 41), &values(74.0, 29, 43)),
        33.902_393_573_962_4,
        796.065_195_750_189,
        1.262_587_256_542_815e-156,
        [2.745_043_887_745_54, 3.082_456_112_254_47],
    );
}

/// `scipy.stats.ttest_rel(a, b)` and its `confidence_interval()`.
#[test]
fn paired_agrees_with_scipy() {
    let test = |first: &[f64], second: &[f64]| {
        let scores = first.iter().copied().zip(second.iter().copied());
        paired(scores, Population::Unlimited).unwrap()
    };
    assert_t_test(
        test(&[1.0, 0.5, 1.0, 0.0, 0.5, 1.0, 1.0, 0.5, 0.0, 1.0], &[0.5, 0.5, 0.0, 0.0, 0.5, 1.0, 0.5, 0.0, 0.5, 0.5]),
        1.860_521_018_838_13,
        9.0,
        9.573_390_947_125_945e-2,
        [-0.053_968_235_227_314_9, 0.553_968_235_227_315],
    );
    assert_t_test(test(&[0.0, 0.5], &[1.0, 0.5]), -1.0, 1.0, 0.5, [-6.853_102_368_087_35, 5.853_102_368_087_35]);
    let join = |parts: &[(f64, usize)]| parts.iter().flat_map(|&(x, n)| vec![x; n]).collect::<Vec<_>>();
    assert_t_test(
        test(&join(&[(1.0, 999), (0.5, 1)]), &join(&[(0.0, 999), (0.5, 1)])),
        999.0,
        999.0,
        0.0,
        [0.997_037_658_538_867, 1.000_962_341_461_13],
    );
    assert_t_test(
        test(&join(&[(1.0, 300), (0.5, 560), (0.0, 316)]), &join(&[(0.5, 300), (0.0, 60), (0.5, 500), (0.0, 316)])),
        22.768_011_615_887_2,
        1175.0,
        2.380_759_345_453_556e-95,
        [0.139_871_498_954_784, 0.166_250_950_024_808],
    );
}

/// `scipy.stats.t.ppf(.975, df)` where statrs' own quantile fails.
#[test]
fn t_quantile_holds_for_very_many_observations() {
    let sample = |mean| Sample { count: 50_000_001, mean, variance: 50_000_001.0 };
    let test = welch(&sample(1.0), &sample(0.0)).unwrap();
    assert_close(test.degrees_of_freedom, 1e8, 1e-12);
    assert_close(test.interval.margin() / test.se, 1.959_964_01, 1e-7);
}

/// `scipy.stats.binomtest(k, n).proportion_ci(method='wilson')` and `scipy.stats.norm.ppf(.975)`.
#[test]
fn wilson_agrees_with_scipy() {
    let rows = [
        (0, 1, 0.0, 0.793_450_685_622_763),
        (1, 0, 0.206_549_314_377_237, 1.0),
        (0, 10, 0.0, 0.277_532_799_862_889),
        (10, 0, 0.722_467_200_137_111, 1.0),
        (55, 45, 0.452_446_029_974_421, 0.643_854_620_204_88),
        (1, 999, 0.000_176_546_370_626_078, 0.005_642_558_597_957_94),
        (681, 495, 0.550_651_789_358_36, 0.606_996_510_427_542),
        (999_999, 1, 0.999_994_335_088_196, 0.999_999_823_475_423),
    ];
    for (yes, no, low, high) in rows {
        assert_close(wilson(yes, no).low, low, 1e-12);
        assert_close(wilson(yes, no).high, high, 1e-12);
    }
    assert_close(Z_95, 1.959_963_984_540_054, 1e-15);
}

/// Plain arithmetic in Python with `scipy.stats.norm.cdf` for the likelihood of superiority.
#[test]
fn head_to_head_agrees_with_scipy() {
    let rows = [
        // tally, score, SE, Elo, its ends, normalized Elo, LOS
        (
            tally(214, 562, 400),
            [0.579_081_632_653_061, 0.010_279_814_208_153_3],
            [55.416_765_191_7, 41.142_473_920_1, 69.879_119_056_1, 55.111_978_317_3],
            9.999_999_999_999_928e-1,
        ),
        (
            tally(60, 400, 100),
            [0.535_714_285_714_286, 0.011_192_556_616_571_6],
            [24.859_162_699_5, 9.575_857_186_09, 40.239_180_952_4, 33.126_683_296_8],
            9.992_908_387_226_974e-1,
        ),
        (
            tally(1, 2, 3),
            [0.666_666_666_666_667, 0.152_145_154_862_546],
            [120.411_998_266, -93.598_500_437, 575.494_177_001, 109.868_779_045],
            8.633_391_608_538_51e-1,
        ),
        (
            tally(0, 1, 1),
            [0.75, 0.176_776_695_296_637],
            [190.848_501_888, -67.889_409_911_9, 1_199.826_195_29, 245.674_058_549],
            9.213_503_964_748_574e-1,
        ),
        (
            tally(900, 10, 1),
            [0.006_586_169_045_005_49, 0.002_041_972_938_103_16],
            [-871.398_931_529, -1_034.635_171_21, -788.219_285_84, -1_966.805_657_69],
            0.0,
        ),
    ];
    for (tally, [mean, se], [elo, low, high, normalized], los) in rows {
        let match_up = head_to_head(tally);
        assert_close(match_up.score.mean, mean, 1e-14);
        assert_close(match_up.score.se, se, 1e-14);
        assert_close(match_up.elo.value, elo, 1e-11);
        assert_close(match_up.elo.interval.low, low, 1e-11);
        assert_close(match_up.elo.interval.high, high, 1e-11);
        assert_close(match_up.normalized_elo.unwrap().value, normalized, 1e-11);
        assert_close(match_up.los, los, 1e-10);
    }
}

/// The margin of normalized Elo is 1.96 · 347.44/√(2N), whatever the variance.
#[test]
fn normalized_elo_has_its_margin_from_the_number_of_pairs() {
    let normalized = head_to_head(tally(214, 562, 400)).normalized_elo.unwrap();
    assert_close(normalized.interval.margin(), 14.041_184_003_134_9, 1e-13);
}

/// The naive standard error of this tally, √(s(1 − s)/2N), would be .0149.
#[test]
fn standard_error_comes_from_pairs() {
    let score = Score::of(tally(60, 400, 100), Population::Unlimited).unwrap();
    assert_close(score.se, 0.0112, 1e-3);
}

/// Five cells, computed by Fishtest's exact method.
#[test]
fn llr_of_five_cells_is_exact() {
    let llr = sprt(EloScale::Normalized, 0.0, 4.0).llr(&[13, 37, 50, 25, 3]);
    assert!((llr + 0.549_12).abs() < 5e-6, "{llr}");
}

/// The likelihoods under each hypothesis, maximized with 40 digits of mpmath 1.4.1 by a golden section
/// over the one parameter that three cells leave free, with .001 in the empty cells.
#[test]
fn llr_agrees_with_direct_maximization() {
    let tests = [
        sprt(EloScale::Logistic, 0.0, 5.0),
        sprt(EloScale::Logistic, -10.0, 40.0),
        sprt(EloScale::Normalized, 2.0, 10.0),
        sprt(EloScale::Normalized, -150.0, 200.0),
    ];
    let rows = [
        ([214, 562, 400], [4.902_985_113_79, 37.537_680_386_3, 7.456_251_092_29, 214.024_515_074]),
        ([60, 400, 100], [1.818_999_573_81, 7.995_664_840_56, 1.996_595_059_42, 24.052_250_577_4]),
        ([0, 30, 10], [0.571_398_145_304, 5.506_713_875_71, 0.625_649_986_921, 23.336_438_891_3]),
        ([20, 0, 0], [-0.289_894_324_77, -3.002_216_347_82, -0.666_923_703_727, -28.345_656_238_6]),
        ([0, 0, 7], [0.100_013_042_686, 0.963_978_126_805, 0.222_286_436_039, 8.579_016_649_19]),
        ([100, 0, 900], [11.409_387_713_5, 108.930_731_312, 25.247_275_144_4, 961.385_282_711]),
    ];
    for (counts, expected) in rows {
        for (test, llr) in tests.iter().zip(expected) {
            assert_close(test.llr(&counts), llr, 1e-10);
        }
    }
}
