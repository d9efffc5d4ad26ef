//! A search with its heuristic, budget and move order.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::budget::ResolvedBudget;
use super::limit::{Clock, Limit, Spending, Until};
use super::order::MoveOrder;
use super::tree::Tree;
use crate::features::FeatureTables;
use crate::game::{Cell, Position, Word, compiled_here};
use crate::heuristic::{Evaluate, Evaluator, Form};
use crate::seed::Stream;

/// A search: alpha-beta to a fixed depth, or iterative deepening until the budget is spent.
///
/// It also stands for minimax: alpha-beta gives the first best root move the same value and no later move a greater
/// one, so it picks the same move.
#[derive(Clone, Debug)]
pub struct Searcher<W> {
    evaluator: Evaluator<W>,
    budget: ResolvedBudget,
    order: MoveOrder,
}

/// Everything that the moves of a [`Searcher`] depend on, except for the board and the [algorithm](super::ALGORITHM).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearcherData {
    /// The form of the heuristic.
    pub form: Form,
    /// The budget of a move.
    pub budget: ResolvedBudget,
    /// The order of moves at the root.
    pub order: MoveOrder,
}

impl SearcherData {
    /// Compiles a search for the board of the tables.
    #[must_use]
    pub fn compile<W: Word>(&self, tables: &Arc<FeatureTables<W>>) -> Searcher<W> {
        Searcher::new(Evaluator::from_form(&self.form, tables), self.budget, self.order)
    }
}

impl<W: Word> Searcher<W> {
    /// Creates a search.
    #[must_use]
    pub fn new(evaluator: Evaluator<W>, budget: ResolvedBudget, order: MoveOrder) -> Self {
        Self { evaluator, budget, order }
    }

    /// Returns everything that the moves depend on; compiled again, it plays the same moves.
    #[must_use]
    pub fn data(&self) -> SearcherData {
        SearcherData { form: self.evaluator.form(), budget: self.budget, order: self.order }
    }

    /// Returns whether the move depends on the position alone, with no random tie-breaks and no clock.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        self.order == MoveOrder::Fixed && !matches!(self.budget, ResolvedBudget::Time(_))
    }

    /// Returns whether the same stream gives the same move: no clock decides.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        !matches!(self.budget, ResolvedBudget::Time(_))
    }

    /// Chooses a move for the side to move, or returns `None` if it has none.
    ///
    /// If the budget does not suffice for depth 1, this is the first move in order.
    pub fn choose(&self, position: &Position<'_, W>, stream: &mut Stream) -> Option<Decision> {
        self.choose_until(position, stream, &AtomicBool::new(false))
    }

    /// Chooses a move as [`Searcher::choose`] does, but returns an arbitrary move soon after the flag is set.
    pub fn choose_until(&self, position: &Position<'_, W>, stream: &mut Stream, stop: &AtomicBool) -> Option<Decision> {
        let searcher = self;
        compiled_here!(choose(
            searcher: &'a Searcher<W>,
            position: &'a Position<'a, W>,
            stream: &'a mut Stream,
            stop: &'a AtomicBool
        ) -> Option<Decision>)
    }

    fn choose_by(
        &self,
        evaluator: &impl Evaluate<W>,
        position: &Position<'_, W>,
        stream: &mut Stream,
        stop: &AtomicBool,
    ) -> Option<Decision> {
        const EVER_DEEPER: RangeInclusive<u32> = 1..=u32::MAX;
        match self.budget {
            // With a fixed depth only the last iteration decides, so the others are skipped.
            ResolvedBudget::Depth(depth) => {
                let depth = depth.max(1);
                self.deepen(evaluator, Until::new(Spending::unlimited(), stop), depth..=depth, position, stream)
            }
            ResolvedBudget::Nodes(nodes) => {
                self.deepen(evaluator, Until::new(Spending::nodes(nodes), stop), EVER_DEEPER, position, stream)
            }
            ResolvedBudget::Effort { units, call } => {
                self.deepen(evaluator, Until::new(Spending::effort(units, call), stop), EVER_DEEPER, position, stream)
            }
            ResolvedBudget::Time(milliseconds) => {
                self.deepen(evaluator, Until::new(Clock::new(milliseconds), stop), EVER_DEEPER, position, stream)
            }
        }
    }

    fn deepen(
        &self,
        evaluator: &impl Evaluate<W>,
        limit: impl Limit,
        depths: RangeInclusive<u32>,
        position: &Position<'_, W>,
        stream: &mut Stream,
    ) -> Option<Decision> {
        let mut tree = Tree::new(position.board(), evaluator, &self.evaluator, limit);
        let mut decision: Option<Decision> = None;
        for depth in depths {
            let moves = self.order.moves(position, stream);
            let found = tree.best_move(position, moves.as_slice(), depth);
            let first = *moves.as_slice().first()?;
            let before = decision.unwrap_or(Decision { cell: first, value: None, depth: 0, nodes: 0, calls: 0 });
            let (nodes, calls) = (tree.nodes, tree.calls);
            decision = Some(match found {
                Some((cell, value)) => Decision { cell, value: Some(value), depth, nodes, calls },
                None => Decision { nodes, calls, ..before },
            });
            // Udacity's code may also stop at ±∞.
            if found.is_none_or(|(_, value)| value.is_infinite()) {
                break;
            }
        }
        decision
    }
}

fn choose<W: Word>(
    searcher: &Searcher<W>,
    position: &Position<'_, W>,
    stream: &mut Stream,
    stop: &AtomicBool,
) -> Option<Decision> {
    match &searcher.evaluator {
        Evaluator::Constant(evaluator) => searcher.choose_by(evaluator, position, stream, stop),
        Evaluator::Tapered(evaluator) => searcher.choose_by(evaluator, position, stream, stop),
        Evaluator::Quirk(evaluator) => searcher.choose_by(evaluator, position, stream, stop),
    }
}

/// A chosen move and the results of the search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decision {
    /// The cell to move to.
    pub cell: Cell,
    /// The value of the move for the searching player; `None` if no depth was completed.
    pub value: Option<f64>,
    /// The last completed depth.
    pub depth: u32,
    /// The number of nodes below the root, over all depths.
    pub nodes: u64,
    /// The number of heuristic calls.
    pub calls: u64,
}
