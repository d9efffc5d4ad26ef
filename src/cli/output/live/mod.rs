//! What is shown and written while work goes on.

pub(crate) mod curve;
pub(crate) mod dashboard;
pub(crate) mod events;
pub(crate) mod log;
pub(crate) mod members;
pub(crate) mod observers;
pub(crate) mod progress;
pub(crate) mod repairs;
mod search_state;
pub(crate) mod taskbar;
