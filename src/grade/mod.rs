//! Marks on an absolute scale: how often an agent keeps a won position won.
//!
//! The oracle knows which moves win. A [`Question`] is a position of a game between strong agents in which the player to
//! move can win and can throw the win away; a [`Paper`] is a list of them, a pure function of board, seed and length,
//! that a [`Cache`] keeps on disk, because its answers are facts; [`Marks`] are what an agent makes of it. No opponent, no
//! clock and no luck of the other side can move them.

mod cache;
mod marks;
mod paper;
mod question;
mod share;
mod source;

pub use cache::{Cache, CacheError};
pub use marks::{Band, Marks};
pub use paper::{Paper, PaperError};
pub use question::Question;
pub use share::Share;
