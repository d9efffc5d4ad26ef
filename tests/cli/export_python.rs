//! The exported Python, run by python3: the library's scores on thousands of positions, and text that cannot leave its comment.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use isotune::export::{Exporter, Python};
use isotune::game::BoardSize;
use isotune::heuristic::WeightsDocument;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::json;

use crate::exports::{
    GAMES, HOSTILE, ODD_SIZES, SIZES, agrees, board_size, code_of, documents, full_documents, games, hostile,
    hostile_text, scores,
};
use crate::naive::Naive;

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
    let assert = Command::new("python3").args(["-B", "-W", "error"]).arg(script).write_stdin(order).assert().success();
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
        for (index, document) in documents(board_size(home)).into_iter().enumerate() {
            // Tables of another size are made when it is met; a few modules and games show whether they are right.
            for on in SIZES.into_iter().filter(|&on| on == home || index % 10 == 0) {
                let stride = if on == home { 1 } else { 20 };
                runs.push(Run { document: document.clone(), home, on, stride });
            }
        }
    }
    assert_scores(&runs, &games);
}

#[test]
fn python_knows_boards_on_which_some_cells_have_no_jump() {
    let games: BTreeMap<String, Vec<Naive>> =
        ODD_SIZES.iter().map(|&size| (board_size(size).to_string(), games(size, 60))).collect();
    let run = |(document, on): (WeightsDocument, (i32, i32))| Run { document, home: on, on, stride: 1 };
    let runs: Vec<Run> =
        ODD_SIZES.iter().flat_map(|&on| full_documents().into_iter().map(move |d| run((d, on)))).collect();
    assert_scores(&runs, &games);
}

fn assert_scores(runs: &[Run], games: &BTreeMap<String, Vec<Naive>>) {
    let found = run(runs, games);
    assert_eq!(found.len(), runs.len());
    for (Run { document, home, on, stride }, (name, found)) in runs.iter().zip(found) {
        assert_eq!(name, document.name);
        let games: Vec<Naive> = games[&board_size(*on).to_string()].iter().step_by(*stride).cloned().collect();
        let expected = scores(document, *on, &games);
        assert_eq!(found.len(), expected.len());
        for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert!(
                agrees(document, *found, *expected),
                "{name}, exported for {home:?}, gives {found} and not {expected} to player {} after {:?} on {on:?}",
                index % 2 + 1,
                games[index / 2].moves
            );
        }
    }
}

#[test]
fn tables_of_another_size_are_made_bit_by_bit() {
    let folder = tempfile::tempdir().unwrap();
    for (index, document) in full_documents().iter().enumerate() {
        fs::write(folder.path().join(format!("export_{index}.py")), Python.export(document, BoardSize::SEVEN).unwrap())
            .unwrap();
    }
    let script = r"
import sys
sys.path.append(sys.argv[1])
from board import Modern
import export_0, export_1
for module in (export_0, export_1):
    players = object(), object()
    game = Modern(*players, 9, 11)
    game.apply_move((3, 3))
    game.apply_move((8, 5))
    module.custom_score(game, players[0])
    pairs = module._tables(9, 11)[1]
    assert [len(row) for row in pairs.values()] == [1], pairs.keys()
    assert [len(row) for row in module.HOME[1].values()] == [51] * 51
";
    let mut command = Command::new("python3");
    command.args(["-B", "-W", "error", "-c", script, SCRIPTS]).current_dir(folder.path()).assert().success();
}

#[test]
fn no_name_or_note_leaves_its_comment_or_string() {
    let games = BTreeMap::from([("7x7".to_owned(), games((7, 7), 20))]);
    let plain = Python.export(&hostile("plain"), BoardSize::SEVEN).unwrap();
    let document = |text: &&str| Run { document: hostile(text), home: (7, 7), on: (7, 7), stride: 7 };
    let long = "long \"\"\" \\ ".repeat(5000);
    let runs: Vec<Run> = HOSTILE.iter().chain([&long.as_str()]).map(document).collect();
    for (Run { document, .. }, (name, found)) in runs.iter().zip(run(&runs, &games)) {
        assert_eq!(name, document.name);
        assert!(found.iter().all(|score| !score.is_nan()));
        let text = Python.export(document, BoardSize::SEVEN).unwrap();
        assert_eq!(code_of(&text, "#"), code_of(&plain, "#"), "{name:?} is more than a comment");
        assert!(text.lines().all(|line| line.chars().count() <= 120 || line.starts_with("NAME = ")), "{name:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, rng_seed: RngSeed::Fixed(6), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_at_all_leaves_its_comment_or_string(texts in proptest::collection::vec(hostile_text(), 40)) {
        let games = BTreeMap::from([("7x7".to_owned(), games((7, 7), 20))]);
        let plain = Python.export(&hostile("plain"), BoardSize::SEVEN).unwrap();
        let document = |text: &String| Run { document: hostile(text), home: (7, 7), on: (7, 7), stride: 20 };
        let runs: Vec<Run> = texts.iter().map(document).collect();
        for (Run { document, .. }, (name, _)) in runs.iter().zip(run(&runs, &games)) {
            prop_assert_eq!(&name, &document.name);
            let text = Python.export(document, BoardSize::SEVEN).unwrap();
            prop_assert_eq!(code_of(&text, "#"), code_of(&plain, "#"));
        }
    }
}
