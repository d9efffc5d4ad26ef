//! The arena: openings, pairs of games, jobs, and the threads that play them.
//!
//! The unit of evidence is the pair: one opening, played from both seats. A [`Contest`] says who plays whom from which
//! openings. A [`Job`] describes a part of it, and its results are a pure function of contest and job, so it does not
//! matter which [`Executor`] plays it, on which thread, or in which order. Results are placed on the [`Scoreboard`] by
//! index. A [`Batch`] is some jobs with everything they depend on, as plain data; a [`Workshop`] plays it anywhere.
//!
//! Data flows from `openings` to `contest`, and from there to `tournament` and to `remote`.
//!
//! ```
//! # use isotune_engine as isotune;
//! use std::sync::atomic::AtomicBool;
//! use isotune::agent::{NamedAgent, Roster};
//! use isotune::arena::{Draw, OpeningBlock, Threads, Tournament};
//! use isotune::game::Board;
//! use isotune::seed::Seed;
//!
//! let board = Board::seven();
//! let rules = Roster::named("modern")?.with_budget(&"nodes:20".parse()?);
//! let agents = [NamedAgent::find("improved", &rules.budget)?, NamedAgent::find("open", &rules.budget)?];
//! let draw = Draw { plies: 2, block: OpeningBlock::All, pairs: Some(2), seed: Seed(1) };
//! let mut tournament = Tournament::new(&board, &rules, &agents, &draw)?;
//! tournament.play(&Threads::new(Some(1))?, &AtomicBool::new(false), &|_| ());
//! assert_eq!(tournament.standings().games, 2 * 7 * 2 * 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod contest;
mod openings;
mod remote;
mod tournament;

pub use contest::{Contest, Executor, Job, PairResult, Scoreboard, Threads, ThreadsError, duel_schedule, schedule};
pub use openings::{Draw, DrawError, Ground, Opening, OpeningBlock, Openings, Placement};
pub use remote::{Batch, BatchError, Workshop, WorkshopError};
pub use tournament::{
    Duel, OpponentScore, Protocol, SelfCheckError, Standing, Standings, Tournament, TournamentError, self_check,
};
