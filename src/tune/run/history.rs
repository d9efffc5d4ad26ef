//! history.csv: a line for each generation, the same bytes for every run of the same configuration.

use std::io;
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
    text: Mark,
    /// Which of the columns the file has: that of a run which an earlier version began may lack some.
    columns: [bool; COLUMNS.len()],
}

/// The length of a text, and its digest.
#[derive(Debug)]
struct Mark {
    length: u64,
    hasher: store::DigestWriter,
}

impl History {
    /// Returns the header line of a plan's history.
    pub(super) fn header(plan: &TunePlan) -> String {
        let opponents = plan.conditions().opponent_names().into_iter().map(|name| format!("opponent:{name}"));
        let weights = plan.encoding().slots().iter().map(|slot| format!("weight:{}", slot.name()));
        line(COLUMNS.into_iter().map(str::to_owned).chain(opponents).chain(weights))
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
        let length = usize::try_from(mark.0).unwrap_or(usize::MAX);
        let known = bytes.as_deref().and_then(|bytes| bytes.get(..length));
        let text = known.filter(|known| Digest::of(known) == mark.1).and_then(|known| std::str::from_utf8(known).ok());
        let mut aside = None;
        let text = match text {
            Some(text) if length > 0 => text.to_owned(),
            _ => {
                if length > 0 && bytes.is_some() {
                    aside = Some(store::set_aside(&**files, path, ".damaged")?);
                } else if length > 0 {
                    aside = Some(path.to_owned());
                }
                header.to_owned()
            }
        };
        if aside.is_some() || bytes.as_deref() != Some(text.as_bytes()) {
            store::replace(&**files, path, text.as_bytes())?;
        }
        let mut hasher = store::DigestWriter::default();
        hasher.update(text.as_bytes());
        let columns = columns_of(&text);
        let text = Mark { length: text.len() as u64, hasher };
        Ok((Self { files: Arc::clone(files), path: path.to_owned(), text, columns }, aside))
    }

    /// Appends a generation.
    pub(super) fn push(&mut self, report: &GenerationReport) -> Result<(), TuneError> {
        let line = row(report, &self.columns);
        let append = || {
            let mut file = self.files.open(&self.path, Access::Append)?;
            file.write(line.as_bytes())?;
            file.sync()
        };
        append().map_err(|error| TuneError::file("write", &self.path, error))?;
        self.text.length += line.len() as u64;
        self.text.hasher.update(line.as_bytes());
        Ok(())
    }

    /// Returns the length of the file and its digest.
    pub(super) fn mark(&self) -> (u64, Digest) {
        (self.text.length, self.text.hasher.digest())
    }
}

/// Returns which of the columns a history has, by its first line.
fn columns_of(text: &str) -> [bool; COLUMNS.len()] {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().cloned().unwrap_or_default();
    COLUMNS.map(|name| header.iter().any(|column| column == name))
}

/// Formats a generation as a row of some of the columns; unknown values are empty, rates are percentages with all digits.
fn row(report: &GenerationReport, columns: &[bool; COLUMNS.len()]) -> String {
    let percent = |rate: f64| 100.0 * rate;
    // Only where it was measured: just before this generation.
    let holdout = report.holdout.as_ref().filter(|measured| measured.generation.saturating_add(1) == report.generation);
    let counts = [report.generation, report.evaluations, report.games].map(|count| count.to_string());
    let numbers = [
        report.selection.map(percent),
        report.population.map(percent),
        report.mean.map(|score| percent(score.mean)),
        report.mean.map(|score| percent(score.se)),
        holdout.map(|measured| measured.generation as f64),
        holdout.map(|measured| percent(measured.score.mean)),
        holdout.map(|measured| percent(measured.score.se)),
        holdout.map(|measured| percent(measured.delta.difference)),
        holdout.map(|measured| percent(measured.delta.se)),
        report.step_size,
        report.condition,
        Some(report.flat as f64),
        report.outlook.map(|outlook| outlook.signal_to_noise),
        report.outlook.map(|outlook| outlook.learning_rate),
    ];
    let opponents = report.opponents.iter().map(|score| score.map(percent));
    let weights = report.weights.iter().map(|weight| Some(*weight));
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let first = counts.into_iter().chain(numbers.map(number)).zip(columns);
    let kept = first.filter_map(|(field, kept)| kept.then_some(field));
    line(kept.chain(opponents.chain(weights).map(number)))
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
    fn a_history_keeps_the_columns_it_began_with() {
        let all = COLUMNS.join(",") + ",opponent:open,weight:own-moves\n";
        assert_eq!(columns_of(&all), [true; COLUMNS.len()]);
        assert_eq!(row(&report(), &columns_of(&all)), "3,24,288,75,50,,,,,,,,0.5,4,0,1.5,0.125,25,-1\n");
        let earlier = COLUMNS[..15].join(",") + ",opponent:open,weight:own-moves\n";
        assert_eq!(row(&report(), &columns_of(&earlier)), "3,24,288,75,50,,,,,,,,0.5,4,0,25,-1\n");
    }
}
