//! A short name for a piece of data: equal data have the same digest, and different data practically never do.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The first 128 bits of the BLAKE3 hash of some bytes, displayed and serialized as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Digest(u128);

/// A text that is not a digest.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{}' is not a digest; expected 32 hexadecimal digits", crate::text::quoted(.0))]
pub struct DigestError(String);

impl Digest {
    const DIGITS: usize = 32;

    /// Returns the digest of some bytes.
    ///
    /// ```
    /// # use isotune_engine as isotune;
    /// use isotune::store::Digest;
    /// // The first test vector of the BLAKE3 authors.
    /// assert_eq!(Digest::of(b"").to_string(), "af1349b9f5f9a1a6a0404dea36dcc949");
    /// ```
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let mut writer = DigestWriter::default();
        writer.update(bytes);
        writer.digest()
    }

    /// Returns the digest of a value's JSON form.
    ///
    /// The form must be canonical: fields are written in the order of their declaration, so structs are; maps must be
    /// sorted, as `BTreeMap` is. Infinite numbers and NaN are all written as `null`.
    ///
    /// # Panics
    /// Panics if the value has no JSON form, for example a map whose keys are not strings.
    #[must_use]
    pub fn of_data(data: &dyn erased_serde::Serialize) -> Self {
        // The types are known at compile time, so no caller could handle this at run time.
        #[allow(clippy::expect_used)]
        let json = serde_json::to_vec(data).expect("plain data has a JSON form");
        Self::of(&json)
    }
}

/// Computes the digest of bytes that arrive piece by piece.
#[derive(Clone, Debug, Default)]
pub struct DigestWriter(blake3::Hasher);

impl DigestWriter {
    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Returns the digest of all bytes so far.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let mut first = [0; size_of::<u128>()];
        self.0.finalize_xof().fill(&mut first);
        Digest(u128::from_be_bytes(first))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0width$x}", self.0, width = Self::DIGITS)
    }
}

impl FromStr for Digest {
    type Err = DigestError;

    fn from_str(text: &str) -> Result<Self, DigestError> {
        // Only what `Display` writes: `from_str_radix` would also take a sign.
        let digits = text.len() == Self::DIGITS && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let number = if digits { u128::from_str_radix(text, 16).ok() } else { None };
        number.map(Self).ok_or_else(|| DigestError(text.to_owned()))
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_survive_text_and_serde() {
        let digest = Digest::of(b"some bytes");
        assert_eq!(digest.to_string().parse(), Ok(digest));
        let json = format!("\"{digest}\"");
        assert_eq!(serde_json::to_string(&digest).ok().as_ref(), Some(&json));
        assert_eq!(serde_json::from_str(&json).ok(), Some(digest));
        assert_eq!(Digest(1).to_string(), format!("{}1", "0".repeat(31)));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "af13", &"g".repeat(32), &"A".repeat(32), &format!("+{}", "1".repeat(31))] {
            assert_eq!(text.parse::<Digest>(), Err(DigestError(text.to_owned())));
        }
    }

    #[test]
    fn a_value_is_known_by_its_json() {
        assert_eq!(Digest::of_data(&("a", 1, 0.5)), Digest::of(br#"["a",1,0.5]"#));
    }
}
