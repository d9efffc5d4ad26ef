//! What coordinator and workers share: the server's address, subjects, messages, and the roll of workers.

mod address;
mod engine;
mod message;
mod roll;
pub mod subject;

pub use address::{Credentials, ServerAddress};
pub use engine::Engine;
pub use message::{BatchMessage, BatchOutcome, MessageError, RollCall, WorkerCard};
pub use roll::{Roll, roll_call};

pub(super) use message::to_bytes;
pub(super) use roll::call_workers;
