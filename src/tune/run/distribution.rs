//! The distribution that a saved search samples from.

use crate::tune::error::TuneError;
use crate::tune::plan::{self, Slot};

use super::record::SavedRun;

/// The distribution that a search samples its next generation from.
#[derive(Clone, Debug)]
pub struct Distribution {
    /// The coordinates that move, in the order of the matrix.
    pub slots: Vec<Slot>,
    /// The step size.
    pub sigma: f64,
    /// The covariance matrix in first steps, row by row.
    pub covariance: Vec<Vec<f64>>,
}

impl SavedRun {
    /// Returns the distribution of the search, or `None` if the method has none.
    ///
    /// # Errors
    /// Returns an error if the state does not fit its own configuration.
    pub fn distribution(&self) -> Result<Option<Distribution>, TuneError> {
        let config = &self.record.config;
        let encoding = config.encoding()?;
        let directions = plan::directions(config, &encoding);
        let space = encoding.space(directions)?;
        let optimizer = plan::optimizer(config, space, &self.record.policy, Some(self.search.clone()))?;
        Ok(optimizer.shape().map(|shape| Distribution {
            slots: encoding.moving(directions),
            sigma: shape.sigma,
            covariance: shape.covariance,
        }))
    }
}
