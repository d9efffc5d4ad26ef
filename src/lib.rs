//! isotune finds the weights of a linear heuristic for knight Isolation by self-play.
//!
//! The rooms, from the ground up: [`game`] (the rules), [`features`] (what a heuristic may look at), [`heuristic`]
//! (weights, the catalogue of published ones, compiled evaluators), [`search`] (minimax, alpha-beta, iterative
//! deepening under a budget), [`agent`] (players and rosters) and [`arena`] (games by the thousand, tournaments).
//! [`oracle`] knows who wins a position when nobody errs, and [`grade`] marks agents by it. [`tune`] finds better weights
//! and [`export`] writes them for other programs. [`stats`] says what results are worth and [`optimize`] searches; neither
//! has ever heard of games.
//! Four leaves serve all of them: [`seed`] is the only maker of random streams, [`document`] reads RON so that a fault
//! has a line and a column, [`suggest`] finds the name somebody meant, [`store`] writes files that survive.

pub mod agent;
pub mod arena;
mod document;
pub mod export;
pub mod features;
pub mod game;
pub mod grade;
pub mod heuristic;
pub mod optimize;
pub mod oracle;
pub mod search;
pub mod seed;
pub mod stats;
pub mod store;
mod suggest;
pub mod tune;

pub use document::{DocumentError, LookupError, Origin};
pub use suggest::{Suggestion, Unknown};
