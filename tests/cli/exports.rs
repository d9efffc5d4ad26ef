//! What exports are tested on: weights of every kind, random games, and the library's own scores for them.

use std::sync::Arc;

use isotune::features::{Feature, FeatureTables, View};
use isotune::game::{Board, BoardSize, Player, Word};
use isotune::heuristic::{CATALOGUE, Evaluator, Heuristic, ProvenScore, Provenance, Weight, Weights, WeightsDocument};
use proptest::prelude::*;
use rand::RngExt;

use crate::naive::{Naive, board, random_game, stream};

pub(crate) const SIZES: [(i32, i32); 2] = [(7, 7), (9, 11)];

/// Boards on which some cells have no jump, and the largest there are.
pub(crate) const ODD_SIZES: [(i32, i32); 7] = [(2, 1), (1, 3), (2, 2), (3, 3), (4, 5), (16, 8), (1, 128)];

/// How many games of each size are compared.
pub(crate) const GAMES: usize = 1100;

pub(crate) fn board_size((width, height): (i32, i32)) -> BoardSize {
    BoardSize::new(usize::try_from(width).unwrap(), usize::try_from(height).unwrap()).unwrap()
}

pub(crate) fn document(name: &str, weights: Weights) -> WeightsDocument {
    WeightsDocument { name: name.to_owned(), board: None, note: String::new(), provenance: None, weights }
}

pub(crate) fn weights(of: impl IntoIterator<Item = (Feature, Weight)>) -> Weights {
    of.into_iter().fold(Weights::ZERO, |all, (feature, weight)| all.with(feature, weight))
}

/// Every linear entry of the catalogue, every feature alone (constant and tapered), and sets of many features.
pub(crate) fn documents(size: BoardSize) -> Vec<WeightsDocument> {
    let published = CATALOGUE.iter().filter_map(|entry| WeightsDocument::published(entry, size));
    let constant = |weight: f64| Weight::constant(weight).unwrap();
    let tapered = |early, late| Weight::tapered(early, late).unwrap();
    let single = Feature::ALL.map(|feature| document(feature.name(), weights([(feature, constant(0.75))])));
    let tapered_single = Feature::ALL.map(|feature| {
        document("tapered", weights([(feature, tapered(1.25, -0.5)), (Feature::ToMove, constant(0.1))]))
    });
    // A large board's tables take a while to make.
    let (fewer, sets) = if size == BoardSize::SEVEN { (1, 14) } else { (5, 6) };
    let tapered_single = tapered_single.into_iter().step_by(fewer);
    let many = (0..sets).map(|set| {
        let mut stream = stream(900 + set);
        let chosen = Feature::ALL.into_iter().filter_map(|feature| {
            let (early, late) = (stream.random_range(-2.0..2.0), stream.random_range(-2.0..2.0));
            let weight = if set % 3 == 0 || !stream.random_bool(0.4) { constant(early) } else { tapered(early, late) };
            // The first two sets hold every feature, the second one tapered.
            match set {
                0 => Some((feature, constant(early))),
                1 => Some((feature, tapered(early, late))),
                _ => stream.random_bool(0.3).then_some((feature, weight)),
            }
        });
        document(&format!("set {set}"), weights(chosen))
    });
    // Passes and tables that are tapered apart from each other.
    let corners = [
        vec![(Feature::OwnMoves, tapered(1.0, 2.0)), (Feature::OwnRing2, constant(0.5))],
        vec![(Feature::OwnCentreDistance, tapered(0.0, 0.25)), (Feature::OpponentRing3, constant(0.5))],
        vec![(Feature::OpponentDistance, tapered(0.5, 0.0)), (Feature::OpponentMoves, tapered(1.0, -1.0))],
        vec![(Feature::OwnRing4, tapered(0.5, 0.0)), (Feature::OpponentMoves, tapered(1.0, -1.0))],
        vec![(Feature::MovesRatio, tapered(1.0, 0.0)), (Feature::OwnRing1, constant(1.0))],
    ];
    let corners = corners.map(|of| document("corner", weights(of)));
    published.chain(single).chain(tapered_single).chain(many).chain(corners).chain([large_document()]).collect()
}

/// The sets of [`documents`] that hold every feature, constant and tapered.
pub(crate) fn full_documents() -> Vec<WeightsDocument> {
    documents(BoardSize::SEVEN)
        .into_iter()
        .filter(|document| ["set 0", "set 1"].contains(&document.name.as_str()))
        .collect()
}

/// Every feature with weights up to a million.
pub(crate) fn large_document() -> WeightsDocument {
    let mut stream = stream(950);
    let of = Feature::ALL.map(|feature| (feature, Weight::constant(stream.random_range(-1e6..1e6)).unwrap()));
    document("large", weights(of))
}

/// Returns whether an export's score is the library's: to 1e-9, times the largest weight where that is beyond 10.
pub(crate) fn agrees(document: &WeightsDocument, found: f64, expected: f64) -> bool {
    let size = |(_, weight): (Feature, Weight)| weight.early().abs().max(weight.late().abs());
    let largest = document.weights.used().map(size).fold(0.0, f64::max);
    let bound = if largest > 10.0 { 1e-9 * largest } else { 1e-9 };
    found.total_cmp(&expected).is_eq() || (found - expected).abs() <= bound
}

