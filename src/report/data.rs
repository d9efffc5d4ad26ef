//! What a report says about its runs, as plain data.

use serde::Serialize;

use super::distribution::DistributionData;
use super::figure::FigureData;
use super::games::GamesData;
use super::history::HistoryData;
use super::measured::FeatureWorth;
use crate::tune::RunStatus;

/// The data of a page.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReportData {
    /// The version of the program that made the report.
    pub version: &'static str,
    /// Whether a server keeps the page up to date.
    pub live: bool,
    /// The run of the report, followed by those it is compared with.
    pub runs: Vec<RunData>,
}

/// The data of a run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RunData {
    /// The run's name.
    pub name: String,
    /// What the run is doing.
    pub status: RunStatus,
    /// What is wrong with its files, if something is.
    pub notes: Vec<String>,
    /// The outcome in one sentence.
    pub headline: String,
    /// More about the outcome, a sentence each.
    pub remarks: Vec<String>,
    /// The main figures, each with its label.
    pub facts: Vec<Fact>,
    /// The recommended weights as files.
    pub exports: Vec<ExportData>,
    /// The history.
    pub history: HistoryData,
    /// Games of the whole search, as planned.
    pub planned_games: Option<u64>,
    /// Scores that the curves can be compared with.
    pub references: Vec<ReferenceLine>,
    /// The weights, in the order of the history's columns.
    pub slots: Vec<SlotData>,
    /// How the weights depend on each other.
    pub distribution: Option<DistributionData>,
    /// The scores on the final block.
    pub finals: Option<FinalTable>,
    /// All published heuristics on the final block, where they were measured.
    pub catalogue: Option<FinalTable>,
    /// What each feature contributes, where that was measured.
    pub ablation: Vec<FeatureWorth>,
    /// Games of the recommended weights.
    pub games: Option<GamesData>,
    /// How to repeat the run.
    pub reproduce: ReproduceData,
}

/// A figure with its label.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fact {
    /// What it is.
    pub label: &'static str,
    /// The figure.
    pub value: String,
    /// What it means or depends on, in a few words.
    pub note: String,
}

/// The recommended weights as a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExportData {
    /// The name of the format.
    pub format: &'static str,
    /// What to do with it.
    pub about: &'static str,
    /// The text of the file.
    pub text: String,
}

/// A score to compare with, as a horizontal line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReferenceLine {
    /// Whose score it is, and on which openings.
    pub label: String,
    /// The score in percent.
    pub score: f64,
}

/// A weight of the search.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SlotData {
    /// The name: the feature, followed by the part of the game.
    pub name: String,
    /// The feature's formula.
    pub formula: &'static str,
    /// The weight at which the search started.
    pub start: f64,
    /// The recommended weight.
    pub weight: f64,
    /// The bounds, where there are some.
    pub bounds: [Option<f64>; 2],
    /// Whether the weight is at one of them.
    pub at_bound: bool,
    /// Whether it does not move.
    pub frozen: bool,
}

/// The scores of the outcome on the final block.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FinalTable {
    /// What was played, in one sentence.
    pub about: String,
    /// The opponents, one for each column of scores.
    pub opponents: Vec<String>,
    /// A row for each set of weights.
    pub rows: Vec<FinalRow>,
}

/// The scores of one set of weights.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FinalRow {
    /// Whose scores they are.
    pub name: String,
    /// The score over all opponents.
    pub score: FigureData,
    /// The difference to `improved`.
    pub delta: Option<FigureData>,
    /// The score in direct games against the recommended weights' counterpart.
    pub head_to_head: Option<FigureData>,
    /// The scores against each opponent, where they were kept.
    pub opponents: Vec<FigureData>,
}

/// How to repeat a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReproduceData {
    /// The command.
    pub command: String,
    /// Further remarks.
    pub remarks: Vec<String>,
    /// The configuration with its comments.
    pub config: String,
}
