//! A part of a result as a line of a table.

use serde::Serialize;

use super::records::{FinalRecord, StartRecord, VersusRecord};

/// A part of a result, as a line of CSV: the key that it has in JSON, whose figures they are, and the figures.
#[derive(Serialize)]
pub(crate) struct PartRow<'r> {
    part: &'static str,
    name: &'r str,
    #[serde(flatten)]
    figures: &'r dyn erased_serde::Serialize,
}

impl<'r> PartRow<'r> {
    /// Creates the line of what the whole result is about, which has no key of its own.
    pub(crate) fn overall(name: &'r str, figures: &'r dyn erased_serde::Serialize) -> Self {
        Self::new("overall", name, figures)
    }

    /// Creates the line of a part.
    pub(crate) fn new(part: &'static str, name: &'r str, figures: &'r dyn erased_serde::Serialize) -> Self {
        Self { part, name, figures }
    }
}

impl FinalRecord {
    /// Returns the scores as lines of a table: all opponents, each of them, `improved`, and the start weights.
    pub(crate) fn rows<'r>(&'r self, name: &'r str) -> Vec<PartRow<'r>> {
        let mut rows = vec![PartRow::overall(name, &self.score)];
        let opponents = self.opponents.iter();
        rows.extend(opponents.map(|opponent| PartRow::new("opponents", &opponent.name, &opponent.score)));
        rows.push(PartRow::new("improved", "improved", &self.improved));
        let VersusRecord { delta, head_to_head } = &self.versus_improved;
        rows.push(PartRow::new("versus_improved", "improved", delta));
        rows.push(PartRow::new("versus_improved.head_to_head", "improved", head_to_head));
        if let Some(StartRecord { score, versus_start: VersusRecord { delta, head_to_head } }) = &self.start {
            rows.push(PartRow::new("start", "start", score));
            rows.push(PartRow::new("start.versus_start", "start", delta));
            rows.push(PartRow::new("start.versus_start.head_to_head", "start", head_to_head));
        }
        rows
    }
}
