//! A heuristic's score as people and programs read it.

use std::fmt;

use serde::{Serialize, Serializer};

/// A score that may be infinite, which JSON has no number for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Score(pub(super) f64);

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_finite() { serializer.serialize_f64(self.0) } else { serializer.collect_str(self) }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero turns −0 into 0. Four decimals tell any two scores of the catalogue apart that matter to the eye.
        let text = if self.0.is_finite() { format!("{:.4}", self.0 + 0.0) } else { self.0.to_string() };
        f.pad(&text)
    }
}
