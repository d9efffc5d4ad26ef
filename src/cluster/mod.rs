//! Contests on many machines: a coordinator, workers, and a NATS server with JetStream between them.
//!
//! The coordinator is a [`Cluster`], one more [`Executor`](crate::arena::Executor): it cuts the jobs of a contest into
//! batches and puts them into the server's queue. A [`Worker`] takes batches, plays them and reports the outcomes. A
//! batch holds everything its results depend on, so a worker has no state, and it does not matter who plays what, how
//! often or in which order: results are placed by the job they belong to, and are the same as on local threads.
//!
//! The coordinator's journal is the truth. Whatever is lost on the way is published again, or played by the
//! coordinator's own threads. docs/cluster.md describes how to set it up.

mod coordinator;
mod error;
mod wire;
mod worker;

pub use coordinator::{CheckRate, Cluster, ClusterNote, ClusterOptions};
pub use error::ClusterError;
pub use wire::{
    BatchMessage, BatchOutcome, Credentials, Engine, MessageError, Roll, RollCall, ServerAddress, WorkerCard,
    roll_call, subject,
};
pub use worker::{Worker, WorkerEvent};
