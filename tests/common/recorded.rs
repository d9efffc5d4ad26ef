//! The 60 positions of data/positions.jsonl, with what the reference computed for them.

// Each test binary uses only a part of this module.
#![allow(dead_code)]

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

/// One position: the moves that lead to it, the legal moves of both players, and all published scores.
#[derive(Deserialize)]
pub(crate) struct Recorded {
    pub(crate) moves: Vec<[i64; 2]>,
    pub(crate) to_move: u8,
    pub(crate) legal1: Vec<[usize; 2]>,
    pub(crate) legal2: Vec<[usize; 2]>,
    pub(crate) finished: bool,
    pub(crate) scores: BTreeMap<String, [Value; 2]>,
}

/// The file's text, one position a line.
pub(crate) const TEXT: &str = include_str!("../data/positions.jsonl");

pub(crate) fn recorded() -> Vec<Recorded> {
    let positions: Vec<Recorded> =
        TEXT.lines().map(|line| serde_json::from_str(line).expect("the file is well-formed")).collect();
    assert_eq!(positions.len(), 60);
    positions
}

/// A score as JSON writes it: a number, "inf" or "-inf".
pub(crate) fn number(value: &Value) -> f64 {
    match value.as_str() {
        Some("inf") => f64::INFINITY,
        Some("-inf") => f64::NEG_INFINITY,
        _ => value.as_f64().unwrap_or_else(|| panic!("{value} is no score")),
    }
}
