//! Events of a run as JSON Lines, and its candidates as CSV, for programs that follow it.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Mutex;

use crate::stats::Score;
use crate::tune::{
    Candidates, ContestKind, GenerationReport, Measurement, Observer, PlayedCandidate, Pruning, Repair, RunFolder,
    Slot, TunePlan,
};
use chrono::{SecondsFormat, Utc};
use serde::Serialize;

use crate::cli::host::{self, LineWriter};
use crate::cli::output::data::json;
use crate::cli::output::data::json::Named;
use crate::cli::output::data::records::{DeltaRecord, ScoreRecord};
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::now;
use crate::cli::output::live::log::RunLog;
use crate::cli::output::terminal;

/// The events of a run, written as they happen.
pub(crate) struct Events {
    log: RunLog,
    out: Option<Mutex<Box<dyn Write + Send>>>,
    candidates: Option<Mutex<File>>,
    /// The name of the run.
    run: String,
    opponents: Vec<String>,
    weights: Vec<String>,
}

/// An event with its kind and time.
#[derive(Serialize)]
struct Event<'a, T> {
    #[serde(rename = "event")]
    kind: &'a str,
    time: String,
    #[serde(flatten)]
    record: T,
}

#[derive(Serialize)]
struct StageRecord {
    stage: String,
    games: u64,
}

#[derive(Serialize)]
struct MessageRecord {
    message: String,
}

#[derive(Serialize)]
struct HoldoutRecord {
    generation: u64,
    #[serde(flatten)]
    score: ScoreRecord,
    versus_improved: DeltaRecord,
}

#[derive(Serialize)]
struct PruningRecord {
    generation: u64,
    features: Vec<&'static str>,
    /// Of the weights without the features, against those with them.
    #[serde(flatten)]
    score: ScoreRecord,
    left_out: bool,
}

#[derive(Serialize)]
struct GenerationRecord<'a> {
    generation: u64,
    generations: u64,
    games: u64,
    /// The best candidate on its own games: biased upwards.
    selection_score: Option<f64>,
    population_score: Option<f64>,
    mean: ScoreRecord,
    step_size: Option<f64>,
    opponents: Vec<OpponentRecord<'a>>,
    weights: Named<f64>,
}

#[derive(Serialize)]
struct OpponentRecord<'a> {
    name: &'a str,
    score: Option<f64>,
}

impl Events {
    /// Opens the log of the run and the files that were asked for; "-" is standard output.
    pub(crate) fn new(
        plan: &TunePlan,
        folder: &RunFolder,
        events: Option<&Path>,
        candidates: Option<&Path>,
    ) -> Result<Events, Failure> {
        let append = |path: &Path| {
            let file = File::options().create(true).append(true).open(path);
            file.map_err(|error| Failure::Input(format!("cannot write {}: {error}; give another file", path.display())))
        };
        let out = match events {
            None => None,
            Some(path) if path.as_os_str() == "-" => {
                let out: Box<dyn Write + Send> = match host::listener() {
                    Some(listener) => Box::new(LineWriter::new(listener)),
                    None => Box::new(terminal::stdout()),
                };
                Some(Mutex::new(out))
            }
            Some(path) => Some(Mutex::new(Box::new(append(path)?) as Box<dyn Write + Send>)),
        };
        let weights: Vec<String> = plan.encoding().slots().iter().map(Slot::name).collect();
        if let Some(path) = candidates {
            let names = ["run", "generation", "candidate", "rival", "games", "value"].map(str::to_owned);
            let header = line(names.into_iter().chain(weights.iter().map(|name| format!("weight:{name}"))))?;
            begin_table(path, &header, &append)?;
        }
        let candidates = candidates.map(append).transpose()?;
        let candidates = candidates.map(Mutex::new);
        let opponents = plan.conditions().opponent_names();
        Ok(Events { log: RunLog::new(folder), out, candidates, run: folder.name(), opponents, weights })
    }

    /// Starts writing the log; call it once this process holds the run's lock.
    pub(crate) fn begin(&self) {
        self.log.begin();
    }

