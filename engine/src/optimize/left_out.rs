//! Coordinates that a search holds at 0 once they have shown to be of no use.

use nalgebra::DVector;

use super::optimizer::Optimizer;
use super::search::Search;

impl Optimizer {
    /// Holds coordinates at 0 from now on, given as positions in a full vector, and returns whether it does: all of them, or none
    /// if no other would move. Only a response surface can.
    ///
    /// Frozen coordinates and such as may not be 0 stay as they are.
    pub fn leave_out(&mut self, coordinates: &[usize]) -> bool {
        let Search::Surface(surface) = &mut self.now.search else { return false };
        let places: Vec<(usize, f64)> = (self.space.moving().enumerate())
            .filter(|(_, (position, c))| coordinates.contains(position) && (c.lower..=c.upper).contains(&0.0))
            .map(|(place, (_, c))| (place, -c.start / c.step))
            .filter(|(place, _)| !surface.is_fixed(*place))
            .collect();
        let possible = !places.is_empty() && surface.fixed.len() + places.len() < self.space.dimension();
        if possible {
            for (place, value) in places {
                surface.fix(place, value);
            }
        }
        possible
    }

    /// The coordinates that are held at 0, as positions in a full vector.
    #[must_use]
    pub fn left_out(&self) -> Vec<usize> {
        let moving: Vec<usize> = self.space.moving().map(|(position, _)| position).collect();
        self.now.search.fixed().iter().filter_map(|(place, _)| moving.get(*place).copied()).collect()
    }

    /// Turns a point into a full vector.
    pub(super) fn place(&self, point: &DVector<f64>) -> Vec<f64> {
        self.without_left_out(self.space.place(point.as_slice()))
    }

    /// Sets what is left out to exactly 0, which no sum of start and steps needs to be.
    pub(super) fn without_left_out(&self, mut vector: Vec<f64>) -> Vec<f64> {
        self.left_out().into_iter().for_each(|position| vector[position] = 0.0);
        vector
    }
}
