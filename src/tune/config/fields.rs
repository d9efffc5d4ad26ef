//! The macro behind the list of configuration fields, which is in `mod.rs`: struct, documentation, assignments and differences
//! come from it.

use std::fmt::{self, Display};
use std::str::FromStr;

use erased_serde::Serialize;
use serde::de::DeserializeOwned;

use super::{OptimizerChoice, TuneConfig, TunedFeature};
use crate::document;
use crate::features::Feature;
use crate::suggest::{Suggestion, Unknown};

/// A field of [`TuneConfig`] that can be assigned and compared, `validation.every` included.
#[derive(Clone, Copy, Debug)]
pub struct ConfigField {
    /// The name in the file and in assignments.
    pub key: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// Whether a run can be resumed after it has changed: it decides no result, or only the length of the search. The help of
    /// `isotune resume` names these fields.
    pub free: bool,
    /// Whether it is a part of another field.
    pub part: bool,
    /// Returns the value as text, `None` if it is omitted.
    get: fn(&TuneConfig) -> Option<String>,
    /// Assigns a value written as text.
    set: fn(&mut TuneConfig, &str) -> Result<(), String>,
}

/// Declares the configuration struct, and its fields as [`ConfigField`]s.
///
/// A field's kind says how its value is written in an assignment: `text` (by `Display` and `FromStr`), `optional` (the
/// same in an `Option`), `ron`, or `features` (RON, with every feature a field of its own).
macro_rules! config {
    (
        $(#[$outer:meta])*
        pub struct $config:ident {
            $(
                #[doc = $about:literal]
                $(#[serde($($serde:tt)*)])?
                $field:ident: $type:ty { $kind:ident, $freedom:ident $(, parts: $($part:ident)+)? },
            )+
        }
    ) => {
        $(#[$outer])*
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $config {
            $(
                #[doc = $about]
                $(#[serde($($serde)*)])?
                pub $field: $type,
            )+
        }

        impl $config {
            /// All fields, in the order of the file; parts follow the field they belong to.
            pub const FIELDS: &'static [ConfigField] = &[
                $(
                    fields::field!($about, [$field], stringify!($field), $kind, $freedom, false),
                    $($(
                        fields::field!(
                            $about, [$field $part], concat!(stringify!($field), ".", stringify!($part)), ron, $freedom, true
                        ),
                    )+)?
                )+
            ];
        }
    };
}

macro_rules! field {
    ($about:literal, [$($place:ident)+], $key:expr, $kind:ident, $freedom:ident, $part:literal) => {
        ConfigField::new(
            $key,
            $about.trim_ascii_start(),
            fields::free!($freedom),
            $part,
            |config| fields::$kind::get(&config.$($place).+),
            |config, value| fields::$kind::set(&mut config.$($place).+, value),
        )
    };
}

macro_rules! free {
    (free) => {
        true
    };
    (fixed) => {
        false
    };
}

pub(super) use {config, field, free};

impl ConfigField {
    /// Describes a field.
    pub(super) const fn new(
        key: &'static str,
        about: &'static str,
        free: bool,
        part: bool,
        get: fn(&TuneConfig) -> Option<String>,
        set: fn(&mut TuneConfig, &str) -> Result<(), String>,
    ) -> Self {
        Self { key, about, free, part, get, set }
    }

    /// Returns the value in a configuration as text, `None` if it is omitted.
    #[must_use]
    pub fn value(&self, config: &TuneConfig) -> Option<String> {
        (self.get)(config)
    }
}

/// Values written by `Display` and read by `FromStr`, with or without quotes.
pub(super) mod text {
    use super::{Display, FromStr, unquoted};

    // The same signature for all kinds.
    #[allow(clippy::unnecessary_wraps)]
    pub(in crate::tune::config) fn get(value: &impl Display) -> Option<String> {
        Some(value.to_string())
    }

    pub(in crate::tune::config) fn set<T: FromStr<Err: Display>>(value: &mut T, text: &str) -> Result<(), String> {
        *value = unquoted(text).parse().map_err(|error: T::Err| error.to_string())?;
        Ok(())
    }
}

/// The same in an `Option`.
pub(super) mod optional {
    use super::{Display, FromStr, unquoted};

    // The signature is that of the other kinds.
    #[allow(clippy::ref_option)]
    pub(in crate::tune::config) fn get(value: &Option<impl Display>) -> Option<String> {
        value.as_ref().map(ToString::to_string)
    }

    pub(in crate::tune::config) fn set<T: FromStr<Err: Display>>(
        value: &mut Option<T>,
        text: &str,
    ) -> Result<(), String> {
        *value = Some(unquoted(text).parse().map_err(|error: T::Err| error.to_string())?);
        Ok(())
    }
}

/// Values written as RON.
pub(super) mod ron {
    use super::{DeserializeOwned, Serialize, document};

    pub(in crate::tune::config) fn get(value: &dyn Serialize) -> Option<String> {
        document::to_ron(value).ok()
    }

    pub(in crate::tune::config) fn set<T: DeserializeOwned>(value: &mut T, text: &str) -> Result<(), String> {
        *value = document::value(text)?;
        Ok(())
    }
}

/// The features, as a RON map without duplicates.
pub(super) mod features {
    use std::collections::BTreeMap;

    use super::{Feature, TunedFeature, document};

    pub(in crate::tune::config) fn get(value: &BTreeMap<Feature, TunedFeature>) -> Option<String> {
        document::to_ron(value).ok()
    }

    pub(in crate::tune::config) fn set(value: &mut BTreeMap<Feature, TunedFeature>, text: &str) -> Result<(), String> {
        let unique: document::Unique<_, _> = document::value(text)?;
        *value = unique.0;
        Ok(())
    }
}

fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text)
}

/// Why an assignment was rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AssignmentError {
    /// The text has no `=`.
    #[error("'{text}' is not an assignment; write key=value, for example seed=7 or total=Games(50000)", text = crate::text::quoted(text))]
    NoValue {
        /// The text.
        text: String,
    },
    /// The key is unknown.
    #[error("unknown key '{key}'{suggestion}; available: {}, features.NAME", keys().join(", "), key = crate::text::quoted(key))]
    Key {
        /// The key as given.
        key: String,
        /// The closest key.
        suggestion: Suggestion,
    },
    /// The feature is unknown.
    #[error(transparent)]
    Feature(#[from] Unknown),
    /// The value is invalid.
    #[error(
        "invalid value '{value}' for '{key}': {cause}{}",
        as_in(key, example.as_deref()),
        key = crate::text::quoted(key),
        value = crate::text::quoted(value)
    )]
    Value {
        /// The key.
        key: String,
        /// The value as given.
        value: String,
        /// Why it is invalid.
        cause: String,
        /// A valid value, if one fits into a message.
        example: Option<String>,
    },
}

