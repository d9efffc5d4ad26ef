//! Files that survive: written whole or not at all, sealed with a checksum, guarded by a lock.
//!
//! A leaf that knows nothing of what it keeps.

mod file;
mod fingerprint;
mod lock;
mod seal;

pub use file::{Draft, append_path, own_ending, read_if_there, replace, replace_shared};
pub use fingerprint::Fingerprint;
pub use lock::{Lock, LockError};
pub use seal::{Seal, SealError};
