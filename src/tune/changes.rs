//! What has changed between two configurations, and whether a run can go on with it.

use std::fmt;

use super::config::TuneConfig;

/// A field that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The field.
    pub field: String,
    /// What it was.
    pub before: String,
    /// What it is.
    pub after: String,
    /// Whether the run can go on: the field decides no result, or only how long the search is.
    pub free: bool,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Change { field, before, after, free } = self;
        write!(f, "{field}: {before} -> {after} ({})", if *free { "free" } else { "refused" })
    }
}

/// Lists what differs between two configurations, field by field.
///
/// # Errors
/// When a value cannot be written, which none is known to cause.
pub fn changes(before: &TuneConfig, after: &TuneConfig) -> Result<Vec<Change>, ron::Error> {
    let mut changes = Vec::new();
    let mut compare = |field: &str, before: Option<String>, after: Option<String>, free: bool| {
        if before != after {
            let shown = |value: Option<String>| value.unwrap_or_else(|| "(not given)".to_owned());
            changes.push(Change { field: field.to_owned(), before: shown(before), after: shown(after), free });
        }
    };
    macro_rules! field {
        ($name:ident, $free:literal) => {
            compare(stringify!($name), Some(ron::to_string(&before.$name)?), Some(ron::to_string(&after.$name)?), $free)
        };
    }
    field!(name, true);
    field!(seed, false);
    compare("board", Some(before.board.to_string()), Some(after.board.to_string()), false);
    compare("protocol", Some(before.protocol.to_string()), Some(after.protocol.to_string()), false);
    field!(opponents, false);
    let budget = |config: &TuneConfig| config.budget.as_ref().map(ToString::to_string);
    compare("budget", budget(before), budget(after), false);
    compare("costs", before.costs.clone(), after.costs.clone(), false);
    let mut features: Vec<_> = before.features.keys().chain(after.features.keys()).copied().collect();
    features.sort_unstable();
    features.dedup();
    for feature in features {
        let written = |config: &TuneConfig| config.features.get(&feature).map(ron::to_string).transpose();
        compare(&format!("features.{feature}"), written(before)?, written(after)?, false);
    }
    field!(objective, false);
    field!(optimizer, false);
    field!(total, true);
    field!(plies, false);
    field!(validation, false);
    field!(finals, true);
    field!(reporting, true);
    Ok(changes)
}
