//! Suggestions for misspelled names.

use std::fmt;

use crate::text;

/// A longer name is not misspelled.
const LONGEST: usize = 100;
/// More names than this are listed only if none is similar.
const FEW: usize = 8;
/// A beginning of fewer characters says too little about a name.
const LEAST_BEGINNING: usize = 3;

/// The valid name most similar to a given one, if any is similar enough.
///
/// Displays as ` (did you mean 'improved'?)`, with a leading blank, or as nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Suggestion(Option<String>);

impl Suggestion {
    /// Finds the name most similar to a given one.
    pub fn of<N: AsRef<str>>(given: &str, names: impl IntoIterator<Item = N>) -> Self {
        if given.len() > LONGEST {
            return Self(None);
        }
        let given = given.to_lowercase();
        let rated = names.into_iter().filter_map(|name| {
            let known = name.as_ref().to_lowercase();
            is_close(&given, &known).then(|| (strsim::jaro_winkler(&given, &known), name))
        });
        let best = rated.max_by(|(a, _), (b, _)| a.total_cmp(b));
        Self(best.map(|(_, name)| name.as_ref().to_owned()))
    }

    /// Suggests a name that is known to be meant.
    pub(crate) fn known(name: &str) -> Self {
        Self(Some(name.to_owned()))
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.0.as_deref()
    }
}

/// Returns whether one name may be a misspelling of the other: at most a third of it differs, or it is its beginning.
fn is_close(given: &str, known: &str) -> bool {
    let longer = given.chars().count().max(known.chars().count());
    let distance = strsim::osa_distance(given, known);
    let begins = given.len() >= LEAST_BEGINNING && known.starts_with(given);
    begins || (distance <= (longer / 3).max(1) && distance < longer)
}

impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(name) => write!(f, " (did you mean '{name}'?)"),
            None => Ok(()),
        }
    }
}

/// An unknown name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown {kind} '{}'{suggestion}{}", text::quoted(name), remedy(advice))]
pub struct Unknown {
    /// The kind of thing, such as `roster`.
    pub kind: &'static str,
    /// The name as given.
    pub name: String,
    /// The most similar name.
    pub suggestion: Suggestion,
    /// The remedy, if the suggestion is not enough.
    pub advice: String,
}

fn remedy(advice: &str) -> String {
    if advice.is_empty() { String::new() } else { format!("; {advice}") }
}

impl Unknown {
    /// Creates the error with the most similar name, and the list of available ones unless they are many and one is
    /// similar.
    #[must_use]
    pub fn among(kind: &'static str, name: &str, names: &[&str]) -> Self {
        let suggestion = Suggestion::of(name, names);
        let listed = names.len() <= FEW || suggestion.name().is_none();
        let advice = if listed { format!("available: {}", names.join(", ")) } else { String::new() };
        Self { kind, name: name.to_owned(), suggestion, advice }
    }

    /// Returns the error with another remedy.
    #[must_use]
    pub fn advice(self, advice: &str) -> Self {
        Self { advice: advice.to_owned(), ..self }
    }
}

/// Implements `FromStr` and `Display` by name for a type with `ALL` and `name`.
#[doc(hidden)]
#[macro_export]
macro_rules! read_by_name {
    ($type:ty, $kind:literal $(, $advice:literal)?) => {
        impl std::str::FromStr for $type {
            type Err = $crate::suggest::Unknown;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                <$type>::ALL.into_iter().find(|one| one.name() == name).ok_or_else(|| {
                    $crate::suggest::Unknown::among($kind, name, &<$type>::ALL.map(<$type>::name))$(.advice($advice))?
                })
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}
pub use read_by_name;

#[cfg(test)]
mod tests {
    use crate::suggest::Suggestion;

    #[test]
    fn only_close_names_are_suggested() {
        let names = ["t2", "overnight", "python-150ms", "small", "opponent-moves"];
        for (given, expected) in [
            ("nothere", None),
            ("x", None),
            ("zz", None),
            ("nothing", None),
            ("t1", Some("t2")),
            ("smlal", Some("small")),
            ("Overnigth", Some("overnight")),
            ("python", Some("python-150ms")),
            ("oponent-moves", Some("opponent-moves")),
        ] {
            assert_eq!(Suggestion::of(given, names).name(), expected, "{given}");
        }
    }
}
