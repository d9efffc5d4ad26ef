//! The exported Python, run by python3: the library's scores on thousands of positions, and no way out of a comment.

#![allow(clippy::expect_used, clippy::unwrap_used)]

mod exports;
mod naive;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::Command as Tested;
use exports::{GAMES, SIZES, board_size, documents, games, scores};
use isotune::export::{Exporter, Python};
use isotune::heuristic::WeightsDocument;
use naive::{Naive, close};
use serde_json::json;

const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python");

/// A module to run: its document, the size it was exported for, the size it is played on, and how many games to skip.
struct Run {
    document: WeightsDocument,
    home: (i32, i32),
    on: (i32, i32),
    stride: usize,
}

/// Exports, runs, and gives the name and the scores of each module.
fn run(runs: &[Run], games: &BTreeMap<String, Vec<Naive>>) -> Vec<(String, Vec<f64>)> {
    let folder = tempfile::tempdir().unwrap();
    let mut modules = Vec::new();
    for (index, run) in runs.iter().enumerate() {
        let path = folder.path().join(format!("export_{index}.py"));
        fs::write(&path, Python.export(&run.document, board_size(run.home)).unwrap()).unwrap();
        modules.push((path, board_size(run.on).to_string(), run.stride));
    }
    let moves: BTreeMap<_, Vec<_>> =
        games.iter().map(|(size, games)| (size, games.iter().map(|game| &game.moves).collect())).collect();
    let order = json!({ "games": moves, "modules": modules }).to_string();
    let script = Path::new(SCRIPTS).join("scores.py");
    let assert = Tested::new("python3").args(["-B", "-W", "error"]).arg(script).write_stdin(order).assert().success();
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    let lines = text.lines().map(|line| {
        let (name, scores) = line.split_once('\t').expect("a name and scores");
        let number = |score: &str| score.parse().expect("a score");
        (serde_json::from_str(name).unwrap(), scores.split('\t').map(number).collect())
    });
    lines.collect()
}

#[test]
fn python_gives_the_scores_of_the_library() {
    let games: BTreeMap<String, Vec<Naive>> =
        SIZES.iter().map(|&size| (board_size(size).to_string(), games(size, GAMES))).collect();
    let mut runs = Vec::new();
    for home in SIZES {
        for document in documents(board_size(home)) {
            for on in SIZES {
                // Tables of another size are made when it is met; fewer games show whether they are right.
                let stride = if on == home { 1 } else { 20 };
                runs.push(Run { document: document.clone(), home, on, stride });
            }
        }
    }
    let found = run(&runs, &games);
    assert_eq!(found.len(), runs.len());
    for (Run { document, home, on, stride }, (name, found)) in runs.iter().zip(found) {
        assert_eq!(name, document.name);
        let games: Vec<Naive> = games[&board_size(*on).to_string()].iter().step_by(*stride).cloned().collect();
        let expected = scores(document, *on, &games);
        assert_eq!(found.len(), expected.len());
        for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert!(
                close(*found, *expected),
                "{name}, exported for {home:?}, gives {found} and not {expected} to player {} after {:?} on {on:?}",
                index % 2 + 1,
                games[index / 2].moves
            );
        }
    }
}
