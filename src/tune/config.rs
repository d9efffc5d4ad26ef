//! A tuning job as its user writes it down, possibly impossible.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::objective::Objective;
use super::opponents::Opponents;
use super::optimizer::OptimizerChoice;
use super::total::Total;
use super::tuned_feature::TunedFeature;
use crate::arena::Protocol;
use crate::document::{self, DocumentError, Origin};
use crate::features::Feature;
use crate::game::BoardSize;
use crate::search::Budget;
use crate::suggest::Unknown;

/// The configurations that are part of the program, the default first.
const EMBEDDED: [(&str, &str); 5] = [
    ("quick", include_str!("../../configs/quick.ron")),
    ("overnight", include_str!("../../configs/overnight.ron")),
    ("classic", include_str!("../../configs/classic.ron")),
    ("python-150ms", include_str!("../../configs/python-150ms.ron")),
    ("large-board", include_str!("../../configs/large-board.ron")),
];

/// A tuning job as its user writes it down.
///
/// ```
/// use isotune::tune::TuneConfig;
/// let text = r#"(name: "mine", features: {"own-moves": (start: 1, frozen: true), "opponent-moves": -1}, total: Games(50000))"#;
/// let config = TuneConfig::from_ron(text)?;
/// assert_eq!(TuneConfig::from_ron(&config.to_ron()?)?, config);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneConfig {
    /// The name of the run, and of its folder.
    pub name: String,
    /// The number that all chance comes from.
    #[serde(default)]
    pub seed: u64,
    /// Width x height of the board.
    #[serde(default = "seven", with = "document::text")]
    pub board: BoardSize,
    /// Whose rules: the move order, the clock and the opponents of the reference's tournament, modern or classic.
    #[serde(default = "modern", with = "document::text")]
    pub protocol: Protocol,
    /// The fixed opponents, where they are not the protocol's.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "document::optional")]
    pub opponents: Option<Opponents>,
    /// What each side may think about a move, where it is not what the protocol gives.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "document::optional")]
    pub budget: Option<Budget>,
    /// The cost profile that the candidates' effort is counted in, where it is not the protocol's.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "document::optional")]
    pub costs: Option<String>,
    /// The features of the heuristic, each with its start and how it may move.
    #[serde(deserialize_with = "document::unique_map")]
    pub features: BTreeMap<Feature, TunedFeature>,
    /// What a candidate's results are worth.
    #[serde(default)]
    pub objective: Objective,
    /// The search method and its options.
    #[serde(default)]
    pub optimizer: OptimizerChoice,
    /// How much the search may cost.
    pub total: Total,
    /// The plies of an opening, 2 or 4.
    #[serde(default = "two")]
    pub plies: usize,
    /// How often the mean is measured on openings that the search does not see.
    #[serde(default)]
    pub validation: Validation,
    /// How thoroughly the outcome is measured.
    #[serde(default)]
    pub finals: Finals,
    /// How much is said on the way.
    #[serde(default)]
    pub reporting: Reporting,
}

/// How often the mean is measured on openings that the search does not see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Validation {
    /// Generations from one measurement to the next.
    pub every: u64,
    /// Pairs of games against each opponent, at most as many as the block has openings.
    pub pairs: usize,
}

/// How thoroughly the outcome is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Finals {
    /// Pairs of games of each finalist against each opponent on the select block.
    pub select_pairs: usize,
    /// Pairs of games of the winner against each opponent, and head to head, on the final block.
    pub final_pairs: usize,
}

/// How much is said on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Reporting {
    /// Generations from one line to the next where there is no terminal.
    pub every: u64,
}

impl Default for Validation {
    fn default() -> Validation {
        Validation { every: 10, pairs: 150 }
    }
}

impl Default for Finals {
    fn default() -> Finals {
        Finals { select_pairs: 500, final_pairs: 500 }
    }
}

impl Default for Reporting {
    fn default() -> Reporting {
        Reporting { every: 1 }
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

/// Why there is no such configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigSourceError {
    /// No configuration has the name.
    #[error(transparent)]
    Unknown(#[from] Unknown),
    /// The text is wrong.
    #[error(transparent)]
    Document(#[from] DocumentError),
}

impl TuneConfig {
    /// The names of the configurations that are part of the program; the first is the default.
    pub const NAMES: [&'static str; EMBEDDED.len()] =
        [EMBEDDED[0].0, EMBEDDED[1].0, EMBEDDED[2].0, EMBEDDED[3].0, EMBEDDED[4].0];

    /// Gives the text of a configuration that is part of the program.
    #[must_use]
    pub fn text(name: &str) -> Option<&'static str> {
        EMBEDDED.into_iter().find(|(known, _)| *known == name).map(|(_, text)| text)
    }

    /// Gives a configuration by its name, or from a file by a path that ends in `.ron`.
    ///
    /// # Errors
    /// When there is none of that name, or its text is wrong.
    pub fn named(name: &str) -> Result<TuneConfig, ConfigSourceError> {
        let unknown = || {
            let advice = format!("there are {}, or give a file (*.ron)", Self::NAMES.join(", "));
            Unknown::among("configuration", name, &Self::NAMES).advice(&advice)
        };
        Ok(document::named(name, &EMBEDDED).ok_or_else(unknown)??)
    }

    /// Reads a configuration from RON text.
    ///
    /// # Errors
    /// Says where the text is wrong and why.
    pub fn from_ron(text: &str) -> Result<TuneConfig, DocumentError> {
        document::parse(text, Origin::Text)
    }

    /// Writes the configuration as RON text that [`TuneConfig::from_ron`] reads back bit for bit.
    ///
    /// # Errors
    /// When the text cannot be written, which no configuration is known to cause.
    pub fn to_ron(&self) -> Result<String, ron::Error> {
        ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default().depth_limit(2))
    }
}
