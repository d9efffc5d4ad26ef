//! Whether a run is finished, paused or stopped: the same wherever it is said.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use isotune::tune::RunFolder;
use serde_json::Value;

use crate::tuning::{Place, SMALL, files, stderr, unconverging};

/// A job of one generation that one thread does not play in a second.
fn slow() -> String {
    let long = SMALL.replace("population: 8", "population: 400").replace("nodes:60", "nodes:600");
    long.replace("Generations(6)", "Generations(1)")
}

/// What `runs` says in JSON and in words, and what the report says on the page and in a terminal.
fn statuses(place: &Place, name: &str) -> [String; 4] {
    let listed = place.json(&["runs", "--json"]);
    let listed = listed["runs"].as_array().unwrap().iter().find(|run| run["name"] == name).unwrap()["status"].clone();
    let table = place.done(&["runs"]);
    let row = table.lines().find(|line| line.starts_with(&format!("| {name} "))).unwrap();
    let shown = place.done(&["report", name, "--terminal"]);
    let watched = place.done(&["watch", name, "--terminal"]);
    let first = |text: &str| text.lines().next().unwrap().strip_prefix(&format!("{name}, ")).unwrap().to_owned();
    [
        listed.as_str().unwrap().to_owned(),
        row.split('|').nth(2).unwrap().trim().to_owned(),
        first(&shown),
        first(&watched),
    ]
}

/// A session of a second, which may or may not be enough for a generation.
fn second(place: &Place, more: &[&str]) -> Value {
    place.json(&[&["resume", "one", "--for", "1s", "--threads", "1", "--json"], more].concat())
}

#[test]
fn a_finished_run_with_a_raised_total_is_paused_everywhere() {
    let place = Place::new(&slow());
    place.done(&["tune", "job.ron", "--name", "one"]);
    assert_eq!(statuses(&place, "one"), ["finished"; 4]);
    // The first change, and a session that changes nothing.
    for more in [&["--set", "total=Generations(9)"][..], &[]] {
        let session = second(&place, more);
        assert_eq!((&session["status"], &session["verdict"]["complete"]), (&"paused".into(), &false.into()));
        assert_eq!(session["resume"], "isotune resume one");
        assert_eq!(statuses(&place, "one"), ["paused"; 4]);
        if session["generation"] == 1 {
            let end = session["end"].as_str().unwrap();
            assert!(end.starts_with("the time limit is too short for a generation, about "), "{end}");
            assert!(end.contains(", and a verdict, about "), "{end}");
        }
    }
    let words = ["is not finished", "of 9", "isotune resume one"];
    place.refused(&["tune", "job.ron", "--set", "name=\"one\""], &words);
    let text = place.done(&["resume", "one", "--for", "1s", "--threads", "1"]);
    assert!(text.contains("search paused after ") && !text.contains("search finished"), "{text}");
    assert_eq!(text.lines().last(), Some("resume:  isotune resume one"));
    // Back to where it stands: its verdict is the last one again.
    let now = second(&place, &[])["generation"].as_u64().unwrap();
    let session = second(&place, &["--set", &format!("total=Generations({now})")]);
    assert_eq!((&session["status"], &session["verdict"]["complete"]), (&"finished".into(), &true.into()));
    assert_eq!((&session["resume"], &session["end"]), (&Value::Null, &"the budget is spent".into()));
    assert_eq!(statuses(&place, "one"), ["finished"; 4]);
}

#[test]
fn a_raised_total_is_known_before_the_first_game() {
    let place = Place::new(SMALL);
    place.tuned("one");
    let raised = |to: &str| {
        let folder = RunFolder::new(place.run("one")).lock().unwrap();
        let mut config = folder.config_now().unwrap().unwrap();
        config.assign(to).unwrap();
        let _ = folder.reopen_with(Some(config), &()).unwrap().unwrap();
    };
    raised("total=Generations(12)");
    assert_eq!(statuses(&place, "one"), ["paused"; 4]);
    raised("total=Generations(6)");
    assert_eq!(statuses(&place, "one"), ["finished"; 4]);
}

