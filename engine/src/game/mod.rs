//! The rules of knight Isolation, as Udacity's AIND-Isolation defines them: boards, positions, moves, symmetries.
//!
//! A [`Board`] holds the geometry as tables; a [`Position`] is a set of blank cells and the cells of the two players on
//! one board, and is always legal. Everything is generic over the [`Word`] that holds a set of cells, so the same code
//! serves 7×7 (on `u64`) and boards of up to 128 cells (on `u128`).
//!
//! ```
//! # use isotune_engine as isotune;
//! use isotune::game::{Board, Player, Position};
//!
//! let board = Board::seven();
//! let position = Position::replay(&board, [[3, 3], [0, 0]])?;
//! assert_eq!(position.to_move(), Player::One);
//! assert_eq!(position.ordered_moves().as_slice().len(), 8);
//! # Ok::<(), isotune::game::IllegalMove>(())
//! ```

mod board;
mod cell;
mod cells;
mod moves;
mod perft;
mod player;
mod position;
mod record;
mod setup;
mod size;
mod symmetry;
mod word;

pub use board::Board;
pub use cell::Cell;
pub use cells::{Cells, CellsIter};
pub use moves::{MoveList, MovesError, parse_moves};
pub use perft::{PerftRow, perft, perft_by_depth};
pub use player::{PerPlayer, Player};
pub use position::{IllegalMove, MoveFault, Position};
pub use record::Game;
pub use setup::{Setup, SetupError};
pub use size::{BoardSize, SizeError};
pub use symmetry::Symmetry;
pub use word::Word;
#[doc(hidden)]
pub use word::{PerWord, with_word};

pub(crate) use word::compiled_here;