/// The most characters of an example in a message.
const LONGEST_EXAMPLE: usize = 40;

fn as_in(key: &str, example: Option<&str>) -> String {
    example.map_or_else(String::new, |example| format!(", as in {key}={example}"))
}

fn keys() -> Vec<&'static str> {
    TuneConfig::FIELDS.iter().map(|field| field.key).collect()
}

/// A field that differs between two configurations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The key of the field.
    pub field: String,
    /// The old value.
    pub before: Option<String>,
    /// The new value.
    pub after: Option<String>,
    /// Whether a run can be resumed after the change.
    pub free: bool,
}

impl Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "(omitted)".to_owned());
        let (before, after) = (shown(&self.before), shown(&self.after));
        write!(f, "{}: {before} -> {after} ({})", self.field, if self.free { "allowed" } else { "not allowed" })
    }
}

impl TuneConfig {
    /// Changes one field by an assignment such as `seed=7`, `total=Games(50000)` or `features.own-ring-2=(start: 0.5)`.
    ///
    /// # Errors
    /// Returns an error if the key is unknown or the value is invalid.
    pub fn assign(&mut self, text: &str) -> Result<(), AssignmentError> {
        let (key, value) = text.split_once('=').ok_or_else(|| AssignmentError::NoValue { text: text.to_owned() })?;
        let (key, value) = (key.trim(), value.trim());
        let invalid = |cause, example: Option<String>| {
            let example = example.filter(|example| example.len() <= LONGEST_EXAMPLE);
            AssignmentError::Value { key: key.to_owned(), value: value.to_owned(), cause, example }
        };
        if let Some(name) = key.strip_prefix("features.") {
            let feature: Feature = name.parse()?;
            let tuned = document::value(value).map_err(|cause| invalid(cause, None))?;
            self.features.insert(feature, tuned);
            return Ok(());
        }
        match Self::FIELDS.iter().find(|field| field.key == key) {
            Some(field) => {
                let before = field.value(self);
                let example = if key == "optimizer" { OptimizerChoice::form(value).or(before) } else { before };
                (field.set)(self, value).map_err(|cause| invalid(cause, example))
            }
            None => Err(AssignmentError::Key { key: key.to_owned(), suggestion: Suggestion::of(key, keys()) }),
        }
    }

    /// Returns the fields in which another configuration differs; features are compared one by one.
    #[must_use]
    pub fn changes(&self, other: &Self) -> Vec<Change> {
        let mut changes = Vec::new();
        let mut compare = |field: String, before: Option<String>, after: Option<String>, free| {
            if before != after {
                changes.push(Change { field, before, after, free });
            }
        };
        for field in Self::FIELDS.iter().filter(|field| !field.part) {
            if field.key == "features" {
                let mut names: Vec<Feature> = self.features.keys().chain(other.features.keys()).copied().collect();
                names.sort_unstable();
                names.dedup();
                for name in names {
                    let written =
                        |config: &Self| config.features.get(&name).and_then(|tuned| document::to_ron(tuned).ok());
                    compare(format!("features.{name}"), written(self), written(other), field.free);
                }
            } else {
                compare(field.key.to_owned(), field.value(self), field.value(other), field.free);
            }
        }
        changes
    }
}
