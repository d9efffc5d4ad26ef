//! Changing a configuration by `key=value`.

use std::fmt::Display;

use serde::de::DeserializeOwned;

use super::config::TuneConfig;
use super::opponents::Opponents;
use crate::features::Feature;
use crate::suggest::{Suggestion, Unknown};

/// The keys that can be assigned; a feature is `features.NAME`.
const KEYS: [&str; 20] = [
    "name",
    "seed",
    "board",
    "protocol",
    "opponents",
    "budget",
    "costs",
    "features",
    "objective",
    "optimizer",
    "total",
    "plies",
    "validation",
    "validation.every",
    "validation.pairs",
    "finals",
    "finals.select_pairs",
    "finals.final_pairs",
    "reporting",
    "reporting.every",
];

/// Why an assignment cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AssignmentError {
    /// There is no `=`.
    #[error("'{text}' is no assignment; write key=value, as in seed=7 or total=Games(50000)")]
    NoValue {
        /// What was given.
        text: String,
    },
    /// There is no such key.
    #[error("there is no key '{key}'{suggestion}; there are {}, and features.NAME", KEYS.join(", "))]
    Key {
        /// The key as it was given.
        key: String,
        /// The key that may have been meant.
        suggestion: Suggestion,
    },
    /// There is no such feature.
    #[error(transparent)]
    Feature(#[from] Unknown),
    /// The value is wrong.
    #[error("the value '{value}' of '{key}' is wrong: {why}")]
    Value {
        /// The key.
        key: String,
        /// The value as it was given.
        value: String,
        /// What is wrong with it.
        why: String,
    },
}

impl TuneConfig {
    /// Changes one field by an assignment such as `seed=7`, `total=Games(50000)` or `features.own-ring-2=(start: 0.5)`.
    ///
    /// # Errors
    /// When there is no such field, or the value is wrong.
    pub fn assign(&mut self, text: &str) -> Result<(), AssignmentError> {
        let (key, value) = text.split_once('=').ok_or_else(|| AssignmentError::NoValue { text: text.to_owned() })?;
        let (key, value) = (key.trim(), value.trim());
        let assignment = Assignment { key, value };
        if let Some(name) = key.strip_prefix("features.") {
            let feature: Feature = name.parse()?;
            self.features.insert(feature, assignment.ron()?);
            return Ok(());
        }
        match key {
            "name" => assignment.word().clone_into(&mut self.name),
            "seed" => self.seed = assignment.ron()?,
            "board" => self.board = assignment.parsed()?,
            "protocol" => self.protocol = assignment.parsed()?,
            "opponents" if value.starts_with('[') => self.opponents = Some(assignment.ron()?),
            "opponents" => self.opponents = Some(Opponents::Roster(assignment.word().to_owned())),
            "budget" => self.budget = Some(assignment.parsed()?),
            "costs" => self.costs = Some(assignment.word().to_owned()),
            "features" => {
                let only: crate::document::Unique<_, _> = assignment.ron()?;
                self.features = only.0;
            }
            "objective" => self.objective = assignment.ron()?,
            "optimizer" => self.optimizer = assignment.ron()?,
            "total" => self.total = assignment.ron()?,
            "plies" => self.plies = assignment.ron()?,
            "validation" => self.validation = assignment.ron()?,
            "validation.every" => self.validation.every = assignment.ron()?,
            "validation.pairs" => self.validation.pairs = assignment.ron()?,
            "finals" => self.finals = assignment.ron()?,
            "finals.select_pairs" => self.finals.select_pairs = assignment.ron()?,
            "finals.final_pairs" => self.finals.final_pairs = assignment.ron()?,
            "reporting" => self.reporting = assignment.ron()?,
            "reporting.every" => self.reporting.every = assignment.ron()?,
            _ => return Err(AssignmentError::Key { key: key.to_owned(), suggestion: Suggestion::of(key, KEYS) }),
        }
        Ok(())
    }
}

struct Assignment<'t> {
    key: &'t str,
    value: &'t str,
}

impl<'t> Assignment<'t> {
    /// The value as text, which may have quotes around it.
    fn word(&self) -> &'t str {
        self.value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(self.value)
    }

    fn ron<T: DeserializeOwned>(&self) -> Result<T, AssignmentError> {
        crate::document::value(self.value).map_err(|why| self.wrong(why))
    }

    fn parsed<T: std::str::FromStr>(&self) -> Result<T, AssignmentError>
    where
        T::Err: Display,
    {
        self.word().parse().map_err(|why| self.wrong(why))
    }

    fn wrong(&self, why: impl Display) -> AssignmentError {
        AssignmentError::Value { key: self.key.to_owned(), value: self.value.to_owned(), why: why.to_string() }
    }
}
