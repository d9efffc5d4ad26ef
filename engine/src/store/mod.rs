//! Durable files: atomic writes, checksums, locks and digests.
//!
//! The room knows nothing of the contents.
//!
//! ```
//! # use isotune_engine as isotune;
//! use isotune::store::Digest;
//!
//! let digest = Digest::of_data(&("improved", 17_300));
//! assert_eq!(digest.to_string().parse(), Ok(digest));
//! ```

mod atomic_file;
mod checksum_header;
mod digest;
mod disk;
mod files;
mod lock;

pub use atomic_file::AtomicFile;
pub use digest::{Digest, DigestError, DigestWriter};
pub use disk::Disk;
pub use files::{Access, FileKind, Files, OpenFile};
pub use lock::Lock;

// For the files of runs, not for users of the library.
#[doc(hidden)]
pub use atomic_file::{append_path, create_folders, free_path, read_if_there, replace, replace_shared, set_aside};
#[doc(hidden)]
pub use checksum_header::{ChecksumHeader, ChecksumHeaderError};
pub(crate) use disk::read_bounded;
#[doc(hidden)]
pub use lock::LockError;
