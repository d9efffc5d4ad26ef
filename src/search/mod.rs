//! The reference's searches: minimax, alpha-beta and iterative deepening, without table or ordering, under a budget.
//!
//! The heuristic is always from the searching player's view. A node at depth 0 or without moves is scored by the
//! heuristic; the root keeps the first move with the strictly greatest value. Nodes are counted below the root.

mod budget;
mod decision;
mod limit;
mod minimax;
mod order;
mod resolved_budget;
mod searcher;
mod signature;
mod tree;

pub use budget::{Budget, BudgetError};
pub use decision::Decision;
pub use minimax::{Minimax, minimax};
pub use order::MoveOrder;
pub use resolved_budget::ResolvedBudget;
pub use searcher::{Searcher, SearcherData};
pub use signature::{ALGORITHM, Workload, signature};
