//! What a run tells whoever watches it.

use super::folder::Repair;
use super::measure::Measure;
use crate::stats::Score;

/// Watches a run; nothing it does changes a result.
pub trait Watch: Send + Sync {
    /// Something in the run's folder was found wrong and made good.
    fn repaired(&self, repair: &Repair);

    /// A contest begins, with so many games still to play.
    fn contest(&self, what: &Contested, games: u64);

    /// Games were played; told from any thread.
    fn games(&self, games: u64);

    /// A measurement on openings that the search does not see is finished.
    fn measured(&self, measure: &Measure);

    /// A generation is finished and saved.
    fn generation(&self, report: &GenerationReport);
}

/// What a contest of a run is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contested {
    /// The candidates of a generation.
    Generation(u64),
    /// The mean on openings that the search does not see.
    Holdout(u64),
    /// The finalists on the select block.
    Finalists,
    /// The winner on the final block.
    Final,
    /// The winner head to head on the final block.
    HeadToHead,
    /// Features left out one by one.
    Ablation,
}

/// A finished generation.
#[derive(Clone, PartialEq, Debug)]
pub struct GenerationReport {
    /// Generations finished.
    pub generation: u64,
    /// Generations planned.
    pub generations: u64,
    /// Candidates evaluated.
    pub evaluations: u64,
    /// All games played.
    pub games: u64,
    /// The best candidate's win rate on its own games: biased, as it was picked for it.
    pub selection: Option<f64>,
    /// The average win rate of all candidates.
    pub population: Option<f64>,
    /// The win rate of the mean before this generation, on the generation's own openings.
    pub mean: Option<Score>,
    /// The average win rate of all candidates against each opponent.
    pub opponents: Vec<Option<f64>>,
    /// The last measurement on openings that the search does not see.
    pub holdout: Option<Measure>,
    /// The largest standard deviation of any weight, in first steps.
    pub step_size: Option<f64>,
    /// The condition number of the distribution.
    pub condition: Option<f64>,
    /// Generations in which all candidates did equally well.
    pub flat: u64,
    /// The mean after this generation.
    pub weights: Vec<f64>,
}
