//! The exported Rust, built by rustc: the library's scores on thousands of positions, and text that cannot leave its comment.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use isotune::export::{Exporter, Rust};
use isotune::game::BoardSize;
use isotune::heuristic::WeightsDocument;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::exports::{
    GAMES, HOSTILE, ODD_SIZES, SIZES, agrees, board_size, code_of, documents, full_documents, games, hostile,
    hostile_text, scores,
};
use crate::naive::{Naive, Square};

/// Builds something with rustc, in a folder.
fn rustc(folder: &Path, arguments: &[&str]) {
    Command::new("rustc").args(["--edition", "2021"]).args(arguments).current_dir(folder).assert().success();
}

/// Builds all documents into one library in which a warning is an error.
fn build(folder: &Path, documents: &[WeightsDocument], size: BoardSize, arguments: &[&str]) {
    let mut library = "#![deny(warnings, missing_docs)]\n//! All exports.\n".to_owned();
    for (index, document) in documents.iter().enumerate() {
        fs::write(folder.join(format!("export_{index}.rs")), Rust.export(document, size).unwrap()).unwrap();
        writeln!(library, "pub mod export_{index};").unwrap();
    }
    fs::write(folder.join("exports.rs"), library).unwrap();
    rustc(folder, &[&["--crate-type", "lib", "exports.rs"], arguments].concat());
}

/// A program that prints, for each export, its name and then its scores for the positions of standard input.
fn program(exports: usize) -> String {
    let calls = (0..exports).fold(String::new(), |mut calls, index| {
        writeln!(calls, "run(&input, exports::export_{index}::NAME, exports::export_{index}::score);").unwrap();
        calls
    });
    format!(
        r#"
        type Score<C> = fn(C, Option<usize>, Option<usize>, bool) -> f64;
        fn run<C: std::str::FromStr>(input: &str, name: &str, score: Score<C>) {{
            use std::fmt::Write;
            let mut text = format!("{{:?}}\n", name.as_bytes());
            for line in input.lines() {{
                let parts: Vec<&str> = line.split(' ').collect();
                let Ok(blank) = parts[0].parse() else {{ panic!("no set of cells: {{line}}") }};
                let score = score(blank, parts[1].parse().ok(), parts[2].parse().ok(), parts[3] == "true");
                writeln!(text, "{{score:?}}").unwrap();
            }}
            print!("{{text}}");
        }}
        fn main() {{
            let input = std::io::read_to_string(std::io::stdin()).unwrap();
            {calls}
        }}"#
    )
}

/// Builds the documents' exports with a program that calls them, and returns what it prints for an input.
fn run(documents: &[WeightsDocument], size: BoardSize, input: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), documents, size, &[]);
    fs::write(folder.path().join("main.rs"), program(documents.len())).unwrap();
    rustc(folder.path(), &["main.rs", "-L", ".", "--extern", "exports=libexports.rlib"]);
    let assert = Command::new(folder.path().join("main")).write_stdin(input).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// A position as both players see it, a line each; `beyond` are bits that stand for no cell.
fn lines(game: &Naive, beyond: u128) -> String {
    let number = |(row, column): Square| row * game.width + column;
    let blank = game.blanks().into_iter().fold(beyond, |blank, square| blank | 1 << number(square));
    let cell = |player: usize| game.at(player).map_or_else(|| "-".to_owned(), |square| number(square).to_string());
    let line = |player: usize| format!("{blank} {} {} {}\n", cell(player), cell(1 - player), game.to_move() == player);
    line(0) + &line(1)
}

#[test]
fn rust_gives_the_scores_of_the_library() {
    for size in SIZES {
        assert_scores(&documents(board_size(size)), size, GAMES);
    }
}

#[test]
fn rust_knows_boards_on_which_some_cells_have_no_jump() {
    for size in ODD_SIZES {
        assert_scores(&full_documents(), size, 60);
    }
}

fn assert_scores(documents: &[WeightsDocument], size: (i32, i32), count: usize) {
    let games = games(size, count);
    let input: String = games.iter().map(|game| lines(game, 0)).collect();
    let text = run(documents, board_size(size), &input);
    let mut found = text.lines();
    for document in documents {
        assert_eq!(found.next().unwrap(), format!("{:?}", document.name.as_bytes()));
        for (index, expected) in scores(document, size, &games).into_iter().enumerate() {
            let score: f64 = found.next().unwrap().parse().unwrap();
            let (name, moves) = (&document.name, &games[index / 2].moves);
            assert!(
                agrees(document, score, expected),
                "{name} gives {score} and not {expected} after {moves:?} on {size:?}"
            );
        }
    }
    assert_eq!(found.next(), None);
}

#[test]
fn bits_beyond_the_board_do_not_count() {
    for size in [(7, 7), (9, 11), (3, 3)] {
        let word = if size.0 * size.1 <= 64 { u128::from(u64::MAX) } else { u128::MAX };
        let beyond = word & u128::MAX << (size.0 * size.1);
        let games = games(size, 100);
        let [without, with] = [0, beyond].map(|beyond| {
            let input: String = games.iter().map(|game| lines(game, beyond)).collect();
            run(&full_documents(), board_size(size), &input)
        });
        assert!(without == with, "{size:?}");
    }
}

#[test]
fn every_export_compiles_alone() {
    let folder = tempfile::tempdir().unwrap();
    for (index, document) in documents(BoardSize::SEVEN).iter().enumerate().step_by(9) {
        let name = format!("alone_{index}.rs");
        fs::write(folder.path().join(&name), Rust.export(document, BoardSize::SEVEN).unwrap()).unwrap();
        rustc(folder.path(), &["--crate-type", "lib", "--emit", "metadata", "-D", "warnings", &name]);
    }
}

/// The exports say the same but for comments and the name, compile, and the name is what the document says.
fn assert_harmless(documents: &[WeightsDocument]) {
    let plain = code_of(&Rust.export(&hostile("plain"), BoardSize::SEVEN).unwrap(), "//");
    let names = run(documents, BoardSize::SEVEN, "");
    assert_eq!(names.lines().count(), documents.len());
    for (document, name) in documents.iter().zip(names.lines()) {
        assert_eq!(name, format!("{:?}", document.name.as_bytes()));
        let text = Rust.export(document, BoardSize::SEVEN).unwrap();
        assert_eq!(code_of(&text, "//"), plain, "{:?} is more than a comment", document.name);
    }
}

#[test]
fn no_name_or_note_leaves_its_comment_or_string() {
    let long = "long */ \"# \\ ".repeat(5000);
    let documents: Vec<WeightsDocument> = HOSTILE.iter().chain([&long.as_str()]).map(|text| hostile(text)).collect();
    assert_harmless(&documents);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3, rng_seed: RngSeed::Fixed(6), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_at_all_leaves_its_comment_or_string(texts in proptest::collection::vec(hostile_text(), 40)) {
        assert_harmless(&texts.iter().map(|text| hostile(text)).collect::<Vec<_>>());
    }
}
