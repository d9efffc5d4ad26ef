//! A heuristic with a budget and a move order, ready to be asked for moves.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::budget::ResolvedBudget;
use super::limit::{Clock, Limit, Spending, Unlimited, Until};
use super::order::MoveOrder;
use super::tree::Tree;
use crate::features::FeatureTables;
use crate::game::{Cell, Position, Word};
use crate::heuristic::{Evaluate, Evaluator, Form};
use crate::seed::Stream;

/// What may end a search besides its budget: a flag, or nothing, which then costs nothing.
trait StopSignal {
    fn limit<L: Limit>(&self, limit: L) -> impl Limit;
}

struct Unstopped;

impl StopSignal for Unstopped {
    fn limit<L: Limit>(&self, limit: L) -> impl Limit {
        limit
    }
}

impl StopSignal for AtomicBool {
    fn limit<L: Limit>(&self, limit: L) -> impl Limit {
        Until::new(limit, self)
    }
}

/// A search with everything it needs: alpha-beta to a fixed depth, or iterative deepening until the budget is
/// spent.
///
/// It plays minimax as well: alpha-beta gives the first best root move the same value and no later move a greater
/// one, and so picks the same move.
#[derive(Clone, Debug)]
pub struct Searcher<W> {
    evaluator: Evaluator<W>,
    budget: ResolvedBudget,
    order: MoveOrder,
}

/// Everything that the moves of a [`Searcher`] depend on, but for the board and the [algorithm](super::ALGORITHM).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearcherData {
    /// How it scores positions.
    pub form: Form,
    /// When it stops.
    pub budget: ResolvedBudget,
    /// The order in which it tries the moves of the root.
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

    /// Returns everything that the moves depend on; compiled again, it plays the same.
    #[must_use]
    pub fn data(&self) -> SearcherData {
        SearcherData { form: self.evaluator.form(), budget: self.budget, order: self.order }
    }

    /// Returns whether the same position always gets the same move: no chance breaks ties, and no clock decides.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        self.order == MoveOrder::Fixed && !matches!(self.budget, ResolvedBudget::Time(_))
    }

    /// Chooses a move for the side to move, or gives `None` when it has none.
    ///
    /// A budget too small for depth 1 leaves the first move in order.
    pub fn choose(&self, position: &Position<'_, W>, stream: &mut Stream) -> Option<Decision> {
        self.choose_within(&Unstopped, position, stream)
    }

    /// Chooses a move as [`Searcher::choose`] does, but hurries to an end, with whatever move, once the flag is up.
    pub fn choose_until(&self, position: &Position<'_, W>, stream: &mut Stream, stop: &AtomicBool) -> Option<Decision> {
        self.choose_within(stop, position, stream)
    }

    fn choose_within(
        &self,
        stop: &impl StopSignal,
        position: &Position<'_, W>,
        stream: &mut Stream,
    ) -> Option<Decision> {
        match &self.evaluator {
            Evaluator::Constant(evaluator) => self.choose_by(evaluator, stop, position, stream),
            Evaluator::Tapered(evaluator) => self.choose_by(evaluator, stop, position, stream),
            Evaluator::Quirk(evaluator) => self.choose_by(evaluator, stop, position, stream),
        }
    }

    fn choose_by(
        &self,
        evaluator: &impl Evaluate<W>,
        stop: &impl StopSignal,
        position: &Position<'_, W>,
        stream: &mut Stream,
    ) -> Option<Decision> {
        const EVER_DEEPER: RangeInclusive<u32> = 1..=u32::MAX;
        match self.budget {
            // Of a fixed number of depths only the last decides, so the others need not be searched.
            ResolvedBudget::Depth(depth) => {
                let depth = depth.max(1);
                self.deepen(evaluator, stop.limit(Unlimited), depth..=depth, position, stream)
            }
            ResolvedBudget::Nodes(nodes) => {
                self.deepen(evaluator, stop.limit(Spending::nodes(nodes)), EVER_DEEPER, position, stream)
            }
            ResolvedBudget::Effort { units, call } => {
                self.deepen(evaluator, stop.limit(Spending::effort(units, call)), EVER_DEEPER, position, stream)
            }
            ResolvedBudget::Time(milliseconds) => {
                self.deepen(evaluator, stop.limit(Clock::new(milliseconds)), EVER_DEEPER, position, stream)
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
            // The reference may stop at ±∞ as well.
            if found.is_none_or(|(_, value)| value.is_infinite()) {
                break;
            }
        }
        decision
    }
}

/// A move, and what was known when it was chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decision {
    /// The cell to go to.
    pub cell: Cell,
    /// The value of the move for the player who searched; `None` when nothing was searched to the end.
    pub value: Option<f64>,
    /// The last depth that was searched to the end.
    pub depth: u32,
    /// The nodes visited below the root, in all depths.
    pub nodes: u64,
    /// The heuristic calls among them.
    pub calls: u64,
}
