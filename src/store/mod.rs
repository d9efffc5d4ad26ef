//! Durable files: atomic writes, checksums, locks and digests.
//!
//! The room knows nothing of the contents.
//!
//! ```
//! use isotune::store::Digest;
//!
//! let digest = Digest::of_data(&("improved", 17_300));
//! assert_eq!(digest.to_string().parse(), Ok(digest));
//! ```

mod atomic_file;
mod checksum_header;
mod digest;
mod lock;

pub use atomic_file::AtomicFile;
pub use digest::{Digest, DigestError, DigestWriter};
pub use lock::Lock;

pub(crate) use atomic_file::{append_path, read_if_there, replace, replace_shared};
pub(crate) use checksum_header::{ChecksumHeader, ChecksumHeaderError};
pub(crate) use lock::LockError;
