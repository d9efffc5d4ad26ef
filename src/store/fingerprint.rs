//! A short name for a piece of data: different data have different ones, but for a chance of one in 2^64.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The 64-bit FNV-1a hash of some bytes; a change of a single byte always changes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
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
        Self(OFFSET).followed_by(bytes)
    }

    /// The fingerprint of the same bytes with others behind them.
    #[must_use]
    pub fn followed_by(self, bytes: &[u8]) -> Self {
        const PRIME: u64 = 0x0100_0000_01b3;
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(PRIME);
        Self(bytes.iter().fold(self.0, step))
    }

    /// The fingerprint that a text shows, as it displays.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        digits.then(|| u64::from_str_radix(text, 16).ok()).flatten().map(Self)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