    /// Writes that the session has failed.
    pub(crate) fn failed(&self, message: &str) {
        self.write("failed", &MessageRecord { message: message.to_owned() });
    }

    /// Writes an event.
    pub(crate) fn write(&self, kind: &str, record: &dyn erased_serde::Serialize) {
        let time = now().with_timezone(&Utc).to_rfc3339_opts(SecondsFormat::Millis, true);
        let Ok(text) = json::text(&Event { kind, time, record }) else { return };
        self.log.write(&text);
        if let Some(Ok(mut out)) = self.out.as_ref().map(Mutex::lock) {
            // The work continues if the events have no reader.
            let _ = writeln!(out, "{text}").and_then(|()| out.flush());
        }
    }
}

/// Writes the header of a table, unless the file has it already.
fn begin_table(path: &Path, header: &[u8], append: &dyn Fn(&Path) -> Result<File, Failure>) -> Result<(), Failure> {
    let mut there = Vec::new();
    // A pipe has no earlier lines, and reading it would wait for ever.
    if path.is_file() {
        File::open(path)?.take(header.len() as u64).read_to_end(&mut there)?;
    }
    if there.is_empty() {
        append(path)?.write_all(header)?;
    } else if there != header {
        let path = path.display();
        return Err(Failure::Input(format!("{path} has other columns than this run; rename it, or give another file")));
    }
    Ok(())
}

/// Returns a line of CSV.
fn line(fields: impl Iterator<Item = String>) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(fields.map(String::into_bytes)).map_err(io::Error::other)?;
    writer.into_inner().map_err(|error| io::Error::other(error.to_string()))
}

impl Observer for Events {
    fn repaired(&self, repair: &Repair) {
        self.log.begin();
        self.write("repaired", &MessageRecord { message: repair.to_string() });
    }

    fn contest_started(&self, kind: ContestKind, games: u64) {
        self.log.begin();
        self.write("stage", &StageRecord { stage: kind.to_string(), games });
    }

    fn measured(&self, measurement: &Measurement) {
        let record = HoldoutRecord {
            generation: measurement.generation,
            score: ScoreRecord::from(&measurement.score),
            versus_improved: DeltaRecord::from(&measurement.delta),
        };
        self.write("holdout", &record);
    }

    fn pruned(&self, pruning: &Pruning) {
        let record = PruningRecord {
            generation: pruning.generation,
            features: pruning.feature_names(),
            score: ScoreRecord::from(&pruning.score),
            left_out: pruning.accepted,
        };
        self.write("pruning", &record);
    }

    fn candidates_played(&self, candidates: &Candidates) {
        let Some(Ok(file)) = self.candidates.as_ref().map(Mutex::lock) else { return };
        let mut lines = Vec::new();
        for (number, PlayedCandidate { weights, rival, games, value }) in (1_u64..).zip(&candidates.played) {
            let counts = [Some(candidates.generation), Some(number), *rival, Some(*games)];
            let counts = counts.map(|count| count.map(|count| count.to_string()).unwrap_or_default());
            let numbers = std::iter::once(value).chain(weights).map(ToString::to_string);
            let fields = std::iter::once(self.run.clone()).chain(counts).chain(numbers);
            lines.extend(line(fields).unwrap_or_default());
        }
        // The work continues if nothing can be written.
        let _ = (&*file).write_all(&lines);
    }

    fn generation_finished(&self, report: &GenerationReport) {
        let opponents = self.opponents.iter().zip(&report.opponents);
        let weights = self.weights.iter().cloned().zip(report.weights.iter().copied());
        let mean: Option<&Score> = report.mean.as_ref();
        let record = GenerationRecord {
            generation: report.generation,
            generations: report.generations,
            games: report.games,
            selection_score: report.selection,
            population_score: report.population,
            mean: ScoreRecord::of(mean),
            step_size: report.step_size,
            opponents: opponents.map(|(name, score)| OpponentRecord { name, score: *score }).collect(),
            weights: Named(weights.collect()),
        };
        self.write("generation", &record);
    }
}
