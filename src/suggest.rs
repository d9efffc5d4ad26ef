//! Finding the name somebody meant.

use std::fmt;

/// Where there are more names than this, one that is not at all like the given one is better not suggested.
const FEW: usize = 8;

/// The valid name nearest to one that is not, if any is near enough to be worth naming.
///
/// Displays as ` (did you mean 'improved'?)`, which fits into the middle of a sentence, or as nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Suggestion(Option<String>);

impl Suggestion {
    /// Finds the name nearest to the one given.
    pub fn of<N: AsRef<str>>(given: &str, names: impl IntoIterator<Item = N>) -> Self {
        let given = given.to_lowercase();
        let likeness = |name: &N| strsim::jaro_winkler(&given, &name.as_ref().to_lowercase());
        let rated: Vec<(f64, N)> = names.into_iter().map(|name| (likeness(&name), name)).collect();
        let least = if rated.len() > FEW { 0.7 } else { 0.5 };
        let best = rated.into_iter().max_by(|(a, _), (b, _)| a.total_cmp(b));
        Self(best.filter(|(likeness, _)| *likeness > least).map(|(_, name)| name.as_ref().to_owned()))
    }

    /// Returns the name found.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.0.as_deref()
    }
}

impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(name) => write!(f, " (did you mean '{name}'?)"),
            None => Ok(()),
        }
    }
}

/// A name that nothing of its kind has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown {kind} '{name}'{suggestion}{}", remedy(advice))]
pub struct Unknown {
    /// What was looked for.
    pub kind: &'static str,
    /// The name as given.
    pub name: String,
    /// The one that may have been meant.
    pub suggestion: Suggestion,
    /// What to do about it, if the suggestion is not enough.
    pub advice: String,
}

fn remedy(advice: &str) -> String {
    if advice.is_empty() { String::new() } else { format!("; {advice}") }
}

impl Unknown {
    /// Finds the name that may have been meant, and lists the available ones unless they are many and one is near.
    #[must_use]
    pub fn among(kind: &'static str, name: &str, names: &[&str]) -> Self {
        let suggestion = Suggestion::of(name, names);
        let listed = names.len() <= FEW || suggestion.name().is_none();
        let advice = if listed { format!("available: {}", names.join(", ")) } else { String::new() };
        Self { kind, name: name.to_owned(), suggestion, advice }
    }

    /// Returns the same with another advice.
    #[must_use]
    pub fn advice(self, advice: &str) -> Self {
        Self { advice: advice.to_owned(), ..self }
    }
}

/// Lets a closed type with `ALL` and `name` be read by its name, from text and from documents.
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
pub(crate) use read_by_name;
