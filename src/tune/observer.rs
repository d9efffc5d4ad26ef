//! What a run reports while it works.

use super::contest_kind::ContestKind;
use super::damage::Repair;
use super::measurement::Measurement;
use super::pruning::Pruning;
use crate::optimize::Outlook;
use crate::stats::Score;

/// Observes a run; nothing it does changes a result. Every method does nothing by default.
///
/// What wraps observers must forward every method (`cli/output/live/observers.rs`): the default hides an omission from the
/// compiler.
pub trait Observer: Send + Sync {
    /// Damage in the run's folder was found and repaired.
    fn repaired(&self, repair: &Repair) {
        let _ = repair;
    }

    /// A contest starts, with a number of games left to play.
    fn contest_started(&self, kind: ContestKind, games: u64) {
        let _ = (kind, games);
    }

    /// Games were played; called from any thread.
    fn games_played(&self, games: u64) {
        let _ = games;
    }

    /// The mean was measured on the select block.
    fn measured(&self, measurement: &Measurement) {
        let _ = measurement;
    }

    /// What the search recommends played itself without some features.
    fn pruned(&self, pruning: &Pruning) {
        let _ = pruning;
    }

    /// The candidates of a generation were played. May be called again for the same generation after a killed run resumes.
    fn candidates_played(&self, candidates: &Candidates) {
        let _ = candidates;
    }

    /// A generation is finished and saved.
    fn generation_finished(&self, report: &GenerationReport) {
        let _ = report;
    }
}

/// Observes nothing.
impl Observer for () {}

/// The candidates of a generation, with their results.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidates {
    /// The generation, counted from 1.
    pub generation: u64,
    /// All of its candidates, those that met the opponents first.
    pub played: Vec<PlayedCandidate>,
}

/// A candidate with its result.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedCandidate {
    /// Its weights.
    pub weights: Vec<f64>,
    /// The number of the candidate that it played, counted from 1, if it did not meet the opponents.
    pub rival: Option<u64>,
    /// The games it played.
    pub games: u64,
    /// Its value by the objective, or its score against its rival.
    pub value: f64,
}

/// A finished generation.
#[derive(Clone, PartialEq, Debug)]
pub struct GenerationReport {
    /// Finished generations.
    pub generation: u64,
    /// Planned generations.
    pub generations: u64,
    /// Evaluated candidates.
    pub evaluations: u64,
    /// The generation until which gains are measured and the mean stays at the start, while that lasts.
    pub measuring_until: Option<u64>,
    /// All games played.
    pub games: u64,
    /// The best candidate's win rate on its own games: biased upwards, since it was chosen by them.
    pub selection: Option<f64>,
    /// The average win rate of all candidates.
    pub population: Option<f64>,
    /// The win rate of the mean before this generation, on the generation's openings.
    pub mean: Option<Score>,
    /// The average win rate of all candidates against each opponent.
    pub opponents: Vec<Option<f64>>,
    /// The last measurement on the select block.
    pub holdout: Option<Measurement>,
    /// The largest standard deviation of any weight, in first steps.
    pub step_size: Option<f64>,
    /// The condition number of the distribution.
    pub condition: Option<f64>,
    /// Generations in which all candidates scored the same.
    pub flat: u64,
    /// What the last step was worth, where the optimizer knows.
    pub outlook: Option<Outlook>,
    /// The mean after this generation.
    pub weights: Vec<f64>,
}
