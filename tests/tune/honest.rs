//! What a run promises beyond its bytes: verdicts that belong to what they judge, checks that are new games, no way to take
//! another program's files for one's own.

use std::fs;
use std::process::{Command, Stdio};

use isotune::store::Digest;

use crate::schema::assert_valid;
use crate::tuning::{Lasting, Place, SMALL, endless, kill, rows, signal, stderr, wait_until};

/// The same run on rules under which chance has a part everywhere.
fn by_chance() -> String {
    SMALL.replace("seed: 11", "seed: 0").replace("(agent: \"random\"), ", "")
}

#[test]
fn a_verification_plays_other_games_than_the_verdict() {
    let place = Place::new(&by_chance());
    place.done(&["tune", "job.ron", "--name", "one"]);
    let best = place.json(&["best", "one", "--json"]);
    let verified = place.json(&["verify", "one", "--pairs", "30", "--json"]);
    assert_eq!(best["measured"]["block"], "final");
    let figures = |record: &serde_json::Value| (record["score"].clone(), record["versus_improved"]["delta"].clone());
    assert_ne!(figures(&best["measured"]), figures(&verified), "the same seed, but games of its own");
    let again = place.json(&["verify", "one", "--pairs", "30", "--json"]);
    assert_eq!(verified, again, "and the same ones every time");
    let other = place.json(&["verify", "one", "--pairs", "30", "--seed", "1", "--json"]);
    assert_ne!(figures(&other), figures(&verified));
}

#[test]
fn a_verdict_does_not_outlive_what_it_judged() {
    // Measured after every generation, so that a session often ends between a measurement and the next generation.
    let place = Place::new(&endless().replace("every: 2", "every: 1"));
    place.done(&["tune", "job.ron", "--name", "one", "--for", "1s"]);
    for _ in 0..3 {
        let judged = rows(&place.run("one"));
        let mut process = place.start(&["resume", "one"]);
        assert!(wait_until(&mut process, || rows(&place.run("one")) > judged));
        signal(&process, "-INT");
        assert_eq!(process.wait_with_output().unwrap().status.code(), Some(130));
        assert_eq!(place.json(&["runs", "--json"])["runs"][0]["status"], "stopped");
        let best = place.json(&["best", "one", "--json"]);
        let (verified, generation) = (best["verified"].as_bool().unwrap(), best["generation"].as_u64().unwrap());
        // Until the next measurement the run recommends what was judged; from then on nothing that was not.
        assert_eq!(verified, generation == judged as u64, "{best} after {judged} generations");
        assert_eq!(best["measured"]["block"], if verified { "final" } else { "select" });
        place.done(&["resume", "one", "--for", "1s"]);
        assert_eq!(place.json(&["best", "one", "--json"])["verified"], true);
    }
}

#[test]
fn a_recommendation_that_somebody_changed_is_not_taken_for_the_runs_own() {
    let place = Place::new(SMALL);
    let whole = place.tuned("one");
    let path = place.run("one").join("best.ron");
    let changed = whole.best.replace("\"own-moves\": 1.0", "\"own-moves\": 3.0");
    assert_ne!(changed, whole.best);
    fs::write(&path, &changed).unwrap();
    for verb in ["best", "verify", "ablate"] {
        place.refused(&[verb, "one"], &["best.ron", "changed or damaged", "isotune resume one"]);
    }
    let output = place.isotune(&["resume", "one"]);
    assert!(stderr(&output).contains("best.ron"), "{}", stderr(&output));
    assert_eq!(Lasting::of(&place.run("one")), whole);
}

#[test]
fn the_state_of_another_program_is_left_alone() {
    let place = Place::new(SMALL);
    place.tuned("one");
    let path = place.run("one").join("state.ron");
    let text = fs::read_to_string(&path).unwrap();
    let (_, body) = text.split_once('\n').unwrap();
    let newer = "// isotune run, format 9, checksum ";
    let newer = (newer, Digest::of(format!("{newer}{body}").as_bytes()));
    // Up to format 3 the checksum did not cover the first line.
    let older = ("// isotune run, format 2, checksum ", Digest::of(body.as_bytes()));
    for (start, checksum) in [newer, older] {
        let other = format!("{start}{checksum}\n{body}");
        fs::write(&path, &other).unwrap();
        let format = &start["// isotune run, ".len()..start.len() - ", checksum ".len()];
        place.refused(&["resume", "one"], &[format, "the version that wrote it"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), other, "a good checkpoint, though not ours");
    }
}

#[test]
fn a_fork_needs_no_opponents_of_the_old_run() {
    let opponent = "(name: \"file\", agent: \"id:old.ron@nodes:60\")";
    let place = Place::new(&SMALL.replace("(agent: \"open\")", opponent));
    fs::write(place.path("old.ron"), "(name: \"old\", weights: {\"own-moves\": 2.0})").unwrap();
    place.tuned("one");
    fs::remove_file(place.path("old.ron")).unwrap();
    let config = place.run("one").join("config.ron");
    let text = fs::read_to_string(&config).unwrap();
    fs::write(&config, text.replace("id:old.ron@nodes:60", "id:open@nodes:60")).unwrap();
    place.refused(&["resume", "one"], &["opponents", "(not allowed)", "--fork"]);
    let said = place.done(&["resume", "one", "--fork", "two"]);
    assert!(
        said.contains("new run from the average of the last means of one") && said.contains("generations = "),
        "{said}"
    );
}

