//! A heuristic compiled for one board.

use std::sync::Arc;

use super::form::{Form, Heuristic};
use super::linear::Linear;
use super::quirk::QuirkEvaluator;
use super::weights::Weights;
use crate::features::{Feature, FeatureTables, View, phase};
use crate::game::{Word, compiled_here};

/// Scores positions in which both players are placed and the side to move has a move: the inner loop of a search.
pub trait Evaluate<W> {
    /// Returns the score from the player's view.
    fn score(&self, view: &View<W>) -> f64;
}

/// A compiled heuristic: one of three kinds, dispatched once per search and not once per node.
#[derive(Clone, Debug)]
pub enum Evaluator<W> {
    /// A weighted sum of features.
    Constant(Linear<W, 1>),
    /// A weighted sum of features in which some weights change during the game.
    Tapered(Linear<W, 2>),
    /// A published heuristic that no weighted sum can express.
    Quirk(QuirkEvaluator<W>),
}

impl<W: Word> Evaluator<W> {
    /// Compiles a heuristic for the board of the tables.
    #[must_use]
    pub fn new(heuristic: &Heuristic, tables: &Arc<FeatureTables<W>>) -> Self {
        Self::from_form(heuristic.form(), tables)
    }

    /// Compiles the form of a heuristic for the board of the tables.
    #[must_use]
    pub fn from_form(form: &Form, tables: &Arc<FeatureTables<W>>) -> Self {
        compiled_here!(compile(form: &'a Form, tables: &'a Arc<FeatureTables<W>>) -> Evaluator<W>)
    }

    /// Returns the form that was compiled.
    #[must_use]
    pub fn form(&self) -> Form {
        match self {
            Self::Constant(linear) => Form::Linear(linear.weights().clone()),
            Self::Tapered(linear) => Form::Linear(linear.weights().clone()),
            Self::Quirk(evaluator) => Form::Quirk(evaluator.quirk()),
        }
    }

    /// Scores any position, including finished ones and those before the placements.
    #[must_use]
    pub fn score(&self, view: &View<W>) -> f64 {
        if let Some(outcome) = view.outcome() {
            return outcome;
        }
        match self {
            Self::Constant(linear) if view.is_placed() => linear.score(view),
            Self::Tapered(linear) if view.is_placed() => linear.score(view),
            Self::Constant(linear) => plain_sum(linear.weights(), linear.tables(), view),
            Self::Tapered(linear) => plain_sum(linear.weights(), linear.tables(), view),
            Self::Quirk(quirk) => quirk.score(view),
        }
    }
}

fn compile<W: Word>(form: &Form, tables: &Arc<FeatureTables<W>>) -> Evaluator<W> {
    match form {
        Form::Linear(weights) if weights.is_tapered() => Evaluator::Tapered(Linear::new(weights, Arc::clone(tables))),
        Form::Linear(weights) => Evaluator::Constant(Linear::new(weights, Arc::clone(tables))),
        Form::Quirk(quirk) => Evaluator::Quirk(QuirkEvaluator::new(*quirk, Arc::clone(tables))),
    }
}

/// Returns the weighted sum by the features' plain definitions, which also hold before the placements.
fn plain_sum<W: Word>(weights: &Weights, tables: &FeatureTables<W>, view: &View<W>) -> f64 {
    let phase = phase(tables.board().size(), view.blank.len());
    let term = |feature: Feature, weight: f64| if weight == 0.0 { 0.0 } else { weight * feature.value(view, tables) };
    weights.used().fold(0.0, |sum, (feature, weight)| sum + term(feature, weight.at(phase)))
}
