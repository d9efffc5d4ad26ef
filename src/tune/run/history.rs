//! history.csv: a line for each generation; all but its last column, the time, is the same for every run of the same
//! configuration.

use std::io;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::store::{self, Access, Digest, Files};

use crate::tune::error::TuneError;
use crate::tune::observer::GenerationReport;
use crate::tune::plan::TunePlan;

const COLUMNS: [&str; 17] = [
    "generation",
    "evaluations",
    "games",
    "selection_score",
    "population_score",
    "mean_score",
    "mean_se",
    "holdout_generation",
    "holdout_score",
    "holdout_se",
    "holdout_delta",
    "holdout_delta_se",
    "step_size",
    "condition",
    "flat_generations",
    "signal_to_noise",
    "learning_rate",
];

/// The history file, and the part of it that belongs to the run's state.
#[derive(Debug)]
pub(super) struct History {
    files: Arc<dyn Files>,
    path: PathBuf,
    mark: Mark,
}

/// The number of lines of a text, and the digest of all but their times.
#[derive(Debug, Default)]
struct Mark {
    lines: u64,
    hasher: store::DigestWriter,
}

impl Mark {
    fn update(&mut self, text: &str) {
        for line in text.split_inclusive('\n') {
            self.lines += 1;
            self.hasher.update(timeless(line).as_bytes());
        }
    }

    fn value(&self) -> (u64, Digest) {
        (self.lines, self.hasher.digest())
    }
}

/// Returns a line without its last field if that is a time; the head line and a damaged one are returned whole.
fn timeless(line: &str) -> &str {
    match line.trim_end_matches('\n').rsplit_once(',') {
        Some((rest, time)) if time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => {
            if time.parse::<f64>().is_ok() { rest } else { line }
        }
        _ => line,
    }
}

/// Returns the part of a history that belongs to a state, by the state's mark; `None` if it is damaged.
pub(crate) fn marked_history(bytes: &[u8], mark: (u64, Digest)) -> Option<&str> {
    let lines = usize::try_from(mark.0).ok()?;
    let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(place, _)| place + 1);
    let end = std::iter::once(0).chain(ends).nth(lines)?;
    let text = std::str::from_utf8(&bytes[..end]).ok()?;
    let mut found = Mark::default();
    found.update(text);
    (found.value() == mark).then_some(text)
}

impl History {
    /// Returns the header line of a plan's history.
    pub(super) fn header(plan: &TunePlan) -> String {
        let opponents = plan.conditions().opponent_names().into_iter().map(|name| format!("opponent:{name}"));
        let weights = plan.encoding().slots().iter().map(|slot| format!("weight:{}", slot.name()));
        let time = iter::once("seconds".to_owned());
        line(COLUMNS.into_iter().map(str::to_owned).chain(opponents).chain(weights).chain(time))
    }

    /// Opens a history where a state left it; later lines are removed.
    ///
    /// A file that does not match the state is renamed; its new path is returned, or its own if it was missing.
    pub(super) fn open(
        files: &Arc<dyn Files>,
        path: &Path,
        header: &str,
        mark: (u64, Digest),
    ) -> Result<(Self, Option<PathBuf>), TuneError> {
        Self::open_file(files, path, header, mark).map_err(|error| TuneError::file("open", path, error))
    }

    fn open_file(
        files: &Arc<dyn Files>,
        path: &Path,
        header: &str,
        mark: (u64, Digest),
    ) -> io::Result<(Self, Option<PathBuf>)> {
        let bytes = store::read_if_there(&**files, path)?;
        let has_begun = mark.0 > 0;
        let mut aside = None;
        let text = match bytes.as_deref().and_then(|bytes| marked_history(bytes, mark)) {
            Some(text) if has_begun => text.to_owned(),
            _ => {
                if has_begun && bytes.is_some() {
                    aside = Some(store::set_aside(&**files, path, ".damaged")?);
                } else if has_begun {
                    aside = Some(path.to_owned());
                }
                header.to_owned()
            }
        };
        if aside.is_some() || bytes.as_deref() != Some(text.as_bytes()) {
            store::replace(&**files, path, text.as_bytes())?;
        }
        let mut mark = Mark::default();
        mark.update(&text);
        Ok((Self { files: Arc::clone(files), path: path.to_owned(), mark }, aside))
    }

