//! The fixed opponents in a configuration.

use std::fmt;
use std::str::FromStr;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The fixed opponents of a tuning job: a roster by its name or file, or a list.
#[derive(Clone, PartialEq, Debug)]
pub enum Opponents {
    /// A roster, all opponents with the same weight.
    Roster(String),
    /// A list of agents.
    List(Vec<Opponent>),
}

/// One opponent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opponent {
    /// The name in tables; the text of the agent if omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The agent: one of a roster (`modern/AB_Open`), an agent written out, or a heuristic, which then plays by
    /// iterative deepening with the job's budget.
    pub agent: String,
    /// The weight of its results, if the objective is `Weighted`.
    #[serde(default = "one")]
    pub weight: f64,
}

fn one() -> f64 {
    1.0
}

impl fmt::Display for Opponents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roster(name) => f.write_str(name),
            Self::List(list) => f.write_str(&crate::document::to_ron(list).map_err(|_| fmt::Error)?),
        }
    }
}

impl FromStr for Opponents {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.starts_with('[') { crate::document::value(text) } else { Ok(Self::Roster(text.to_owned())) }
    }
}

impl Serialize for Opponents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Opponents::Roster(name) => name.serialize(serializer),
            Opponents::List(list) => list.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Opponents {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Opponents, D::Error> {
        deserializer.deserialize_any(OpponentsVisitor)
    }
}

struct OpponentsVisitor;

impl<'de> Visitor<'de> for OpponentsVisitor {
    type Value = Opponents;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a roster's name or file, or a list as in [(agent: \"modern/AB_Open\", weight: 2.0)]")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Opponents, E> {
        Ok(Opponents::Roster(name.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Opponents, A::Error> {
        Deserialize::deserialize(SeqAccessDeserializer::new(list)).map(Opponents::List)
    }
}
