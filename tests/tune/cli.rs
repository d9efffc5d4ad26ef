//! What the verbs around a run print, take and refuse.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::tuning::{Lasting, Place, SMALL, endless, files, kill, rows, stderr, stdout, wait_until};

fn keys(record: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = record.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// The lines that a verdict consists of.
fn verdict(text: &str) -> Vec<&str> {
    text.lines().skip_while(|line| !line.starts_with("finalists on the select block")).collect()
}

/// Changes the configuration of a run.
fn edit(run: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(run.join("config.ron")).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(run.join("config.ron"), text.replace(from, to)).unwrap();
}

/// Runs a line of shell in which `$0` is the program.
fn shell(place: &Place, script: &str) -> Output {
    let arguments = ["-c", script, env!("CARGO_BIN_EXE_isotune")];
    Command::new("sh").args(arguments).current_dir(place.path("")).output().unwrap()
}

#[test]
fn a_run_is_told_in_words_and_in_json() {
    let place = Place::new(SMALL);
    assert!(place.done(&["runs"]).contains("/checkpoints; start one with 'isotune tune'"));
    assert_eq!(place.json(&["runs", "--json"])["runs"], serde_json::json!([]));
    let text = place.done(&["tune", "job.ron"]);
    for part in [
        "plan       small, seed 11",
        "generation 1/6: selection score",
        "(biased)",
        "hold-out",
        "generation 6/6",
        "finalists on the select block",
        "<- selected",
        "on the final block",
        "small vs improved   modern, nodes:60, 7x7, block final",
        "Score |",
        "Elo   |",
        "Pairs | lost",
        "verdict: ",
        "weights: checkpoints/small/best.ron",
        "export:  isotune export checkpoints/small/best.ron -o small.py",
        "holds for: modern rules, nodes:60 per move, 7x7",
        "verdict: no improvement shown: what the search recommends did not beat the start weights",
    ] {
        assert!(text.contains(part), "no '{part}' in {text}");
    }
    let best = place.json(&["best", "small", "--json"]);
    assert_eq!((&best["run"], &best["generation"]), (&"small".into(), &6.into()));
    assert_eq!((&best["verified"], &best["measured"]["block"]), (&true.into(), &"final".into()));
    assert_eq!(best["weights"]["own-moves"], 1.0);
    for key in ["score", "se", "low", "high"] {
        assert!(best["measured"][key].is_f64(), "{best}");
        assert!((0.0..=1.0).contains(&best["measured"][key].as_f64().unwrap()), "a fraction: {best}");
    }
    let shown = place.done(&["best", "small"]);
    assert!(shown.contains("verified") && shown.contains("block final") && shown.contains("own-moves"), "{shown}");
    let listed = place.json(&["runs", "--json"]);
    let run = &listed["runs"][0];
    assert_eq!((&run["name"], &run["status"], &run["games"]), (&"small".into(), &"finished".into(), &best["games"]));
    assert_eq!((&run["generation"], &run["generations"], &run["measured"]), (&6.into(), &6.into(), &best["measured"]));
    let shown = place.done(&["runs"]);
    assert!(shown.contains("small") && shown.contains("finished") && shown.contains("6/6"), "{shown}");
    // What was measured is together, in the same columns with and without runs.
    let head = |folder: &str| place.done(&["runs", "--csv", "-", "--runs", folder]).lines().next().unwrap().to_owned();
    fs::create_dir(place.path("none")).unwrap();
    assert_eq!(head("checkpoints"), head("none"));
    let columns = head("checkpoints");
    let (_, measured) = columns.split_once(",verified,keeps_start,").unwrap();
    assert!(measured.split(',').all(|column| column.starts_with("measured.")), "{columns}");
    assert!(measured.contains("measured.against,measured.protocol,measured.plies,"), "{columns}");
    // By its path as by its name, and with the folder of runs named.
    assert_eq!(place.json(&["best", "checkpoints/small", "--json"]), best);
    assert_eq!(place.json(&["best", "small", "--runs", "checkpoints", "--json"]), best);
    place.refused(&["best", "smlal"], &["unknown run 'smlal'", "did you mean 'small'"]);
    place.refused(&["resume", "nothing"], &["unknown run 'nothing'", "small"]);
    // The same job again is another run; the same name is refused.
    let again = place.json(&["tune", "job.ron", "--json"]);
    assert_eq!((&again["name"], &again["status"]), (&"small-2".into(), &"finished".into()));
    assert_eq!(again["verdict"]["final"]["score"], best["measured"]["score"]);
    place.refused(&["tune", "job.ron", "--name", "small"], &["checkpoints/small", "resume", "--name"]);
    // Comments and all, the configuration is what was given.
    assert_eq!(fs::read_to_string(place.run("small").join("config.ron")).unwrap(), SMALL);
}

#[test]
fn a_finished_run_says_its_verdict_again_and_stays_as_it_is() {
    let place = Place::new(SMALL);
    let first = place.done(&["tune", "job.ron"]);
    let before = files(&place.run("small"));
    let again = place.done(&["resume", "small"]);
    assert_eq!(verdict(&again), verdict(&first));
    assert!(!verdict(&first).is_empty());
    let resumed = place.json(&["resume", "small", "--json"]);
    assert_eq!(resumed["weights"], place.json(&["best", "small", "--json"])["weights"]);
    assert_eq!(files(&place.run("small")), before);
}

#[test]
fn a_raised_total_goes_on_as_if_it_had_been_so_from_the_start() {
    let larger = SMALL.replace("Generations(6)", "Generations(12)");
    let expected = Place::new(&larger).tuned("one");
    // Stopped on the way: to the last byte.
    let place = Place::new(SMALL);
    let mut process = place.start(&["tune", "job.ron", "--name", "one", "--threads", "1"]);
    assert!(wait_until(&mut process, || rows(&place.run("one")) >= 2));
    assert!(kill(process));
    edit(&place.run("one"), "Generations(6)", "Generations(12)");
    let text = place.done(&["resume", "one"]);
    assert!(text.contains("changed: total: Generations(6) -> Generations(12) (allowed)"), "{text}");
    assert_eq!(Lasting::of(&place.run("one")), expected);
    // Finished before: to the last byte as well.
    let place = Place::new(SMALL);
    place.done(&["tune", "job.ron", "--name", "one"]);
    edit(&place.run("one"), "Generations(6)", "Generations(12)");
    let output = place.isotune(&["resume", "one"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr(&output), "", "a change that is free is no damage");
    assert_eq!(Lasting::of(&place.run("one")), expected);
    assert_eq!(place.json(&["best", "one", "--json"])["generation"], 12);
}

#[test]
fn changes_are_listed_and_what_decides_results_is_refused() {
    let place = Place::new(SMALL);
    let expected = place.tuned("one");
    let run = place.run("one");
    edit(&run, "seed: 11", "seed: 12");
    edit(&run, "Generations(6)", "Generations(9)");
    edit(&run, "\"opponent-moves\": -1.0", "\"opponent-moves\": -1.5");
    let before = files(&run);
    let words = [
        "seed: 11 -> 12 (not allowed)",
        "total: Generations(6) -> Generations(9) (allowed)",
        "features.opponent-moves: -1.0 -> -1.5 (not allowed)",
        "isotune resume one --fork NEW",
    ];
    place.refused(&["resume", "one"], &words);
    assert_eq!(files(&run), before);
    for (from, to, field) in [
        ("nodes:60", "nodes:61", "budget"),
        ("agent: \"open\"", "agent: \"improved\"", "opponents"),
        ("games_per_candidate: 12", "games_per_candidate: 18", "optimizer"),
        ("every: 2", "every: 3", "validation"),
        ("seed: 11", "seed: 11, plies: 4", "plies"),
        ("seed: 11", "seed: 11, objective: MeanLogit", "objective"),
        ("seed: 11", "seed: 11, board: \"6x7\"", "board"),
        ("seed: 11", "seed: 11, costs: \"udacity-classic\"", "costs"),
    ] {
        fs::write(run.join("config.ron"), SMALL.replace("\"small\"", "\"one\"").replace(from, to)).unwrap();
        place.refused(&["resume", "one"], &[&format!("{field}: "), "(not allowed)", "--fork NEW"]);
    }
    // Free: how much is said.
    fs::write(
        run.join("config.ron"),
        SMALL.replace("\"small\"", "\"one\"").replace("seed: 11", "seed: 11, reporting: (every: 4)"),
    )
    .unwrap();
    assert!(place.done(&["resume", "one"]).contains("changed: reporting: "));
    assert_eq!(Lasting::of(&run).history, expected.history);
}

#[test]
fn a_fork_begins_at_the_old_mean_and_leaves_the_old_run_alone() {
    let place = Place::new(SMALL);
    let old = place.tuned("old");
    let run = place.run("old");
    edit(&run, "seed: 11", "seed: 12");
    let before = files(&run);
    place.done(&["resume", "old", "--fork", "new"]);
    assert_eq!(files(&run), before);
    // The mean stands in the last line of the history; frozen weights stay.
    let row = |text: &str, line: usize| -> Vec<f64> {
        let names = text.lines().next().unwrap().split(',');
        let values = names.zip(text.lines().nth(line).unwrap().split(','));
        values.filter(|(name, _)| name.starts_with("weight:")).map(|(_, weight)| weight.parse().unwrap()).collect()
    };
    let config = fs::read_to_string(place.run("new").join("config.ron")).unwrap();
    let config = isotune::tune::TuneConfig::from_ron(&config).unwrap();
    assert_eq!((config.seed, config.name.as_str()), (12, "new"));
    let starts: Vec<u64> =
        config
            .features
            .values()
            .flat_map(|tuned| {
                if tuned.tapered { vec![tuned.start.early(), tuned.start.late()] } else { vec![tuned.start.early()] }
            })
            .map(f64::to_bits)
            .collect();
    assert_eq!(starts, row(&old.history, 6).into_iter().map(f64::to_bits).collect::<Vec<_>>());
    assert_eq!(rows(&place.run("new")), 6);
    for taken in ["new", "old"] {
        place.refused(&["resume", "old", "--fork", taken], &["already"]);
    }
    place.refused(&["resume", "old", "--fork", "a/b"], &["a/b"]);
    assert_eq!(files(&run), before);
}

#[test]
fn a_session_of_some_time_ends_with_a_verdict_and_can_go_on() {
    let place = Place::new(&endless());
    let text = place.done(&["tune", "job.ron", "--name", "one", "--for", "1s"]);
    assert!(text.contains("time limit reached") && text.contains("verdict: "), "{text}");
    assert_eq!(text.lines().last(), Some("resume:  isotune resume one"));
    let run = place.run("one");
    let first = rows(&run);
    let best = place.json(&["best", "one", "--json"]);
    assert!(best["verified"] == true && best["generation"] == first);
    let text = place.done(&["resume", "one", "--for", "1s"]);
    assert!(text.contains("time limit reached"), "{text}");
    let second = rows(&run);
    assert!(second > first, "{first} generations, then {second}");
    assert_eq!(place.json(&["runs", "--json"])["runs"][0]["status"], "paused", "its time was up, no more");
    // The way there is that of a run without a stop.
    let whole = Place::new(&SMALL.replace("Generations(6)", &format!("Generations({second})"))).tuned("one");
    assert_eq!(Lasting::of(&run).history, whole.history);
}

#[test]
fn the_history_is_a_table_of_numbers() {
    let place = Place::new(&SMALL.replace("name: \"centre\"", r#"name: "the \"centre\", of course""#));
    place.done(&["tune", "job.ron"]);
    let script = "
import csv, sys
rows = list(csv.reader(open(sys.argv[1], newline='')))
assert len({len(row) for row in rows}) == 1, rows
assert 'opponent:the \"centre\", of course' in rows[0], rows[0]
assert len(set(rows[0])) == len(rows[0])
for row in rows[1:]:
    for field in row:
        field == '' or float(field)
assert [row[0] for row in rows[1:]] == ['1', '2', '3', '4', '5', '6']
games = [int(row[2]) for row in rows[1:]]
assert games == sorted(games) and games[0] > 0
# Rates are fractions, as in JSON; the time is the last column.
rates = [column for column, name in enumerate(rows[0]) if name.endswith('_score') or name.startswith('opponent:')]
assert len(rates) == 7, rows[0]
assert all(0 <= float(row[column] or 0) <= 1 for row in rows[1:] for column in rates), rows
assert any(float(row[column] or 0) > 0 for row in rows[1:] for column in rates), rows
assert rows[0][-1] == 'seconds', rows[0]
times = [float(row[-1]) for row in rows[1:]]
assert times == sorted(times) and times[-1] > 0, times
";
    let path = place.run("small").join("history.csv");
    match Command::new("python3").args(["-c", script]).arg(&path).output() {
        Ok(output) => assert!(output.status.success(), "{}", stderr(&output)),
        // Where there is no Python, the lines at least are as many as they should be.
        Err(_) => assert_eq!(rows(&place.run("small")), 6),
    }
}

#[test]
fn the_recommendation_is_taken_by_every_verb_that_takes_weights() {
    let place = Place::new(SMALL);
    place.tuned("one");
    let best = "checkpoints/one/best.ron";
    let quick = ["--budget", "nodes:40", "--json"];
    let table = place.json(&[&["tournament", best, "--matches", "2"][..], &quick].concat());
    assert_eq!(table["agents"].as_array().unwrap().len(), 2);
    place.json(&[&["compare", best, "improved", "--pairs", "4"][..], &quick].concat());
    let mut process = place.command(&["inspect", "--heuristic", best]);
    let mut process = process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut process.stdin.take().unwrap(), b"{\"moves\": [[3,3],[0,0]]}\n").unwrap();
    let output = process.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(!stdout(&output).is_empty());
    for verb in ["verify", "ablate"] {
        place.json(&[&[verb, best, "--pairs", "2"][..], &quick].concat());
    }
}

#[test]
fn verify_and_ablate_measure_without_touching_the_run() {
    let place = Place::new(&SMALL.replace("nodes:60", "effort:200"));
    place.tuned("one");
    let before = files(&place.run("one"));
    let record = place.json(&["verify", "one", "--pairs", "30", "--json", "--threads", "1"]);
    assert_eq!((&record["block"], &record["budget"]), (&"final".into(), &"effort:200".into()));
    for key in ["score", "se", "low", "high"] {
        assert!(record[key].is_f64(), "{key}: {record}");
    }
    for key in ["delta", "se", "low", "high"] {
        assert!(record["versus_improved"][key].is_f64(), "{key}: {record}");
    }
    assert_eq!(record, place.json(&["verify", "one", "--pairs", "30", "--json", "--threads", "8"]));
    let other = place.json(&["verify", "one", "--pairs", "30", "--budget", "nodes:90", "--json"]);
    assert_eq!(other["budget"], "nodes:90");
    let text = place.done(&["verify", "one", "--pairs", "10"]);
    assert!(text.contains("verdict: ") && text.contains("Score |") && text.contains("vs improved"), "{text}");
    let record = place.json(&["ablate", "one", "--pairs", "20", "--json"]);
    let best = place.json(&["best", "one", "--json"]);
    let rows = record["features"].as_array().unwrap();
    let mut names: Vec<&str> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, keys(&best["weights"]));
    for row in rows {
        for key in ["delta", "se", "cost"] {
            assert!(row[key].is_f64(), "{key}: {row}");
        }
        assert!(row["cost"].as_f64().unwrap() > 0.0, "{row}");
    }
    for block in ["all", "fianl"] {
        place.refused(&["ablate", "one", "--block", block], &["train"]);
    }
    for verb in ["verify", "ablate"] {
        place.refused(&[verb, "nobody"], &["nobody"]);
        place.refused(&[verb, "one", "--pairs", "1"], &["--pairs"]);
        place.refused(&[verb, "one", "--budget", "time:50"], &["time:50", "effort:"]);
        place.refused(&[verb, "missing.ron"], &["missing.ron"]);
        place.refused(&[verb], &["<SOURCE>"]);
    }
    assert_eq!(files(&place.run("one")), before);
}

#[test]
fn output_that_is_not_read_changes_nothing() {
    let expected = Place::new(SMALL).tuned("one");
    for script in [
        "\"$0\" tune job.ron --name one | head -1",
        "\"$0\" tune job.ron --name one | head -13",
        "\"$0\" tune job.ron --name one >&-",
        "\"$0\" tune job.ron --name one >&- 2>&-",
        "\"$0\" tune job.ron --name one --json >/dev/null",
    ] {
        let place = Place::new(SMALL);
        let output = shell(&place, script);
        assert!(!stderr(&output).contains("panicked"), "{script}: {}", stderr(&output));
        // Whether it went on or stopped cleanly, nothing is damaged.
        let exists = place.run("one").exists();
        let now = if exists { place.resumed("one") } else { place.tuned("one") };
        assert_eq!(now, expected, "{script}");
    }
}

#[test]
fn improvement_is_claimed_only_where_it_is_shown() {
    let place = Place::new(SMALL);
    // The start is `improved` itself, and six small generations find nothing better.
    let text = place.done(&["tune", "job.ron"]);
    assert_eq!(text.matches("verdict: no improvement shown: what the search recommends").count(), 1, "{text}");
    assert_eq!(text.matches("verdict: ").count(), 1, "what is the start has no difference to it: {text}");
    // Wherever the outcome is shown later, it is the same.
    let nothing = "no improvement shown: what the search recommends did not beat the start weights";
    for call in [&["best", "small"][..], &["runs"], &["report", "small", "--terminal"], &["report", "small", "-o", "-"]]
    {
        let text = place.done(call).replace('\n', " ");
        assert!(text.contains(nothing), "{call:?}: {text}");
    }
    assert_eq!(place.json(&["best", "small", "--json"])["keeps_start"], true);
    assert_eq!(place.json(&["runs", "--json"])["runs"][0]["keeps_start"], true);
    // A start that seeks what it should avoid is improved upon, and that is said.
    let wrong = ["--set", "features.opponent-moves=(start: 1.0, step: 1.0)", "--set", "total=Generations(15)"];
    let more = ["--set", "finals=(select_pairs: 100, final_pairs: 100)"];
    let text = place.done(&[&["tune", "job.ron", "--name", "wrong"][..], &wrong, &more].concat());
    assert!(text.contains("verdict: wrong is better than its start weights by +"), "{text}");
    // It need not be better than `improved`, but it is than its start.
    let listed = place.done(&["runs"]);
    assert!(!listed.contains("wrong: no improvement shown") && !listed.contains("over its start weights"), "{listed}");
    assert_eq!(place.json(&["best", "wrong", "--json"])["keeps_start"], false);
    assert!(text.contains("points against these 3 opponents; head to head"), "{text}");
}