#[test]
fn whoever_ignores_the_hangup_outlives_the_terminal() {
    let place = Place::new(&SMALL.replace("Generations(6)", "Generations(12)"));
    let program = env!("CARGO_BIN_EXE_isotune");
    let script = "trap '' HUP; exec \"$0\" tune job.ron --name one";
    let mut command = Command::new("sh");
    command.args(["-c", script, program]).current_dir(place.path("")).stdout(Stdio::null());
    let mut process = command.spawn().unwrap();
    assert!(wait_until(&mut process, || rows(&place.run("one")) >= 1));
    signal(&process, "-HUP");
    assert_eq!(process.wait().unwrap().code(), Some(0));
    assert_eq!(rows(&place.run("one")), 12);
}

#[test]
fn an_empty_folder_is_not_a_run() {
    let place = Place::new(SMALL);
    fs::create_dir_all(place.run("one")).unwrap();
    fs::write(place.run("one").join("lock"), "").unwrap();
    place.tuned("one");
    place.refused(&["tune", "job.ron", "--name", "one"], &["already", "isotune resume"]);
}

#[test]
fn a_stop_tells_how_to_go_on_in_json_too() {
    let place = Place::new(&endless());
    let mut process = place.start(&["tune", "job.ron", "--name", "one", "--json"]);
    assert!(wait_until(&mut process, || rows(&place.run("one")) >= 1));
    signal(&process, "-TERM");
    let output = process.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&record["status"], &record["resume"]), (&"stopped".into(), &"isotune resume one".into()));
    assert!(record["generation"].as_u64().unwrap() >= 1 && record["verdict"].is_null(), "{record}");
    assert_eq!(stderr(&output).lines().last(), Some("isotune resume one"));
}

#[test]
fn a_stop_before_anything_is_recommended_says_that_the_weights_are_the_start() {
    let place = Place::new(&endless().replace("every: 2", "every: 1000000"));
    let mut process = place.start(&["tune", "job.ron", "--name", "one", "--json"]);
    assert!(wait_until(&mut process, || rows(&place.run("one")) >= 1));
    signal(&process, "-INT");
    let output = process.wait_with_output().unwrap();
    let record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_valid("tune", &record);
    let best = place.json(&["best", "one", "--json"]);
    let listed = place.json(&["runs", "--json"]);
    for (found, keeps) in [(&record, true), (&best, true), (&listed["runs"][0], true)] {
        assert_eq!(found["keeps_start"], keeps, "{found}");
    }
    let warning = "warning: one still has the weights it started with, as its run has no verdict yet";
    for verb in [&["best", "one"][..], &["export", "one", "--format", "json"]] {
        let said = stderr(&place.isotune(verb)).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(warning), "{verb:?}: {said}");
    }
    // What was found and measured is another matter, and so is a verdict.
    let place = Place::new(&endless().replace("\"opponent-moves\": -1.0", "\"opponent-moves\": 3.0"));
    let mut process = place.start(&["tune", "job.ron", "--name", "one"]);
    assert!(wait_until(&mut process, || rows(&place.run("one")) >= 3));
    assert!(kill(process));
    assert_eq!(place.json(&["best", "one", "--json"])["keeps_start"], false);
    assert!(place.json(&["best", "improved", "--json"])["keeps_start"].is_null());
}

#[test]
fn a_search_that_only_measures_its_gains_says_so() {
    let spsa = "Spsa(population: 4, games_per_candidate: 8)";
    let place = Place::new(&SMALL.replace("Cma(population: 8, games_per_candidate: 12)", spsa));
    let flat = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let short = flat(place.done(&["tune", "job.ron", "--set", "total=Generations(3)", "--name", "short"]));
    for part in [
        "note the search measures gains for 5 generations before it moves; raise 'total'",
        "generation 3/3: measuring gains until generation 5",
        "verdict: no improvement shown: the search has not moved from the start weights yet",
    ] {
        assert!(short.contains(part), "no '{part}' in {short}");
    }
    assert!(!short.contains("did not beat the start weights"), "{short}");
    assert!(flat(place.done(&["best", "short"])).contains("has not moved from the start weights yet"));
    let long = flat(place.done(&["tune", "job.ron", "--set", "total=Generations(61)", "--name", "long"]));
    assert!(long.contains("note measuring gains until generation 7: the weights stay at the start"), "{long}");
    assert!(long.contains("generation 6/61: measuring gains until generation 7"), "{long}");
    assert!(!long.contains("generation 7/61: measuring") && !long.contains("has not moved"), "{long}");
    let plan = place.json(&["check", "job.ron", "--json"]);
    assert!(plan["warnings"].to_string().contains("measuring gains until generation 5"), "{plan}");
}

#[test]
fn duels_are_cut_into_pieces_that_a_stop_does_not_lose() {
    let duels = "Spsa(population: 2, games_per_candidate: 200)";
    let config = SMALL.replace("Cma(population: 8, games_per_candidate: 12)", duels);
    let expected = Place::new(&config).tuned("one");
    let place = Place::new(&config);
    let mut process = place.start(&["tune", "job.ron", "--name", "one", "--threads", "1"]);
    let journal = place.run("one").join("journal");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    assert!(wait_until(&mut process, || rows(&place.run("one")) >= 1 && lines() > 4), "a duel has several lines");
    assert!(kill(process));
    assert_eq!(place.resumed("one"), expected);
}
