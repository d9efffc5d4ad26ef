//! A run's name and folder are taken wherever weights are, and `tune` and `resume` know what a name already means.
#![cfg(unix)]

use std::fs;
use std::process::Stdio;

use isotune::heuristic::WeightsDocument;
use serde_json::json;

use crate::schema::assert_valid;
use crate::tuning::{Lasting, Place, SMALL, copy, files, kill, rows, stderr, wait_until};

#[test]
fn a_run_is_taken_by_name_and_by_folder_wherever_weights_are() {
    let place = Place::new(SMALL);
    place.tuned("t1");
    let quick = ["--budget", "nodes:40", "--json"];
    for source in ["t1", "checkpoints/t1", "checkpoints/t1/best.ron"] {
        let compared = place.json(&[&["compare", source, "improved", "--pairs", "4"][..], &quick].concat());
        // A folder is shown by the name of its run, a file as it was given.
        let shown = if source == "checkpoints/t1" { "t1" } else { source };
        assert_eq!(compared["a"]["name"], shown);
        place.json(&[&["compare", &format!("id:{source}@nodes:50"), "open", "--pairs", "4"][..], &quick].concat());
        place.json(&[&["tournament", source, "--matches", "2"][..], &quick].concat());
        for verb in ["verify", "ablate"] {
            place.json(&[&[verb, source, "--pairs", "2"][..], &quick].concat());
        }
        place.json(&["play", source, &format!("greedy:{source}"), "--json"]);
        place.json(&["grade", source, "--only", "--positions", "3", "--budget", "nodes:40", "--no-cache", "--json"]);
        assert!(place.done(&["export", source, "--format", "python"]).contains("def custom_score"));
        assert!(place.done(&["best", source]).contains("own-moves"));
        let mut process = place.command(&["inspect", "--heuristic", source]);
        let mut process = process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::io::Write::write_all(&mut process.stdin.take().unwrap(), b"{\"moves\": [[3,3],[0,0]]}\n").unwrap();
        let output = process.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{source}: {}", stderr(&output));
    }
    // The same weights by all three names, and elsewhere by --runs.
    let score = |arguments: &[&str]| place.json(&[arguments, &["--pairs", "9"], &quick].concat())["result"].clone();
    let by_name = score(&["compare", "t1", "open"]);
    assert_eq!(by_name, score(&["compare", "checkpoints/t1/best.ron", "open"]));
    fs::rename(place.path("checkpoints"), place.path("elsewhere")).unwrap();
    assert_eq!(by_name, score(&["compare", "t1", "open", "--runs", "elsewhere"]));
    place.refused(&["compare", "t1", "open"], &["unknown agent or heuristic 't1'", "isotune runs"]);
    place.refused(&["compare", "t2", "open", "--runs", "elsewhere"], &["did you mean 't1'?"]);
    place.refused(&["best", "nothere", "--runs", "elsewhere"], &["'nothere'", "t1"]);
    assert!(!stderr(&place.isotune(&["best", "nothere", "--runs", "elsewhere"])).contains("did you mean"));
}

#[test]
fn a_copied_run_has_the_name_of_its_folder() {
    let place = Place::new(SMALL);
    place.tuned("old");
    copy(&place.run("old"), &place.run("new"));
    assert!(place.done(&["best", "new"]).starts_with("new, generation 6, "));
    let [old, new] = ["old", "new"].map(|name| place.json(&["best", name, "--json"]));
    assert_eq!((&new["run"], &new["name"]), (&"new".into(), &"new".into()));
    assert_eq!((&old["run"], &old["weights"]), (&"old".into(), &new["weights"]));
}

