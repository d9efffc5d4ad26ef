//! What decides results besides the messages: the program itself.

use serde::Serialize;

use crate::search::{ALGORITHM, signature};
use crate::store::Digest;

/// The version of all messages, also the number in the names of the streams.
const FORMAT: u32 = 1;

/// A build of isotune, as far as results depend on it.
///
/// Builds with the same digest read the same messages and play the same games. Others never see each other's batches:
/// the digest is part of the subject.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Engine {
    /// The version.
    pub version: &'static str,
    /// The digest of message format, algorithm, version and signature of the search.
    pub digest: Digest,
}

#[derive(Serialize)]
struct EngineKey {
    format: u32,
    algorithm: u32,
    version: &'static str,
    signature: u64,
}

impl Engine {
    /// Returns the engine of this program; its signature is searched for, which takes some milliseconds.
    #[must_use]
    pub fn this() -> Self {
        let version = env!("CARGO_PKG_VERSION");
        let key = EngineKey { format: FORMAT, algorithm: ALGORITHM, version, signature: signature() };
        Self { version, digest: Digest::of_data(&key) }
    }
}
