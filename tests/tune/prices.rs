//! Who pays which prices, who has which budget, and what is left out because of its price.

use std::fs;

use serde_json::Value;

use crate::schema::assert_valid;
use crate::tuning::{Place, SMALL, stderr};

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

/// What `verify` and `ablate` print of weights, without their name, the figures of start weights and the notes.
fn figures(place: &Place, verb: &str, source: &str, more: &[&str]) -> Value {
    let mut record = place.json(&[&[verb, source, "--pairs", "4", "--json"], more].concat());
    for key in ["name", "start"] {
        record.as_object_mut().unwrap().remove(key);
    }
    record
}

/// The notes on standard error.
fn notes(place: &Place, arguments: &[&str]) -> String {
    stderr(&place.isotune(arguments)).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_file_is_verified_under_the_conditions_of_its_run() {
    let list = r#"opponents: [(agent: "open"), (agent: "random"), (name: "centre", agent: "center")],"#;
    assert!(SMALL.contains(list));
    let place = Place::new(&SMALL.replace(list, "").replace("games_per_candidate: 12", "games_per_candidate: 14"));
    for (name, set, told) in [
        (
            "python",
            ["budget=effort:300", "costs=python"],
            "modern rules, effort:300:python against effort:300 per move",
        ),
        ("all", ["budget=effort:300:python", "seed=12"], "modern rules, effort:300:python per move"),
        ("classic", ["budget=effort:200", "protocol=classic"], "classic rules, effort:200 per move"),
        ("nodes", ["budget=nodes:40", "board=5x5"], "modern rules, nodes:40 per move, 5x5"),
        ("longer", ["budget=nodes:40", "plies=4"], "modern rules, nodes:40 per move, 7x7, openings of 4 plies"),
        (
            "others",
            ["budget=effort:300:python", "costs=udacity-modern"],
            "modern rules, effort:300:udacity-modern against effort:300:python per move",
        ),
        ("mixed", ["opponents=modern", "protocol=classic"], "classic rules, nodes:60 per move"),
    ] {
        let file = format!("{name}.json");
        place.done(&["tune", "job.ron", "--name", name, "--set", set[0], "--set", set[1]]);
        place.done(&["export", name, "--digits", "17", "-o", &file]);
        for verb in ["verify", "ablate"] {
            assert_eq!(figures(&place, verb, &file, &[]), figures(&place, verb, name, &[]), "{verb} {name}");
            // A budget that is given takes the place of the file's, as it does with a run.
            let other = ["--budget", "effort:150"];
            assert_eq!(figures(&place, verb, &file, &other), figures(&place, verb, name, &other), "{verb} {name}");
        }
        let note = notes(&place, &["verify", &file, "--pairs", "2"]);
        assert!(note.contains(&format!("note: conditions of the file: {told}")), "{note}");
        assert!(!notes(&place, &["verify", &file, "--pairs", "2", "--budget", "nodes:5"]).contains("conditions of"));
    }
    let named = |more: &[&str]| {
        let record = figures(&place, "verify", "python.json", more);
        ["protocol", "budget", "costs"].map(|key| record[key].as_str().unwrap().to_owned())
    };
    assert_eq!(named(&["--budget", "effort:150:native"]), ["modern", "effort:150:native", "native"]);
    assert_eq!(named(&["--protocol", "classic", "--budget", "effort:90"]), ["classic", "effort:90", "udacity-classic"]);
    let best = place.json(&["best", "python", "--json"]);
    assert_valid("best", &best);
    assert_eq!(best["measured"]["against"], "effort:300");
    assert_eq!((&best["measured"]["protocol"], &best["measured"]["plies"]), (&"modern".into(), &2.into()));
    assert!(place.json(&["best", "classic", "--json"])["measured"]["against"].is_null());
}

#[test]
fn a_file_of_a_run_with_opponents_of_its_own_has_its_budget_and_meets_others() {
    let place = Place::new(SMALL);
    let roster = r#"(name: "mine", order: Shuffled, costs: "udacity-modern", budget: "nodes:30",
        agents: [(name: "One", agent: "id:open@nodes:30"), (name: "Two", agent: "random")])"#;
    fs::write(place.path("mine.ron"), roster).unwrap();
    for (name, set, of_run) in [
        ("list", ["plies=4", "seed=12"], "opponents"),
        ("file", [r#"opponents="mine.ron""#, "plies=4"], "mine"),
        ("priced", ["budget=effort:300", "costs=python"], "opponents"),
    ] {
        let file = format!("{name}.json");
        place.done(&["tune", "job.ron", "--name", name, "--set", set[0], "--set", set[1]]);
        place.done(&["export", name, "-o", &file]);
        let (of_run_here, here) = (figures(&place, "verify", name, &[]), figures(&place, "verify", &file, &[]));
        for key in ["protocol", "budget", "costs", "board", "plies"] {
            assert_eq!(here[key], of_run_here[key], "{name}: {key}");
        }
        assert_eq!((&of_run_here["roster"], &here["roster"]), (&of_run.into(), &"modern".into()));
        assert_eq!(figures(&place, "ablate", &file, &[])["budget"], of_run_here["budget"]);
        let note = notes(&place, &["verify", &file, "--pairs", "2"]);
        let told =
            format!("the opponents are modern, not those of its run, {of_run}; the name of the run, {name}, takes");
        assert!(note.contains("note: conditions of the file: modern rules") && note.contains(&told), "{note}");
    }
}

#[test]
fn a_file_that_does_not_tell_its_conditions_is_verified_under_the_protocols() {
    let place = Place::new(SMALL);
    let score = r#"score: 0.7, se: 0.01, pairs: 90, block: "final", delta: 0.05, delta_se: 0.01"#;
    let note_of = |roster: &str, budget: &str, more: &str| {
        let score = format!(r#"({score}, roster: "{roster}", budget: "{budget}"{more})"#);
        let provenance = format!(
            r#"(run: "old", seed: 1, config: "c", generation: 2, games: 3, score: {score}, verified: true, version: "0.3.0")"#
        );
        let text = format!(r#"(name: "w", provenance: {provenance}, weights: {{"own-moves": 1.0}})"#);
        fs::write(place.path("w.ron"), text).unwrap();
        notes(&place, &["verify", "w.ron", "--pairs", "2"])
    };
    for (roster, budget, more, remedy) in [
        (
            "opponents",
            "nodes:60",
            "",
            "the name of its run, old, takes all its conditions, and --budget nodes:60 gives",
        ),
        ("modern", "effort:300:python", "", "and --budget effort:300:python gives that budget to everybody"),
        ("classic", "effort:300:python", "", "and --protocol classic --budget effort:300:python gives"),
        ("modern", "time:150", "", "the name of its run, old, takes all its conditions"),
        ("modern", "effort:300", r#", against: "effort:900""#, "and --budget effort:300 gives"),
    ] {
        let note = note_of(roster, budget, more);
        let here = format!("tuned for {roster} with {budget} a move and plays modern with effort:17300 here");
        assert!(note.contains(&here) && note.contains(remedy), "{note}");
    }
    // Where nobody has prices of their own, the budget is everybody's.
    let note = note_of("modern", "effort:300", "");
    assert!(note.contains("conditions of the file: modern rules, effort:300 per move, 7x7"), "{note}");
    // Where only the others' budget names prices, the weights pay the roster's.
    let note = note_of("modern", "effort:300", r#", against: "effort:300:python", protocol: "modern", plies: 4"#);
    let told = "modern rules, effort:300:udacity-modern against effort:300:python per move, 7x7, openings of 4 plies";
    assert!(note.contains(told), "{note}");
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
    // An opponent with the candidates' budget is not passed over for one with its own.
    let own = ["--set", r#"opponents=[(agent: "open"), (agent: "id:open@nodes:5"), (agent: "center")]"#];
    let text = place.done(&[&["tune", "job.ron", "--name", "mixed"][..], &own].concat());
    assert!(text.contains("holds for: modern rules, nodes:60 against nodes:60 and nodes:5 per move"), "{text}");
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
    // A roster that is edited after the run has other opponents than its verdict.
    place.done(&["tune", "job.ron", "--set", r#"opponents="mine.ron""#]);
    for (edited, noted) in [(roster.to_owned(), false), (roster.replace("nodes:90", "nodes:9"), true)] {
        std::fs::write(place.path("mine.ron"), edited).unwrap();
        for verb in ["verify", "ablate"] {
            let output = place.isotune(&[verb, "small", "--pairs", "2"]);
            assert_eq!(output.status.code(), Some(0));
            let notes = String::from_utf8(output.stderr).unwrap();
            assert_eq!(notes.contains("this is not the match of its verdict"), noted, "{verb}: {notes}");
        }
    }
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
