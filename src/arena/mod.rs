//! The arena: openings, pairs of games, jobs, and the threads that play them.
//!
//! The unit of evidence is the pair: one opening, played from both seats. A [`Contest`] says who plays whom from which
//! openings. A [`Job`] describes a part of it, and its results are a pure function of contest and job, so it does not
//! matter which [`Executor`] plays it, on which thread, or in which order. Results are placed on the [`Scoreboard`] by
//! index.

mod contest;
mod draw;
mod duel;
mod executor;
mod job;
mod opening_block;
mod openings;
mod pair;
mod protocol;
mod scoreboard;
mod self_check;
mod standings;
mod tournament;

pub use contest::Contest;
pub use draw::{Draw, DrawError};
pub use duel::Duel;
pub use executor::{Executor, Threads, ThreadsError};
pub use job::{Job, duel_schedule, schedule};
pub use opening_block::OpeningBlock;
pub use openings::{Opening, Openings};
pub use pair::PairResult;
pub use protocol::Protocol;
pub use scoreboard::Scoreboard;
pub use self_check::{SelfCheckError, self_check};
pub use standings::{OpponentScore, Standing, Standings};
pub use tournament::{Tournament, TournamentError};
