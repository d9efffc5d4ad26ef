//! Coordinates that a search holds at 0 once they have shown to be of no use.

use nalgebra::DVector;

use super::optimizer::Optimizer;
use super::search::Search;

impl Optimizer {
    /// Holds coordinates at 0 from now on, given as positions in a full vector, where the method can: on a response surface.
    ///
    /// Frozen coordinates and such as may not be 0 stay as they are, and the last one that moves keeps moving.
    pub fn leave_out(&mut self, coordinates: &[usize]) {
        let Search::Surface(surface) = &mut self.now.search else { return };
        for (place, (position, coordinate)) in self.space.moving().enumerate() {
            if coordinates.contains(&position) && (coordinate.lower..=coordinate.upper).contains(&0.0) {
                surface.fix(place, -coordinate.start / coordinate.step);
            }
        }
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
