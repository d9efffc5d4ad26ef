//! Finding the name somebody meant.

use std::fmt;

/// The valid name nearest to one that is not, if any is near enough to be worth naming.
///
/// Displays as `; did you mean 'improved'?`-style text that fits into the middle of a sentence, or as nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Suggestion(Option<String>);

impl Suggestion {
    /// Finds the name nearest to the one given.
    pub fn of<N: AsRef<str>>(given: &str, names: impl IntoIterator<Item = N>) -> Suggestion {
        let given = given.to_lowercase();
        let likeness = |name: &N| strsim::jaro_winkler(&given, &name.as_ref().to_lowercase());
        let rated = names.into_iter().map(|name| (likeness(&name), name));
        let best = rated.max_by(|(a, _), (b, _)| a.total_cmp(b));
        Suggestion(best.filter(|(likeness, _)| *likeness > 0.7).map(|(_, name)| name.as_ref().to_owned()))
    }

    /// Gives the name found.
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
