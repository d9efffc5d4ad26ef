//! `isotune grade`, through the binary.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use isotune::arena::Threads;
use isotune::game::Board;
use isotune::grade::{Band, Cache, QuestionSet};
use isotune::oracle::{Memory, Oracle};
use isotune::seed::Seed;
use serde_json::Value;

use crate::program::{isotune, json, refused};

fn grade<'a>(cache: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    [&["grade", "--positions", "30", "--budget", "nodes:200", "--cache", cache.to_str().unwrap()][..], more].concat()
}

#[test]
fn grade_lists_the_catalogue_and_the_named_agents() {
    let folder = tempfile::tempdir().unwrap();
    let record = json(&grade(folder.path(), &["perfect", "random", "--json"]));
    let agents = record["agents"].as_array().unwrap();
    let names: BTreeSet<&str> = agents.iter().map(|agent| agent["name"].as_str().unwrap()).collect();
    assert_eq!((agents.len(), names.len()), (36, 36), "34 of the catalogue and two more");
    assert_eq!((&agents[0]["name"], agents[0]["score"].as_f64()), (&Value::from("perfect"), Some(1.0)));
    for agent in agents {
        assert!(agent["score"].is_f64() && agent["se"].is_f64() && agent["blunders_per_game"].is_f64(), "{agent}");
        assert_eq!(agent["positions"], 30);
        assert_eq!(agent["by_ply"].as_array().unwrap().len(), Band::ALL.len());
    }
    assert!(agents.is_sorted_by(|a, b| a["score"].as_f64() >= b["score"].as_f64()));
    // Again from the cache, without one, and on one thread: the same bytes.
    let text = isotune(&grade(folder.path(), &["perfect", "random", "--json"])).stdout;
    assert_eq!(serde_json::from_slice::<Value>(&text).unwrap(), record);
    assert_eq!(text, isotune(&grade(folder.path(), &["perfect", "random", "--json", "--threads", "1"])).stdout);
    let fresh = ["grade", "perfect", "random", "--positions", "30", "--budget", "nodes:200", "--no-cache", "--json"];
    assert_eq!(text, isotune(&fresh).stdout);
    let shown = String::from_utf8(isotune(&grade(folder.path(), &["perfect", "--only"])).stdout).unwrap();
    let rows: Vec<&str> = shown.lines().filter(|line| line.starts_with("| ")).collect();
    assert_eq!(rows.len(), 3, "{shown}");
    assert!(rows[1].contains("perfect") && rows[1].contains("100.00 [88.65, 100.00]"), "{shown}");
    assert!(rows[2].contains("baseline"), "{shown}");
    assert!(shown.contains("8 plies"), "{shown}");
    assert_eq!(record["first_ply"], 8);
    // A single position has no error, so there is nothing to compare with it; that makes no other agent the baseline.
    let one = ["grade", "open", "--only", "--positions", "1", "--budget", "nodes:200", "--no-cache"];
    let shown = String::from_utf8(isotune(&one).stdout).unwrap();
    assert_eq!(shown.matches("baseline").count(), 1, "{shown}");
}

/// What was found before the signal is the beginning of what is found without one.
#[cfg(unix)]
#[test]
fn a_signal_leaves_the_positions_that_were_solved() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["grade", "open", "--only", "--positions", "100000", "--cache", folder.path().to_str().unwrap()];
    let mut child = Command::new(env!("CARGO_BIN_EXE_isotune")).args(arguments).spawn().unwrap();
    // Longer than a batch takes on a slow machine, and much less than all of them.
    std::thread::sleep(Duration::from_secs(8));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let board = Board::seven();
    let saved = Cache::new(folder.path().to_owned()).load(&board, Seed(0)).unwrap();
    assert!(!saved.questions.is_empty());
    let mut fresh = QuestionSet::empty();
    let threads = Threads::new(Some(2)).unwrap();
    fresh
        .grow(
            10,
            &board,
            Seed(0),
            &Oracle::new(board.size(), Memory::megabytes(64)).unwrap(),
            &threads,
            (&AtomicBool::new(false), &|_| ()),
        )
        .unwrap();
    assert_eq!(saved.first(10), fresh.first(10));
}

#[test]
fn grading_goes_on_without_a_cache() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = grade(folder.path(), &["open", "--only", "--json"]);
    let expected = isotune(&arguments).stdout;
    let file = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let good = std::fs::read(&file).unwrap();
    std::fs::write(&file, "rubbish").unwrap();
    let output = isotune(&arguments);
    assert_eq!((output.status.code(), &output.stdout), (Some(0), &expected));
    assert!(String::from_utf8_lossy(&output.stderr).contains("creating it again"));
    assert_eq!(std::fs::read(&file).unwrap(), good, "it was rebuilt");
    // A folder that cannot be made, because a file is in its way.
    let output = isotune(&grade(&file, &["open", "--only", "--json"]));
    assert_eq!((output.status.code(), &output.stdout), (Some(0), &expected));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--cache"));
}

#[test]
fn threads_change_no_tournament_of_perfect_play() {
    let run = |threads: &str| {
        let rules = ["tournament", "perfect", "--board", "5x6", "--budget", "nodes:100", "--matches", "6", "--json"];
        isotune(&[&rules[..], &["--threads", threads]].concat()).stdout
    };
    let one = run("1");
    assert!(!one.is_empty());
    assert_eq!(one, run("3"));
}

#[test]
fn bad_input_is_refused_with_a_sentence() {
    refused(&["grade", "imprved", "--no-cache"], &["imprved", "did you mean 'improved'"]);
    refused(&["grade", "--positions", "0"], &["--positions"]);
    refused(&["grade", "--budget", "nodes"], &["nodes", "whole number"]);
    refused(&["grade", "--board", "8x8"], &["8x8", "49 cells"]);
    refused(&["grade", "--board", "3x3", "--positions", "2", "--no-cache"], &["3x3", "larger board"]);
    refused(&["grade", "--only"], &["AGENT"]);
    refused(&["grade", "--no-cache", "--cache", "x"], &["--cache"]);
    refused(&["grade", "--memory", "4294967295"], &["--memory"]);
    refused(&["grade", "--protocol", "moden"], &["modern"]);
}

#[test]
fn perfect_agents_are_refused_where_they_cannot_play() {
    refused(&["play", "perfect", "random", "--board", "8x8"], &["8x8", "49 cells"]);
    refused(&["play", "perfect", "random", "--board", "9x11"], &["9x11", "49 cells"]);
    refused(&["play", "perfct", "random"], &["did you mean 'perfect'"]);
}
