//! Figures of finished weights that take games of their own: every published heuristic, perfect play, and each feature's
//! contribution.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::data::{FinalRow, FinalTable};
use super::figure::FigureData;
use super::number::{count, percent, rounded};
use crate::agent::{AgentSpec, NamedAgent, SearchMethod};
use crate::arena::{Draw, Executor, OpeningBlock, Standing, Tournament, TournamentError};
use crate::document::{decode, encode};
use crate::game::{Board, Word, with_word};
use crate::heuristic::{CATALOGUE, HeuristicSource, WeightsDocument};
use crate::search::Budget;
use crate::seed::Seed;
use crate::stats::{Score, TTest};
use crate::store::{ChecksumHeader, Digest};
use crate::text::plural;
use crate::tune::{
    Conditions, ContestKind, FeatureValue, Observer, PlanError, RunFolder, TuneConfig, TuneError, WeightsEvaluation,
};

/// The file in the run's folder.
const FILE: &str = "measured.ron";
const HEADER: ChecksumHeader = ChecksumHeader { kind: "measured", format: 2 };
/// The largest board on which perfect play answers soon.
const PERFECT_CELLS: usize = 49;
/// The name of the tuned weights among the others.
const TUNED: &str = "tuned weights";

/// Figures of finished weights, kept beside the run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// The weights that were measured.
    weights: Digest,
    /// The openings played against each opponent.
    pairs: usize,
    /// The opponents.
    opponents: Vec<String>,
    /// The tuned weights and every published heuristic on the final block.
    standings: Vec<MeasuredRow>,
    /// The score of perfect play there.
    perfect: Option<Score>,
    /// What each feature contributes, on the select block.
    ablation: Vec<MeasuredFeature>,
}

/// The scores of one heuristic.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct MeasuredRow {
    name: String,
    score: Score,
    delta: Option<TTest>,
    opponents: Vec<Score>,
}

/// The score with a feature minus the score without it, and what it costs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct MeasuredFeature {
    feature: String,
    worth: TTest,
    cost: f64,
}

/// What a feature contributes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FeatureWorth {
    /// The feature's name.
    pub feature: String,
    /// The score with it minus the score without it.
    pub worth: FigureData,
    /// Its share of the cost of a heuristic call, in nodes.
    pub cost: f64,
}

/// Why weights cannot be measured.
#[derive(Debug, thiserror::Error)]
pub enum MeasureError {
    /// The run cannot be read, or the work was stopped.
    #[error(transparent)]
    Tune(#[from] TuneError),
    /// The games cannot be set up.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// The search has not ended.
    #[error("the run '{run}' has no verdict yet; measure it when it is finished")]
    Unfinished {
        /// The run.
        run: String,
    },
}

impl From<PlanError> for MeasureError {
    fn from(error: PlanError) -> Self {
        Self::Tune(error.into())
    }
}

impl Measured {
    /// Measures the recommended weights of a finished run, and keeps the result in its folder.
    ///
    /// # Errors
    /// Returns an error if the run is not finished or cannot be read, or the work was stopped.
    pub fn play<E: Executor>(
        folder: &RunFolder,
        pairs: usize,
        (executor, stop): (&E, &AtomicBool),
        observer: &dyn Observer,
    ) -> Result<Self, MeasureError> {
        let record = folder.state()?.map(|(saved, _)| saved.record);
        let unfinished = || MeasureError::Unfinished { run: folder.name() };
        let config = record.filter(|record| record.verdict.is_some()).ok_or_else(unfinished)?.config;
        let document = folder.best()?;
        let conditions = Conditions::new(folder.conditions(&config))?;
        let pairs = pairs.min(conditions.openings(OpeningBlock::Final)).min(conditions.openings(OpeningBlock::Select));
        let matches = Matches { folder, config: &config, conditions: &conditions, pairs, executor, stop, observer };
        let standings = with_word!(config.board, W => matches.standings::<W>()?);
        let evaluation =
            WeightsEvaluation { conditions: &conditions, executor, stop, observer, seed: Seed(config.seed) };
        let perfect = (config.board.cells() <= PERFECT_CELLS).then(|| evaluation.perfect(pairs)).transpose()?;
        let ablation = evaluation.ablate(&document.weights, OpeningBlock::Select, pairs)?;
        let worth = |value: &FeatureValue| MeasuredFeature {
            feature: value.feature.name().to_owned(),
            worth: value.worth,
            cost: rounded(value.cost),
        };
        let measured = Self {
            weights: digest(&document),
            pairs,
            opponents: conditions.opponent_names(),
            standings,
            perfect,
            ablation: ablation.features.iter().map(worth).collect(),
        };
        measured.write(folder)?;
        Ok(measured)
    }

    fn write(&self, folder: &RunFolder) -> Result<(), TuneError> {
        let text = HEADER.close(&(encode(self).map_err(TuneError::Write)? + "\n"));
        folder.write_beside(FILE, text.as_bytes())
    }

