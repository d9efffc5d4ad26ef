//! What programs see of a run: its JSON, its events and its candidates, finished or stopped.
#![cfg(unix)]

use std::fs;

use serde_json::Value;

use crate::schema::assert_valid;
use crate::tuning::{Lasting, Place, SMALL, endless, rows, signal, wait_until};

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_run_tells_its_events_and_its_verdict() {
    let place = Place::new(SMALL);
    let record = place.json(&["tune", "job.ron", "--json", "--events", "e.jsonl", "--candidates", "c.csv"]);
    assert_valid("tune", &record);
    assert_eq!((&record["status"], &record["generation"]), (&"finished".into(), &6.into()));
    assert_eq!(record["verdict"]["final"]["opponents"][1]["name"], "random");
    for verb in ["best", "verify", "ablate"] {
        let more: &[&str] = if verb == "best" { &["--json"] } else { &["--json", "--pairs", "3"] };
        assert_valid(verb, &place.json(&[&[verb, "small"], more].concat()));
    }
    let runs = place.json(&["runs", "--json"]);
    assert_valid("runs", &runs);
    assert_eq!(runs["runs"][0]["seconds"], record["seconds"], "one time, whoever tells it");
    // The difference has one interval, whoever tells it.
    let best = &place.json(&["best", "small", "--json"])["measured"]["versus_improved"];
    let told = &record["verdict"]["final"]["versus_improved"];
    for key in ["delta", "low", "high"] {
        let [one, other] = [best, told].map(|delta| delta[key].as_f64().unwrap());
        assert!((one - other).abs() < 1e-12, "{key}: {one} and {other}");
    }
    let text = fs::read_to_string(place.path("e.jsonl")).unwrap();
    assert_eq!(fs::read_to_string(place.run("small").join("log.jsonl")).unwrap(), text, "the log of the run");
    let events = lines(&text);
    for event in &events {
        assert_valid("event", event);
    }
    let count = |kind: &str| events.iter().filter(|event| event["event"] == kind).count();
    assert_eq!((count("plan"), count("generation"), count("holdout"), count("verdict")), (1, 6, 3, 1));
    assert_eq!(events.last().unwrap()["verdict"], record["verdict"]);
    // Every candidate with its value and weights.
    let candidates = fs::read_to_string(place.path("c.csv")).unwrap();
    let header = "run,generation,candidate,rival,games,value,weight:own-moves,weight:opponent-moves";
    assert!(candidates.starts_with(header), "{candidates}");
    assert_eq!(candidates.lines().count(), 1 + 6 * 8);
    // Another run goes on with the same table, and its lines have its name.
    place.done(&["tune", "job.ron", "--name", "second", "--candidates", "c.csv", "--set", "seed=12"]);
    let candidates = fs::read_to_string(place.path("c.csv")).unwrap();
    let of = |run: &str| candidates.lines().filter(|line| line.starts_with(&format!("{run},"))).count();
    assert_eq!([of("run"), of("small"), of("second")], [1, 6 * 8, 6 * 8], "{candidates}");
    let keys: std::collections::HashSet<Vec<&str>> =
        candidates.lines().map(|line| line.split(',').take(3).collect()).collect();
    assert_eq!(keys.len(), candidates.lines().count(), "run, generation and candidate tell lines apart");
    // A table of other columns is left alone.
    let other = ["tune", "job.ron", "--name", "wide", "--candidates", "c.csv", "--set", "features.own-ring-3=0.0"];
    place.refused(&other, &["c.csv has other columns", "another file"]);
    assert_eq!(fs::read_to_string(place.path("c.csv")).unwrap(), candidates);
    assert!(!place.run("wide").exists());
    // Nothing of it changes the run; the same again with events on standard output.
    let silent = Place::new(SMALL);
    silent.tuned("small");
    assert_eq!(Lasting::of(&place.run("small")), Lasting::of(&silent.run("small")));
    let printed = lines(&place.done(&["tune", "job.ron", "--name", "other", "--events", "-"]));
    assert_eq!(printed.len(), events.len());
    assert_eq!(printed.last().unwrap()["event"], "verdict");
    // Standard output has one of both.
    for verb in [&["tune", "job.ron", "--name", "both"][..], &["resume", "other"]] {
        place.refused(&[verb, &["--events", "-", "--json"]].concat(), &["--json and '--events -'", "drop one"]);
    }
    assert!(!place.run("both").exists());
}

