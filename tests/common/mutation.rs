//! Inputs for every reader: good texts, changed in several places.
// Each test binary uses only a part of this module.
#![allow(dead_code, clippy::unwrap_used)]

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};

/// What is inserted: brackets, quotes, escapes, what a terminal obeys, and words of the formats.
const TOKENS: [&str; 48] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "'",
    "\\",
    "\n",
    "\r\n",
    "\t",
    " ",
    "\0",
    "\u{1b}[2J",
    "\u{9b}",
    "\u{7f}",
    "\u{202e}",
    "\u{feff}",
    "\u{e0041}",
    "ß",
    "\u{1f600}",
    "\\u{202e}",
    "\\u202e",
    "\\n",
    "//",
    "/*",
    "*/",
    "r#\"",
    "Some(",
    "None",
    "true",
    "null",
    "-",
    ".",
    "..",
    "/",
    "@",
    "=",
    "depth:",
    "nodes:",
    "effort:",
    "time:",
    "id:",
    "random",
    "perfect",
];

/// What replaces a number.
const NUMBERS: [&str; 20] = [
    "0",
    "-0",
    "1",
    "-1",
    "2",
    "255",
    "65536",
    "4294967296",
    "9223372036854775807",
    "18446744073709551616",
    "0.1",
    "-1.5",
    "1e308",
    "1e309",
    "-1e309",
    "1e-320",
    "5e-324",
    "inf",
    "-inf",
    "NaN",
];

/// A change of a text.
#[derive(Clone, Debug)]
enum Mutation {
    Flip(Index, u8),
    Remove(Index, usize),
    Copy(Index, usize, Index),
    Insert(Index, &'static str),
    Number(Index, &'static str),
    Repeat(Index, usize, usize),
    Splice(Index, Index, usize, Index),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let length = || prop_oneof![1_usize..8, 1_usize..200];
    let at = any::<Index>;
    prop_oneof![
        2 => (at(), 0..8_u8).prop_map(|(at, bit)| Mutation::Flip(at, bit)),
        2 => (at(), length()).prop_map(|(at, length)| Mutation::Remove(at, length)),
        2 => (at(), length(), at()).prop_map(|(from, length, to)| Mutation::Copy(from, length, to)),
        4 => (at(), select(TOKENS.to_vec())).prop_map(|(at, token)| Mutation::Insert(at, token)),
        6 => (at(), select(NUMBERS.to_vec())).prop_map(|(at, number)| Mutation::Number(at, number)),
        1 => (at(), length(), 2_usize..300).prop_map(|(at, length, times)| Mutation::Repeat(at, length, times)),
        2 => (at(), at(), length(), at()).prop_map(|(other, from, length, to)| Mutation::Splice(other, from, length, to)),
    ]
}

impl Mutation {
    fn apply(&self, text: &mut Vec<u8>, seeds: &[String]) {
        if text.is_empty() {
            text.extend(b" ");
        }
        let piece = |text: &[u8], from: &Index, length: usize| {
            let from = from.index(text.len().max(1));
            text[from..(from + length).min(text.len())].to_vec()
        };
        match self {
            Self::Flip(at, bit) => {
                let at = at.index(text.len());
                text[at] ^= 1 << bit;
            }
            Self::Remove(at, length) => {
                let at = at.index(text.len());
                text.drain(at..(at + length).min(text.len()));
            }
            Self::Copy(from, length, to) => {
                let copied = piece(text, from, *length);
                let to = to.index(text.len());
                text.splice(to..to, copied);
            }
            Self::Insert(at, token) => {
                let at = at.index(text.len());
                text.splice(at..at, token.bytes());
            }
            Self::Number(which, number) => {
                let numbers = numbers(text);
                if !numbers.is_empty() {
                    text.splice(which.get(&numbers).clone(), number.bytes());
                }
            }
            Self::Repeat(at, length, times) => {
                let repeated = piece(text, at, *length).repeat(*times);
                let at = at.index(text.len());
                text.splice(at..at, repeated);
            }
            Self::Splice(other, from, length, to) => {
                let spliced = piece(other.get(seeds).as_bytes(), from, *length);
                let to = to.index(text.len());
                text.splice(to..to, spliced);
            }
        }
    }
}

/// The places of all numbers.
pub(crate) fn numbers(text: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, byte) in text.iter().enumerate() {
        let part = byte.is_ascii_digit() || (*byte == b'.' && found.last().is_some_and(|last| last.end == at));
        match found.last_mut() {
            Some(last) if part && last.end == at => last.end += 1,
            _ if byte.is_ascii_digit() => found.push(at..at + 1),
            _ => {}
        }
    }
    found
}

/// One of the texts, with some changes.
fn mutated(seeds: Vec<String>) -> impl Strategy<Value = String> {
    (any::<Index>(), prop::collection::vec(mutation(), 0..6)).prop_map(move |(seed, mutations)| {
        let mut text = seed.get(&seeds).clone().into_bytes();
        for mutation in mutations {
            mutation.apply(&mut text, &seeds);
        }
        String::from_utf8_lossy(&text).into_owned()
    })
}

/// The number of inputs for each reader: that of the variable `ISOTUNE_FUZZ`, else a few.
pub(crate) fn cases(few: u32) -> u32 {
    std::env::var("ISOTUNE_FUZZ").ok().and_then(|cases| cases.parse().ok()).unwrap_or(few)
}

/// Checks a law for many changed texts; `ISOTUNE_FUZZ_SEED` chooses others.
pub(crate) fn fuzz(cases: u32, seeds: &[&str], law: impl Fn(&str) -> Result<(), TestCaseError>) {
    let seed = std::env::var("ISOTUNE_FUZZ_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(13);
    let config = Config {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        max_shrink_iters: 5000,
        ..Config::default()
    };
    let seeds = seeds.iter().map(|&text| text.to_owned()).collect();
    let checked = TestRunner::new(config).run(&mutated(seeds), |text| law(&text));
    if let Err(failure) = checked {
        panic!("{failure}");
    }
}

/// The most memory that reading a text may take, in bytes.
const MOST_MEMORY: u64 = 64 << 20;

/// Reads a text within bounds of memory; an error must be one short line that a terminal does not obey.
pub(crate) fn read<T, E: std::fmt::Display>(read: impl FnOnce() -> Result<T, E>) -> Result<Option<T>, TestCaseError> {
    let mut outcome = None;
    let memory = allocation_counter::measure(|| outcome = Some(read()));
    prop_assert!(memory.bytes_max < MOST_MEMORY, "{} bytes", memory.bytes_max);
    match outcome.unwrap() {
        Ok(value) => Ok(Some(value)),
        Err(error) => {
            let sentence = error.to_string();
            prop_assert!(sentence.len() < 2000, "{} bytes: {}", sentence.len(), sentence);
            prop_assert!(!sentence.contains(|c: char| c == '\n' || isotune::text::is_harmful(c)), "{sentence:?}");
            Ok(None)
        }
    }
}
