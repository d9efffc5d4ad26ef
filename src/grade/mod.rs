//! Grades on an absolute scale: how often an agent keeps a won position won.
//!
//! A [`Question`] is a position of a game between strong agents in which the player to move can win and can throw the
//! win away, as the [`oracle`](crate::oracle) finds. A [`QuestionSet`] is a list of questions, a pure function of
//! board, seed and length, which a [`Cache`] keeps on disk. [`Grades`] are an agent's answers. They depend on no
//! opponent and no clock.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use isotune::arena::Threads;
//! use isotune::game::{Board, BoardSize};
//! use isotune::grade::QuestionSet;
//! use isotune::oracle::{Memory, Oracle};
//! use isotune::seed::Seed;
//!
//! let size = BoardSize::new(5, 5)?;
//! let (board, oracle) = (Board::<u64>::new(size)?, Oracle::new(size, Memory::megabytes(1))?);
//! let mut questions = QuestionSet::empty();
//! questions.grow(5, &board, Seed(0), &oracle, &Threads::new(Some(1))?, (&AtomicBool::new(false), &|_| ()))?;
//! assert!(questions.questions.len() >= 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
