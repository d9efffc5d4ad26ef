//! How much a player may think about a move.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::document::deserialize_by_name;
use crate::suggest::Suggestion;

/// How much a player may think about a move.
#[derive(Clone, PartialEq, Debug)]
pub enum Budget {
    /// So many plies deep.
    Depth(u32),
    /// So many nodes.
    Nodes(u64),
    /// So many units of effort: a node costs 1, a heuristic call what a cost profile says.
    ///
    /// The honest clock: a dearer heuristic searches less deep, as it would on a real clock, but the same on any
    /// machine.
    Effort {
        /// The units.
        units: u64,
        /// The cost profile's name or file, when it is not the one the protocol implies.
        costs: Option<String>,
    },
    /// So many milliseconds of wall time, which no two runs spend alike.
    Time(u64),
}

/// Why a text is not a budget.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BudgetError {
    /// There is no such kind of budget.
    #[error("there is no budget '{kind}'{suggestion}; {FORMS}")]
    Kind {
        /// The kind as it was given.
        kind: String,
        /// The kind that may have been meant.
        suggestion: Suggestion,
    },
    /// The amount is not a number from 1 up.
    #[error("the budget '{text}' needs a whole number from 1 to {most}; {FORMS}")]
    Amount {
        /// The budget as it was given.
        text: String,
        /// The largest amount that makes sense.
        most: u64,
    },
}

const FORMS: &str =
    "write depth:4, nodes:5000, effort:17300 (or effort:2880:reference-classic), or time:150 (milliseconds)";

/// No game is longer than the largest board has cells.
pub(super) const DEEPEST: u64 = 128;
/// More than any night can spend, and safe to multiply.
pub(super) const MOST: u64 = 1_000_000_000_000;

impl Budget {
    /// The kinds of budgets, as they are written.
    pub const KINDS: [&'static str; 4] = ["depth", "nodes", "effort", "time"];
}

impl FromStr for Budget {
    type Err = BudgetError;

    fn from_str(text: &str) -> Result<Budget, BudgetError> {
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
            "depth" => Ok(Budget::Depth(u32::try_from(amount()?).unwrap_or(u32::MAX))),
            "nodes" => Ok(Budget::Nodes(amount()?)),
            "effort" => Ok(Budget::Effort { units: amount()?, costs }),
            "time" => Ok(Budget::Time(amount()?)),
            _ => Err(BudgetError::Kind { kind: kind.to_owned(), suggestion: Suggestion::of(kind, Budget::KINDS) }),
        }
    }
}

deserialize_by_name!(Budget);

impl Serialize for Budget {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Depth(plies) => write!(f, "depth:{plies}"),
            Budget::Nodes(nodes) => write!(f, "nodes:{nodes}"),
            Budget::Effort { units, costs: None } => write!(f, "effort:{units}"),
            Budget::Effort { units, costs: Some(costs) } => write!(f, "effort:{units}:{costs}"),
            Budget::Time(milliseconds) => write!(f, "time:{milliseconds}"),
        }
    }
}