    /// Appends a generation that was finished after a number of seconds.
    pub(super) fn push(&mut self, report: &GenerationReport, seconds: f64) -> Result<(), TuneError> {
        let line = row(report, seconds);
        let append = || {
            let mut file = self.files.open(&self.path, Access::Append)?;
            file.write(line.as_bytes())?;
            file.sync()
        };
        append().map_err(|error| TuneError::file("write", &self.path, error))?;
        self.mark.update(&line);
        Ok(())
    }

    /// Returns the number of lines and the digest of all but their times.
    pub(super) fn mark(&self) -> (u64, Digest) {
        self.mark.value()
    }
}

/// Formats a generation as a row; unknown values are empty, rates are fractions with all digits.
fn row(report: &GenerationReport, seconds: f64) -> String {
    // Only where it was measured: just before this generation.
    let holdout = report.holdout.as_ref().filter(|measured| measured.generation.saturating_add(1) == report.generation);
    let counts = [report.generation, report.evaluations, report.games].map(|count| count.to_string());
    let numbers = [
        report.selection,
        report.population,
        report.mean.map(|score| score.mean),
        report.mean.and_then(|score| score.known_se()),
        holdout.map(|measured| measured.generation as f64),
        holdout.map(|measured| measured.score.mean),
        holdout.and_then(|measured| measured.score.known_se()),
        holdout.map(|measured| measured.delta.difference),
        holdout.map(|measured| measured.delta.interval_se()),
        report.step_size,
        report.condition,
        Some(report.flat as f64),
        report.outlook.map(|outlook| outlook.signal_to_noise),
        report.outlook.map(|outlook| outlook.learning_rate),
    ];
    let weights = report.weights.iter().map(|weight| Some(*weight));
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let figures = numbers.into_iter().chain(report.opponents.iter().copied()).chain(weights).map(number);
    line(counts.into_iter().chain(figures).chain(iter::once(format!("{seconds:.3}"))))
}

/// Returns a line of CSV.
fn line(fields: impl Iterator<Item = String>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory does not fail, and the fields are valid UTF-8.
    let _ = writer.write_record(fields.map(String::into_bytes));
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimize::Outlook;

    fn report() -> GenerationReport {
        GenerationReport {
            generation: 3,
            generations: 9,
            evaluations: 24,
            measuring_until: None,
            games: 288,
            selection: Some(0.75),
            population: Some(0.5),
            mean: None,
            opponents: vec![Some(0.25)],
            holdout: None,
            step_size: Some(0.5),
            condition: Some(4.0),
            flat: 0,
            outlook: Some(Outlook { signal_to_noise: 1.5, gain: 0.01, gain_error: 0.02, learning_rate: 0.125 }),
            weights: vec![-1.0],
        }
    }

    #[test]
    fn rates_are_fractions_and_the_time_comes_last() {
        let row = row(&report(), 61.5);
        assert_eq!(row, "3,24,288,0.75,0.5,,,,,,,,0.5,4,0,1.5,0.125,0.25,-1,61.500\n");
        assert_eq!(row.split(',').count(), COLUMNS.len() + 3);
    }

    #[test]
    fn a_mark_covers_everything_but_the_times() {
        let text = "generation,weight:own-moves,seconds\n1,-1,2.500\n2,-1,5.000\n";
        let mut mark = Mark::default();
        mark.update(text);
        let mark = mark.value();
        assert_eq!(mark.0, 3);
        let known = |text: &str| marked_history(text.as_bytes(), mark).map(str::to_owned);
        assert_eq!(known(text).as_deref(), Some(text));
        let later = text.replace("5.000", "71.125");
        assert_eq!(known(&later), Some(later.clone()));
        assert_eq!(known(&(later.clone() + "3,-1,80.000\n4,")), Some(later));
        for (part, by) in
            [("2,-1", "2,1"), ("5.000", "5,000"), ("5.000", "-5"), ("seconds", "minutes"), ("5.000\n", "5.000")]
        {
            assert_eq!(known(&text.replace(part, by)), None, "{part} {by}");
        }
    }
}
