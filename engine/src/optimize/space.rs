//! Where the search takes place: named by nobody, measured in initial steps, folded into its box.

use nalgebra::DVector;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How many steps a candidate may be from its start, with room to spare.
const FARTHEST: f64 = 1e6;

/// One coordinate as the caller describes it, possibly wrong.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Coordinate {
    /// The value at which the search begins.
    pub start: f64,
    /// The standard deviation of the first generation; 0 freezes the coordinate at its start.
    ///
    /// CMA-ES never lets it grow beyond 1.7 times this, so a step far below the way to go makes the
    /// search slow: rather choose it too large.
    pub step: f64,
    /// The smallest value allowed.
    pub lower: f64,
    /// The largest value allowed.
    pub upper: f64,
}

impl Coordinate {
    /// A coordinate without bounds.
    #[must_use]
    pub fn free(start: f64, step: f64) -> Self {
        Self { start, step, lower: f64::NEG_INFINITY, upper: f64::INFINITY }
    }

    /// A coordinate that every candidate holds at one value.
    #[must_use]
    pub fn frozen(value: f64) -> Self {
        Self::free(value, 0.0)
    }

    /// The same coordinate kept between two values, both of them allowed.
    #[must_use]
    pub fn within(self, lower: f64, upper: f64) -> Self {
        Self { lower, upper, ..self }
    }

    /// Reflects a value at the bounds until it lies between them.
    ///
    /// The optimizer keeps its own unfolded value, so a sample beyond a bound is not piled up on
    /// it.
    fn fold(&self, value: f64) -> f64 {
        if (self.lower..=self.upper).contains(&value) {
            return value;
        }
        let width = self.upper - self.lower;
        let folded = if width.is_finite() && width > 0.0 {
            let along = (value - self.lower).rem_euclid(2.0 * width);
            self.lower + along.min(2.0 * width - along)
        } else if value < self.lower {
            2.0 * self.lower - value
        } else {
            2.0 * self.upper - value
        };
        folded.clamp(self.lower, self.upper)
    }

    fn check(&self, index: usize) -> Result<(), SpaceError> {
        if !self.start.is_finite() || !self.step.is_finite() || self.step < 0.0 {
            return Err(SpaceError::Unusable { index, start: self.start, step: self.step });
        }
        let frozen = self.step <= 0.0;
        let reach = self.start.abs() + FARTHEST * self.step;
        let room = 2.0 * (self.upper - self.lower);
        let bounded = self.lower.is_finite() && self.upper.is_finite();
        if !reach.is_finite() || (bounded && !room.is_finite()) || (!frozen && self.start + self.step <= self.start) {
            return Err(SpaceError::Extreme { index, start: self.start, step: self.step });
        }
        if !frozen && room <= 0.0 {
            return Err(SpaceError::NoRoom { index, value: self.lower });
        }
        if !(self.lower..=self.upper).contains(&self.start) {
            return Err(SpaceError::Outside { index, start: self.start, lower: self.lower, upper: self.upper });
        }
        Ok(())
    }
}

/// Why a list of coordinates is no search space.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SpaceError {
    /// Every coordinate is frozen, or there is none.
    #[error("nothing is left to tune: give at least one coordinate a step above 0")]
    NothingFree,
    /// A start or a step is not a usable number.
    #[error(
        "coordinate {index} starts at {start} with step {step}: \
         both must be finite and the step must not be negative"
    )]
    Unusable {
        /// The position of the coordinate.
        index: usize,
        /// Its start.
        start: f64,
        /// Its step.
        step: f64,
    },
    /// The numbers are so large, or so unlike, that candidates would not be numbers or not differ.
    #[error(
        "coordinate {index} starts at {start} with step {step}, beyond what numbers can resolve: \
         rescale it so that start and step are of similar size"
    )]
    Extreme {
        /// The position of the coordinate.
        index: usize,
        /// Its start.
        start: f64,
        /// Its step.
        step: f64,
    },
    /// The bounds leave no room to move.
    #[error("coordinate {index} can only be {value}: widen its bounds, or freeze it with a step of 0")]
    NoRoom {
        /// The position of the coordinate.
        index: usize,
        /// The only value its bounds allow, if they allow any.
        value: f64,
    },
    /// A start lies outside its bounds, or the bounds are crossed.
    #[error(
        "coordinate {index} starts at {start}, outside [{lower}, {upper}]: \
         move the start or widen the bounds"
    )]
    Outside {
        /// The position of the coordinate.
        index: usize,
        /// Its start.
        start: f64,
        /// Its lower bound.
        lower: f64,
        /// Its upper bound.
        upper: f64,
    },
}

