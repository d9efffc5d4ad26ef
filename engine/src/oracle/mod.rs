//! Exact play: who wins a position under perfect play.
//!
//! An [`Oracle`] answers by one depth-first search to the end of the game. It is fast because, in this order: moves
//! that leave the opponent few options come first; dead ends are detected one jump ahead; a player in a pocket is
//! compared with the longest path of the other one, without searching both; and a table stores expensive results. Its
//! answers depend on the position alone, never on earlier questions, threads or memory.
//!
//! ```
//! # use isotune_engine as isotune;
//! use std::sync::atomic::AtomicBool;
//! use isotune::game::{Board, BoardSize, Position};
//! use isotune::oracle::{Memory, Oracle};
//!
//! let size = BoardSize::new(5, 5)?;
//! let oracle = Oracle::new(size, Memory::megabytes(1))?;
//! let board = Board::<u64>::new(size)?;
//! let position = Position::replay(&board, [[0, 0], [4, 4]])?;
//! let (winner, nodes) = oracle.winner(&position, &AtomicBool::new(false))?;
//! println!("{winner} wins ({nodes} nodes)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
