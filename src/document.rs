//! RON documents, and the JSON form of those that have one: read so that what is wrong has a line and a column.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use crate::suggest::Suggestion;
use serde::de::{self, Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};

/// Where the text of a document came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A file.
    File(PathBuf),
    /// A document that is part of the program.
    Embedded(&'static str),
    /// A text handed over by a caller.
    Text,
}

/// Why a document cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// The file cannot be read.
    #[error("cannot read {}: {error}; check the path", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The text is not what it should be.
    #[error("{origin}, line {line}, column {column}: {message}")]
    Text {
        /// Where the text came from.
        origin: Origin,
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// The text is not JSON.
    #[error("{origin}, line {line}, column {column}: {message}; this must be JSON")]
    NotJson {
        /// Where the text came from.
        origin: Origin,
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
}

/// Reads a document from RON text.
///
/// # Errors
/// Says where the text is wrong and why.
pub fn parse<T: DeserializeOwned>(text: &str, origin: Origin) -> Result<T, DocumentError> {
    ron::from_str(text).map_err(|error| DocumentError::Text {
        origin,
        line: error.span.start.line,
        column: error.span.start.col,
        message: sentence(&error.code),
    })
}

/// Reads a single value from RON text.
///
/// # Errors
/// Says what is wrong.
pub fn value<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    ron::from_str(text).map_err(|error| sentence(&error.code))
}

/// What is wrong, with the nearest name where a name is.
fn sentence(error: &ron::Error) -> String {
    let unknown = |what: &str, found: &str, expected: &[&str]| {
        format!("there is no {what} '{found}'{}; available: {}", Suggestion::of(found, expected), expected.join(", "))
    };
    match error {
        ron::Error::NoSuchStructField { expected, found, .. } => unknown("field", found, expected),
        ron::Error::NoSuchEnumVariant { expected, found, .. } => unknown("choice", found, expected),
        ron::Error::MissingStructField { field, .. } => format!("the field '{field}' is missing; add '{field}: …,'"),
        ron::Error::DuplicateStructField { field, .. } => format!("the field '{field}' is given twice; remove one"),
        ron::Error::ExpectedNamedStructLike(_)
        | ron::Error::ExpectedStructLike
        | ron::Error::ExpectedDifferentStructName { .. } => {
            "here must be '(', then fields as in 'name: …,', and ')' at the end".to_owned()
        }
        ron::Error::SuggestRawIdentifier(found) | ron::Error::InvalidIdentifier(found) => {
            format!("'{found}' is no name; here must be one, as in Games(50000) or Auto")
        }
        ron::Error::ExpectedString => "here must be a text in double quotes".to_owned(),
        // These say themselves what should be there.
        ron::Error::Message(_) | ron::Error::InvalidValueForType { .. } => error.to_string(),
        other => format!("{other}; this must be RON, see the README for an example"),
    }
}

/// Reads a document from JSON text.
///
/// # Errors
/// Says where the text is wrong and why.
pub fn parse_json<T: DeserializeOwned>(text: &str, origin: Origin) -> Result<T, DocumentError> {
    serde_json::from_str(text).map_err(|error| {
        let (line, column, message) = (error.line(), error.column(), json_sentence(&error));
        if error.is_data() {
            DocumentError::Text { origin, line, column, message }
        } else {
            DocumentError::NotJson { origin, line, column, message }
        }
    })
}

/// What is wrong, with the nearest name where a name is; `serde_json` says names in backquotes.
fn json_sentence(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
    let quoted: Vec<&str> = what.split('`').skip(1).step_by(2).collect();
    match quoted.as_slice() {
        [found, expected @ ..] if what.starts_with("unknown field `") => {
            let suggestion = Suggestion::of(found, expected);
            format!("there is no field '{found}'{suggestion}; available: {}", expected.join(", "))
        }
        [field] if what.starts_with("missing field `") => {
            format!("the field '{field}' is missing; add '\"{field}\": …,'")
        }
        [field] if what.starts_with("duplicate field `") => {
            format!("the field '{field}' is given twice; remove one")
        }
        _ => what.to_owned(),
    }
}

