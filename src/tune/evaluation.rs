//! Questions about finished weights: what they are worth, and what each feature of them is.

use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::error::TuneError;
use super::field::Field;
use super::finals::Finals;
use super::measure::{difference, results, scores};
use super::plan::TunePlan;
use super::plan_error::PlanError;
use super::stage::Stage;
use super::verdict::FinalScores;
use super::watch::{Contested, Watch};
use crate::arena::{Executor, OpeningBlock, schedule};
use crate::features::Feature;
use crate::game::{Board, Word};
use crate::heuristic::{Heuristic, Weight, Weights};
use crate::seed::{Purpose, Seed};
use crate::stats::{Score, TTest};

/// The contests of a verification, told apart from a run's by the seeds they have.
const VERIFY: u64 = 5;

/// Asks about weights by playing more games under the rules of a plan.
pub struct Inquiry<'a, E> {
    /// The rules.
    pub plan: &'a TunePlan,
    /// Who plays.
    pub executor: &'a E,
    /// Raised by whoever wants it to end.
    pub stop: &'a AtomicBool,
    /// Who watches.
    pub watch: &'a dyn Watch,
    /// What decides all chance.
    pub seed: Seed,
}

/// What each feature of some weights is worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ablation {
    /// The win rate of the weights as they are.
    pub score: Score,
    /// What a heuristic call costs, in nodes.
    pub call: f64,
    /// The features in use, in their order.
    pub features: Vec<Worth>,
}

/// What a feature is worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Worth {
    /// The feature.
    pub feature: Feature,
    /// Its weight.
    pub weight: Weight,
    /// How much better the weights play with it than without: what it adds, less what it costs.
    pub worth: TTest,
    /// What it adds to the cost of a heuristic call, in nodes.
    pub cost: f64,
}

impl<E: Executor> Inquiry<'_, E> {
    /// Plays weights on the final block, against the opponents and head to head.
    ///
    /// # Errors
    /// When it was told to stop, or the board has too few openings.
    pub fn verify(&self, weights: &Weights, start: Option<&Weights>, pairs: usize) -> Result<FinalScores, TuneError> {
        if self.plan.config().board.cells() <= 64 {
            self.on_final::<u64, _>(|finals| finals.scores(weights, start, pairs))
        } else {
            self.on_final::<u128, _>(|finals| finals.scores(weights, start, pairs))
        }
    }

    fn on_final<W: Word, T>(
        &self,
        ask: impl FnOnce(&Finals<'_, '_, W, E>) -> Result<T, TuneError>,
    ) -> Result<T, TuneError> {
        let board = Board::<W>::new(self.plan.config().board).map_err(PlanError::from)?;
        let field = Field::new(self.plan, &board)?;
        ask(&Finals {
            field: &field,
            stage: &self.stage(),
            journal: None,
            surroundings: self.plan.surroundings()?,
            // Other chance than the verdict's, or the same games would be played again.
            seed: self.seed.derived(Purpose::Contest, [VERIFY, 0, 0]),
        })
    }

    /// Plays perfect play against the opponents on the final block, from the openings that a verification takes.
    ///
    /// # Errors
    /// When it was told to stop, or the board is too large for perfect play.
    pub fn perfect(&self, pairs: usize) -> Result<Score, TuneError> {
        if self.plan.config().board.cells() <= 64 {
            self.on_final::<u64, _>(|finals| finals.perfect(pairs))
        } else {
            self.on_final::<u128, _>(|finals| finals.perfect(pairs))
        }
    }

    /// Leaves out each feature of some weights in turn, from the same openings of a block.
    ///
    /// # Errors
    /// When it was told to stop, or the board has too few openings.
    pub fn ablate(&self, weights: &Weights, block: OpeningBlock, pairs: usize) -> Result<Ablation, TuneError> {
        if self.plan.config().board.cells() <= 64 {
            self.ablate_on::<u64>(weights, block, pairs)
        } else {
            self.ablate_on::<u128>(weights, block, pairs)
        }
    }

    fn ablate_on<W: Word>(&self, weights: &Weights, block: OpeningBlock, pairs: usize) -> Result<Ablation, TuneError> {
        let board = Board::<W>::new(self.plan.config().board).map_err(PlanError::from)?;
        let field = Field::new(self.plan, &board)?;
        let used: Vec<(Feature, Weight)> = weights.used().collect();
        let without = |feature: Feature| weights.clone().with(feature, Weight::ZERO);
        let all = std::iter::once(weights.clone()).chain(used.iter().map(|(feature, _)| without(*feature)));
        let contest = field.contest(all.map(|weights| field.weighted(weights)).collect(), block, pairs, self.seed);
        let jobs: Vec<_> = schedule(contest.candidates(), contest.opponents(), 0..contest.pairs()).collect();
        let scoreboard = self.stage().play(Contested::Ablation, &contest, &jobs, None)?;
        let own = results(&contest, &scoreboard, 0);
        let call = |weights: Weights| self.plan.profile().call(&Heuristic::linear("ablated", weights));
        let full = call(weights.clone());
        let worth = |(index, &(feature, weight)): (usize, &(Feature, Weight))| {
            let other = results(&contest, &scoreboard, index + 1);
            let worth = difference(&contest, 0, &own, &other)?;
            Some(Worth { feature, weight, worth, cost: full - call(without(feature)) })
        };
        let features: Option<Vec<Worth>> = used.iter().enumerate().map(worth).collect();
        let summed = scores(&contest, &scoreboard, 0).zip(features);
        let ((score, _), features) =
            summed.ok_or_else(|| TuneError::Search("the block gave no scores; ask for 2 pairs or more".to_owned()))?;
        Ok(Ablation { score, call: full, features })
    }

    fn stage(&self) -> Stage<'_, E> {
        Stage { executor: self.executor, halt: self.stop, watch: self.watch }
    }
}