/// Random games of every length, the empty board, a lone placement and finished games among them.
pub(crate) fn games(size: (i32, i32), count: usize) -> Vec<Naive> {
    let mut stream = stream(800);
    let cells = usize::try_from(size.0 * size.1).unwrap();
    let mut games: Vec<Naive> = (0..3).map(|plies| random_game(size, plies, &mut stream)).collect();
    games.extend((3..count).map(|_| random_game(size, stream.random_range(0..=cells), &mut stream)));
    assert!(games.iter().filter(|game| game.finished()).count() > count / 20);
    games
}

/// The library's scores for both players.
pub(crate) fn scores(document: &WeightsDocument, size: (i32, i32), games: &[Naive]) -> Vec<f64> {
    if size.0 * size.1 <= 64 {
        scores_on::<u64>(document, size, games)
    } else {
        scores_on::<u128>(document, size, games)
    }
}

fn scores_on<W: Word>(document: &WeightsDocument, size: (i32, i32), games: &[Naive]) -> Vec<f64> {
    let board: Board<W> = board(size);
    let tables = Arc::new(FeatureTables::new(&board));
    let evaluator = Evaluator::new(&Heuristic::linear("", document.weights.clone()), &tables);
    let both = |game: &Naive| {
        let position = game.position(&board);
        Player::ALL.map(|player| evaluator.score(&View::new(&position, player)))
    };
    games.iter().flat_map(both).collect()
}

/// Names and notes that try to leave a comment, a string or an identifier.
pub(crate) const HOSTILE: &[&str] = &[
    "",
    "\n",
    "\r",
    "\r\nimport os",
    "a\nraise SystemExit(1)",
    "a\rraise SystemExit(1)",
    "a\u{2028}raise SystemExit(1)\u{2029}b\u{85}c\u{b}d\u{c}e",
    "\"",
    "\"; raise SystemExit(1) #",
    "\"\"\"\nraise SystemExit(1)\n\"\"\"",
    "'''",
    "\\",
    "\\\"",
    "ends with \\",
    "\\N{BULLET} \\u0041 \\x41 \\U00000041 \\101 \\u{41} {0} %s {name}",
    "*/ compile_error!(\"out\"); /*",
    "/* never closed",
    "\"# r#\" \"## compile_error!()",
    "*/",
    "//! doc",
    "```\ncompile_error!()\n```",
    "#![allow(dead_code)]",
    "# comment",
    "coding: utf-7",
    "-*- coding: latin-1 -*-",
    "vim: set fileencoding=utf-16 :",
    "\0",
    "a\0b",
    "\u{202e}rtl\u{2066}\u{2069}\u{200f}",
    "\u{feff}bom",
    "e\u{301} \u{1f600} \u{10ffff} \u{fdd0} \u{e000}",
    "ключ κλειδί 鍵 مفتاح",
    "\t\ttabs   and    blanks   ",
    "#}",
    "${HOME} $(exit 1) `exit 1`",
    "<script>alert(1)</script>",
    "include_str!(\"/etc/passwd\")",
];

/// Pieces of what is dangerous somewhere, in any order.
pub(crate) fn hostile_text() -> impl Strategy<Value = String> {
    let piece =
        prop_oneof![".{0,4}", proptest::sample::select(HOSTILE).prop_map(str::to_owned), "[\"'\\\\#*/!\n\r{}]{1,6}"];
    proptest::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

/// A document that says something wherever a document can say something.
pub(crate) fn hostile(text: &str) -> WeightsDocument {
    let of = || text.to_owned();
    let score = ProvenScore {
        score: 0.7125,
        se: 0.005,
        pairs: 560,
        block: of(),
        roster: of(),
        budget: of(),
        against: None,
        protocol: None,
        plies: None,
        delta: 0.035,
        delta_se: 0.0075,
    };
    let provenance = Provenance {
        run: of(),
        seed: u64::MAX,
        config: of(),
        generation: 60,
        games: 100_000,
        score: Some(score),
        verified: false,
        rounded: None,
        version: of(),
        date: Some(of()),
    };
    let one = Weight::constant(1.0).unwrap();
    WeightsDocument {
        name: of(),
        board: None,
        note: of(),
        provenance: Some(provenance),
        weights: weights([(Feature::OwnMoves, one), (Feature::OpponentMoves, one)]),
    }
}

/// The lines of an export that are neither comments nor the name, which are the same whatever a document says.
pub(crate) fn code_of(text: &str, mark: &str) -> Vec<String> {
    let comment = |line: &&str| line.starts_with(mark) && !line.starts_with("#[");
    let name = |line: &&str| line.starts_with("NAME = ") || line.starts_with("pub const NAME: &str = ");
    text.split('\n').filter(|line| !comment(line) && !name(line)).map(str::to_owned).collect()
}
