//! Weights as the vector that the optimizer moves.

use std::collections::BTreeMap;

use super::error::PlanError;
use super::spread;
use crate::features::{Feature, spreads};
use crate::game::BoardSize;
use crate::heuristic::{Weight, Weights};
use crate::optimize::{Coordinate, Space};
use crate::tune::config::{TuneConfig, TunedFeature};

/// The range of all weights.
const WIDEST: (f64, f64) = (-1e9, 1e9);

/// The part of a feature's weight that a coordinate holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The weight throughout the game.
    Whole,
    /// The weight just after the placements.
    Early,
    /// The weight on a full board.
    Late,
}

/// One coordinate of the vector.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slot {
    /// The feature.
    pub feature: Feature,
    /// The part of its weight.
    pub part: Part,
    /// The start, the step and the bounds.
    pub coordinate: Coordinate,
    /// The first step that follows from the feature's spread.
    spread_step: f64,
}

/// The mapping between weights and vectors: a coordinate for each feature, two for a tapered one.
///
/// A coordinate is the weight itself, up to a common factor: histories, reports and plans show coordinates as weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Encoding {
    slots: Vec<Slot>,
    /// The frozen slot that only fixes the scale of the weights.
    scale: Option<usize>,
    /// Whether bounds and frozen weights leave the overall scale undetermined, or one frozen weight only sets it.
    scale_free: bool,
}

impl Slot {
    /// Returns the name of the feature, followed by the part.
    #[must_use]
    pub fn name(&self) -> String {
        let name = self.feature.name();
        match self.part {
            Part::Whole => name.to_owned(),
            Part::Early => format!("{name}:early"),
            Part::Late => format!("{name}:late"),
        }
    }

    /// Returns the first step that follows from the feature's spread, also where another or none is configured.
    #[must_use]
    pub fn spread_step(&self) -> f64 {
        self.spread_step
    }

    /// Returns whether the coordinate is frozen at a value other than 0.
    #[must_use]
    pub fn is_anchor(&self) -> bool {
        self.coordinate.step <= 0.0 && self.coordinate.start.abs() > 0.0
    }

    /// Returns whether a value is at one of the bounds.
    #[must_use]
    pub fn is_at_bound(&self, value: f64) -> bool {
        let Coordinate { lower, upper, step, .. } = self.coordinate;
        let near = 0.02 * step;
        step > 0.0 && (value - lower <= near || upper - value <= near)
    }
}

impl Encoding {
    /// Checks the features and lays out the vector.
    ///
    /// # Errors
    /// Returns an error if a step or a bound is invalid.
    pub(in crate::tune) fn new(
        features: &BTreeMap<Feature, TunedFeature>,
        size: BoardSize,
    ) -> Result<Encoding, PlanError> {
        let spreads = spreads(size);
        let mut slots = Vec::new();
        for (&feature, tuned) in features {
            let spread_step = spread::step(&spreads, feature);
            let coordinate = |start: f64| -> Result<Coordinate, PlanError> {
                let (lower, upper) = tuned.bounds.unwrap_or(WIDEST);
                if lower > upper || lower.is_nan() || upper.is_nan() {
                    return Err(PlanError::Bounds { feature, lower, upper });
                }
                if !(lower..=upper).contains(&start) {
                    return Err(PlanError::Outside { feature, start, lower, upper });
                }
                if lower >= upper && !tuned.frozen {
                    return Err(PlanError::NoRoom { feature, value: lower });
                }
                let step = match (tuned.frozen, tuned.step) {
                    (true, _) => 0.0,
                    (false, Some(step)) if step > 0.0 && step.is_finite() => step,
                    (false, Some(step)) => return Err(PlanError::Step { feature, step }),
                    (false, None) => spread_step.min((upper - lower) / 2.0),
                };
                // A frozen weight needs no bounds, and the widest ones keep every weight in the valid range.
                let (lower, upper) = (lower.max(WIDEST.0), upper.min(WIDEST.1));
                Ok(Coordinate::free(start, step).within(lower, upper))
            };
            let (early, late) = (tuned.start.early(), tuned.start.late());
            if tuned.tapered {
                slots.push(Slot { feature, part: Part::Early, coordinate: coordinate(early)?, spread_step });
                slots.push(Slot { feature, part: Part::Late, coordinate: coordinate(late)?, spread_step });
            } else {
                slots.push(Slot { feature, part: Part::Whole, coordinate: coordinate(early)?, spread_step });
            }
        }
        let frozen: Vec<usize> = (0..slots.len()).filter(|&index| slots[index].is_anchor()).collect();
        let unbounded = |slot: &Slot| slot.coordinate.lower <= WIDEST.0 && slot.coordinate.upper >= WIDEST.1;
        let scale_free = frozen.len() <= 1
            && slots.iter().all(|slot| slot.coordinate.step <= 0.0 || unbounded(slot))
            && slots.iter().any(|slot| slot.coordinate.start.abs() > 0.0);
        let scale = frozen.first().copied().filter(|_| scale_free);
        Ok(Encoding { slots, scale, scale_free })
    }