#[test]
fn a_run_that_has_converged_is_not_told_to_raise_its_total() {
    // Hundreds of generations of tiny steps, within a second or two.
    let config = unconverging().replace("plateau: 0.0", "plateau: 0.9").replace("Generations(6)", "Generations(2000)");
    let place = Place::new(&config);
    let session = place.json(&["tune", "job.ron", "--name", "one", "--json"]);
    assert_eq!(session["status"], "finished", "{session}");
    assert!(session["generation"].as_u64() < session["generations"].as_u64(), "{session}");
    let text = place.done(&["resume", "one"]);
    assert!(text.starts_with("one is finished; this is its verdict. Its search has converged"), "{text}");
    assert!(text.contains("isotune resume one --fork NEW") && !text.contains("raise its total"), "{text}");
    assert_eq!(statuses(&place, "one"), ["finished"; 4]);
}

/// Who looks at the final openings again and again finds what he looks for.
#[test]
fn a_verdict_that_may_turn_is_noted_as_less_certain() {
    let config =
        SMALL.replace("Generations(6)", "Games(600)").replace("validation: (every: 2", "validation: (every: 20");
    let place = Place::new(&config);
    let first = place.done(&["tune", "job.ron", "--name", "one"]);
    let note = "note: its final openings have been looked at before";
    assert!(!first.contains(note), "{first}");
    let text = place.done(&["resume", "one"]);
    assert!(
        text.contains("raise its total, which counts the games of the search alone: isotune resume one --set"),
        "{text}"
    );
    assert!(!text.contains(note), "{text}");
    let text = place.done(&["resume", "one", "--set", "total=Games(900)"]);
    assert!(text.contains(note) && text.contains("'isotune verify one' plays other games"), "{text}");
}

#[test]
fn a_run_elsewhere_is_continued_by_the_command_that_finds_it() {
    let place = Place::new(SMALL);
    place.done(&["tune", "job.ron", "--name", "one", "--runs", "other"]);
    let text = place.done(&["resume", "one", "--runs", "other"]);
    assert!(text.contains("raise its total: isotune resume one --runs other --set 'total=Generations(12)'"), "{text}");
    assert!(Path::new(&place.path("other/one/best.ron")).is_file());
    let output = place.isotune(&["resume", "other/one", "-q"]);
    assert_eq!(stderr(&output), "");
    assert!(fs::read_dir(place.path("other")).unwrap().count() == 1);
}

#[test]
fn a_total_below_what_was_played_is_refused_and_changes_nothing() {
    let place = Place::new(SMALL);
    place.tuned("one");
    let before = files(&place.run("one"));
    for total in ["Generations(2)", "Games(200)"] {
        let words = ["is less than the 6 generations that the run has played", "totals count from its start"];
        place.refused(&["resume", "one", "--set", &format!("total={total}")], &words);
    }
    assert_eq!(files(&place.run("one")), before);
    // The advice of a finished run works.
    let text = place.done(&["resume", "one"]);
    let advice = text.lines().next().unwrap().split("isotune ").nth(1).unwrap().replace('\'', "");
    let text = place.done(&advice.split_whitespace().collect::<Vec<_>>());
    assert!(text.contains("Generations(6) -> Generations(12) (allowed)"), "{text}");
}

#[test]
fn a_run_whose_total_was_changed_does_not_claim_to_be_repeated_by_a_new_one() {
    let (promise, changed) = ("The same version gives the same bytes", "The total was changed after the start");
    let by_games = SMALL.replace("Generations(6)", "Games(500)");
    // The steps of the default search follow the plan. CMA-ES has no plan, but its population comes from the games.
    for (config, total, repeats) in [
        (SMALL.replace("Cma(", "Surface("), "Generations(8)", false),
        (by_games.replace("Cma(population: 8, games_per_candidate: 12)", "Cma()"), "Games(9000)", false),
        (SMALL.to_owned(), "Generations(8)", true),
        (by_games, "Games(900)", true),
    ] {
        let place = Place::new(&config);
        place.tuned("one");
        let page = || {
            place.done(&["report", "one"]);
            fs::read_to_string(place.run("one").join("report.html")).unwrap()
        };
        assert!(page().contains(promise) && !page().contains(changed), "{total}");
        let text = place.done(&["resume", "one", "--set", &format!("total={total}")]);
        assert_eq!(text.contains("note: the search keeps the plan it was started with"), !repeats, "{total}: {text}");
        assert_eq!((page().contains(promise), page().contains(changed)), (repeats, !repeats), "{total}");
        assert!(!place.done(&["resume", "one"]).contains("note:"), "{total}");
    }
}
