//! A budget with everything looked up that it depends on.

use std::convert::Infallible;
use std::fmt::Display;

use serde::{Deserialize, Deserializer, Serialize, de};

use super::budget::{Budget, DEEPEST, MOST};
use crate::heuristic::{CostError, CostProfile, Heuristic};

/// A budget for one heuristic, ready to be spent.
///
/// Reading one back refuses numbers that no budget and no cost profile can have.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ResolvedBudget {
    /// A depth in plies, at least 1.
    Depth(#[serde(deserialize_with = "depth")] u32),
    /// A number of nodes.
    Nodes(#[serde(deserialize_with = "amount")] u64),
    /// A number of units, of which a node costs 1.
    Effort {
        /// The units.
        #[serde(deserialize_with = "amount")]
        units: u64,
        /// The cost of a heuristic call in units.
        #[serde(deserialize_with = "price")]
        call: f64,
    },
    /// A number of milliseconds.
    Time(#[serde(deserialize_with = "amount")] u64),
}

/// No call costs more: every ingredient and every feature has a price of at most 1e6.
const HIGHEST_PRICE: f64 = 1e8;

fn depth<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let depth = u32::deserialize(deserializer)?;
    in_range(depth, (1..=DEEPEST).contains(&u64::from(depth)), "a depth must be from 1 to 128")
}

fn amount<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let amount = u64::deserialize(deserializer)?;
    in_range(amount, (1..=MOST).contains(&amount), "a budget must be from 1 to 1e12")
}

fn price<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let price = f64::deserialize(deserializer)?;
    in_range(price, (0.0..=HIGHEST_PRICE).contains(&price), "the cost of a call must be from 0 to 1e8")
}

fn in_range<T: Display, E: de::Error>(value: T, inside: bool, rule: &str) -> Result<T, E> {
    if inside { Ok(value) } else { Err(E::custom(format!("{rule}, not {value}"))) }
}

impl Budget {
    /// Looks up what calls of a heuristic cost, where that matters.
    ///
    /// `costs` names the cost profile for an effort budget that names none itself.
    ///
    /// # Errors
    /// When the cost profile cannot be had.
    pub fn resolve(&self, heuristic: &Heuristic, costs: &str) -> Result<ResolvedBudget, CostError> {
        self.with_call(|| Ok(CostProfile::named(self.costs().unwrap_or(costs))?.call(heuristic)))
    }

    /// Resolves the budget with the prices of a profile, whatever profile the budget names.
    #[must_use]
    pub fn priced(&self, heuristic: &Heuristic, profile: &CostProfile) -> ResolvedBudget {
        let Ok(resolved) = self.with_call(|| Ok::<_, Infallible>(profile.call(heuristic)));
        resolved
    }

    fn with_call<E>(&self, call: impl FnOnce() -> Result<f64, E>) -> Result<ResolvedBudget, E> {
        Ok(match self {
            Budget::Depth(plies) => ResolvedBudget::Depth(*plies),
            Budget::Nodes(nodes) => ResolvedBudget::Nodes(*nodes),
            Budget::Effort { units, .. } => ResolvedBudget::Effort { units: *units, call: call()? },
            Budget::Time(milliseconds) => ResolvedBudget::Time(*milliseconds),
        })
    }

    /// Gives the cost profile that the budget names itself.
    #[must_use]
    pub fn costs(&self) -> Option<&str> {
        match self {
            Budget::Effort { costs, .. } => costs.as_deref(),
            Budget::Depth(_) | Budget::Nodes(_) | Budget::Time(_) => None,
        }
    }
}
