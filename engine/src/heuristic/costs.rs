//! Cost profiles: the cost of a heuristic call in search nodes.

use std::collections::BTreeMap;

use serde::de;
use serde::{Deserialize, Deserializer, Serialize};

use super::form::{Form, Heuristic};
use super::quirk::Quirk;
use crate::document::{self, Embedded, LookupError};
use crate::features::{Feature, Ingredient};

/// The embedded profiles.
const EMBEDDED: Embedded<4> = Embedded::new(
    "cost profile",
    [
        ("udacity-modern", include_str!("../../../configs/costs/udacity-modern.ron")),
        ("udacity-classic", include_str!("../../../configs/costs/udacity-classic.ron")),
        ("native", include_str!("../../../configs/costs/native.ron")),
        ("python", include_str!("../../../configs/costs/python.ron")),
    ],
);

/// The cost of a heuristic call, in units of a search node without its heuristic.
///
/// A call costs a base price, the price of each ingredient that any feature in use needs, once, and the price of each
/// feature in use.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CostProfile {
    /// The profile's name.
    #[serde(deserialize_with = "document::name")]
    pub name: String,
    /// The origin of the prices.
    pub about: String,
    /// The base price of a call.
    call: Price,
    /// The prices of ingredients, 0 if omitted.
    #[serde(deserialize_with = "document::unique_map")]
    ingredients: BTreeMap<Ingredient, Price>,
    /// The prices of features beyond their ingredients, 0 if omitted.
    #[serde(deserialize_with = "document::unique_map")]
    features: BTreeMap<Feature, Price>,
    /// The prices of report 003's look-ahead scores.
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

    /// Returns the names of the embedded profiles.
    #[must_use]
    pub const fn names() -> [&'static str; 4] {
        EMBEDDED.names()
    }

    /// Returns an embedded profile by name, or reads one from a path that ends in `.ron`.
    ///
    /// # Errors
    /// Returns an error if the name is unknown or the text is invalid.
    pub fn named(name: &str) -> Result<Self, LookupError> {
        // The former names, which configurations may still have.
        let name = match name {
            "reference-modern" => "udacity-modern",
            "reference-classic" => "udacity-classic",
            name => name,
        };
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

    /// Returns what a feature adds to the cost of a call if no other feature is in use.
    #[must_use]
    pub fn feature(&self, feature: Feature) -> f64 {
        let ingredients: f64 = feature.ingredients().iter().map(|part| price(&self.ingredients, part)).sum();
        ingredients + price(&self.features, &feature)
    }
}

/// A price, from 0 to 1e6.
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
            // What a function from outside costs is unknown: the most that a published heuristic does.
            Quirk::LookaheadBoth(_) | Quirk::Host(_) => self.both.0,
        }
    }
}

fn price<T: Ord>(prices: &BTreeMap<T, Price>, of: &T) -> f64 {
    prices.get(of).map_or(0.0, |price| price.0)
}
