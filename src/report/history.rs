//! history.csv as columns.

use serde::Serialize;

use super::number::{percent, rounded};
use crate::stats::Z_95;
use crate::tune::Measurement;

/// The history of a run, a column for each figure; rates are percentages.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct HistoryData {
    /// The numbers of the generations.
    pub generation: Vec<u64>,
    /// The games played by the end of each generation.
    pub games: Vec<u64>,
    /// The best candidate's score on its own games, biased upwards.
    pub selection: Vec<Option<f64>>,
    /// The candidates' average score.
    pub population: Vec<Option<f64>>,
    /// The score of the mean on the generation's openings.
    pub mean: Vec<Option<f64>>,
    /// Its standard error.
    pub mean_se: Vec<Option<f64>>,
    /// The largest standard deviation of any weight, in first steps.
    pub step_size: Vec<Option<f64>>,
    /// The ratio of the longest to the shortest axis of the distribution, where it was recorded.
    pub axis_ratio: Vec<Option<f64>>,
    /// The share of a step that was taken, where it was recorded.
    pub learning_rate: Vec<Option<f64>>,
    /// The length of the gradient without its noise, over that of the noise, where it was recorded.
    pub signal_to_noise: Vec<Option<f64>>,
    /// The measurements on the select block.
    pub holdouts: Vec<Holdout>,
    /// The candidates' average score against each opponent.
    pub opponents: Vec<Series>,
    /// The weights of the mean.
    pub weights: Vec<Series>,
}

/// A column with a name.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Series {
    /// The name of the opponent or of the weight.
    pub name: String,
    /// A value for each generation.
    pub values: Vec<Option<f64>>,
}

/// A measurement of the mean on the select block.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Holdout {
    /// The number of generations before it.
    pub generation: u64,
    /// The games played before it.
    pub games: u64,
    /// The score in percent.
    pub score: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The difference to `improved` in points.
    pub delta: f64,
    /// Its standard error.
    pub delta_se: f64,
}

impl HistoryData {
    /// Reads the text of history.csv; a last line that is not complete, as a run may be writing it, is left out.
    ///
    /// Returns `None` if the text is not a history.
    pub(super) fn read(text: &str) -> Option<Self> {
        let complete = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut reader = csv::ReaderBuilder::new().flexible(false).from_reader(complete.as_bytes());
        let header = reader.headers().ok()?.clone();
        let place = |name: &str| header.iter().position(|column| column == name);
        let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().ok()?;
        let number = |row: &csv::StringRecord, column: usize| row.get(column)?.parse::<f64>().ok();
        let values = |column: usize, shown: fn(f64) -> f64| {
            rows.iter().map(|row| number(row, column).map(shown)).collect::<Vec<_>>()
        };
        let counts = |name: &str| -> Option<Vec<u64>> {
            let column = place(name)?;
            rows.iter().map(|row| row.get(column)?.parse().ok()).collect()
        };
        let figures = |name: &str| place(name).map(|column| values(column, rounded));
        // The file has fractions, the page shows percent and points.
        let rates = |name: &str| place(name).map(|column| values(column, percent));
        let named = |prefix: &str, shown: fn(f64) -> f64| {
            let columns = header.iter().enumerate();
            let named = columns.filter_map(|(column, name)| Some((column, name.strip_prefix(prefix)?)));
            named.map(|(column, name)| Series { name: name.to_owned(), values: values(column, shown) }).collect()
        };
        let mut history = Self {
            generation: counts("generation")?,
            games: counts("games")?,
            selection: rates("selection_score")?,
            population: rates("population_score")?,
            mean: rates("mean_score")?,
            mean_se: rates("mean_se")?,
            step_size: figures("step_size")?,
            axis_ratio: figures("condition")?.into_iter().map(|value| value.map(|c| rounded(c.sqrt()))).collect(),
            learning_rate: figures("learning_rate")?,
            signal_to_noise: figures("signal_to_noise")?,
            holdouts: Vec::new(),
            opponents: named("opponent:", percent),
            weights: named("weight:", rounded),
        };
        let measured = counts_or_none(&figures("holdout_generation")?);
        let [score, se, delta, delta_se] =
            ["holdout_score", "holdout_se", "holdout_delta", "holdout_delta_se"].map(&rates);
        let (score, se, delta, delta_se) = (score?, se?, delta?, delta_se?);
        for (row, generation) in measured.into_iter().enumerate() {
            if let (Some(generation), Some(score), Some(se), Some(delta), Some(delta_se)) =
                (generation, score[row], se[row], delta[row], delta_se[row])
            {
                history.measure(generation, row, [score, se, delta, delta_se]);
            }
        }
        Some(history)
    }

    /// Adds a measurement that a line of the history repeats, unless it is known.
    fn measure(&mut self, generation: u64, row: usize, [score, se, delta, delta_se]: [f64; 4]) {
        if self.holdouts.last().is_some_and(|last| last.generation >= generation) {
            return;
        }
        let before = self.generation.iter().position(|&number| number == generation);
        // The first measurement comes before any game; after a loss of lines the line itself has to do.
        let games = match before {
            Some(before) => self.games[before],
            None if generation == 0 => 0,
            None => self.games.get(row).copied().unwrap_or(0),
        };
        let (low, high) = ((score - Z_95 * se).max(0.0), (score + Z_95 * se).min(100.0));
        let (low, high) = (rounded(low), rounded(high));
        self.holdouts.push(Holdout { generation, games, score, low, high, delta, delta_se });
    }

    /// Adds the last measurement of a state, which no line of the history may have yet.
    pub(super) fn add_measurement(&mut self, measurement: &Measurement) {
        let figures =
            [measurement.score.mean, measurement.score.se, measurement.delta.difference, measurement.delta.se];
        let row = self.games.len().saturating_sub(1);
        self.measure(measurement.generation, row, figures.map(percent));
    }
}

fn counts_or_none(values: &[Option<f64>]) -> Vec<Option<u64>> {
    // A generation is a small whole number; anything else becomes one or is left out.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let count = |value: f64| (0.0..1e15).contains(&value).then_some(value as u64);
    values.iter().map(|value| value.and_then(count)).collect()
}
