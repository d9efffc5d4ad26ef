//! isotune tunes the weights of a linear heuristic for knight Isolation, the game of Udacity's AIND-Isolation project, by
//! self-play.
//!
//! ```
//! use isotune::tune::{self, TuneConfig, TunePlan};
//!
//! let mut config = TuneConfig::named("quick")?;
//! for change in ["budget=nodes:20", "total=Games(20000)", "finals=(select_pairs: 20, final_pairs: 20)"] {
//!     config.assign(change)?;
//! }
//! let folder = tempfile::tempdir()?.path().join("quick");
//! let outcome = tune::start(&TunePlan::new(config, &folder)?, &folder, &())?;
//! if let Some(verdict) = outcome.verdict() {
//!     let delta = &verdict.final_scores.delta_improved;
//!     println!("vs improved: {:+.2} ± {:.2} points", 100.0 * delta.difference, 100.0 * delta.se);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules, bottom up: [`game`] (the rules), [`features`] (what a heuristic can see), [`heuristic`] (weights, the
//! catalogue of published heuristics, compiled evaluators), [`search`] (minimax, alpha-beta and iterative deepening under a
//! budget), [`agent`] (players and rosters) and [`arena`] (pairs of games, tournaments). [`oracle`] solves positions and
//! [`grade`] grades agents by it. [`optimize`] is the optimizer and [`stats`] the statistics; both are independent of the
//! game. [`tune`] finds better weights, [`report`] shows a run as a page, [`export`] writes weights for other programs, and
//! [`udacity`] plays them in Udacity's own code. [`seed`] makes all random streams, [`store`] writes files atomically, and
//! [`text`] escapes what comes from elsewhere. With the feature `cluster`, games are played on many machines.

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod export;
pub mod grade;
pub mod report;
pub mod tune;
pub mod udacity;

// The rooms of the engine, a package of its own.
#[doc(inline)]
pub use isotune_engine::{agent, arena, features, game, heuristic, optimize, oracle, search, seed, stats, store, text};
pub(crate) use isotune_engine::{document, suggest};

pub use isotune_engine::{DocumentError, LookupError, Origin, Suggestion, Unknown};
