//! Exact play: who wins a position when nobody errs.
//!
//! An [`Oracle`] answers by one depth-first search to the end of the game. What makes it fast is, in this order: moves
//! that leave the opponent little come first; a player in a dead end is seen a jump before; a player in a pocket is
//! compared with what the other one can walk elsewhere, without a search of both; a table remembers what took long. Its
//! answers are facts: they depend on the position alone, never on what was asked before, on threads or on memory.

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
