//! The first line of a file, with its format and a checksum.

use super::digest::Digest;

/// The first line of files of one kind: a RON comment with the kind, the format and a checksum of the rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChecksumHeader {
    /// The kind of file.
    pub(crate) kind: &'static str,
    /// The version of the layout, incremented whenever an older program could not read the file.
    pub(crate) format: u32,
}

/// Why a file is rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChecksumHeaderError {
    /// The file is truncated or modified.
    Damaged,
    /// The file has another format.
    Format {
        /// The format of the file.
        found: u32,
    },
}

impl ChecksumHeader {
    /// Returns the body with the header before it.
    #[must_use]
    pub(crate) fn close(&self, body: &str) -> String {
        format!("{}{body}", self.line(body))
    }

    /// Checks the header and returns the body.
    ///
    /// # Errors
    /// Returns an error if the file is damaged or has another format.
    pub(crate) fn open<'t>(&self, bytes: &'t [u8]) -> Result<&'t str, ChecksumHeaderError> {
        let text = std::str::from_utf8(bytes).map_err(|_| ChecksumHeaderError::Damaged)?;
        let (first, body) = text.split_once('\n').ok_or(ChecksumHeaderError::Damaged)?;
        let format = first
            .strip_prefix(&format!("// isotune {}, format ", self.kind))
            .and_then(|rest| rest.split_once(','))
            .and_then(|(number, _)| number.parse().ok())
            .ok_or(ChecksumHeaderError::Damaged)?;
        if format != self.format {
            return Err(ChecksumHeaderError::Format { found: format });
        }
        if text.strip_suffix(body) == Some(&self.line(body)) { Ok(body) } else { Err(ChecksumHeaderError::Damaged) }
    }

    fn line(&self, body: &str) -> String {
        let checksum = Digest::of(body.as_bytes());
        format!("// isotune {}, format {}, checksum {checksum}\n", self.kind, self.format)
    }
}