#[test]
fn an_export_takes_its_format_from_the_file_and_rounds_on_request() {
    let place = Place::new(SMALL);
    place.tuned("t1");
    for (file, part) in
        [("x.py", "def custom_score"), ("x.rs", "pub fn score"), ("x.json", "\"weights\""), ("x.ron", "weights:")]
    {
        place.done(&["export", "t1", "-o", file]);
        let text = fs::read_to_string(place.path(file)).unwrap();
        assert!(text.contains(part), "{file}: {text}");
    }
    place.refused(&["export", "t1", "-o", "x.txt"], &["no format given", "--format", ".py"]);
    place.refused(&["export", "t1"], &["no format given"]);
    place.refused(&["export", "open", "-o", "x.py"], &["already exists", "--force"]);
    // What is there already is no conflict.
    let again = place.isotune(&["export", "t1", "-o", "x.py"]);
    assert_eq!((again.status.code(), stderr(&again).as_str()), (Some(0), "x.py is unchanged\n"));
    place.done(&["export", "t1", "-o", "y.PY"]);
    assert_eq!(fs::read(place.path("y.PY")).unwrap(), fs::read(place.path("x.py")).unwrap());
    let weights = "{\"own-moves\": 1.23456789, \"opponent-moves\": (early: -0.000123456, late: -98765.4)}";
    fs::write(place.path("long.ron"), format!("(name: \"long\", weights: {weights})")).unwrap();
    place.done(&["export", "long.ron", "-o", "short.ron", "--digits", "2"]);
    let read = |file: &str| WeightsDocument::read(&place.path(file)).unwrap();
    let (exact, short) = (read("long.ron"), read("short.ron"));
    assert!(short.note.contains("2 significant digits"), "{}", short.note);
    assert_ne!(exact.weights, short.weights);
    place.done(&["export", "short.ron", "-o", "again.RON", "--digits", "2"]);
    assert_eq!(read("again.RON"), short, "nothing is rounded twice");
    let numbers = short.weights.used().flat_map(|(_, weight)| [weight.early(), weight.late()].map(f64::to_bits));
    assert_eq!(numbers.collect::<Vec<_>>(), [1.2, 1.2, -0.000_12, -99000.0].map(f64::to_bits));
    assert_eq!(place.json(&["best", "t1", "--json"])["weights"]["own-moves"], 1.0, "best.ron keeps all digits");
}

#[test]
fn an_unfinished_run_of_the_same_name_is_resumed_and_not_doubled() {
    let place = Place::new(&SMALL.replace("Generations(6)", "Generations(60)"));
    let mut process = place.start(&["tune", "job.ron"]);
    assert!(wait_until(&mut process, || rows(&place.run("small")) >= 1));
    let words = ["the run in checkpoints/small is at work (process ", "--name NEW"];
    place.refused(&["tune", "job.ron"], &words);
    let exported = stderr(&place.isotune(&["export", "small", "--format", "ron"]));
    let running = exported.contains("it is still running (process ") && !exported.contains("isotune resume");
    assert!(kill(process) && running, "{exported}");
    let exported = stderr(&place.isotune(&["export", "small", "--format", "ron"]));
    assert!(exported.contains("'isotune resume small' continues it"), "{exported}");
    let before = files(&place.run("small"));
    let words = ["checkpoints/small is not finished (generation ", " of 60)", "isotune resume small", "--name NEW"];
    place.refused(&["tune", "job.ron"], &words);
    assert_eq!(files(&place.run("small")), before);
    assert!(!place.run("small-2").exists());
    place.done(&["resume", "small"]);
    let text = place.done(&["tune", "job.ron", "--set", "total=Generations(2)"]);
    assert!(text.starts_with("note: the run 'small' is finished; this one is 'small-2'"), "{text}");
}

#[test]
fn resume_changes_what_may_change_and_fork_anything() {
    let place = Place::new(SMALL);
    place.tuned("one");
    let before = files(&place.run("one"));
    place.refused(&["resume", "one", "--set", "seed=12"], &["seed: 11 -> 12 (not allowed)", "--fork NEW"]);
    place.refused(&["resume", "one", "--set", "total=Games(-1)"], &["total"]);
    place.refused(&["resume", "one", "--set", "finals.final_pairs=1"], &["finals.final_pairs"]);
    assert_eq!(files(&place.run("one")), before, "nothing is changed by a refusal");
    let text = place.done(&["resume", "one", "--set", "total=Generations(9)"]);
    assert!(text.contains("changed: total: Generations(6) -> Generations(9) (allowed)"), "{text}");
    assert_eq!(rows(&place.run("one")), 9);
    assert!(fs::read_to_string(place.run("one").join("config.ron")).unwrap().contains("Generations(9)"));
    let whole = Place::new(&SMALL.replace("Generations(6)", "Generations(9)")).tuned("one");
    assert_eq!(Lasting::of(&place.run("one")), whole);
    place.done(&["resume", "one", "--fork", "two", "--set", "seed=12", "--set", "budget=nodes:70"]);
    let config = fs::read_to_string(place.run("two").join("config.ron")).unwrap();
    assert!(config.contains("seed: 12") && config.contains("nodes:70"), "{config}");
    let said = place.refused(&["resume", "one", "--fork", "two"], &["already exists", "--fork"]);
    assert!(!said.contains("--name"), "resume has no such flag: {said}");
}

