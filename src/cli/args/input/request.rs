//! A line of `isotune evaluate`: weights to play, and how.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::arena::OpeningBlock;
use crate::heuristic::{Weight, Weights};
use crate::seed::Seed;
use crate::text::plural;
use crate::tune::{Trial, TrialNumbers, TunePlan};

/// The candidates that can be compiled and held in memory at once.
const MAX_CANDIDATES: usize = 20_000;
/// The results of a line take some hundred megabytes at most.
const MAX_GAMES: u64 = 100_000_000;
const FORM: &str = r#"write {"weights": [1.0, …]}, {"candidates": [[1.0, …], …]} or {"describe": true}"#;

/// A line as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    id: Option<Value>,
    describe: Option<bool>,
    weights: Option<WeightsText>,
    candidates: Option<Vec<WeightsText>>,
    pairs: Option<u64>,
    games: Option<u64>,
    seed: Option<u64>,
    generation: Option<u64>,
    index: Option<u64>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "weights are a list of numbers, or an object of names and numbers")]
enum WeightsText {
    List(Vec<f64>),
    Named(BTreeMap<String, Weight>),
}

/// What a line asks for.
pub(crate) struct Request {
    /// What the answer repeats.
    pub(crate) id: Option<Value>,
    pub(crate) question: RequestKind,
}

pub(crate) enum RequestKind {
    /// The description of the configuration.
    Describe,
    /// A candidate.
    One(Trial),
    /// A list of candidates.
    Many(Vec<Trial>),
}

/// A line that is refused.
pub(crate) struct RefusedRequest {
    pub(crate) id: Option<Value>,
    pub(crate) error: String,
}

/// Reads requests, and numbers the candidates that have no number of their own.
pub(crate) struct Requests<'a> {
    plan: &'a TunePlan,
    numbers: TrialNumbers,
    block: OpeningBlock,
    /// The number of the next candidate.
    next: u64,
}

impl<'a> Requests<'a> {
    pub(crate) fn new(plan: &'a TunePlan, numbers: TrialNumbers, block: OpeningBlock) -> Self {
        Self { plan, numbers, block, next: 0 }
    }

    /// Reads a line; one that is refused uses up no numbers.
    pub(crate) fn read(&mut self, line: &str) -> Result<Request, RefusedRequest> {
        // Some programs begin a file with a byte-order mark.
        let line = line.trim_start_matches('\u{feff}');
        let mut text: Text = serde_json::from_str(line).map_err(|error| {
            let id =
                serde_json::from_str::<Value>(line).ok().and_then(|mut value| value.get_mut("id").map(Value::take));
            RefusedRequest { id, error: sentence(line, &error) }
        })?;
        let id = text.id.take();
        match self.question(text) {
            Ok(question) => Ok(Request { id, question }),
            Err(error) => Err(RefusedRequest { id, error }),
        }
    }

    fn question(&mut self, text: Text) -> Result<RequestKind, String> {
        let Text { describe, weights, candidates, pairs, games, seed, generation, index, .. } = text;
        let pairs = self.pairs(pairs, games)?;
        let seed = Seed(seed.unwrap_or(self.plan.config().seed));
        let fixed = (generation.is_some() || index.is_some()).then(|| (generation.unwrap_or(0), index.unwrap_or(0)));
        let numbers = self.numbers;
        let next = self.next;
        let trial = |weights: &WeightsText, at: u64| -> Result<Trial, String> {
            let (generation, index) = match fixed {
                Some((generation, first)) => (generation, first.wrapping_add(at)),
                None => numbers.place(next.wrapping_add(at)),
            };
            Ok(Trial { weights: self.weights(weights)?, pairs, seed, generation, index })
        };
        let (question, taken) = match (describe, weights, candidates) {
            (Some(true), None, None) => (RequestKind::Describe, 0),
            (None | Some(false), Some(weights), None) => (RequestKind::One(trial(&weights, 0)?), 1),
            (None | Some(false), None, Some(candidates)) => {
                let taken = candidates.len() as u64;
                self.check_size(candidates.len(), pairs)?;
                let numbered = |(at, weights): (u64, &WeightsText)| {
                    trial(weights, at).map_err(|error| format!("candidate {at}: {error}"))
                };
                (RequestKind::Many((0..).zip(&candidates).map(numbered).collect::<Result<_, _>>()?), taken)
            }
            (None | Some(false), None, None) => return Err(format!("no weights given; {FORM}")),
            _ => return Err("give one of 'weights', 'candidates' and 'describe'".to_owned()),
        };
        if fixed.is_none() {
            self.next = self.next.wrapping_add(taken);
        }
        Ok(question)
    }

    fn weights(&self, text: &WeightsText) -> Result<Weights, String> {
        let encoding = self.plan.encoding();
        let vector = match text {
            WeightsText::List(free) => encoding.vector(free),
            WeightsText::Named(named) => {
                encoding.named_vector(named.iter().map(|(name, weight)| (name.as_str(), *weight)))
            }
        };
        vector.map(|vector| encoding.weights(&vector)).map_err(|error| error.to_string())
    }

    /// Returns the pairs against each opponent.
    fn pairs(&self, pairs: Option<u64>, games: Option<u64>) -> Result<usize, String> {
        let opponents = self.plan.conditions().opponents() as u64;
        let round = 2 * opponents;
        let pairs = match (pairs, games) {
            (None, None) => return Ok(self.numbers.pairs),
            (Some(_), Some(_)) => return Err("both 'pairs' and 'games' are given; keep one of them".to_owned()),
            (Some(pairs), None) => pairs,
            (None, Some(games)) if games % round == 0 => games / round,
            (None, Some(games)) => {
                let nearest = games.saturating_add(round / 2) / round * round;
                return Err(format!(
                    "{games} {} cannot be divided into pairs against {opponents} {}; give a multiple of {round}, such as {}",
                    plural(games, "game"),
                    plural(opponents, "opponent"),
                    nearest.max(round)
                ));
            }
        };
        let (block, there) = (self.block, self.plan.conditions().openings(self.block));
        match usize::try_from(pairs) {
            Ok(pairs) if (1..=there).contains(&pairs) => Ok(pairs),
            _ => Err(format!(
                "{pairs} {} asked for; block '{block}' has openings for 1 to {there}",
                plural(pairs, "pair")
            )),
        }
    }

    fn check_size(&self, candidates: usize, pairs: usize) -> Result<(), String> {
        let games = candidates as u64 * pairs as u64 * 2 * self.plan.conditions().opponents() as u64;
        if candidates > MAX_CANDIDATES || games > MAX_GAMES {
            return Err(format!(
                "{candidates} candidates with {games} games are too many for a line; split it into lines of at most \
                 {MAX_CANDIDATES} candidates and {MAX_GAMES} games"
            ));
        }
        Ok(())
    }
}

/// Returns what is wrong with a line that cannot be read.
fn sentence(line: &str, error: &serde_json::Error) -> String {
    // The reader counts the lines; serde_json saw only this one.
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or_default();
    let column = error.column();
    if error.is_data() {
        format!("column {column}: {what}; {FORM}")
    } else if ["NaN", "Infinity"].iter().any(|word| line.contains(word)) {
        format!("column {column}: NaN and Infinity are not JSON; weights are finite numbers")
    } else {
        format!("this is not JSON, column {column}: {what}; {FORM}")
    }
}
