//! RON and JSON documents, read with the line and column of errors.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use erased_serde::Serialize;
use ron::Options;
use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::de::{self, Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};

use crate::store;
use crate::suggest::Suggestion;
use crate::text;

mod embedded;

pub use embedded::LookupError;

pub use embedded::Embedded;

/// The largest document that is read, in bytes: a thousand times the size of the largest embedded one.
const LARGEST: usize = 1 << 20;
/// The longest description of an error, in bytes.
const LONGEST_MESSAGE: usize = 1000;

/// The origin of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A file.
    File(PathBuf),
    /// An embedded document.
    Embedded(&'static str),
    /// A text given by the caller.
    Text,
}

/// Why a document cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// The file cannot be read.
    #[error("cannot read {}: {error}; check the path{}", text::path(path), relative_to(path, error))]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: std::io::Error,
    },
    /// The file is not text.
    #[error("{} is not UTF-8 text; save it as UTF-8, or give another file", .0.display())]
    NotText(PathBuf),
    /// The file is empty.
    #[error("{} is empty", .0.display())]
    Empty(PathBuf),
    /// The text is invalid.
    #[error("{origin}, line {line}, column {column}: {message}")]
    Text {
        /// The origin of the text.
        origin: Origin,
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// The cause.
        message: String,
    },
    /// The text is not JSON.
    #[error("{origin}, line {line}, column {column}: {message}; expected JSON")]
    NotJson {
        /// The origin of the text.
        origin: Origin,
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// The cause.
        message: String,
    },
}

/// Returns where a missing file was looked for.
fn relative_to(path: &Path, error: &io::Error) -> String {
    let missing = path.is_relative() && error.kind() == io::ErrorKind::NotFound;
    match std::env::current_dir().ok().filter(|_| missing) {
        Some(folder) => format!(", which is relative to the working directory, {}", text::path(&folder)),
        None => String::new(),
    }
}

/// Reads a document from RON text.
///
/// # Errors
/// Returns the position and the cause if the text is invalid.
pub fn parse<T: DeserializeOwned>(text: &str, origin: Origin) -> Result<T, DocumentError> {
    options().from_str(without_mark(text)).map_err(|error| DocumentError::Text {
        origin,
        line: error.span.start.line,
        column: error.span.start.col,
        message: sentence(&error.code),
    })
}

/// Reads a single value from RON text.
///
/// # Errors
/// Returns the cause if the text is invalid.
pub fn value<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    options().from_str(text).map_err(|error| match error.code {
        ron::Error::TrailingCharacters if text.parse::<f64>().is_ok() => "expected a whole number".to_owned(),
        ron::Error::TrailingCharacters => "unexpected text after the value".to_owned(),
        code => sentence(&code),
    })
}

/// Writes a value as RON on one line.
///
/// # Errors
/// Returns an error if the value has no RON form.
pub fn to_ron(value: &dyn Serialize) -> Result<String, ron::Error> {
    options().to_string(value)
}

/// Writes a value as RON in a style.
///
/// # Errors
/// Returns an error if the value has no RON form.
pub fn to_pretty_ron(value: &dyn Serialize, style: PrettyConfig) -> Result<String, ron::Error> {
    options().to_string_pretty(value, style)
}

/// Encodes a value as RON that [`decode`] reads.
///
/// # Errors
/// Returns an error if the value has no RON form.
pub fn encode(value: &dyn Serialize) -> Result<String, ron::Error> {
    ron::to_string(value)
}

/// Decodes a value that [`encode`] wrote, or returns `None` if the text is anything else.
#[must_use]
pub fn decode<T: DeserializeOwned>(text: &str) -> Option<T> {
    ron::from_str(text).ok()
}

/// An optional value is written without `Some`.
fn options() -> Options {
    Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// Returns the text without the byte-order mark that some programs begin a file with.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Returns the cause, in one line that is not too long.
fn sentence(error: &ron::Error) -> String {
    text::shortened(&text::one_line(&cause(error)), LONGEST_MESSAGE).into_owned()
}

/// Returns the cause, with the most similar name if a name is unknown.
fn cause(error: &ron::Error) -> String {
    let unknown = |what: &str, found: &str, expected: &[&str]| {
        let (shown, suggestion) = (text::quoted(found), Suggestion::of(found, expected));
        format!("unknown {what} '{shown}'{suggestion}; available: {}", expected.join(", "))
    };
    match error {
        ron::Error::NoSuchStructField { expected, found, .. } => unknown("field", found, expected),
        ron::Error::NoSuchEnumVariant { expected, found, .. } => unknown("variant", found, expected),
        ron::Error::MissingStructField { field, .. } => format!("missing field '{field}'; add '{field}: …,'"),
        ron::Error::DuplicateStructField { field, .. } => format!("duplicate field '{field}'; remove one"),
        ron::Error::ExpectedNamedStructLike(_)
        | ron::Error::ExpectedStructLike
        | ron::Error::ExpectedDifferentStructName { .. } => {
            "expected '(', fields such as 'name: …,', and ')'".to_owned()
        }
        ron::Error::SuggestRawIdentifier(found) | ron::Error::InvalidIdentifier(found) => {
            let found = text::quoted(found);
            format!("'{found}' is not a name; expected one, such as Games(50000) or Auto")
        }
        ron::Error::ExpectedString => "expected a string in double quotes".to_owned(),
        ron::Error::IntegerOutOfBounds => {
            "a number is negative or too large; expected a whole number from 0".to_owned()
        }
        ron::Error::ExpectedInteger => "expected a whole number".to_owned(),
        ron::Error::ExpectedFloat => "expected a number".to_owned(),
        // These messages are complete.
        ron::Error::Message(_) | ron::Error::InvalidValueForType { .. } => error.to_string(),
        other => format!("{other}; expected RON"),
    }
}

/// Reads a document from JSON text.
///
/// # Errors
/// Returns the position and the cause if the text is invalid.
pub fn parse_json<T: DeserializeOwned>(text: &str, origin: Origin) -> Result<T, DocumentError> {
    serde_json::from_str(without_mark(text)).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let message = text::shortened(&text::one_line(&json_sentence(&error)), LONGEST_MESSAGE).into_owned();
        if error.is_data() {
            DocumentError::Text { origin, line, column, message }
        } else {
            DocumentError::NotJson { origin, line, column, message }
        }
    })
}

