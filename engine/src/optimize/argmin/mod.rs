//! The optimizer under argmin: solver, state, observer and checkpoint.

mod checkpoint;
mod checkpoint_error;
mod solver;
mod state;

pub use checkpoint::RonCheckpoint;
pub use checkpoint_error::{CheckpointError, Offer, Refusal};
pub use solver::{GenerationCost, ProgressObserver, Tuner};
pub use state::TunerState;
