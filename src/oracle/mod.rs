//! Exact play: who wins a position under perfect play.
//!
//! An [`Oracle`] answers by one depth-first search to the end of the game. It is fast because, in this order: moves
//! that leave the opponent few options come first; dead ends are detected one jump ahead; a player in a pocket is
//! compared with the longest path of the other one, without searching both; and a table stores expensive results. Its
//! answers depend on the position alone, never on earlier questions, threads or memory.

mod answer;
mod distance;
mod geometry;
mod memory;
mod pocket;
mod solved_openings;
mod solver;
mod state;
mod table;

pub use answer::{Oracle, OracleError, Solution, SolveError};
pub use memory::{Memory, MemoryError};
pub use solved_openings::{OpeningValue, SolvedOpenings, SolvedOpeningsError};