/// What is wrong, with the nearest name where a name is; `serde_json` writes names in backquotes.
fn json_sentence(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
    let quoted: Vec<&str> = what.split('`').skip(1).step_by(2).collect();
    match quoted.as_slice() {
        [found, expected @ ..] if what.starts_with("unknown field `") => {
            let suggestion = Suggestion::of(found, expected);
            format!("unknown field '{}'{suggestion}; available: {}", text::quoted(found), expected.join(", "))
        }
        [field] if what.starts_with("missing field `") => {
            format!("missing field '{field}'; add '\"{field}\": …,'")
        }
        [field] if what.starts_with("duplicate field `") => {
            format!("duplicate field '{field}'; remove one")
        }
        _ => what.to_owned(),
    }
}

/// Reads a document from a file: JSON if its name ends in `.json`, else RON.
///
/// # Errors
/// Returns an error if the file cannot be read or its text is invalid.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<T, DocumentError> {
    parse_bytes(read_bytes(path).map_err(|error| DocumentError::Read { path: path.to_owned(), error })?, path)
}

/// Reads the bytes of a document's file.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    store::read_bounded(path, LARGEST as u64)
}

/// Reads a document from the bytes of a file: JSON if its name ends in `.json`, else RON.
///
/// # Errors
/// Returns an error if the bytes are too many, no text, or invalid.
pub fn parse_bytes<T: DeserializeOwned>(bytes: Vec<u8>, path: &Path) -> Result<T, DocumentError> {
    let refused = |sentence: String| DocumentError::Read {
        path: path.to_owned(),
        error: io::Error::new(io::ErrorKind::InvalidData, sentence),
    };
    if bytes.len() > LARGEST {
        return Err(refused(format!("it is larger than {LARGEST} bytes")));
    }
    let text = String::from_utf8(bytes).map_err(|_| DocumentError::NotText(path.to_owned()))?;
    if text.trim().is_empty() {
        return Err(DocumentError::Empty(path.to_owned()));
    }
    let parse = if is_json(path) { parse_json } else { parse };
    parse(&text, Origin::File(path.to_owned()))
}

impl Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => f.write_str(&text::path(path)),
            Self::Embedded(name) => write!(f, "the embedded {name}"),
            Self::Text => f.write_str("input"),
        }
    }
}

/// Returns whether a path has the extension of a RON file.
#[must_use]
pub fn is_ron(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"))
}

/// Returns whether a path has the extension of a JSON file.
#[must_use]
pub fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
}

/// The longest name, in bytes.
const LONGEST_NAME: usize = 200;

/// Deserializes a name: one line, and not too long; for `#[serde(deserialize_with)]`.
///
/// # Errors
/// Returns an error if the text is no name.
pub fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    if name.len() > LONGEST_NAME || name.contains(char::is_control) {
        let expected = format!("expected at most {LONGEST_NAME} bytes without control characters");
        return Err(de::Error::custom(format!("'{}' is not a name; {expected}", text::quoted(&name))));
    }
    Ok(name)
}

/// Deserializes a map with unique keys; for `#[serde(deserialize_with)]`.
///
/// # Errors
/// Returns an error if a key is duplicated.
pub fn unique_map<'de, K, V, D>(deserializer: D) -> Result<BTreeMap<K, V>, D::Error>
where
    K: Deserialize<'de> + Ord + Copy + Display,
    V: Deserialize<'de>,
    D: Deserializer<'de>,
{
    deserializer.deserialize_map(UniqueMap(PhantomData))
}

/// A map with unique keys.
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
                return Err(de::Error::custom(format!("duplicate key '{key}'; remove one")));
            }
            read.insert(key, map.next_value()?);
        }
        Ok(read)
    }
}

/// Implements `Serialize` and `Deserialize` by `Display` and `FromStr`, so that an invalid text is reported at its
/// position.
macro_rules! serde_as_text {
    ($type:ty) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use serde_as_text;
