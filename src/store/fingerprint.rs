//! A short name for a piece of data: different data have different ones, but for a chance of one in 2^64.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The 64-bit FNV-1a hash of some bytes; a change of a single byte always changes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// The fingerprint of some bytes.
    ///
    /// ```
    /// use isotune::store::Fingerprint;
    /// // The test vector of the FNV authors.
    /// assert_eq!(Fingerprint::of(b"foobar").to_string(), "85944171f73967e8");
    /// ```
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
        const PRIME: u64 = 0x0100_0000_01b3;
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(PRIME);
        Self(bytes.iter().fold(OFFSET, step))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
