//! Searches that go on without features which cost more than they are worth.
#![cfg(unix)]

use std::fs;

use serde_json::Value;

use crate::schema::assert_valid;
use crate::tuning::{Lasting, Place, kill, wait_until};

/// A job whose features for open space cost most of a move's effort and are of little use.
const COSTLY: &str = r#"(
    name: "costly",
    seed: 11,
    opponents: [(agent: "open"), (agent: "random"), (name: "centre", agent: "center")],
    budget: "effort:400",
    features: {
        "own-moves": (start: 1.0, frozen: true),
        "opponent-moves": -1.0,
        "own-open-space": 0.0,
        "opponent-open-space": 0.0,
    },
    optimizer: Surface(population: 8, games_per_candidate: 6),
    total: Generations(24),
    validation: (every: 12, pairs: 20),
    finals: (select_pairs: 30, final_pairs: 30),
)
"#;

fn prunings(place: &Place, run: &str) -> Vec<Value> {
    let log = fs::read_to_string(place.run(run).join("log.jsonl")).unwrap();
    let events = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let prunings: Vec<Value> = events.filter(|event| event["event"] == "pruning").collect();
    for event in &prunings {
        assert_valid("event", event);
    }
    prunings
}

/// The weights of each generation, by the name of the column.
fn weights(place: &Place, run: &str, name: &str) -> Vec<f64> {
    let history = fs::read_to_string(place.run(run).join("history.csv")).unwrap();
    let column = history.lines().next().unwrap().split(',').position(|title| title == name).unwrap();
    history.lines().skip(1).map(|row| row.split(',').nth(column).unwrap().parse().unwrap()).collect()
}

#[test]
fn what_costs_more_than_it_is_worth_is_left_out() {
    let place = Place::new(COSTLY);
    let plan = place.json(&["check", "job.ron", "--json"]);
    assert_valid("check", &plan);
    let games = plan["pruning_games"].as_u64().unwrap();
    assert!(games > 0 && games * 8 < plan["search_games"].as_u64().unwrap(), "{games}");
    assert!(place.done(&["check", "job.ron"]).contains(&format!("up to {games} to try fewer features")));

    let printed = place.done(&["tune", "job.ron"]);
    let prunings = prunings(&place, "costly");
    let moments: Vec<u64> = prunings.iter().map(|event| event["generation"].as_u64().unwrap()).collect();
    // At .25, .45 and .65 of 24 generations.
    assert!(!moments.is_empty() && moments.iter().all(|moment| [6, 10, 15].contains(moment)), "{moments:?}");
    let first = prunings.iter().find(|event| event["left_out"] == true).expect("one that is left out");
    let (score, se) = (first["score"].as_f64().unwrap(), first["se"].as_f64().unwrap());
    assert!(score - 0.5 > se, "{first}");
    let name = first["features"][0].as_str().unwrap();
    assert!(printed.contains(&format!("without {name} after generation")), "{printed}");
    assert!(printed.contains("left out from now on"), "{printed}");
    // 0 to the last bit from then on, or it would still be paid for.
    let generation = usize::try_from(first["generation"].as_u64().unwrap()).unwrap();
    let weights = weights(&place, "costly", &format!("weight:{name}"));
    let (before, after) = weights.split_at(generation);
    assert!(before.iter().all(|weight| weight.abs() > 0.0), "{before:?}");
    assert!(after.iter().all(|weight| weight.to_bits() == 0), "{after:?}");

    let accepted = prunings.iter().filter(|event| event["left_out"] == true);
    let left_out: Vec<&Value> = accepted.flat_map(|event| event["features"].as_array().unwrap()).collect();
    let best = place.json(&["best", "costly", "--json"]);
    assert_valid("best", &best);
    assert_eq!(best["left_out"].as_array().unwrap().iter().collect::<Vec<_>>(), left_out);
    let shown = place.done(&["best", "costly"]);
    assert!(shown.contains("left out by the search, as not worth their cost: ") && shown.contains(name), "{shown}");
    // Resumed, the run plays nothing more and tells the same.
    let run = place.json(&["resume", "costly", "--json"]);
    assert_valid("tune", &run);
    assert_eq!(run["left_out"], best["left_out"]);

    let page = place.done(&["report", "costly", "-o", "-"]);
    assert!(page.contains("left out, as not worth their cost: ") && page.contains(name), "the page");

    // Where heuristics cost nothing there is nothing to save, and short searches do not know their weights.
    for setting in ["budget=nodes:60", "total=Generations(12)", "optimizer=Cma(population: 8, games_per_candidate: 6)"]
    {
        let plan = place.json(&["check", "job.ron", "--json", "--set", setting]);
        assert_eq!(plan["pruning_games"], 0, "{setting}");
    }
    place.done(&["tune", "job.ron", "--name", "free", "--set", "budget=nodes:60"]);
    assert!(self::prunings(&place, "free").is_empty());
}

#[test]
fn a_pruned_finalist_says_what_it_lacks() {
    let place = Place::new(COSTLY);
    let printed = place.done(&["tune", "job.ron", "--set", "total=Generations(12)"]);
    // Resumed, the finished run plays nothing more and tells the same.
    let run = place.json(&["resume", "costly", "--json"]);
    assert_valid("tune", &run);
    let mut pruned = 0;
    for finalist in run["verdict"]["finalists"].as_array().unwrap() {
        let (name, lacks) = (finalist["name"].as_str().unwrap(), finalist["lacks"].as_array().unwrap());
        let count = name.strip_prefix("pruned by ").map_or(0, |count| count.parse().unwrap());
        assert_eq!(lacks.len(), count, "{finalist}");
        let without: Vec<&str> = lacks.iter().map(|feature| feature.as_str().unwrap()).collect();
        let line = printed.lines().find(|line| line.starts_with(&format!("  {name} "))).unwrap();
        assert_eq!(line.contains("   without "), count > 0, "{line}");
        assert!(count == 0 || line.contains(&without.join(", ")), "{line}");
        pruned += usize::from(count > 0);
    }
    assert!(pruned > 0, "{printed}");
}

#[test]
fn kills_between_matches_of_fewer_features_change_no_byte() {
    let whole = Place::new(COSTLY);
    let expected = whole.tuned("cut");
    let threads = Place::new(COSTLY);
    threads.done(&["tune", "job.ron", "--name", "cut", "--threads", "1"]);
    assert!(Lasting::of(&threads.run("cut")) == expected, "the number of threads changes bytes");
    let place = Place::new(COSTLY);
    // Once before, during or after each of the matches, wherever the kill comes.
    let log = place.run("cut").join("log.jsonl");
    let stages = || fs::read_to_string(&log).unwrap_or_default().matches("\"fewer features after").count();
    let mut arguments = vec!["tune", "job.ron", "--name", "cut"];
    for stage in 1..=3 {
        let mut process = place.start(&arguments);
        wait_until(&mut process, || stages() >= stage);
        kill(process);
        arguments = vec!["resume", "cut"];
    }
    assert!(place.resumed("cut") == expected, "kills change bytes");
}
