//! Who pays which prices, who has which budget, and what is left out because of its price.

use std::fs;

use serde_json::Value;

use crate::schema::assert_valid;
use crate::tuning::{Place, SMALL};

const PRICES: &str = "pay the prices of 'python'; improved and the opponents those of 'udacity-modern'";

#[test]
fn a_verdict_names_the_prices_that_weights_pay() {
    let place = Place::new(SMALL);
    let tuned = |name: &str, more: &[&str]| place.done(&[&["tune", "job.ron", "--name", name], more].concat());
    // From a bad start, so that it is left.
    let bad = ["--set", "features.opponent-moves=3.0"];
    let text = tuned("priced", &[&["--set", "budget=effort:300", "--set", "costs=python"], &bad[..]].concat());
    for part in [
        PRICES,
        "priced vs improved   modern, effort:300:python against effort:300, 7x7",
        // The start weights pay the same prices.
        "priced vs its start weights   modern, effort:300:python, 7x7",
        "holds for: modern rules, effort:300:python against effort:300 per move",
    ] {
        assert!(text.contains(part), "no '{part}' in {text}");
    }
    place.done(&["report", "priced"]);
    let page = fs::read_to_string(place.run("priced").join("report.html")).unwrap();
    assert!(page.contains("pay the prices of") && page.contains("effort:300:python a move"));
    for verb in ["verify", "ablate"] {
        let record = place.json(&[verb, "priced", "--pairs", "3", "--json"]);
        assert_valid(verb, &record);
        assert_eq!((&record["budget"], &record["costs"]), (&"effort:300".into(), &"python".into()));
    }
    // Where the budget itself names the prices, everybody pays them.
    let same = tuned("same", &["--set", "budget=effort:300:python"]);
    assert!(!same.contains("the prices of") && same.contains("rules, effort:300:python per move"), "{same}");
    assert!(!tuned("free", &[]).contains("the prices of"));
}

#[test]
fn opponents_with_budgets_of_their_own_are_named() {
    let place = Place::new(SMALL);
    let own = ["--set", r#"opponents=[(agent: "id:open@nodes:5"), (agent: "random")]"#];
    let warned = |more: &[&str]| {
        let record = place.json(&[&["check", "job.ron", "--json"], more].concat());
        record["warnings"].as_array().unwrap().iter().any(|text| text.as_str().unwrap().contains("(nodes:5)"))
    };
    assert!(warned(&own) && !warned(&[]));
    let text = place.done(&[&["tune", "job.ron"][..], &own].concat());
    assert!(text.contains("holds for: modern rules, nodes:60 against nodes:5 per move"), "{text}");
}

#[test]
fn agents_of_a_roster_keep_a_budget_that_is_not_their_rosters() {
    let place = Place::new(SMALL);
    let roster = r#"(
        name: "mine", about: "one of its own", order: Shuffled, costs: "udacity-modern", budget: "nodes:30",
        agents: [
            (name: "Same", agent: "id:open@nodes:30"),
            (name: "Strong", agent: "id:improved@nodes:90"),
            (name: "Deep", agent: "id:improved@depth:4"),
        ],
    )"#;
    std::fs::write(place.path("mine.ron"), roster).unwrap();
    let plan = place.json(&["check", "job.ron", "--json", "--set", r#"opponents="mine.ron""#]);
    let agents: Vec<&str> =
        plan["opponents"].as_array().unwrap().iter().map(|opponent| opponent["agent"].as_str().unwrap()).collect();
    assert_eq!(agents, ["id:open@nodes:60", "id:improved@nodes:90", "id:improved@depth:4"]);
    let notes = plan["warnings"].as_array().unwrap();
    assert!(notes.iter().any(|note| note.as_str().unwrap().contains("(depth:4, nodes:90)")), "{notes:?}");
}

/// A feature that hardly weighs anything is a candidate for leaving out, where it costs something.
#[test]
fn weights_without_useless_features_are_finalists() {
    let place = Place::new(SMALL);
    let pruned = |name: &str, budget: &str| -> Vec<String> {
        let useless = "features.own-ring-2=(start: 0.01, bounds: (-0.02, 0.02))";
        let set = ["--set", useless, "--set", budget, "--name", name, "--json"];
        let record = place.json(&[&["tune", "job.ron"][..], &set].concat());
        let finalists = record["verdict"]["finalists"].as_array().unwrap().clone();
        assert!(finalists.len() <= 15, "{finalists:?}");
        let origin = |finalist: &Value| finalist["name"].as_str().unwrap().to_owned();
        finalists.iter().map(origin).filter(|name| name.starts_with("pruned by ")).collect()
    };
    let found = pruned("costly", "budget=effort:300");
    assert!(found.iter().any(|name| name == "pruned by 1") && found.len() <= 3, "{found:?}");
    assert!(pruned("free", "budget=nodes:60").is_empty());
    // A run with pruned finalists is read back.
    assert_eq!(place.json(&["resume", "costly", "--json"])["status"], "finished");
}
