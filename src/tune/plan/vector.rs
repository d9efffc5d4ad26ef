//! Weights of an external optimizer as the vector of an encoding.

use super::encoding::{Encoding, Part, Slot};
use crate::heuristic::Weight;
use crate::optimize::Coordinate;
use crate::suggest::Unknown;
use crate::text::plural;

/// Why weights do not fit an encoding.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum VectorError {
    /// The list is too short or too long.
    #[error("{given} {} given, but {expected} are free: {names}", plural(*given, "weight"))]
    Length {
        /// The given number.
        given: usize,
        /// The number of free weights.
        expected: usize,
        /// Their names.
        names: String,
    },
    /// There is no weight of that name.
    #[error(transparent)]
    Unknown(#[from] Unknown),
    /// A weight is given twice.
    #[error("the weight '{name}' is given twice", name = crate::text::quoted(name))]
    Twice {
        /// The weight.
        name: String,
    },
    /// A weight has an early and a late part, but is not tapered.
    #[error("the weight '{name}' is not tapered; give one number", name = crate::text::quoted(name))]
    NotTapered {
        /// The weight.
        name: String,
    },
    /// A weight is outside its bounds.
    #[error("the weight '{name}' is {value}, outside {lower} to {upper}", name = crate::text::quoted(name))]
    Outside {
        /// The weight.
        name: String,
        /// The given value.
        value: f64,
        /// The lower bound.
        lower: f64,
        /// The upper bound.
        upper: f64,
    },
    /// A frozen weight is given another value.
    #[error("the weight '{name}' is {value}, but frozen at {start}; leave it out", name = crate::text::quoted(name))]
    Frozen {
        /// The weight.
        name: String,
        /// The given value.
        value: f64,
        /// The value it is frozen at.
        start: f64,
    },
}

impl Encoding {
    /// Returns the coordinates that are not frozen, in order.
    pub fn free(&self) -> impl Iterator<Item = &Slot> {
        self.slots().iter().filter(|slot| slot.coordinate.step > 0.0)
    }

    /// Returns the vector with the free weights given, in order; frozen ones keep their start.
    ///
    /// # Errors
    /// Returns an error if their number is wrong, or one is outside its bounds.
    pub fn vector(&self, free: &[f64]) -> Result<Vec<f64>, VectorError> {
        let names: Vec<String> = self.free().map(Slot::name).collect();
        if free.len() != names.len() {
            return Err(VectorError::Length { given: free.len(), expected: names.len(), names: names.join(", ") });
        }
        let mut given = free.iter();
        let mut vector = self.start();
        for (value, slot) in vector.iter_mut().zip(self.slots()).filter(|(_, slot)| slot.coordinate.step > 0.0) {
            *value = self.checked(slot, given.next().copied().unwrap_or(*value))?;
        }
        Ok(vector)
    }

    /// Returns the vector with weights given by name; those not given keep their start.
    ///
    /// A tapered weight is given as one weight under the name of the feature, or as two numbers under the names of its
    /// coordinates. The frozen weight that fixes the scale may be given: only directions matter then.
    ///
    /// # Errors
    /// Returns an error if there is no such weight, or one is outside its bounds, frozen at another value or given twice.
    pub fn named_vector<'n>(
        &self,
        named: impl IntoIterator<Item = (&'n str, Weight)>,
    ) -> Result<Vec<f64>, VectorError> {
        let mut vector: Vec<Option<f64>> = vec![None; self.slots().len()];
        for (name, weight) in named {
            let mut known = false;
            for (value, slot) in vector.iter_mut().zip(self.slots()) {
                let whole = slot.name() == name;
                if !whole && slot.feature.name() != name {
                    continue;
                }
                known = true;
                if weight.is_tapered() && (whole || slot.part == Part::Whole) {
                    return Err(VectorError::NotTapered { name: name.to_owned() });
                }
                let number = if slot.part == Part::Late { weight.late() } else { weight.early() };
                if value.replace(self.checked(slot, number)?).is_some() {
                    return Err(VectorError::Twice { name: slot.name() });
                }
            }
            if !known {
                let all: Vec<String> = self.slots().iter().map(Slot::name).collect();
                let all: Vec<&str> = all.iter().map(String::as_str).collect();
                return Err(Unknown::among("weight", name, &all).into());
            }
        }
        let starts = self.slots().iter().map(|slot| slot.coordinate.start);
        Ok(vector.into_iter().zip(starts).map(|(value, start)| value.unwrap_or(start)).collect())
    }

    /// Returns a value that a coordinate may have.
    fn checked(&self, slot: &Slot, value: f64) -> Result<f64, VectorError> {
        let Coordinate { start, step, lower, upper } = slot.coordinate;
        let name = slot.name();
        if !(lower..=upper).contains(&value) {
            return Err(VectorError::Outside { name, value, lower, upper });
        }
        if step <= 0.0 && self.scale() != Some(slot) && value.to_bits() != start.to_bits() {
            return Err(VectorError::Frozen { name, value, start });
        }
        Ok(value)
    }
}