/// Reads a document from a file, as JSON when its name ends so, else as RON.
///
/// # Errors
/// Says why the file cannot be read, or where it is wrong and why.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<T, DocumentError> {
    let text = std::fs::read_to_string(path).map_err(|error| DocumentError::Read { path: path.to_owned(), error })?;
    let parse = if is_json(path) { parse_json } else { parse };
    parse(&text, Origin::File(path.to_owned()))
}

impl Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::File(path) => write!(f, "{}", path.display()),
            Origin::Embedded(name) => write!(f, "the embedded {name}"),
            Origin::Text => f.write_str("the text given"),
        }
    }
}

/// Reads a document that is part of the program by its name, or from a file by a path that ends in `.ron`; gives `None`
/// when the name is neither.
///
/// # Errors
/// Says where the text is wrong and why.
#[must_use]
pub fn named<T: DeserializeOwned>(
    name: &str,
    embedded: &[(&'static str, &'static str)],
) -> Option<Result<T, DocumentError>> {
    if let Some((name, text)) = embedded.iter().find(|(known, _)| *known == name) {
        return Some(parse(text, Origin::Embedded(name)));
    }
    is_ron(Path::new(name)).then(|| read(Path::new(name)))
}

/// Says whether a path is that of a RON file, by its ending.
#[must_use]
pub fn is_ron(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"))
}

/// Says whether a path is that of a JSON file, by its ending.
#[must_use]
pub fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
}

/// Reads a map in which every key may stand only once; for `#[serde(deserialize_with)]`.
///
/// # Errors
/// Names a key that is given twice.
pub fn unique_map<'de, K, V, D>(deserializer: D) -> Result<BTreeMap<K, V>, D::Error>
where
    K: Deserialize<'de> + Ord + Copy + Display,
    V: Deserialize<'de>,
    D: Deserializer<'de>,
{
    deserializer.deserialize_map(UniqueMap(PhantomData))
}

/// A map in which every key stood only once.
#[derive(Debug)]
pub struct Unique<K, V>(
    /// The map.
    pub BTreeMap<K, V>,
);

impl<'de, K, V> Deserialize<'de> for Unique<K, V>
where
    K: Deserialize<'de> + Ord + Copy + Display,
    V: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        unique_map(deserializer).map(Unique)
    }
}

struct UniqueMap<K, V>(PhantomData<(K, V)>);

impl<'de, K, V> Visitor<'de> for UniqueMap<K, V>
where
    K: Deserialize<'de> + Ord + Copy + Display,
    V: Deserialize<'de>,
{
    type Value = BTreeMap<K, V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map from names to values")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<BTreeMap<K, V>, A::Error> {
        let mut read = BTreeMap::new();
        while let Some(key) = map.next_key::<K>()? {
            if read.contains_key(&key) {
                return Err(de::Error::custom(format!("'{key}' is given twice; remove one of them")));
            }
            read.insert(key, map.next_value()?);
        }
        Ok(read)
    }
}

/// Lets a closed type be read by its name, so that a wrong name is noticed where it stands in the text.
macro_rules! deserialize_by_name {
    ($type:ty) => {
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = String::deserialize(deserializer)?;
                name.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use deserialize_by_name;

/// A value that may be left out and stands there as it is, without `Some`; for `#[serde(default, with)]` together with
/// `skip_serializing_if = "Option::is_none"`.
pub mod optional {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes the value alone.
    ///
    /// # Errors
    /// Whatever the value's own writing says.
    // The signature is serde's.
    #[allow(clippy::ref_option)]
    pub fn serialize<T: Serialize, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => value.serialize(serializer),
            None => serializer.serialize_none(),
        }
    }

    /// Reads a value that is there.
    ///
    /// # Errors
    /// Whatever the value's own reading says.
    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
        T::deserialize(deserializer).map(Some)
    }
}

/// Lets a type be written and read as the text it displays as; for `#[serde(with)]` and for types of one's own.
pub mod text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de};

    /// Writes a value as text.
    ///
    /// # Errors
    /// Whatever the format says.
    pub fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    /// Reads a value from text.
    ///
    /// # Errors
    /// When the text is not such a value.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr,
        T::Err: Display,
        D: Deserializer<'de>,
    {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