#[test]
fn quiet_prints_results_only() {
    let place = Place::new(SMALL);
    let output = place.isotune(&["tune", "job.ron", "-q"]);
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(text.contains("verdict: ") && !text.contains("generation 1/6") && !text.contains("plan "), "{text}");
    assert_eq!(stderr(&output), "");
    let output = place.isotune(&["-q", "export", "small", "-o", "x.py"]);
    assert_eq!((output.stdout.len(), stderr(&output)), (0, String::new()));
}

#[test]
fn best_says_how_a_lost_file_comes_back() {
    let place = Place::new(SMALL);
    place.tuned("one");
    let (best, file) = (place.done(&["best", "one"]), place.run("one").join("best.ron"));
    fs::remove_file(file).unwrap();
    place.refused(&["best", "one"], &["one has no best.ron; continue the run with 'isotune resume', which writes it"]);
    place.done(&["resume", "one"]);
    assert_eq!(place.done(&["best", "one"]), best);
}

#[test]
fn weights_of_a_run_without_a_verdict_are_exported_with_a_warning() {
    let place = Place::new(SMALL);
    place.tuned("one");
    let best = place.run("one").join("best.ron");
    assert_eq!(stderr(&place.isotune(&["export", "one", "--format", "json"])), "");
    let text = fs::read_to_string(&best).unwrap();
    // Without the line with the checksum it is a file like any other.
    let (_, weights) = text.split_once('\n').unwrap();
    fs::write(place.path("half.ron"), weights.replace("verified: true", "verified: false")).unwrap();
    let said = stderr(&place.isotune(&["export", "half.ron", "--format", "json"]));
    assert!(said.contains("warning: half.ron is not verified") && said.contains("isotune resume one"), "{said}");
    let generation = weights.split("generation: ").nth(1).unwrap().split(',').next().unwrap();
    let first = weights.replace("verified: true", "verified: false");
    let first = first.replace(&format!("generation: {generation},"), "generation: 0,");
    fs::write(place.path("first.ron"), first).unwrap();
    let said = stderr(&place.isotune(&["export", "first.ron", "--format", "json"]));
    assert!(said.contains("warning: first.ron still has the weights it started with"), "{said}");
}

#[test]
fn rounded_weights_do_not_pass_for_those_that_were_measured() {
    // Whichever finalist is selected, the start weights or another, has more than two digits.
    let place = Place::new(&SMALL.replace("\"opponent-moves\": -1.0", "\"opponent-moves\": -1.2345"));
    place.tuned("t1");
    assert!(place.done(&["best", "t1"]).contains(", verified\n"));
    place.done(&["export", "t1", "-o", "two.ron", "--digits", "2"]);
    place.done(&["export", "two.ron", "-o", "one.ron", "--digits", "1"]);
    let one = WeightsDocument::read(&place.path("one.ron")).unwrap();
    assert_eq!(one.note, "weights rounded to 1 significant digit");
    let text = place.done(&["best", "one.ron"]);
    assert!(
        text.contains(", measured before rounding to 1 significant digit\n") && !text.contains("verified"),
        "{text}"
    );
    let record = place.json(&["best", "one.ron", "--json"]);
    assert_valid("best", &record);
    assert_eq!((&record["verified"], &record["rounded"]), (&json!(false), &json!(1)));
    assert!(place.json(&["best", "t1", "--json"])["rounded"].is_null());
    for file in ["one.py", "one.rs"] {
        let output = place.isotune(&["export", "one.ron", "-o", file]);
        assert!(stderr(&output).contains("one.ron was rounded after it was measured; 'isotune verify one.ron'"));
        let text = fs::read_to_string(place.path(file)).unwrap();
        assert!(
            text.contains(" Before rounding: win rate ") && text.contains(" Not verified: the weights were "),
            "{text}"
        );
        assert!(!text.contains(" Verified: "), "{text}");
    }
    // Weights with no more digits than that are those that were measured.
    place.done(&["export", "t1", "-o", "all.ron", "--digits", "17"]);
    assert!(place.done(&["best", "all.ron"]).contains(", verified\n"));
    place.done(&["export", "one.ron", "-o", "again.ron", "--digits", "3"]);
    assert_eq!(WeightsDocument::read(&place.path("again.ron")).unwrap().note, one.note);
}
