//! What nodes and heuristics cost in a checkout.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::search::ResolvedBudget;

/// Times measured in a checkout, in seconds of the process.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Calibration {
    /// A node without its heuristic.
    pub node: f64,
    /// A call of each heuristic.
    pub call: BTreeMap<String, f64>,
}

impl Calibration {
    /// Returns whether the numbers can be times.
    pub(super) fn is_sound(&self) -> bool {
        self.node > 1e-9 && self.call.values().all(|&time| (0.0..60.0).contains(&time))
    }

    /// Returns the effort that a search by a heuristic can spend in a number of milliseconds.
    #[must_use]
    pub fn budget(&self, heuristic: &str, milliseconds: f64) -> Option<ResolvedBudget> {
        let call = self.call.get(heuristic)? / self.node;
        // At most some 10^9 nodes a second.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let units = (milliseconds / 1000.0 / self.node).round().max(1.0) as u64;
        Some(ResolvedBudget::Effort { units, call })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effort_is_counted_in_nodes() {
        // Powers of two, whose quotients are exact: about 4 and 10 microseconds.
        let node = 1.0 / 262_144.0;
        let calibration = Calibration { node, call: BTreeMap::from([("improved".to_owned(), 2.5 * node)]) };
        assert_eq!(calibration.budget("improved", 140.0), Some(ResolvedBudget::Effort { units: 36_700, call: 2.5 }));
        assert_eq!(calibration.budget("open", 140.0), None);
        assert!(calibration.is_sound() && !Calibration { node: -1e-6, ..calibration }.is_sound());
    }
}
