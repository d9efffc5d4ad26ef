//! Evaluates finished weights: how well they play, and the value of each of their features.

use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::contest_kind::ContestKind;
use super::error::TuneError;
use super::observer::Observer;
use super::plan::{Conditions, PlanError};
use super::play::{CompiledConditions, FinalMatches, JobRunner, difference, results, scores};
use super::verdict::FinalScores;
use crate::arena::{Executor, OpeningBlock};
use crate::features::Feature;
use crate::game::{Board, Word, with_word};
use crate::heuristic::{Heuristic, Weight, Weights};
use crate::seed::Seed;
use crate::stats::{Score, TTest};

/// Evaluates weights under conditions of play.
pub struct WeightsEvaluation<'a, E> {
    /// The conditions of play.
    pub conditions: &'a Conditions,
    /// Plays the games.
    pub executor: &'a E,
    /// Raised to end the evaluation.
    pub stop: &'a AtomicBool,
    /// Observes the games.
    pub observer: &'a dyn Observer,
    /// The seed of all randomness.
    pub seed: Seed,
}

/// The value of each feature of a set of weights.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ablation {
    /// The win rate of the complete weights.
    pub score: Score,
    /// The cost of a heuristic call, in nodes.
    pub call: f64,
    /// The features in use, in their order.
    pub features: Vec<FeatureValue>,
}

/// The value of a feature.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FeatureValue {
    /// The feature.
    pub feature: Feature,
    /// Its weight.
    pub weight: Weight,
    /// How much better the weights play with it than without; the search depth it costs is included.
    pub worth: TTest,
    /// Its share of the cost of a heuristic call, in nodes.
    pub cost: f64,
}

impl<E: Executor> WeightsEvaluation<'_, E> {
    /// Plays weights on the final block, against the opponents and head to head.
    ///
    /// # Errors
    /// Returns an error if it was stopped.
    pub fn verify(&self, weights: &Weights, start: Option<&Weights>, pairs: usize) -> Result<FinalScores, TuneError> {
        with_word!(self.conditions.board(), W => {
            self.on_final_block::<W, _>(|matches| matches.scores(weights, start, pairs))
        })
    }

    /// Plays perfect play against the opponents on the final block, from the openings of a verification.
    ///
    /// # Errors
    /// Returns an error if it was stopped, or the board is too large for perfect play.
    pub fn perfect(&self, pairs: usize) -> Result<Score, TuneError> {
        with_word!(self.conditions.board(), W => self.on_final_block::<W, _>(|matches| matches.perfect(pairs)))
    }

    /// Leaves out each feature of a set of weights in turn, on the same openings of a block.
    ///
    /// # Errors
    /// Returns an error if it was stopped.
    pub fn ablate(&self, weights: &Weights, block: OpeningBlock, pairs: usize) -> Result<Ablation, TuneError> {
        with_word!(self.conditions.board(), W => self.ablate_on::<W>(weights, block, pairs))
    }

    fn on_final_block<W: Word, T>(
        &self,
        play: impl FnOnce(&FinalMatches<'_, '_, W, E>) -> Result<T, TuneError>,
    ) -> Result<T, TuneError> {
        let board = Board::<W>::new(self.conditions.board()).map_err(PlanError::from)?;
        let compiled = CompiledConditions::new(self.conditions, &board)?;
        let seed = ContestKind::verification(self.seed);
        play(&FinalMatches { compiled: &compiled, runner: &self.runner(), seed })
    }

    fn ablate_on<W: Word>(&self, weights: &Weights, block: OpeningBlock, pairs: usize) -> Result<Ablation, TuneError> {
        let board = Board::<W>::new(self.conditions.board()).map_err(PlanError::from)?;
        let compiled = CompiledConditions::new(self.conditions, &board)?;
        let used: Vec<(Feature, Weight)> = weights.used().collect();
        let without = |feature: Feature| weights.clone().with(feature, Weight::ZERO);
        let all = std::iter::once(weights.clone()).chain(used.iter().map(|(feature, _)| without(*feature)));
        let agents = all.map(|weights| compiled.weights(weights)).collect();
        let kind = ContestKind::Ablation;
        let contest = compiled.contest(agents, block, pairs, kind.seed(self.seed));
        let scoreboard = self.runner().play(kind, &contest)?;
        let own = results(&contest, &scoreboard, 0);
        let call = |weights: Weights| self.conditions.profile().call(&Heuristic::linear("ablated", weights));
        let full = call(weights.clone());
        let value = |(index, &(feature, weight)): (usize, &(Feature, Weight))| {
            let other = results(&contest, &scoreboard, index + 1);
            let worth = difference(&contest, 0, &own, &other)?;
            Some(FeatureValue { feature, weight, worth, cost: full - call(without(feature)) })
        };
        let features: Option<Vec<FeatureValue>> = used.iter().enumerate().map(value).collect();
        let ((score, _), features) = scores(&contest, &scoreboard, 0).zip(features).ok_or(TuneError::NoScores)?;
        Ok(Ablation { score, call: full, features })
    }

    fn runner(&self) -> JobRunner<'_, E> {
        JobRunner { executor: self.executor, halt: self.stop, observer: self.observer, journal: None }
    }
}
