//! Cost profiles: what a heuristic call costs, in units of a search node.

use std::collections::BTreeMap;

use serde::de;
use serde::{Deserialize, Deserializer, Serialize};

use super::form::{Form, Heuristic};
use super::quirk::Quirk;
use crate::document::{self, Embedded, LookupError};
use crate::features::{Feature, Ingredient};

/// The profiles that are part of the program.
const EMBEDDED: Embedded<4> = Embedded::new(
    "cost profile",
    [
        ("reference-modern", include_str!("../../configs/costs/reference-modern.ron")),
        ("reference-classic", include_str!("../../configs/costs/reference-classic.ron")),
        ("native", include_str!("../../configs/costs/native.ron")),
        ("python", include_str!("../../configs/costs/python.ron")),
    ],
);

/// What a heuristic call costs, in units of a search node without its heuristic.
///
/// A call costs a base price, each ingredient that any feature in use needs once, and each feature in use what it
/// adds of its own.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CostProfile {
    /// The profile's name.
    pub name: String,
    /// Where the prices come from.
    pub about: String,
    /// What any call costs before it computes anything.
    call: Price,
    /// What ingredients cost; nothing when not named.
    #[serde(deserialize_with = "document::unique_map")]
    ingredients: BTreeMap<Ingredient, Price>,
    /// What features cost beyond their ingredients; nothing when not named.
    #[serde(deserialize_with = "document::unique_map")]
    features: BTreeMap<Feature, Price>,
    /// What report 003's look-ahead scores cost.
    lookahead: QuirkPrices,
}

/// The numbers of a cost profile, without its name and description.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Prices {
    call: Price,
    ingredients: BTreeMap<&'static str, Price>,
    features: BTreeMap<&'static str, Price>,
    lookahead: QuirkPrices,
}

impl CostProfile {
    /// Returns the prices.
    #[must_use]
    pub fn prices(&self) -> Prices {
        let Self { call, ingredients, features, lookahead, .. } = self;
        Prices {
            call: *call,
            ingredients: ingredients.iter().map(|(ingredient, price)| (ingredient.name(), *price)).collect(),
            features: features.iter().map(|(feature, price)| (feature.name(), *price)).collect(),
            lookahead: lookahead.clone(),
        }
    }

    /// The names of the profiles that are part of the program.
    #[must_use]
    pub const fn names() -> [&'static str; 4] {
        EMBEDDED.names()
    }

    /// Returns a profile by its name, or from a file by a path that ends in `.ron`.
    ///
    /// # Errors
    /// Returns an error if there is none of that name, or its text is wrong.
    pub fn named(name: &str) -> Result<Self, LookupError> {
        EMBEDDED.find(name)
    }

    /// Returns the cost of one call of a heuristic.
    #[must_use]
    pub fn call(&self, heuristic: &Heuristic) -> f64 {
        let weights = match heuristic.form() {
            Form::Linear(weights) => weights,
            Form::Quirk(quirk) => return self.lookahead.of(*quirk),
        };
        let ingredients: f64 = weights.ingredients().map(|ingredient| price(&self.ingredients, &ingredient)).sum();
        let features: f64 = weights.used().map(|(feature, _)| price(&self.features, &feature)).sum();
        self.call.0 + ingredients + features
    }

    /// Returns what a feature adds to the cost of a call when no other feature is in use.
    #[must_use]
    pub fn feature(&self, feature: Feature) -> f64 {
        let ingredients: f64 = feature.ingredients().iter().map(|part| price(&self.ingredients, part)).sum();
        ingredients + price(&self.features, &feature)
    }
}

/// A price that is a number from 0 up.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
#[serde(transparent)]
struct Price(f64);

impl<'de> Deserialize<'de> for Price {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let price = f64::deserialize(deserializer)?;
        if (0.0..=1e6).contains(&price) {
            Ok(Self(price))
        } else {
            Err(de::Error::custom(format!("a cost must be a number from 0 to 1e6, not {price}")))
        }
    }
}

/// The prices of report 003's look-ahead scores.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct QuirkPrices {
    own: Price,
    opponent: Price,
    both: Price,
}

impl QuirkPrices {
    fn of(&self, quirk: Quirk) -> f64 {
        match quirk {
            Quirk::LookaheadOwn => self.own.0,
            Quirk::LookaheadOpponent => self.opponent.0,
            Quirk::LookaheadBoth(_) => self.both.0,
        }
    }
}

fn price<T: Ord>(prices: &BTreeMap<T, Price>, of: &T) -> f64 {
    prices.get(of).map_or(0.0, |price| price.0)
}
