//! `report --measure`: what it plays, what it keeps, and when it is not used.

use std::fs;

use isotune::heuristic::CATALOGUE;
use serde_json::Value;

use crate::report::data;
use crate::tuning::{Place, SMALL, endless, files, kill, rows, signal, stderr, wait_until};

fn page(place: &Place, arguments: &[&str]) -> Value {
    data(&place.done(&[&["report", "small", "-o", "-"], arguments].concat()))["runs"][0].take()
}

fn labels(run: &Value) -> Vec<String> {
    let references = run["references"].as_array().unwrap();
    references.iter().map(|line| line["label"].as_str().unwrap().to_owned()).collect()
}

/// Whether a score is shown with an interval between 0 and 100 %.
fn is_within(figure: &Value) -> bool {
    let error = figure["error"].as_str().unwrap();
    let shown = |text: &str| text.parse::<f64>().unwrap();
    let [low, high] = if let Some(margin) = error.strip_prefix("± ") {
        [-1.0, 1.0].map(|sign| shown(figure["text"].as_str().unwrap()) + sign * shown(margin))
    } else {
        let (low, high) = error.trim_matches(['[', ']']).split_once(", ").unwrap();
        [shown(low), shown(high)]
    };
    low >= 0.0 && low < high && high <= 100.0
}

#[test]
fn a_measurement_adds_the_catalogue_perfect_play_and_every_feature() {
    let place = Place::new(SMALL);
    place.tuned("small");
    let before = page(&place, &[]);
    assert!(before["catalogue"].is_null() && before["ablation"].as_array().unwrap().is_empty());
    assert_eq!(labels(&before), ["improved (select block)", "verdict (final block)"]);

    let run = page(&place, &["--measure=4"]);
    let rows = run["catalogue"]["rows"].as_array().unwrap();
    let named = |name: &str| rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("no {name}"));
    assert_eq!(rows.len(), CATALOGUE.len() + 1);
    for entry in CATALOGUE {
        let row = named(entry.name);
        assert_eq!(row["opponents"].as_array().unwrap().len(), 3, "{row}");
        assert_eq!(row["delta"].is_null(), entry.name == "improved", "{row}");
    }
    let scores: Vec<f64> = rows.iter().map(|row| row["score"]["value"].as_f64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b) && scores.iter().all(|score| (0.0..=100.0).contains(score)));

    // The tuned weights are those of the run: a tournament of them gives the same score.
    let tuned = &named("tuned weights")["score"]["value"];
    let mean: f64 =
        named("tuned weights")["opponents"].as_array().unwrap().iter().map(|one| one["value"].as_f64().unwrap()).sum();
    assert!((mean / 3.0 - tuned.as_f64().unwrap()).abs() < 1e-3, "the score is the mean over the opponents");
    let best = rows.iter().find(|row| row["name"] != "tuned weights").unwrap();
    let labels = labels(&run);
    assert_eq!(labels[2], format!("best published: {} (final block)", best["name"].as_str().unwrap()));
    assert_eq!(labels[3], "perfect play (final block)");
    let perfect = run["references"][3]["score"].as_f64().unwrap();
    assert!(perfect > scores[0] - 30.0, "perfect play is strong: {perfect}");

    let features: Vec<&str> =
        run["ablation"].as_array().unwrap().iter().map(|one| one["feature"].as_str().unwrap()).collect();
    let weights =
        place.json(&["best", "small", "--json"])["weights"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert!(
        !features.is_empty() && features.iter().all(|feature| weights.iter().any(|name| name == feature)),
        "{features:?}"
    );
    assert!(features.contains(&"own-moves"), "a frozen weight contributes as well: {features:?}");

    // Four pairs that ended alike have an interval nevertheless, and no interval reaches beyond 0 or 100 %.
    let figures: Vec<&Value> = rows.iter().flat_map(|row| row["opponents"].as_array().unwrap()).collect();
    let sweep = figures.iter().find(|figure| figure["value"] == 100.0).expect("somebody wins all games");
    assert_eq!([&sweep["text"], &sweep["error"]], ["100.0", "[51.0, 100.0]"]);
    assert!(figures.iter().all(|figure| is_within(figure)), "{figures:?}");
    assert!(rows.iter().all(|row| is_within(&row["score"])), "{rows:?}");
    // A difference of nothing is written in one way.
    let deltas = rows.iter().map(|row| &row["delta"]).filter(|delta| !delta.is_null());
    let worths = run["ablation"].as_array().unwrap().iter().map(|one| &one["worth"]);
    for difference in deltas.chain(worths) {
        let text = difference["text"].as_str().unwrap();
        assert!(text.starts_with(['+', '-']) && !difference["error"].as_str().unwrap().is_empty(), "{difference}");
        assert!(!["-0.0", "-0.00"].contains(&text), "{difference}");
    }

    // It is kept, and gives the same page again.
    assert!(place.run("small").join("measured.ron").exists());
    let again = page(&place, &[]);
    assert_eq!([&again["catalogue"], &again["ablation"]], [&run["catalogue"], &run["ablation"]]);
    assert_eq!(again["references"], run["references"]);
}

