//! The reference's searches: minimax, alpha-beta and iterative deepening under a budget, without transposition table or
//! move ordering.
//!
//! The heuristic is always from the searching player's view. A node at depth 0 or without moves is scored by the
//! heuristic; the root keeps the first move with the strictly greatest value. Nodes are counted below the root.

mod budget;
mod limit;
mod minimax;
mod order;
mod searcher;
mod signature;
mod tree;

pub use budget::{Budget, BudgetError, ResolvedBudget};
pub use minimax::{Minimax, minimax};
pub use order::MoveOrder;
pub use searcher::{Decision, Searcher, SearcherData};
pub use signature::{ALGORITHM, Workload, signature};
