//! history.csv: a line for each generation, the same bytes for every run of the same configuration.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::encoding::Encoding;
use super::watch::GenerationReport;
use crate::store::{self, Fingerprint};

/// The file, and what of it belongs to the run's state.
#[derive(Debug)]
pub(super) struct History {
    path: PathBuf,
    length: u64,
    fingerprint: Fingerprint,
}

impl History {
    /// The headline for opponents and weights.
    pub(super) fn headline(opponents: &[String], encoding: &Encoding) -> String {
        let fixed = "generation,evaluations,games,selection_score,population_score,mean_score,mean_se,\
                        holdout_generation,holdout_score,holdout_se,holdout_delta,holdout_delta_se,\
                        step_size,condition,flat_generations";
        let opponents = opponents.iter().map(|name| quoted(&format!("opponent:{name}")));
        let weights = encoding.slots().iter().map(|slot| format!("weight:{}", slot.name()));
        let columns: Vec<String> = std::iter::once(fixed.to_owned()).chain(opponents).chain(weights).collect();
        columns.join(",") + "\n"
    }

    /// Takes up a file where a state left it: what came after is cut off. A file that is not what the state knew is put
    /// aside, which is told by giving the path it has now.
    pub(super) fn open(
        path: &Path,
        headline: &str,
        mark: (u64, Fingerprint),
    ) -> io::Result<(History, Option<PathBuf>)> {
        let bytes = store::read_if_there(path)?;
        let length = usize::try_from(mark.0).unwrap_or(usize::MAX);
        let known = bytes.as_deref().and_then(|bytes| bytes.get(..length));
        let text =
            known.filter(|known| Fingerprint::of(known) == mark.1).and_then(|known| std::str::from_utf8(known).ok());
        let mut aside = None;
        let text = match text {
            Some(text) if length > 0 => text.to_owned(),
            _ => {
                if length > 0 && bytes.is_some() {
                    let damaged = store::append_path(path, ".damaged");
                    std::fs::rename(path, &damaged)?;
                    aside = Some(damaged);
                } else if length > 0 {
                    aside = Some(path.to_owned());
                }
                headline.to_owned()
            }
        };
        if bytes.as_deref() != Some(text.as_bytes()) {
            store::replace(path, text.as_bytes())?;
        }
        let (length, fingerprint) = (text.len() as u64, Fingerprint::of(text.as_bytes()));
        Ok((History { path: path.to_owned(), length, fingerprint }, aside))
    }

    /// Appends a generation.
    pub(super) fn push(&mut self, report: &GenerationReport) -> io::Result<()> {
        let line = row(report);
        let mut file = File::options().append(true).open(&self.path)?;
        file.write_all(line.as_bytes())?;
        file.sync_data()?;
        self.length += line.len() as u64;
        self.fingerprint = self.fingerprint.followed_by(line.as_bytes());
        Ok(())
    }

    /// Gives the length of the file and its fingerprint.
    pub(super) fn mark(&self) -> (u64, Fingerprint) {
        (self.length, self.fingerprint)
    }
}

/// One generation; what is not known is left empty, rates are in percent.
fn row(report: &GenerationReport) -> String {
    let mut line = format!("{},{},{}", report.generation, report.evaluations, report.games);
    let mut number = |value: Option<f64>| {
        // Writing to a string cannot fail. All digits, so that nothing is lost to whoever computes with it.
        let _ = match value {
            Some(value) => write!(line, ",{value}"),
            None => write!(line, ","),
        };
    };
    let percent = |rate: f64| 100.0 * rate;
    number(report.selection.map(percent));
    number(report.population.map(percent));
    number(report.mean.map(|score| percent(score.mean)));
    number(report.mean.map(|score| percent(score.se)));
    let holdout = report.holdout.as_ref();
    number(holdout.map(|measure| measure.generation as f64));
    number(holdout.map(|measure| percent(measure.score.mean)));
    number(holdout.map(|measure| percent(measure.score.se)));
    number(holdout.map(|measure| percent(measure.delta.difference)));
    number(holdout.map(|measure| percent(measure.delta.se)));
    number(report.step_size);
    number(report.condition);
    number(Some(report.flat as f64));
    for score in &report.opponents {
        number(score.map(percent));
    }
    for weight in &report.weights {
        number(Some(*weight));
    }
    line + "\n"
}

fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
