//! The journal: results as they come in, so that a stopped generation is not lost.
//!
//! A text file with a line for each finished job: which contest, which job, what came of each pair, and a checksum. A line
//! that is not whole is played again.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::arena::PairResult;
use crate::store::{self, Fingerprint};

const HEADER: &str = "isotune journal, format 1\n";
/// Jobs from one write to the next: a kill loses no more than these.
const BATCH: usize = 16;

/// Finished jobs of the contests since the last checkpoint.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    known: HashMap<(Fingerprint, usize), Vec<PairResult>>,
    writer: Mutex<Writer>,
}

#[derive(Debug)]
struct Writer {
    file: File,
    lines: String,
    waiting: usize,
    error: Option<io::Error>,
}

impl Journal {
    /// Opens the journal of a run, or begins one, and says how many of its lines are damaged.
    pub(super) fn open(path: &Path) -> io::Result<(Journal, usize)> {
        let bytes = store::read_if_there(path)?;
        let Contents { known, damaged, torn } = bytes.as_deref().map_or_else(Contents::default, read);
        if bytes.is_none() || damaged > 0 || torn {
            let mut text = HEADER.to_owned();
            let mut lines: Vec<String> =
                known.iter().map(|((stage, job), results)| line(*stage, *job, results)).collect();
            lines.sort();
            text.extend(lines);
            store::replace(path, text.as_bytes())?;
        }
        let file = File::options().append(true).open(path)?;
        let writer = Mutex::new(Writer { file, lines: String::new(), waiting: 0, error: None });
        Ok((Journal { path: path.to_owned(), known, writer }, damaged))
    }

    /// Gives the results of a job of a contest, if it was finished before.
    pub(super) fn known(&self, contest: Fingerprint, job: usize, pairs: usize) -> Option<&[PairResult]> {
        self.known.get(&(contest, job)).map(Vec::as_slice).filter(|results| results.len() == pairs)
    }

    /// Takes down the results of a job, from any thread.
    pub(super) fn note(&self, contest: Fingerprint, job: usize, results: &[PairResult]) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        writer.lines += &line(contest, job, results);
        writer.waiting += 1;
        if writer.waiting >= BATCH {
            writer.write();
        }
    }

    /// Hands everything over to the system, and brings it to the disk where nothing else will soon.
    pub(super) fn flush(&self, sync: bool) -> io::Result<()> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        writer.write();
        match writer.error.take() {
            Some(error) => Err(error),
            None if sync => writer.file.sync_data(),
            None => Ok(()),
        }
    }

    /// Begins anew: what the journal knew is part of a checkpoint now.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        self.known.clear();
        let writer = self.writer.get_mut().unwrap_or_else(PoisonError::into_inner);
        writer.lines.clear();
        writer.waiting = 0;
        writer.error = None;
        // In place, as nothing is lost when it is torn: an empty journal is a sound one.
        writer.file.set_len(0)?;
        writer.file.write_all(HEADER.as_bytes())
    }

    /// Gives the file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Writer {
    /// Hands the lines over to the system; the first error is kept for whoever asks.
    fn write(&mut self) {
        if self.error.is_none() {
            self.error = self.file.write_all(self.lines.as_bytes()).err();
        }
        self.lines.clear();
        self.waiting = 0;
    }
}

fn line(contest: Fingerprint, job: usize, results: &[PairResult]) -> String {
    let text = format!("{contest} {job} {}", digits(results));
    format!("{text} {}\n", Fingerprint::of(text.as_bytes()))
}

/// The pairs as digits: 1 for a game won as player 1, 2 for one won as player 2, 3 for both.
pub(super) fn digits(results: &[PairResult]) -> String {
    let digit = |result: &PairResult| char::from(b'0' + u8::from(result.as_first) + 2 * u8::from(result.as_second));
    results.iter().map(digit).collect()
}

/// The pairs that digits stand for.
pub(super) fn results(digits: &str) -> Option<Vec<PairResult>> {
    let result =
        |digit: char| digit.to_digit(4).map(|bits| PairResult { as_first: bits & 1 > 0, as_second: bits & 2 > 0 });
    digits.chars().map(result).collect()
}

#[derive(Default)]
struct Contents {
    known: HashMap<(Fingerprint, usize), Vec<PairResult>>,
    damaged: usize,
    /// Whether the last line was cut short, as a kill may do.
    torn: bool,
}

/// Reads the lines that are whole, and counts those that are not.
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

fn entry(line: &str) -> Option<((Fingerprint, usize), Vec<PairResult>)> {
    let (text, checksum) = line.strip_suffix('\n')?.rsplit_once(' ')?;
    if Fingerprint::of(text.as_bytes()).to_string() != checksum {
        return None;
    }
    let mut fields = text.split(' ');
    let (contest, job, digits) = (fields.next()?, fields.next()?, fields.next()?);
    Some(((Fingerprint::parse(contest)?, job.parse().ok()?), results(digits)?))
}
