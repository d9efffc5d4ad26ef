//! The engine of isotune: the rules of knight Isolation, features and heuristics, searches, exact play, agents, and the
//! pairs of games they play, with the statistics of the results; and the optimizer.
//!
//! Use it through the package `isotune`, whose modules have the same names. It is a package of its own so that it can be
//! compiled for speed, and all the rest for a short build. A generic function is compiled by the package that calls it, so
//! what must be fast is called through [`game::PerWord`], which compiles it here.

pub mod agent;
pub mod arena;
#[doc(hidden)]
pub mod document;
pub mod features;
pub mod game;
pub mod heuristic;
pub mod optimize;
pub mod oracle;
pub mod search;
pub mod seed;
pub mod stats;
pub mod store;
#[doc(hidden)]
pub mod suggest;
pub mod text;

pub use document::{DocumentError, LookupError, Origin};
pub use suggest::{Suggestion, Unknown};
