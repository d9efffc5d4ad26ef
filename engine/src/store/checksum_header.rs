//! The first line of a file, with its format and a checksum.

use super::digest::DigestWriter;

/// The last format whose checksum covers only the body: a changed digit of the format went unnoticed.
const LAST_UNCOVERED: u32 = 3;

/// The first line of files of one kind: a RON comment with the kind, the format and a checksum of the rest.
#[derive(Clone, Copy, Debug)]
pub struct ChecksumHeader {
    /// The kind of file.
    pub kind: &'static str,
    /// The version of the layout, incremented whenever an older program could not read the file.
    pub format: u32,
}

/// Why a file is rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChecksumHeaderError {
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
    pub fn close(&self, body: &str) -> String {
        format!("{}{body}", line(self.kind, self.format, body))
    }

    /// Checks the header and returns the body.
    ///
    /// # Errors
    /// Returns an error if the file is damaged or has another format. A file of another format is intact: its checksum
    /// has been verified.
    pub fn open<'t>(&self, bytes: &'t [u8]) -> Result<&'t str, ChecksumHeaderError> {
        let text = std::str::from_utf8(bytes).map_err(|_| ChecksumHeaderError::Damaged)?;
        let (first, body) = text.split_once('\n').ok_or(ChecksumHeaderError::Damaged)?;
        let format = first
            .strip_prefix(&format!("// isotune {}, format ", self.kind))
            .and_then(|rest| rest.split_once(','))
            .and_then(|(number, _)| number.parse().ok())
            .ok_or(ChecksumHeaderError::Damaged)?;
        if text.strip_suffix(body) != Some(&line(self.kind, format, body)) {
            return Err(ChecksumHeaderError::Damaged);
        }
        if format == self.format { Ok(body) } else { Err(ChecksumHeaderError::Format { found: format }) }
    }
}

/// The first line of a body; the checksum covers the format as well.
fn line(kind: &str, format: u32, body: &str) -> String {
    let start = format!("// isotune {kind}, format {format}, checksum ");
    let mut checksum = DigestWriter::default();
    if format > LAST_UNCOVERED {
        checksum.update(start.as_bytes());
    }
    checksum.update(body.as_bytes());
    format!("{start}{}\n", checksum.digest())
}
