//! Cost profiles: the prices the reference measured, and what is wrong with a profile that is refused.

use std::fs;

use isotune::LookupError;
use isotune::features::{Feature, Ingredient};
use isotune::game::BoardSize;
use isotune::heuristic::{CostProfile, Heuristic, Weight, Weights, published};

/// Reference.md section 4: heuristics, c modern, c classic.
const TABLE: [(&[&str], f64, f64); 15] = [
    (&["null"], 0.91, 0.09),
    (&["center"], 1.03, 0.11),
    (&["minshull-eccc"], 1.18, 0.13),
    (&["open"], 1.78, 0.17),
    (&["minshull-hybrid"], 2.04, 0.20),
    (&["improved", "legal-moves", "weighted-0.3", "weighted-0.5", "weighted-2", "weighted-5"], 2.67, 0.25),
    (&["weighted-8", "improved-0.7", "difference", "ratio", "improved-difference", "dominating-moves"], 2.67, 0.25),
    (&["polosin-final"], 2.80, 0.27),
    (&["open-space"], 2.80, 0.36),
    (&["dominating-space"], 3.01, 0.34),
    (&["open-space-hybrid"], 4.61, 0.52),
    (&["deep-legal-moves"], 6.07, 0.81),
    (&["lookahead-own"], 6.6, 3.6),
    (&["lookahead-opponent"], 6.6, 3.6),
    (&["lookahead-both-0.3", "lookahead-both-0.5", "lookahead-both-0.7"], 10.64, 4.03),
];

#[test]
fn profiles_reproduce_the_table_of_the_reference() {
    let modern = CostProfile::named("udacity-modern").unwrap();
    let classic = CostProfile::named("udacity-classic").unwrap();
    for (names, in_modern, in_classic) in TABLE {
        for name in names {
            let heuristic = published(name).unwrap().heuristic(BoardSize::SEVEN);
            let (found, expected) = (modern.call(&heuristic), in_modern);
            assert!((found - expected).abs() <= 0.06, "{name} costs {found}, not {expected}, in modern");
            let (found, expected) = (classic.call(&heuristic), in_classic);
            assert!((found - expected).abs() <= 0.015, "{name} costs {found}, not {expected}, in classic");
        }
    }
}

#[test]
fn embedded_profiles_price_every_ingredient_by_name() {
    assert_eq!(CostProfile::names(), ["udacity-modern", "udacity-classic", "native", "python"]);
    let by_former_name = ["reference-modern", "reference-classic"].map(|name| CostProfile::named(name).unwrap().name);
    assert_eq!(by_former_name, ["udacity-modern", "udacity-classic"]);
    for name in CostProfile::names() {
        let text = fs::read_to_string(format!("{}/configs/costs/{name}.ron", env!("CARGO_MANIFEST_DIR"))).unwrap();
        assert_eq!(CostProfile::named(name).unwrap().name, name);
        for ingredient in Ingredient::ALL {
            assert!(text.contains(&format!("\"{ingredient}\":")), "{name} has no price for {ingredient}");
        }
    }
}

/// Prices measured here cannot be the reference's.
#[test]
fn native_is_measured_and_not_copied() {
    let [native, modern] = ["native", "udacity-modern"].map(|name| CostProfile::named(name).unwrap());
    let same = |feature: &Feature| (native.feature(*feature) - modern.feature(*feature)).abs() < 1e-9;
    assert!(!Feature::ALL.iter().all(same), "native has the very prices of udacity-modern");
    assert_ne!(native.about, modern.about);
}

/// What an export costs beside the reference's own code: the reason to export it.
#[test]
fn python_prices_exports_far_below_the_reference() {
    let [python, modern] = ["python", "udacity-modern"].map(|name| CostProfile::named(name).unwrap());
    let one = Weight::constant(1.0).unwrap();
    let of = |features: &[Feature]| {
        Heuristic::linear("sum", features.iter().fold(Weights::ZERO, |all, &feature| all.with(feature, one)))
    };
    let territories = [Feature::OwnTerritory, Feature::OpponentTerritory];
    let others: Vec<Feature> = Feature::ALL.into_iter().filter(|feature| !territories.contains(feature)).collect();
    let improved = published("improved").unwrap().heuristic(BoardSize::SEVEN);
    assert!(python.call(&of(&others)) < modern.call(&improved));
    assert!(python.call(&of(&territories)) < 0.6 * modern.call(&improved));
    assert!(python.call(&improved) < 0.2 * modern.call(&improved));
}

