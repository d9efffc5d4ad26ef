//! The journal: results as they come in, so that an interrupted generation is not lost.
//!
//! A text file with a line for each finished job: the digest of its contest, the job's index, the result of each pair, and
//! a checksum. A damaged line is played again, and so is what a journal of the largest size had no room for.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::arena::PairResult;
use crate::store::{self, Access, Digest, Files, OpenFile};

use crate::tune::error::TuneError;

const HEADER: &str = "isotune journal, format 2\n";
/// Jobs between two writes: a kill loses no more than these.
const BATCH: usize = 16;
/// The largest journal in bytes, half of what [`store::Disk`] reads: the results of some 13 million games.
const LARGEST: usize = 1 << 27;

/// Finished jobs of the contests since the last checkpoint.
#[derive(Debug)]
pub(in crate::tune) struct Journal {
    path: PathBuf,
    known: HashMap<(Digest, usize), Vec<PairResult>>,
    writer: Mutex<Writer>,
}

#[derive(Debug)]
struct Writer {
    file: Box<dyn OpenFile>,
    lines: String,
    waiting: usize,
    /// The bytes that the journal may still grow by.
    room: usize,
    largest: usize,
    error: Option<io::Error>,
}

impl Journal {
    /// Opens the journal at a path, or creates one; returns it with the number of its damaged lines.
    pub(in crate::tune) fn open(files: &Arc<dyn Files>, path: &Path) -> Result<(Self, usize), TuneError> {
        Self::open_file(&**files, path, LARGEST).map_err(|error| TuneError::file("open", path, error))
    }

    fn open_file(files: &dyn Files, path: &Path, largest: usize) -> io::Result<(Self, usize)> {
        let bytes = store::read_if_there(files, path)?;
        let Contents { known, damaged, torn } = bytes.as_deref().map_or_else(Contents::default, read);
        if bytes.is_none() || damaged > 0 || torn {
            let mut text = HEADER.to_owned();
            let mut lines: Vec<String> =
                known.iter().map(|((contest, job), results)| line(*contest, *job, results)).collect();
            lines.sort();
            text.extend(lines);
            store::replace(files, path, text.as_bytes())?;
        }
        let file = files.open(path, Access::Append)?;
        let room = largest.saturating_sub(bytes.map_or(0, |bytes| bytes.len()));
        let writer = Mutex::new(Writer { file, lines: String::new(), waiting: 0, room, largest, error: None });
        Ok((Self { path: path.to_owned(), known, writer }, damaged))
    }

    /// Returns whether nothing was finished when the journal was opened.
    pub(in crate::tune) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Returns the results of a job, if it was finished before.
    pub(super) fn known(&self, contest: Digest, job: usize, pairs: usize) -> Option<&[PairResult]> {
        self.known.get(&(contest, job)).map(Vec::as_slice).filter(|results| results.len() == pairs)
    }

    /// Appends the results of a job; called from any thread.
    pub(super) fn append(&self, contest: Digest, job: usize, results: &[PairResult]) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let line = line(contest, job, results);
        if line.len() > writer.room {
            return;
        }
        writer.room -= line.len();
        writer.lines += &line;
        writer.waiting += 1;
        if writer.waiting >= BATCH {
            writer.write();
        }
    }

    /// Writes everything appended so far, and syncs it to the disk if no checkpoint follows soon.
    pub(super) fn flush(&self, sync: bool) -> Result<(), TuneError> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        writer.write();
        let result = match writer.error.take() {
            Some(error) => Err(error),
            None if sync => writer.file.sync(),
            None => Ok(()),
        };
        result.map_err(|error| TuneError::file("write", &self.path, error))
    }

    /// Removes all lines: what they hold is part of a checkpoint now.
    pub(in crate::tune) fn clear(&mut self) -> Result<(), TuneError> {
        self.known.clear();
        let writer = self.writer.get_mut().unwrap_or_else(PoisonError::into_inner);
        writer.lines.clear();
        writer.waiting = 0;
        writer.room = writer.largest;
        writer.error = None;
        // In place: a torn write loses nothing, since an empty journal is valid.
        let cleared = writer.file.clear().and_then(|()| writer.file.write(HEADER.as_bytes()));
        cleared.map_err(|error| TuneError::file("write", &self.path, error))
    }
}

impl Writer {
    /// Writes the waiting lines; the first error is kept for the next flush.
    fn write(&mut self) {
        if self.error.is_none() {
            self.error = self.file.write(self.lines.as_bytes()).err();
        }
        self.lines.clear();
        self.waiting = 0;
    }
}

fn line(contest: Digest, job: usize, results: &[PairResult]) -> String {
    let text = format!("{contest} {job} {}", encode_results(results));
    format!("{text} {}\n", Digest::of(text.as_bytes()))
}

/// Encodes each pair as its digit.
pub(in crate::tune) fn encode_results(results: &[PairResult]) -> String {
    results.iter().map(|result| result.digit()).collect()
}

/// Decodes the digits of [`encode_results`].
pub(in crate::tune) fn decode_results(digits: &str) -> Option<Vec<PairResult>> {
    digits.chars().map(PairResult::from_digit).collect()
}

#[derive(Default)]
struct Contents {
    known: HashMap<(Digest, usize), Vec<PairResult>>,
    damaged: usize,
    /// Whether the last line is incomplete, as after a kill.
    torn: bool,
}

/// Reads the complete lines, and counts the damaged ones.
fn read(bytes: &[u8]) -> Contents {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    let mut contents =
        Contents { damaged: usize::from(!HEADER.starts_with(first)), torn: first != HEADER, ..Contents::default() };
    for line in lines {
        match entry(line) {
            Some((key, results)) => {
                contents.known.insert(key, results);
            }
            None if line.ends_with('\n') => contents.damaged += 1,
            None => contents.torn = true,
        }
    }
    contents
}

fn entry(line: &str) -> Option<((Digest, usize), Vec<PairResult>)> {
    let (text, checksum) = line.strip_suffix('\n')?.rsplit_once(' ')?;
    if Digest::of(text.as_bytes()).to_string() != checksum {
        return None;
    }
    let mut fields = text.split(' ');
    let (contest, job, digits) = (fields.next()?, fields.next()?, fields.next()?);
    Some(((contest.parse().ok()?, job.parse().ok()?), decode_results(digits)?))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::store::Disk;

    #[test]
    fn a_journal_does_not_outgrow_what_can_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let files: Arc<dyn Files> = Arc::new(Disk);
        let contest = Digest::of(b"contest");
        let results = decode_results("0123").unwrap();
        let largest = HEADER.len() + 3 * line(contest, 0, &results).len();
        for _ in 0..2 {
            let (journal, damaged) = Journal::open_file(&*files, &path, largest).unwrap();
            assert_eq!(damaged, 0);
            for job in 0..5 {
                journal.append(contest, job, &results);
            }
            journal.flush(true).unwrap();
        }
        let (mut journal, _) = Journal::open_file(&*files, &path, largest).unwrap();
        let known = (0..5).filter(|&job| journal.known(contest, job, 4).is_some()).count();
        assert_eq!(known, 3);
        assert_eq!(files.read(&path).unwrap().len(), largest);
        journal.clear().unwrap();
        journal.append(contest, 4, &results);
        journal.flush(true).unwrap();
        assert!(Journal::open_file(&*files, &path, largest).unwrap().0.known(contest, 4, 4).is_some());
    }
}
