//! Arguments that several verbs share, and what they stand for.

pub(super) mod block;
pub(super) mod config;
pub(super) mod follow;
pub(super) mod games;
pub(super) mod input;
pub(super) mod players;
pub(super) mod rules;
pub(super) mod runs_folder;
#[cfg(feature = "cluster")]
pub(super) mod server;
pub(super) mod table;
pub(super) mod target;
pub(super) mod time_limit;
pub(super) mod watch;
pub(super) mod weights;
