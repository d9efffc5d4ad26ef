//! Weights as RON: they round-trip bit for bit, and what is wrong in a file has a line and a column.

use std::fs;

use isotune::features::Feature;
use isotune::game::BoardSize;
use isotune::heuristic::{
    HeuristicSource, ProvenScore, Provenance, SourceError, Weight, WeightError, Weights, WeightsDocument,
};
use isotune::{DocumentError, Origin};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        3 => -10.0..10.0,
        1 => -1e9..1e9,
        1 => proptest::num::f64::SUBNORMAL | proptest::num::f64::NEGATIVE | proptest::num::f64::POSITIVE,
        1 => Just(1e9),
        1 => (-1000_i32..1000).prop_map(f64::from),
    ]
}

fn weight() -> impl Strategy<Value = Weight> {
    let constant = number().prop_map(Weight::constant);
    let tapered = (number(), number()).prop_map(|(early, late)| Weight::tapered(early, late));
    prop_oneof![constant, tapered].prop_map(Result::unwrap)
}

/// The bits of all weights; zeros of either sign are the same weight.
fn bits(weights: &Weights) -> Vec<(u64, u64)> {
    let bits = |weight: Weight| (weight.early().to_bits(), weight.late().to_bits());
    Feature::ALL.map(|feature| if weights[feature].is_zero() { (0, 0) } else { bits(weights[feature]) }).to_vec()
}

fn provenance(run: String, rate: f64) -> Provenance {
    let text = |text: &str| text.to_owned();
    let score = ProvenScore {
        score: rate,
        se: rate / 7.0,
        pairs: 560,
        block: text("final"),
        roster: text("modern"),
        budget: text("effort:17300:python"),
        against: (rate < 0.6).then(|| text("effort:17300")),
        protocol: (rate < 0.4).then(|| text("modern")),
        plies: (rate < 0.35).then_some(4),
        delta: rate - 0.5,
        delta_se: rate / 9.0,
    };
    let date = (rate < 0.5).then(|| text("2017-04-01"));
    let score = (rate > 0.25).then_some(score);
    let (config, version) = (text("0123456789abcdef"), text("0.1.0"));
    let rounded = (rate < 0.75).then_some(3);
    Provenance { run, seed: 3, config, generation: 60, games: 100_000, score, verified: true, rounded, version, date }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, rng_seed: RngSeed::Fixed(9), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn weights_survive_ron_bit_for_bit(
        chosen in proptest::collection::vec((0..Feature::ALL.len(), weight()), 0..39),
        name in ".*",
        note in "[ -~]*",
        board in proptest::option::of((2_usize..12, 1_usize..11)),
        found in proptest::option::of((".*", 0.0..1.0_f64)),
    ) {
        let weights = chosen.into_iter().fold(Weights::ZERO, |all, (at, weight)| all.with(Feature::ALL[at], weight));
        let board = board.map(|(width, height)| BoardSize::new(width, height).unwrap());
        let document = WeightsDocument { name, board, note, provenance: found.map(|(run, rate)| provenance(run, rate)), weights };
        let text = document.to_ron().unwrap();
        let read = WeightsDocument::from_ron(&text).unwrap();
        prop_assert_eq!(bits(&read.weights), bits(&document.weights), "{}", text);
        prop_assert_eq!(read, document);
    }
}

const TEXT: &str = r#"(
    name: "mine",
    weights: {
        "own-moves": 1,
        "opponent-moves": -1.5,
    },
)"#;

#[test]
fn a_feature_not_named_weighs_zero_and_whole_numbers_will_do() {
    let document = WeightsDocument::from_ron(TEXT).unwrap();
    let used: Vec<_> = document.weights.used().map(|(feature, weight)| (feature.name(), weight)).collect();
    let constant = |weight| Weight::constant(weight).unwrap();
    assert_eq!(used, [("own-moves", constant(1.0)), ("opponent-moves", constant(-1.5))]);
    assert_eq!((document.name.as_str(), document.board, document.note.as_str()), ("mine", None, ""));
    for pair in ["(early: 2, late: -0.5)", "(late: -0.5, early: 2.0)", "(2, -0.5)"] {
        let tapered = WeightsDocument::from_ron(&TEXT.replace("-1.5", pair)).unwrap();
        assert_eq!(tapered.weights[Feature::OpponentMoves], Weight::tapered(2.0, -0.5).unwrap(), "{pair}");
    }
}

/// Version 0.1.0 wrote percent and points under other names; both at once are a mistake.
#[test]
fn scores_are_fractions_and_percent_of_an_earlier_version_is_read() {
    let document = |rate: &str, delta: &str, [se, delta_se]: [f64; 2]| {
        let score = format!(
            "score: ({rate}, se: {se}, pairs: 100, block: \"final\", roster: \"modern\", budget: \"nodes:50\", {delta}, \
             delta_se: {delta_se})"
        );
        let provenance =
            "run: \"one\", seed: 3, config: \"abc\", generation: 4, games: 500, verified: true, version: \"0.1.0\"";
        WeightsDocument::from_ron(&TEXT.replace("weights:", &format!("provenance: ({provenance}, {score}), weights:")))
    };
    let now = document("score: 0.75", "delta: 0.0625", [0.5, 0.25]).unwrap();
    let earlier = document("win_rate: 75.0", "delta_vs_improved: 6.25", [50.0, 25.0]).unwrap();
    assert_eq!(now, earlier);
    assert!(earlier.to_ron().unwrap().contains("score: 0.75") && !earlier.to_ron().unwrap().contains("win_rate"));
    for (rate, delta) in [("score: 0.75", "delta_vs_improved: 6.25"), ("win_rate: 75.0, score: 0.75", "delta: 0.0625")]
    {
        let error = document(rate, delta, [0.5, 0.25]).unwrap_err().to_string();
        assert!(error.contains("a score has `score` and `delta`, as fractions"), "{error}");
    }
}

