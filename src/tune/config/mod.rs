//! A tuning job as the user writes it, not yet validated.

mod feature;
mod fields;
mod objective;
mod opponents;
mod optimizer;
mod total;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::arena::Protocol;
use crate::document::{self, DocumentError, Embedded, LookupError, Origin};
use crate::features::Feature;
use crate::game::BoardSize;
use crate::search::Budget;

pub use feature::TunedFeature;
pub use fields::{AssignmentError, Change, ConfigField};
pub use objective::Objective;
pub use opponents::{Opponent, Opponents};
pub use optimizer::OptimizerChoice;
pub use total::Total;

/// The embedded configurations, the default first.
const EMBEDDED: Embedded<5> = Embedded::new(
    "configuration",
    [
        ("quick", include_str!("../../../configs/quick.ron")),
        ("overnight", include_str!("../../../configs/overnight.ron")),
        ("classic", include_str!("../../../configs/classic.ron")),
        ("python-150ms", include_str!("../../../configs/python-150ms.ron")),
        ("large-board", include_str!("../../../configs/large-board.ron")),
    ],
);

fields::config! {
    /// A tuning job as the user writes it.
    ///
    /// The fields, their documentation, `key=value` assignments ([`TuneConfig::assign`]) and the differences between two
    /// configurations ([`TuneConfig::changes`]) come from one list, [`TuneConfig::FIELDS`].
    ///
    /// ```
    /// use isotune::tune::TuneConfig;
    /// let text = r#"(name: "mine", features: {"own-moves": (start: 1, frozen: true), "opponent-moves": -1}, total: Games(50000))"#;
    /// let config = TuneConfig::from_ron(text)?;
    /// assert_eq!(TuneConfig::from_ron(&config.to_ron()?)?, config);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub struct TuneConfig {
        /// The name of the run and of its folder.
        name: String { text, free },
        /// The seed of all randomness.
        #[serde(default)]
        seed: u64 { ron, fixed },
        /// The width and height of the board, as in `7x7`.
        #[serde(default = "seven")]
        board: BoardSize { text, fixed },
        /// The rules: move order, clock and opponents of Udacity's modern or classic tournament.
        #[serde(default = "modern")]
        protocol: Protocol { text, fixed },
        /// The fixed opponents; the protocol's if omitted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opponents: Option<Opponents> { optional, fixed },
        /// The search budget of a move; the protocol's if omitted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        budget: Option<Budget> { optional, fixed },
        /// The cost profile that prices the candidates' effort; the protocol's if omitted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        costs: Option<String> { optional, fixed },
        /// The features of the heuristic, each with its start and how it may move.
        #[serde(deserialize_with = "document::unique_map")]
        features: BTreeMap<Feature, TunedFeature> { features, fixed },
        /// How a candidate's results are valued.
        #[serde(default)]
        objective: Objective { ron, fixed },
        /// The search method and its options.
        #[serde(default)]
        optimizer: OptimizerChoice { ron, fixed },
        /// The cost of the search: games, generations or hours.
        total: Total { ron, free },
        /// The number of plies of an opening, 2 or 4.
        #[serde(default = "two")]
        plies: usize { ron, fixed },
        /// How often the mean is measured on the select block.
        #[serde(default)]
        validation: Validation { ron, fixed, parts: every pairs },
        /// How precisely the outcome is measured.
        #[serde(default)]
        finals: Finals { ron, free, parts: select_pairs final_pairs },
        /// How often progress is reported.
        #[serde(default)]
        reporting: Reporting { ron, free, parts: every },
    }
}

/// How often the mean is measured on openings outside the train block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Validation {
    /// Generations between two measurements.
    pub every: u64,
    /// Pairs of games against each opponent, capped at the number of openings in the block.
    pub pairs: usize,
}

/// How precisely the outcome is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Finals {
    /// Pairs of games of each finalist against each opponent on the select block.
    pub select_pairs: usize,
    /// Pairs of games of the winner against each opponent, and head to head, on the final block.
    pub final_pairs: usize,
}

/// How often progress is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Reporting {
    /// Generations between two progress lines without a terminal.
    pub every: u64,
}

impl Default for Validation {
    fn default() -> Self {
        Self { every: 10, pairs: 150 }
    }
}

impl Default for Finals {
    fn default() -> Self {
        Self { select_pairs: 500, final_pairs: 500 }
    }
}

impl Default for Reporting {
    fn default() -> Self {
        Self { every: 1 }
    }
}

fn seven() -> BoardSize {
    BoardSize::SEVEN
}

fn modern() -> Protocol {
    Protocol::Modern
}

fn two() -> usize {
    2
}

impl TuneConfig {
    /// The names of the embedded configurations; the first is the default.
    pub const NAMES: [&'static str; 5] = EMBEDDED.names();

    /// Returns the text of an embedded configuration.
    #[must_use]
    pub fn text(name: &str) -> Option<&'static str> {
        EMBEDDED.text(name)
    }

    /// Returns an embedded configuration by name, or reads one from a path that ends in `.ron`.
    ///
    /// # Errors
    /// Returns an error if the name is unknown or the text is invalid.
    pub fn named(name: &str) -> Result<Self, LookupError> {
        EMBEDDED.find(name)
    }

    /// Reads a configuration from RON text.
    ///
    /// # Errors
    /// Returns the position and the cause if the text is invalid.
    pub fn from_ron(text: &str) -> Result<Self, DocumentError> {
        document::parse(text, Origin::Text)
    }

    /// Returns the configuration as RON text that [`TuneConfig::from_ron`] reads back bit for bit.
    ///
    /// # Errors
    /// Returns an error if a value has no RON form; none is known.
    pub fn to_ron(&self) -> Result<String, ron::Error> {
        document::to_pretty_ron(self, ron::ser::PrettyConfig::default().depth_limit(2))
    }
}
