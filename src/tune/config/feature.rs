//! A feature in a configuration.

use std::fmt;

use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::heuristic::Weight;

/// A feature's start weight, and how it may move; written as a number if only the start is given.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TunedFeature {
    /// The weight at which the search starts.
    pub start: Weight,
    /// The standard deviation of the first generation; derived from the feature's own spread if omitted.
    pub step: Option<f64>,
    /// The minimum and maximum weight.
    pub bounds: Option<(f64, f64)>,
    /// Whether the weight stays at its start.
    pub frozen: bool,
    /// Whether the weight changes during the game: then there are two to tune.
    pub tapered: bool,
}

/// The long form of a feature.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    start: Weight,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    step: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bounds: Option<(f64, f64)>,
    #[serde(default, skip_serializing_if = "is_false")]
    frozen: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    tapered: bool,
}

// The signature is serde's.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl From<Weight> for TunedFeature {
    fn from(start: Weight) -> TunedFeature {
        TunedFeature { start, step: None, bounds: None, frozen: false, tapered: false }
    }
}

impl Serialize for TunedFeature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let TunedFeature { start, step, bounds, frozen, tapered } = *self;
        if *self == TunedFeature::from(start) && !start.is_tapered() {
            start.serialize(serializer)
        } else {
            Written { start, step, bounds, frozen, tapered }.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for TunedFeature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TunedFeature, D::Error> {
        deserializer.deserialize_any(TunedVisitor)
    }
}

struct TunedVisitor;

impl<'de> Visitor<'de> for TunedVisitor {
    type Value = TunedFeature;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a start weight, or (start: 1.0, step: 0.3, bounds: (0.0, 2.0), frozen: false, tapered: false)")
    }

    fn visit_f64<E: de::Error>(self, weight: f64) -> Result<TunedFeature, E> {
        Weight::constant(weight).map(TunedFeature::from).map_err(E::custom)
    }

    fn visit_i64<E: de::Error>(self, weight: i64) -> Result<TunedFeature, E> {
        self.visit_f64(weight as f64)
    }

    fn visit_u64<E: de::Error>(self, weight: u64) -> Result<TunedFeature, E> {
        self.visit_f64(weight as f64)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<TunedFeature, A::Error> {
        let Written { start, step, bounds, frozen, tapered } =
            Written::deserialize(de::value::MapAccessDeserializer::new(map))?;
        Ok(TunedFeature { start, step, bounds, frozen, tapered: tapered || start.is_tapered() })
    }
}
