//! Contests played elsewhere: jobs with everything they depend on as plain data, and what plays them from it.

mod batch;
mod workshop;

pub use batch::{Batch, BatchError};
pub use workshop::{Workshop, WorkshopError};
