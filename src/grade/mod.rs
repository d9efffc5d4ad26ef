//! Grades on an absolute scale: how often an agent keeps a won position won.
//!
//! A [`Question`] is a position of a game between strong agents in which the player to move can win and can throw the
//! win away, as the [`oracle`](crate::oracle) finds. A [`QuestionSet`] is a list of questions, a pure function of
//! board, seed and length, which a [`Cache`] keeps on disk. [`Grades`] are an agent's answers. They depend on no
//! opponent and no clock.

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
