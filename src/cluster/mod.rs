//! Contests on many machines: a coordinator, workers, and a NATS server with JetStream between them.
//!
//! The coordinator is a [`Cluster`], one more [`Executor`](crate::arena::Executor): it cuts the jobs of a contest into
//! batches and puts them into the server's queue. A [`Worker`] takes batches, plays them and reports the outcomes. A
//! batch holds everything its results depend on, so a worker has no state, and it does not matter who plays what, how
//! often or in which order: results are placed by the job they belong to, and are the same as on local threads.
//!
//! The coordinator's journal is the truth. Whatever is lost on the way is published again, or played by the
//! coordinator's own threads. docs/cluster.md describes how to set it up.

mod address;
mod check;
mod coordinator;
mod cut;
mod engine;
mod error;
mod hand;
mod link;
mod message;
mod note;
mod piece;
mod progress;
mod roll;
pub mod subject;
mod work;
mod worker;

pub use address::{Credentials, ServerAddress};
pub use check::CheckRate;
pub use coordinator::{Cluster, ClusterOptions};
pub use engine::Engine;
pub use error::ClusterError;
pub use message::{BatchMessage, MessageError, Outcome, RollCall, WorkerCard};
pub use note::ClusterNote;
pub use roll::{Roll, roll_call};
pub use worker::{Worker, WorkerEvent};
