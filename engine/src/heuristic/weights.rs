//! One weight for every feature.

use std::ops::Index;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::weight::Weight;
use crate::document;
use crate::features::{Feature, Ingredient};

/// A weight for every feature, zero unless set.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights([Weight; Feature::ALL.len()]);

impl Weights {
    /// All weights zero.
    pub const ZERO: Self = Self([Weight::ZERO; Feature::ALL.len()]);

    /// Creates weights of the catalogue, which are known to be valid.
    pub(super) fn fixed(weights: &[(Feature, f64)]) -> Self {
        weights.iter().fold(Self::ZERO, |all, &(feature, weight)| all.with(feature, Weight::fixed(weight)))
    }

    /// Returns the weights with one of them replaced.
    #[must_use]
    pub fn with(mut self, feature: Feature, weight: Weight) -> Self {
        self.0[feature as usize] = weight;
        self
    }

    /// Returns the features whose weight is not zero, with their weights, in the order of [`Feature::ALL`].
    pub fn used(&self) -> impl Iterator<Item = (Feature, Weight)> {
        Feature::ALL.into_iter().map(|feature| (feature, self[feature])).filter(|(_, weight)| !weight.is_zero())
    }

    /// Returns whether any weight changes during the game.
    #[must_use]
    pub fn is_tapered(&self) -> bool {
        self.used().any(|(_, weight)| weight.is_tapered())
    }

    /// Returns the ingredients of all features in use, each once.
    pub fn ingredients(&self) -> impl Iterator<Item = Ingredient> {
        let tapered = self.is_tapered();
        let needed = move |ingredient: &Ingredient| match ingredient {
            Ingredient::Phase => tapered,
            _ => self.used().any(|(feature, _)| feature.ingredients().contains(ingredient)),
        };
        Ingredient::ALL.into_iter().filter(needed)
    }
}

impl Index<Feature> for Weights {
    type Output = Weight;
    #[inline]
    fn index(&self, feature: Feature) -> &Weight {
        &self.0[feature as usize]
    }
}

impl Serialize for Weights {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.used().map(|(feature, weight)| (feature.name(), weight)))
    }
}

impl<'de> Deserialize<'de> for Weights {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let named = document::unique_map(deserializer)?;
        Ok(named.into_iter().fold(Self::ZERO, |all, (feature, weight)| all.with(feature, weight)))
    }
}