#[test]
fn a_call_pays_for_shared_work_once() {
    for name in CostProfile::names() {
        let profile = CostProfile::named(name).unwrap();
        let cost = |features: &[Feature], weight: Weight| {
            let weights = features.iter().fold(Weights::ZERO, |all, &feature| all.with(feature, weight));
            profile.call(&Heuristic::linear("test", weights))
        };
        let one = Weight::constant(1.0).unwrap();
        let base = cost(&[], one);
        for feature in Feature::ALL {
            let alone = cost(&[feature], one);
            assert!((alone - base - profile.feature(feature)).abs() < 1e-9, "{feature} in {name}");
            assert!(alone >= base);
            // A weight that is zero costs nothing.
            assert!((cost(&[feature], Weight::ZERO) - base).abs() < 1e-12);
        }
        let moves = [Feature::OwnMoves, Feature::OpponentMoves];
        let more = [Feature::OwnMoves, Feature::OpponentMoves, Feature::MovesShare, Feature::MovesRatio];
        // In Python every division has its price.
        let divisions = profile.feature(Feature::MovesShare) + profile.feature(Feature::MovesRatio)
            - 2.0 * (cost(&moves, one) - base);
        assert!(name == "python" || divisions.abs() < 1e-9, "both need the two move lists and no more in {name}");
        assert!((cost(&more, one) - cost(&moves, one) - divisions).abs() < 1e-9, "the two move lists are paid once");
        let tapered = Weight::tapered(1.0, 2.0).unwrap();
        assert!(cost(&moves, tapered) > cost(&moves, one), "the phase has its price in {name}");
    }
}

#[test]
fn an_unknown_profile_names_the_nearest() {
    let error = CostProfile::named("udacty-modern").unwrap_err();
    assert!(matches!(&error, LookupError::Unknown(unknown) if unknown.name == "udacty-modern"));
    assert_eq!(
        error.to_string(),
        "unknown cost profile 'udacty-modern' (did you mean 'udacity-modern'?); \
         available: udacity-modern, udacity-classic, native, python, or a file (*.ron)"
    );
}

const PROFILE: &str = r#"(
    name: "mine",
    about: "a test",
    call: 1.5,
    ingredients: {
        "own-moves": 2.25,
    },
    features: {},
    lookahead: (own: 1, opponent: 2, both: 3),
)"#;

fn refusal(text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.ron");
    fs::write(&path, text).unwrap();
    let error = CostProfile::named(path.to_str().unwrap()).unwrap_err();
    assert!(matches!(error, LookupError::Document(_)));
    let sentence = error.to_string();
    let head = format!("{}, ", path.display());
    sentence.strip_prefix(&head).unwrap_or_else(|| panic!("{sentence} does not name the file")).to_owned()
}

#[test]
fn custom_profiles_work_and_wrong_ones_are_refused_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.ron");
    fs::write(&path, PROFILE).unwrap();
    let profile = CostProfile::named(path.to_str().unwrap()).unwrap();
    let cost = |name: &str| profile.call(&published(name).unwrap().heuristic(BoardSize::SEVEN));
    assert!((cost("open") - 3.75).abs() < 1e-12 && (cost("improved") - 3.75).abs() < 1e-12);
    assert!((cost("lookahead-both-0.5") - 3.0).abs() < 1e-12 && (cost("center") - 1.5).abs() < 1e-12);

    assert_eq!(
        refusal(&PROFILE.replace("own-moves", "own-move")),
        "line 6, column 10: unknown ingredient 'own-move' (did you mean 'own-moves'?)"
    );
    assert_eq!(
        refusal(&PROFILE.replace("2.25", "-2.25")),
        "line 6, column 22: a cost must be a number from 0 to 1e6, not -2.25"
    );
    assert!(refusal(&PROFILE.replace("2.25", "NaN")).ends_with("a cost must be a number from 0 to 1e6, not NaN"));
    let twice = PROFILE.replace("2.25,", "2.25,\n        \"own-moves\": 1,");
    assert_eq!(refusal(&twice), "line 7, column 10: duplicate key 'own-moves'; remove one");
    assert!(refusal(&PROFILE.replace("call:", "cal:")).starts_with("line 4, column 5: "));
    let missing = CostProfile::named("nowhere/to/be/found.ron").unwrap_err().to_string();
    assert!(missing.starts_with("cannot read nowhere/to/be/found.ron: "), "{missing}");
}
