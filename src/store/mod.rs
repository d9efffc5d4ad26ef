//! Durable files: atomic writes, checksums, locks and digests.
//!
//! The room knows nothing of the contents.

mod atomic_file;
mod checksum_header;
mod digest;
mod lock;

pub use atomic_file::{AtomicFile, append_path, own_ending, read_if_there, replace, replace_shared};
pub use checksum_header::{ChecksumHeader, ChecksumHeaderError};
pub use digest::{Digest, DigestError, DigestWriter};
pub use lock::{Lock, LockError};