    /// Returns the coordinates.
    #[must_use]
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Returns the vector at which the search starts.
    #[must_use]
    pub fn start(&self) -> Vec<f64> {
        self.slots.iter().map(|slot| slot.coordinate.start).collect()
    }

    /// Returns whether the overall scale of the weights is free: only directions need to be searched then.
    #[must_use]
    pub fn is_scale_free(&self) -> bool {
        self.scale_free
    }

    /// Returns the frozen coordinate that only fixes the scale of the weights, if there is one.
    #[must_use]
    pub fn scale(&self) -> Option<&Slot> {
        self.scale.map(|index| &self.slots[index])
    }

    /// Returns the search space; where only directions are searched, the weight that fixes the scale moves as well.
    ///
    /// # Errors
    /// Returns an error if no weight can move, or a number is out of range.
    pub(in crate::tune) fn space(&self, directions: bool) -> Result<Space, PlanError> {
        if self.slots.iter().all(|slot| slot.coordinate.step <= 0.0) {
            return Err(PlanError::AllFrozen);
        }
        let coordinate = |(index, slot): (usize, &Slot)| {
            let released = directions && self.scale == Some(index);
            let step = if released { slot.spread_step } else { slot.coordinate.step };
            Coordinate { step, ..slot.coordinate }
        };
        let space = Space::new(self.slots.iter().enumerate().map(coordinate).collect())?;
        // Where bounds or several frozen weights fix the scale, it is still mostly the direction that counts.
        let squares = self.slots.iter().map(|slot| (slot.coordinate.start / slot.spread_step).powi(2));
        // A hair more, so that rounding decides nothing where all steps are those of the spreads.
        Ok(space.with_length(1.000_001 * squares.sum::<f64>().sqrt()))
    }

    /// Returns the coordinates that [`Encoding::space`] moves, in order.
    pub(in crate::tune) fn moving(&self, directions: bool) -> Vec<Slot> {
        let moves =
            |(index, slot): &(usize, &Slot)| slot.coordinate.step > 0.0 || directions && self.scale == Some(*index);
        self.slots.iter().enumerate().filter(moves).map(|(_, slot)| *slot).collect()
    }

    /// Returns a vector of the same direction with the frozen weight that fixes the scale at its start.
    ///
    /// The factor changes no move. A vector whose weight has the opposite sign or is 0 is returned unchanged.
    #[must_use]
    pub fn scaled(&self, vector: &[f64]) -> Vec<f64> {
        let factor = self.scale.map_or(1.0, |index| {
            let (start, value) = (self.slots[index].coordinate.start, vector.get(index).copied().unwrap_or(0.0));
            if start * value > 0.0 { start / value } else { 1.0 }
        });
        let (least, most) = WIDEST;
        vector.iter().map(|value| (value * factor).clamp(least, most)).collect()
    }

    /// Returns the weights of a vector.
    #[must_use]
    pub fn weights(&self, vector: &[f64]) -> Weights {
        let vector = self.scaled(vector);
        let mut values = vector.iter().copied();
        let mut weights = Weights::ZERO;
        let mut early = 0.0;
        for slot in &self.slots {
            let value = values.next().unwrap_or(slot.coordinate.start);
            // Every vector lies within the bounds, and those within what a weight may be.
            let weight = match slot.part {
                Part::Whole => Weight::constant(value),
                Part::Early => {
                    early = value;
                    continue;
                }
                Part::Late => Weight::tapered(early, value),
            };
            weights = weights.with(slot.feature, weight.unwrap_or_default());
        }
        weights
    }
}

impl TuneConfig {
    /// Returns the mapping between the weights and the vectors of the search.
    ///
    /// # Errors
    /// Returns an error if a step or a bound is invalid.
    pub fn encoding(&self) -> Result<Encoding, PlanError> {
        Encoding::new(&self.features, self.board)
    }

    /// Returns the weights at which the search starts.
    #[must_use]
    pub fn start_weights(&self) -> Weights {
        let start = |weights: Weights, (&feature, tuned): (&Feature, &TunedFeature)| weights.with(feature, tuned.start);
        self.features.iter().fold(Weights::ZERO, start)
    }

    /// Returns the vector at which the search starts: that of [`Encoding::start`], also of an invalid configuration.
    #[must_use]
    pub fn start_vector(&self) -> Vec<f64> {
        let coordinates = |tuned: &TunedFeature| {
            let late = tuned.tapered.then(|| tuned.start.late());
            std::iter::once(tuned.start.early()).chain(late)
        };
        self.features.values().flat_map(coordinates).collect()
    }
}
