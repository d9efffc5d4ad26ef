//! Arguments that several verbs share, and what they stand for.

pub(super) mod job;
pub(super) mod rules;
pub(super) mod run_place;
pub(super) mod target;
pub(super) mod time_limit;
pub(super) mod weights_place;