    /// Reads what was measured, if it was; what cannot be used is noted.
    pub(super) fn read(folder: &RunFolder, document: &WeightsDocument, notes: &mut Vec<String>) -> Option<Self> {
        let bytes = folder.read(FILE).ok()??;
        let mut note = |what| notes.push(format!("{FILE} {what}; 'isotune report --measure' writes it again"));
        let Some(measured) = HEADER.open(&bytes).ok().and_then(decode::<Self>) else {
            note("is damaged or of another version");
            return None;
        };
        if measured.weights != digest(document) {
            note("belongs to other weights");
            return None;
        }
        Some(measured)
    }

    /// Returns the table of all heuristics.
    pub(super) fn table(&self) -> FinalTable {
        let row = |row: &MeasuredRow| FinalRow {
            name: row.name.clone(),
            score: FigureData::rate(&row.score, 1),
            delta: row.delta.as_ref().map(|test| FigureData::difference(test, 1)),
            head_to_head: None,
            opponents: row.opponents.iter().map(|score| FigureData::rate(score, 1)).collect(),
        };
        FinalTable {
            about: format!(
                "The tuned weights among all published heuristics, {} {} of the final block from both seats against each \
                 opponent; ± and brackets are the 95 % interval.",
                count(self.pairs as u64),
                plural(self.pairs, "opening")
            ),
            opponents: self.opponents.clone(),
            rows: self.standings.iter().map(row).collect(),
        }
    }

    /// Returns the best published heuristic with its score, and the score of perfect play.
    pub(super) fn references(&self) -> (Option<(&str, f64)>, Option<f64>) {
        let published = self.standings.iter().filter(|row| row.name != TUNED);
        let best = published.max_by(|a, b| a.score.mean.total_cmp(&b.score.mean));
        let perfect = self.perfect.map(|score| percent(score.mean));
        (best.map(|row| (row.name.as_str(), percent(row.score.mean))), perfect)
    }

    /// Returns what each feature contributes.
    pub(super) fn ablation(&self) -> Vec<FeatureWorth> {
        let worth = |MeasuredFeature { feature, worth, cost }: &MeasuredFeature| FeatureWorth {
            feature: feature.clone(),
            worth: FigureData::difference(worth, 2),
            cost: *cost,
        };
        self.ablation.iter().map(worth).collect()
    }
}

fn digest(document: &WeightsDocument) -> Digest {
    Digest::of_data(&document.weights)
}

/// What the games are played with.
struct Matches<'a, E> {
    folder: &'a RunFolder,
    config: &'a TuneConfig,
    conditions: &'a Conditions,
    pairs: usize,
    executor: &'a E,
    stop: &'a AtomicBool,
    observer: &'a dyn Observer,
}

impl<E: Executor> Matches<'_, E> {
    /// Plays the tuned weights and all published heuristics against the opponents, `improved` first as the baseline.
    fn standings<W: Word>(&self) -> Result<Vec<MeasuredRow>, MeasureError> {
        let board = Board::<W>::new(self.conditions.board()).map_err(PlanError::from)?;
        let roster = self.conditions.roster();
        let draw = Draw {
            plies: self.conditions.plies(),
            block: OpeningBlock::Final,
            pairs: Some(self.pairs),
            seed: Seed(self.config.seed),
        };
        let mut agents: Vec<NamedAgent> = CATALOGUE
            .iter()
            .map(|entry| named(entry.name, HeuristicSource::Catalogue(entry), self.conditions.budget().clone()))
            .collect();
        agents.sort_by_key(|agent| agent.name != "improved");
        agents.push(named(TUNED, HeuristicSource::File(self.folder.file("best.ron")), self.tuned_budget()));
        let mut tournament = Tournament::new(&board, roster, &agents, &draw)?;
        self.observer.contest_started(ContestKind::Published, tournament.games());
        if !tournament.play(self.executor, self.stop, &|games| self.observer.games_played(games)) {
            return Err(TuneError::Stopped.into());
        }
        let row = |standing: &Standing| {
            let difference = standing.difference.filter(|_| standing.name != "improved");
            Some(MeasuredRow {
                name: standing.name.clone(),
                score: standing.score?,
                delta: difference,
                opponents: standing.opponents.iter().filter_map(|versus| versus.score).collect(),
            })
        };
        let mut rows: Vec<MeasuredRow> = tournament.standings().agents.iter().filter_map(row).collect();
        rows.sort_by(|a, b| b.score.mean.total_cmp(&a.score.mean));
        Ok(rows)
    }

    /// Returns the budget of the candidates, who pay the prices of the run's own profile.
    fn tuned_budget(&self) -> Budget {
        match self.conditions.budget().clone() {
            Budget::Effort { units, costs } => Budget::Effort { units, costs: self.config.costs.clone().or(costs) },
            other => other,
        }
    }
}

fn named(name: &str, heuristic: HeuristicSource, budget: Budget) -> NamedAgent {
    let agent = AgentSpec::Search { method: SearchMethod::IterativeDeepening, heuristic, budget };
    NamedAgent { name: name.to_owned(), agent }
}