/// A few pairs that all end alike have no error that anybody knows: neither 0 in the history nor in the events.
#[test]
fn an_unknown_error_is_left_empty_in_the_history() {
    let place = Place::new(SMALL);
    let won = ["--set", r#"opponents=[(agent: "random")]"#, "--set", "budget=nodes:500"];
    place.done(&[&["tune", "job.ron"][..], &won].concat());
    let text = fs::read_to_string(place.run("small").join("history.csv")).unwrap();
    let mut rows = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let names = rows.next().unwrap();
    let column = |name: &str| names.iter().position(|column| *column == name).unwrap();
    let (score, se) = (column("mean_score"), column("mean_se"));
    let rows: Vec<Vec<&str>> = rows.collect();
    assert!(rows.iter().any(|row| row[score] == "1"), "{text}");
    for row in rows {
        assert_eq!(row[se].is_empty(), row[score] == "1", "{text}");
    }
}

/// A run that was shortened to fit a time tells the command that makes it what was asked for, and the command works.
#[test]
fn a_shortened_run_says_how_it_becomes_longer() {
    let config = SMALL
        .replace("Generations(6)", "Games(100000000)")
        .replace("select_pairs: 30, final_pairs: 30", "select_pairs: 400, final_pairs: 100000")
        .replace("seed: 11,", "seed: 11, plies: 4,");
    let place = Place::new(&config);
    let text = place.done(&["tune", "job.ron", "--for", "2s"]);
    let command =
        text.lines().find_map(|line| line.strip_prefix("longer:  isotune ")).unwrap_or_else(|| panic!("{text}"));
    assert!(command.contains("--set 'total=Games(100000000)'") && command.contains("select_pairs: 400, "), "{command}");
    // A later session says the same.
    let again = place.done(&["resume", "small", "--for", "1s"]);
    assert!(again.contains(&format!("longer:  isotune {command}\n")), "{again}");
    // Followed, but for a verdict that would take long.
    let few = "--set 'finals=(select_pairs: 2, final_pairs: 2)'";
    let script = format!("{} {command} {few} --for 1s --json", env!("CARGO_BIN_EXE_isotune"));
    let output = std::process::Command::new("bash").args(["-c", &script]).current_dir(place.path("")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let config = fs::read_to_string(place.run("small").join("config.ron")).unwrap();
    assert!(config.contains("100000000"), "{config}");
    // It is what was asked for now.
    assert!(!config.contains("Shortened"), "{config}");
    // A run that was not shortened needs no such command.
    assert!(
        !place
            .done(&[
                "tune",
                "job.ron",
                "--name",
                "whole",
                "--set",
                "total=Generations(1)",
                "--set",
                "finals=(select_pairs: 2, final_pairs: 2)"
            ])
            .contains("longer:")
    );
}

/// What noise costs is said where the search is long enough for noise to matter.
#[test]
fn a_search_that_is_too_short_to_arrive_is_noted() {
    let place = Place::new(SMALL);
    let checked = |total: &str| {
        let record = place.json(&["check", "quick", "--json", "--set", "budget=nodes:20", "--set", total]);
        let warnings = record["warnings"].as_array().unwrap().clone();
        let short = warnings.iter().any(|text| text.as_str().unwrap().contains("too few to arrive"));
        (record["generations"].as_u64().unwrap(), short, record["search_loss"].is_null())
    };
    let (few, short, unknown) = checked("total=Games(3000)");
    assert!(few < 20 && short && unknown, "{few} {short} {unknown}");
    let (many, short, unknown) = checked("total=Games(20000)");
    assert!(many >= 20 && !short && !unknown, "{many} {short} {unknown}");
}

/// Candidates that play each other are candidates as well: the table has all games of the search.
#[test]
fn couples_are_among_the_candidates() {
    let place = Place::new(SMALL);
    for (name, optimizer) in [("surface", "optimizer=Surface()"), ("spsa", "optimizer=Spsa()")] {
        let file = format!("{name}.csv");
        let set = ["--set", optimizer, "--set", "total=Games(2000)", "--name", name, "--candidates", &file];
        let record = place.json(&[&["tune", "job.ron", "--json"][..], &set].concat());
        let plan = place.json(&[&["check", "job.ron", "--json"][..], &set[..4]].concat());
        let text = fs::read_to_string(place.path(&file)).unwrap();
        let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').skip(1).collect()).collect();
        let whole = |text: &str| text.parse::<u64>().unwrap();
        let last = record["generation"].as_u64().unwrap();
        let last: Vec<&Vec<&str>> = rows.iter().filter(|row| whole(row[0]) == last).collect();
        let mut games = 0;
        for row in &last {
            if row[2].is_empty() {
                games += 2 * whole(row[3]);
                continue;
            }
            let rival = last.iter().find(|other| other[1] == row[2]).unwrap();
            assert_eq!((rival[2], rival[3]), (row[1], row[3]), "a rival's rival");
            let value = |row: &[&str]| row[4].parse::<f64>().unwrap();
            assert!((value(row) + value(rival) - 1.0).abs() < 1e-12, "{row:?} {rival:?}");
            games += whole(row[3]);
        }
        assert_eq!(games, 2 * plan["games_per_generation"].as_u64().unwrap(), "{name}: {plan}");
        assert_eq!(last.iter().any(|row| row[2].is_empty()), name == "surface");
        assert!(last.iter().any(|row| !row[2].is_empty()), "{name}");
    }
}

#[test]
fn candidates_go_into_a_pipe_as_well() {
    let place = Place::new(SMALL);
    let script =
        format!("{} tune job.ron -q --candidates >(cat > c.csv) > out.txt; wait $!", env!("CARGO_BIN_EXE_isotune"));
    let status = std::process::Command::new("bash").args(["-c", &script]).current_dir(place.path("")).status().unwrap();
    assert!(status.success());
    let candidates = fs::read_to_string(place.path("c.csv")).unwrap();
    assert_eq!(candidates.lines().count(), 1 + 6 * 8, "{candidates}");
}

#[test]
fn a_stopped_run_says_so() {
    let place = Place::new(&endless());
    let script = "printf '%s %s' \"$ISOTUNE_RUN\" \"$ISOTUNE_STATUS\" > finished.txt";
    let mut process =
        place.start(&["tune", "job.ron", "--name", "one", "--events", "e.jsonl", "--json", "--on-finish", script]);
    assert!(wait_until(&mut process, || rows(&place.run("one")) >= 1));
    signal(&process, "-TERM");
    let output = process.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let record: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_valid("tune", &record);
    assert_eq!((&record["status"], &record["resume"]), (&"stopped".into(), &"isotune resume one".into()));
    let events = lines(&fs::read_to_string(place.path("e.jsonl")).unwrap());
    assert_eq!(events.last().unwrap()["event"], "stopped");
    assert_eq!(fs::read_to_string(place.path("finished.txt")).unwrap(), "one stopped");
}

#[test]
fn time_sizes_a_plan_and_generations_do_not() {
    let games =
        SMALL.replace("Generations(6)", "Games(100)").replace("Cma(population: 8, games_per_candidate: 12)", "Auto");
    let place = Place::new(&games);
    let planned = |arguments: &[&str]| {
        place.json(&[&["tune", "job.ron", "--dry-run", "--json"], arguments].concat())["search_games"].as_u64().unwrap()
    };
    let (minute, hour) = (planned(&["--for", "1m"]), planned(&["--for", "60m"]));
    assert!(minute > 1000 && hour > 10 * minute, "{minute} games in a minute, {hour} in an hour");
    assert!(planned(&["--for", "60m", "--set", "total=Games(500)"]) <= 500, "what is set is kept");
    let text = place.done(&["tune", "job.ron", "--dry-run", "--for", "60m"]);
    assert!(text.contains("ready      at about ") && text.contains("verdict included"), "{text}");
    // What becomes of the configuration's total is said, to people and to programs.
    assert!(
        text.contains("note       total 100 games in the configuration, ") && text.contains(" to fill the time"),
        "{text}"
    );
    let warnings = |arguments: &[&str]| {
        let plan = place.json(&[&["tune", "job.ron", "--dry-run", "--json"], arguments].concat());
        assert_valid("check", &plan);
        plan["warnings"].to_string()
    };
    assert!(warnings(&["--for", "60m"]).contains("total 100 games in the configuration, "));
    assert!(!warnings(&["--for", "60m", "--set", "total=Games(500)"]).contains("in the configuration"));
    assert!(!warnings(&[]).contains("in the configuration"));
    let place = Place::new(SMALL);
    let record = place.json(&["tune", "job.ron", "--dry-run", "--json", "--for", "60m"]);
    assert_eq!(record["generations"], 6);
    // A plan that does not fit the time says so.
    let long = ["tune", "job.ron", "--dry-run", "--for", "1s", "--set", "total=Generations(1000000)"];
    let note = "note       the plan takes longer than the time limit";
    assert!(place.done(&long).contains(note));
    assert!(!place.done(&["tune", "job.ron", "--dry-run", "--for", "60m"]).contains(note));
}

/// A fork is a new run, which fills the time that it is given.
#[test]
fn time_sizes_the_plan_of_a_fork() {
    let games =
        SMALL.replace("Generations(6)", "Games(200)").replace("Cma(population: 8, games_per_candidate: 12)", "Auto");
    let place = Place::new(&games);
    place.done(&["tune", "job.ron", "--name", "old"]);
    let total = |name: &str, arguments: &[&str]| -> u64 {
        place.done(&[&["resume", "old", "--fork", name, "--for", "2s"], arguments].concat());
        let config = fs::read_to_string(place.run(name).join("config.ron")).unwrap();
        let total = config.split("Games(").nth(1).unwrap().split(')').next().unwrap();
        total.parse().unwrap()
    };
    assert_ne!(total("long", &[]), 200, "the time decides");
    assert_eq!(total("short", &["--set", "total=Games(300)"]), 300, "what is set is kept");
}

/// The verdict of the configuration would take many times the time there is.
#[test]
fn a_short_time_leaves_less_for_the_verdict() {
    let config = SMALL
        .replace("nodes:60", "nodes:600")
        .replace("Generations(6)", "Games(100000)")
        .replace("Cma(population: 8, games_per_candidate: 12)", "Auto")
        .replace("select_pairs: 30, final_pairs: 30", "select_pairs: 2000, final_pairs: 100000");
    assert!(config.contains("final_pairs: 100000") && config.contains("Auto"), "{config}");
    let place = Place::new(&config);
    let call = ["tune", "job.ron", "--dry-run", "--set", "plies=4"];
    let plan = |more: &[&str]| place.json(&[&call[..], &["--json"], more].concat());
    let number = |plan: &serde_json::Value, key: &str| plan[key].as_f64().unwrap();
    // A small part of what it takes on any machine; what the plan is at a given speed is checked in config.rs.
    let (whole, time) = (plan(&[]), ["--for", "1s"]);
    let short = plan(&time);
    assert!(number(&short, "verdict_games") < number(&whole, "verdict_games"), "{short}");
    let text = place.done(&[&call[..], &time].concat());
    assert!(text.contains("note       the time pays for "), "{text}");
    assert!(
        text.contains("note       total 100,000 games in the configuration, ") && text.contains(" to fit the time"),
        "{text}"
    );
    assert!(short["warnings"].to_string().contains("the time pays for "), "{short}");
    // Games of which a second has only a few: the least that there can be is planned, and no more.
    let slow = ["--for", "1s", "--threads", "1", "--set", "budget=nodes:20000"];
    let slow = plan(&slow);
    assert!(
        slow["generations"] == 1 && number(&slow, "verdict_games") < number(&whole, "verdict_games") / 100.0,
        "{slow}"
    );
    assert!(slow["warnings"].to_string().contains("\"1 generation is too few to arrive"), "{slow}");
}

/// A run of minutes is mostly verdict, as the default run is; more than that deserves a note.
#[test]
fn measuring_is_noted_where_it_takes_most_of_the_games() {
    let place = Place::new(SMALL);
    let said = |call: &[&str]| {
        let note = "more than three times the search";
        let record = place.json(&[call, &["--json"]].concat());
        let warned = record["warnings"].as_array().unwrap().iter().any(|text| text.as_str().unwrap().contains(note));
        assert_eq!(place.done(call).contains(note), warned, "text and JSON say the same");
        warned
    };
    assert!(!said(&["check"]), "the default run");
    assert!(said(&["check", "--set", "total=Games(2500)"]), "ten times the search");
}

#[test]
fn a_step_beyond_the_bounds_is_noted() {
    let place = Place::new(SMALL);
    for (step, noted) in [("5", true), ("0.21", true), ("0.2", false), ("0.05", false)] {
        let set = format!("features.own-ring-2=(start: 0.0, step: {step}, bounds: (-0.1, 0.1))");
        let record = place.json(&["check", "job.ron", "--json", "--set", &set]);
        let note = format!("the step of 'own-ring-2', {step}, is larger than its bounds are wide, -0.1 to 0.1");
        assert_eq!(record["warnings"].to_string().contains(&note), noted, "{step}: {record}");
        assert_eq!(place.done(&["check", "job.ron", "--set", &set]).contains("the step of 'own-ring-2'"), noted);
    }
    assert!(!place.json(&["check", "job.ron", "--json"])["warnings"].to_string().contains("the step of"));
}

#[test]
fn init_writes_configurations_that_can_be_checked() {
    let place = Place::new(SMALL);
    place.done(&["init"]);
    place.refused(&["init"], &["isotune.ron already exists", "--force"]);
    place.done(&["init", "--force"]);
    for (purpose, protocol, board) in
        [("udacity", "modern", "7x7"), ("classic", "classic", "7x7"), ("large", "modern", "9x11")]
    {
        let file = format!("my-{purpose}.ron");
        place.done(&["init", &file, "--for", purpose]);
        let text = fs::read_to_string(place.path(&file)).unwrap();
        assert!(text.contains(&format!("isotune init --for {purpose}")), "{text}");
        assert!(text.contains("every field left out but 'name', 'features' and 'total'"), "{text}");
        let plan = place.json(&["check", &file, "--json", "--set", "budget=nodes:20"]);
        let found = (&plan["name"], &plan["protocol"], &plan["board"]);
        assert_eq!(found, (&format!("my-{purpose}").into(), &protocol.into(), &board.into()));
    }
    // What the head says may be left out may be.
    fs::write(place.path("least.ron"), r#"(name: "a", features: {"own-moves": 1.0}, total: Games(9000))"#).unwrap();
    place.done(&["check", "least.ron", "--set", "budget=nodes:20"]);
    place.refused(&["init", "a b.ron"], &["invalid name 'a b'"]);
    place.refused(&["init", "--for", "chess"], &["udacity", "classic", "large"]);
}

#[test]
fn a_start_that_is_improved_is_compared_once() {
    let start = "\"own-ring-2\": (start: 0.0, bounds: (-1.0, 1.0)),";
    let place = Place::new(SMALL);
    let text = place.done(&["tune", "job.ron"]);
    assert!(!text.contains("vs its start weights") && text.contains("small vs improved"), "{text}");
    let place = Place::new(&SMALL.replace(start, "\"own-ring-2\": (start: 0.5, bounds: (-1.0, 1.0)),"));
    let record = place.json(&["tune", "job.ron", "--json"]);
    let selected = &record["verdict"]["selected"];
    assert!(record["verdict"]["final"]["start"].is_object() || *selected == "start", "{record}");
}

#[test]
fn duels_are_summed_as_they_are_played() {
    let place = Place::new(
        &SMALL.replace("Cma(population: 8, games_per_candidate: 12)", "Spsa(population: 40, games_per_candidate: 8)"),
    );
    let text = place.done(&["check", "job.ron"]);
    assert!(text.contains("40 candidates in 20 duels x 8 games = 160 games per generation"), "{text}");
    let plan = place.json(&["check", "job.ron", "--json"]);
    assert_eq!((&plan["games_per_generation"], &plan["search_games"]), (&160.into(), &960.into()));
    // Duels have no scores against opponents, and nothing stands in their place.
    let text = place.done(&["tune", "job.ron"]);
    let line = text.lines().find(|line| line.starts_with("generation 2/6: ")).unwrap();
    assert!(!line.contains(": ;") && !line.contains("; ;") && !line.contains("versus"), "{line}");
    assert!(line.contains("; weights ") && line.contains("; saved "), "{line}");
}

#[test]
fn a_log_goes_on_after_a_kill_and_follows_no_link() {
    let place = Place::new(SMALL);
    place.tuned("small");
    let (run, elsewhere) = (place.run("small"), place.path("elsewhere"));
    let log = run.join("log.jsonl");
    let whole = fs::read_to_string(&log).unwrap();
    let cut = &whole[..whole.len() - 10];
    fs::write(&log, cut).unwrap();
    place.done(&["resume", "small", "--set", "total=Generations(8)"]);
    let longer = fs::read_to_string(&log).unwrap();
    let new = longer.strip_prefix(cut).and_then(|rest| rest.strip_prefix('\n')).unwrap();
    let kinds: Vec<_> = lines(new).iter().map(|event| event["event"].clone()).collect();
    assert_eq!((&kinds[0], kinds.last().unwrap()), (&"plan".into(), &"verdict".into()));
    assert_eq!(kinds.iter().filter(|kind| **kind == "generation").count(), 2);

    fs::remove_file(&log).unwrap();
    fs::write(&elsewhere, "").unwrap();
    std::os::unix::fs::symlink(&elsewhere, &log).unwrap();
    place.done(&["resume", "small", "--set", "total=Generations(9)"]);
    assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "");
}

#[test]
fn a_plan_says_census_where_all_openings_are_played_without_chance() {
    let place =
        Place::new(&SMALL.replace("select_pairs: 30, final_pairs: 30", "select_pairs: 30, final_pairs: 100000"));
    let errors = |more: &[&str]| {
        let text = place.done(&[&["check", "job.ron"], more].concat());
        text.lines().find_map(|line| line.strip_prefix("errors     ")).unwrap().to_owned()
    };
    // One of the opponents moves at random.
    assert!(!errors(&[]).contains("none"), "{}", errors(&[]));
    let fixed = ["--set", r#"opponents=[(agent: "open"), (agent: "center")]"#, "--set", r#"protocol="classic""#];
    let fixed = errors(&fixed);
    assert!(fixed.starts_with("about ± ") && fixed.ends_with(", none (census) for the final score"), "{fixed}");
    // All games end alike, and yet a sample has an error.
    let easy = errors(&["--set", r#"opponents=[(agent: "random")]"#, "--set", "budget=nodes:3000"]);
    assert!(!easy.contains("± 0.00") && !easy.contains("none"), "{easy}");
}
