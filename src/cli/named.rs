//! Values under names, in the order given.

use serde::{Serialize, Serializer};

/// A list of named values that JSON shows as an object.
#[derive(Debug)]
pub(super) struct Named<T>(pub(super) Vec<(String, T)>);

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