#[test]
fn a_measurement_that_cannot_be_used_is_noted() {
    let place = Place::new(SMALL);
    place.tuned("small");
    place.done(&["report", "small", "--measure=2"]);
    let path = place.run("small").join("measured.ron");
    let intact = fs::read(&path).unwrap();
    for damaged in [&intact[..intact.len() / 2], b"", b"\xff\x00"] {
        fs::write(&path, damaged).unwrap();
        let run = page(&place, &[]);
        assert!(run["notes"][0].as_str().unwrap().starts_with("measured.ron is damaged"), "{}", run["notes"]);
        assert!(run["catalogue"].is_null());
    }
    // Of other weights.
    place.done(&["tune", "job.ron", "--name", "other", "--set", "seed=12"]);
    fs::copy(place.run("other").join("best.ron"), place.run("small").join("best.ron")).unwrap();
    fs::write(&path, &intact).unwrap();
    let run = page(&place, &[]);
    assert!(run["notes"].to_string().contains("measured.ron belongs to other weights"), "{}", run["notes"]);
    assert!(run["catalogue"].is_null() && run["ablation"].as_array().unwrap().is_empty());
}

#[test]
fn only_a_finished_run_is_measured() {
    let place = Place::new(&endless());
    let mut run = place.start(&["tune", "job.ron"]);
    assert!(wait_until(&mut run, || rows(&place.run("small")) >= 1));
    assert!(kill(run));
    let before = files(&place.run("small"));
    place.refused(&["report", "small", "--measure"], &["'small' has no verdict yet"]);
    place.refused(&["report", "small", "--measure=1"], &["invalid value '1'"]);
    place.refused(&["report", "small", "--measure=many"], &["invalid value 'many'"]);
    assert_eq!(files(&place.run("small")), before, "nothing is written");
}

/// Whether a process has said what it does on Ctrl-C, by Linux's /proc.
#[cfg(target_os = "linux")]
fn catches_interrupts(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    // Signal n is bit n − 1, and SIGINT is 2.
    u64::from_str_radix(caught.trim(), 16).unwrap() & 2 != 0
}

#[cfg(target_os = "linux")]
#[test]
fn a_stopped_measurement_leaves_nothing() {
    let place = Place::new(SMALL);
    place.tuned("small");
    let before = files(&place.run("small"));
    // More games than are played within the time.
    let mut measuring = place.start(&["report", "small", "--measure=1000"]);
    let id = measuring.id();
    assert!(wait_until(&mut measuring, || catches_interrupts(id)), "it works");
    signal(&measuring, "-INT");
    let output = measuring.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert_eq!(files(&place.run("small")), before);
}