/// What reading the text with a part replaced says.
fn refusal(part: &str, by: &str) -> String {
    assert!(TEXT.contains(part));
    let error = WeightsDocument::from_ron(&TEXT.replace(part, by)).unwrap_err();
    assert!(matches!(error, DocumentError::Text { origin: Origin::Text, .. }));
    error.to_string().strip_prefix("input, ").expect("the origin comes first").to_owned()
}

#[test]
fn wrong_weights_are_refused_with_line_and_column() {
    assert_eq!(
        refusal("opponent-moves", "oponent-moves"),
        "line 5, column 10: unknown feature 'oponent-moves' (did you mean 'opponent-moves'?)"
    );
    assert_eq!(refusal("opponent-moves", "own-moves"), "line 5, column 10: duplicate key 'own-moves'; remove one");
    for (text, shown) in [("NaN", "NaN"), ("inf", "inf"), ("-inf", "-inf"), ("1e400", "inf")] {
        let sentence = format!("line 5, column 27: a weight must be a finite number, not {shown}");
        assert_eq!(refusal("-1.5", text), sentence);
    }
    assert_eq!(
        refusal("-1.5", "-2e9"),
        "line 5, column 27: the weight -2e9 is too large; keep weights within ±1e9; only their ratios matter"
    );
    let unknown = refusal("name:", "nme:");
    let sentence = "line 2, column 5: unknown field 'nme' (did you mean 'name'?); available: name, board, note, provenance, weights, exported_by";
    assert_eq!(unknown, sentence);
    assert!(refusal("name: \"mine\",", "").ends_with("missing field 'name'; add 'name: …,'"));
    let unclosed = WeightsDocument::from_ron(TEXT.trim_end_matches(')')).unwrap_err().to_string();
    assert!(unclosed.starts_with("input, line "), "{unclosed}");
}

#[test]
fn wrong_tapered_weights_are_refused_with_line_and_column() {
    let place = |by: &str| refusal("-1.5", by);
    assert!(place("(early: 1, late: inf)").ends_with("a weight must be a finite number, not inf"));
    assert!(place("(early: 1, lat: 2)").ends_with("a tapered weight has 'early' and 'late', not 'lat'"));
    assert!(place("(early: 1, early: 2)").ends_with("duplicate field 'early'"));
    assert!(place("(early: 1)").ends_with("a tapered weight needs both: (early: 1.0, late: 0.5)"));
    assert!(place("\"x\"").ends_with("a number, or (early: number, late: number) but found the string \"x\" instead"));
    for by in ["(early: 1, late: inf)", "(early: 1, lat: 2)", "(early: 1)", "\"x\"", "(1, 2, 3)", "true"] {
        assert!(place(by).starts_with("line 5, column "), "{by}: {}", place(by));
    }
}

#[test]
fn weights_out_of_range_are_no_weights() {
    assert!(matches!(Weight::constant(f64::NAN), Err(WeightError::NotFinite(number)) if number.is_nan()));
    assert_eq!(Weight::tapered(1.0, f64::INFINITY), Err(WeightError::NotFinite(f64::INFINITY)));
    assert_eq!(Weight::tapered(-1.1e9, 0.0), Err(WeightError::TooLarge(-1.1e9)));
    assert!(Weight::constant(-1e9).is_ok());
}

#[test]
fn a_file_is_read_for_the_board_it_is_meant_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.ron");
    let source: HeuristicSource = path.to_str().unwrap().parse().unwrap();
    let missing = source.heuristic(BoardSize::SEVEN).unwrap_err().to_string();
    assert!(missing.starts_with(&format!("cannot read {}: ", path.display())), "{missing}");

    fs::write(&path, TEXT.replace("name:", "board: \"9x11\",\n    name:")).unwrap();
    let error = source.heuristic(BoardSize::SEVEN).unwrap_err();
    assert!(matches!(error, SourceError::OtherBoard { .. }));
    assert_eq!(error.to_string(), format!("{} holds weights for a 9x11 board, not for 7x7", path.display()));
    let heuristic = source.heuristic(BoardSize::new(9, 11).unwrap()).unwrap();
    assert_eq!((heuristic.name(), heuristic.weights().unwrap().used().count()), ("mine", 2));

    fs::write(&path, TEXT.replace("name:", "board: \"9by11\",\n    name:")).unwrap();
    let refused = source.heuristic(BoardSize::SEVEN).unwrap_err().to_string();
    let place = format!("{}, line 2, column ", path.display());
    assert!(refused.starts_with(&place) && refused.contains("'9by11' is not a board size"), "{refused}");
}

#[test]
fn an_unknown_heuristic_names_the_nearest() {
    let error = "imporved".parse::<HeuristicSource>().unwrap_err();
    assert!(matches!(&error, SourceError::Unknown(unknown) if unknown.name == "imporved"));
    assert_eq!(error.to_string(), "unknown heuristic 'imporved' (did you mean 'improved'?)");
}
