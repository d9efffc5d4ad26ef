//! Marks on an absolute scale: how often an agent keeps a won position won.
//!
//! The oracle knows which moves win. A [`Question`] is a position of a game between strong agents in which the player to
//! move can win and can throw the win away; a [`QuestionSet`] is a list of them, a pure function of board, seed and length,
//! that a [`Cache`] keeps on disk, because its answers are facts; [`Grades`] are what an agent makes of it. No opponent, no
//! clock and no luck of the other side can move them.

mod cache;
mod grades;
mod proportion;
mod question;
mod question_set;
mod source;

pub use cache::{Cache, CacheError};
pub use grades::{Band, Grades};
pub use proportion::Proportion;
pub use question::Question;
pub use question_set::{QuestionSet, QuestionSetError};