/// A checked search space with at least one coordinate to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Space {
    coordinates: Vec<Coordinate>,
    /// The length of the start, where only or mostly directions count.
    length: Option<f64>,
}

impl Space {
    /// Checks the coordinates.
    ///
    /// # Errors
    ///
    /// A coordinate that is not finite, starts outside its bounds, or no coordinate to move.
    pub fn new(coordinates: Vec<Coordinate>) -> Result<Self, SpaceError> {
        for (index, coordinate) in coordinates.iter().enumerate() {
            coordinate.check(index)?;
        }
        let space = Self { coordinates, length: None };
        if space.dimension() == 0 {
            return Err(SpaceError::NothingFree);
        }
        Ok(space)
    }

    /// Returns the space with the length of its start, for costs that depend only or mostly on the direction from 0; ignored
    /// unless finite and above 0.
    ///
    /// It counts what is frozen as well, and every coordinate in a step that suits it: a response surface samples a part of this
    /// length at most. A coordinate with a smaller step is then sampled more narrowly, and the others are as they would be.
    #[must_use]
    pub fn with_length(self, length: f64) -> Self {
        Self { length: Some(length).filter(|length| *length > 0.0 && length.is_finite()), ..self }
    }

    /// Returns the length of the start, where mostly directions count.
    pub(super) fn length(&self) -> Option<f64> {
        self.length
    }

    /// Counts the coordinates that move.
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.coordinates.iter().filter(|c| c.step > 0.0).count()
    }

    /// Counts all coordinates, the frozen ones too.
    #[must_use]
    pub fn width(&self) -> usize {
        self.coordinates.len()
    }

    /// Returns the start of the coordinates that move, measured in steps from 0.
    pub(super) fn origin(&self) -> DVector<f64> {
        DVector::from_iterator(
            self.dimension(),
            self.coordinates.iter().filter(|c| c.step > 0.0).map(|c| c.start / c.step),
        )
    }

    /// Returns the coordinates that move, as positions in a full vector.
    pub(super) fn moving(&self) -> impl Iterator<Item = (usize, &Coordinate)> {
        self.coordinates.iter().enumerate().filter(|(_, c)| c.step > 0.0)
    }

    /// Returns whether a coordinate is frozen at a value other than 0.
    pub(super) fn has_scale(&self) -> bool {
        self.coordinates.iter().any(|c| c.step <= 0.0 && c.start.abs() > 0.0)
    }

    /// Turns a point measured in steps from the start, free coordinates only, into a full vector
    /// inside the box.
    pub(super) fn place(&self, point: &[f64]) -> Vec<f64> {
        let mut moves = point.iter();
        self.coordinates
            .iter()
            .map(|c| if c.step > 0.0 { c.fold(c.start + c.step * moves.next().unwrap_or(&0.0)) } else { c.start })
            .collect()
    }

    /// Returns the width of the narrowest box of a coordinate that moves, in steps; infinite without bounds.
    pub(super) fn width_of_box(&self) -> f64 {
        self.moving().map(|(_, c)| (c.upper - c.lower) / c.step).fold(f64::INFINITY, f64::min)
    }

    /// Moves a point, free coordinates only, to the one inside the box that is evaluated in its place.
    pub(super) fn fold(&self, point: &mut DVector<f64>) {
        for ((_, c), value) in self.moving().zip(point.iter_mut()) {
            let full = c.start + c.step * *value;
            // What is inside keeps its bits.
            if !(c.lower..=c.upper).contains(&full) {
                *value = (c.fold(full) - c.start) / c.step;
            }
        }
    }

    /// The largest move between two full vectors along any coordinate, in steps.
    pub(super) fn distance(&self, a: &[f64], b: &[f64]) -> f64 {
        self.coordinates
            .iter()
            .zip(a.iter().zip(b))
            .filter(|(c, _)| c.step > 0.0)
            .map(|(c, (a, b))| (a - b).abs() / c.step)
            .fold(0.0, f64::max)
    }
}
