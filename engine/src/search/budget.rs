//! The search budget of a move.

use std::convert::Infallible;
use std::fmt;
use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, de};

use crate::document::{LookupError, serde_as_text};
use crate::heuristic::{CostProfile, Heuristic};
use crate::suggest::Suggestion;

/// The search budget of a move.
#[derive(Clone, PartialEq, Debug)]
pub enum Budget {
    /// A depth in plies.
    Depth(u32),
    /// A number of nodes.
    Nodes(u64),
    /// A number of units of effort: a node costs 1, a heuristic call its price in a cost profile.
    ///
    /// A reproducible clock: an expensive heuristic searches less deep, as it would under a time limit, but the same on
    /// any machine.
    Effort {
        /// The units.
        units: u64,
        /// The name or file of the cost profile, if it is not the protocol's.
        costs: Option<String>,
    },
    /// A number of milliseconds of wall time, which is not reproducible.
    Time(u64),
}

/// Why a text is not a valid budget.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BudgetError {
    /// The kind of budget is unknown.
    #[error("unknown budget '{kind}'{suggestion}; {FORMS}", kind = crate::text::quoted(kind))]
    Kind {
        /// The kind as given.
        kind: String,
        /// The most similar kind.
        suggestion: Suggestion,
    },
    /// The amount is not a number in range.
    #[error("the budget '{text}' needs a whole number from 1 to {most}; {FORMS}", text = crate::text::quoted(text))]
    Amount {
        /// The budget as given.
        text: String,
        /// The largest valid amount.
        most: u64,
    },
}

const FORMS: &str =
    "write depth:4, nodes:5000, effort:17300 (or effort:2880:udacity-classic), or time:150 (milliseconds)";

/// The largest depth: no game has more plies than the largest board has cells.
pub(super) const DEEPEST: u64 = 128;
/// The largest amount, safe to multiply by prices.
pub(super) const MOST: u64 = 1_000_000_000_000;

impl Budget {
    /// The kinds of budgets.
    pub const KINDS: [&'static str; 4] = ["depth", "nodes", "effort", "time"];
}

impl FromStr for Budget {
    type Err = BudgetError;

    fn from_str(text: &str) -> Result<Self, BudgetError> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let (amount, costs) = match rest.split_once(':') {
            Some((amount, costs)) if kind == "effort" => (amount, Some(costs.to_owned())),
            _ => (rest, None),
        };
        let most = if kind == "depth" { DEEPEST } else { MOST };
        let amount = || match amount.parse() {
            Ok(amount) if (1..=most).contains(&amount) => Ok(amount),
            _ => Err(BudgetError::Amount { text: text.to_owned(), most }),
        };
        match kind {
            "depth" => Ok(Self::Depth(u32::try_from(amount()?).unwrap_or(u32::MAX))),
            "nodes" => Ok(Self::Nodes(amount()?)),
            "effort" => Ok(Self::Effort { units: amount()?, costs }),
            "time" => Ok(Self::Time(amount()?)),
            _ => Err(BudgetError::Kind { kind: kind.to_owned(), suggestion: Suggestion::of(kind, Self::KINDS) }),
        }
    }
}

serde_as_text!(Budget);

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(plies) => write!(f, "depth:{plies}"),
            Self::Nodes(nodes) => write!(f, "nodes:{nodes}"),
            Self::Effort { units, costs: None } => write!(f, "effort:{units}"),
            Self::Effort { units, costs: Some(costs) } => write!(f, "effort:{units}:{costs}"),
            Self::Time(milliseconds) => write!(f, "time:{milliseconds}"),
        }
    }
}

/// A budget for one heuristic, with the cost of a call looked up.
///
/// Deserialization rejects numbers that no budget and no cost profile can have.
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

/// An upper bound of the cost of a call: every ingredient and every feature has a price of at most 1e6.
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
    /// Resolves the budget for a heuristic, looking up the cost of a call if necessary.
    ///
    /// `costs` names the cost profile of effort budgets that do not name one.
    ///
    /// # Errors
    /// Returns an error if the cost profile is unknown or invalid.
    pub fn resolve(&self, heuristic: &Heuristic, costs: &str) -> Result<ResolvedBudget, LookupError> {
        self.with_call(|| Ok(CostProfile::named(self.costs().unwrap_or(costs))?.call(heuristic)))
    }

    /// Resolves the budget with the prices of a profile, ignoring the profile that the budget names.
    #[must_use]
    pub fn priced(&self, heuristic: &Heuristic, profile: &CostProfile) -> ResolvedBudget {
        let Ok(resolved) = self.with_call(|| Ok::<_, Infallible>(profile.call(heuristic)));
        resolved
    }

    fn with_call<E>(&self, call: impl FnOnce() -> Result<f64, E>) -> Result<ResolvedBudget, E> {
        Ok(match self {
            Self::Depth(plies) => ResolvedBudget::Depth(*plies),
            Self::Nodes(nodes) => ResolvedBudget::Nodes(*nodes),
            Self::Effort { units, .. } => ResolvedBudget::Effort { units: *units, call: call()? },
            Self::Time(milliseconds) => ResolvedBudget::Time(*milliseconds),
        })
    }

    /// Returns the cost profile that the budget names.
    #[must_use]
    pub fn costs(&self) -> Option<&str> {
        match self {
            Self::Effort { costs, .. } => costs.as_deref(),
            Self::Depth(_) | Self::Nodes(_) | Self::Time(_) => None,
        }
    }
}
