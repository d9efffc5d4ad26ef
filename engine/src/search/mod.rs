//! Udacity's searches: minimax, alpha-beta and iterative deepening under a budget, without transposition table or
//! move ordering.
//!
//! The heuristic is always from the searching player's view. A node at depth 0 or without moves is scored by the
//! heuristic; the root keeps the first move with the strictly greatest value. Nodes are counted below the root.
//!
//! ```
//! # use isotune_engine as isotune;
//! use std::sync::Arc;
//! use isotune::features::FeatureTables;
//! use isotune::game::{Board, Position};
//! use isotune::heuristic::{Evaluator, HeuristicSource};
//! use isotune::search::{MoveOrder, ResolvedBudget, Searcher};
//! use isotune::seed::{Purpose, Seed};
//!
//! let board = Board::seven();
//! let improved = "improved".parse::<HeuristicSource>()?.heuristic(board.size())?;
//! let evaluator = Evaluator::new(&improved, &Arc::new(FeatureTables::new(&board)));
//! let searcher = Searcher::new(evaluator, ResolvedBudget::Nodes(1000), MoveOrder::Fixed);
//! let position = Position::replay(&board, [[3, 3], [0, 0]])?;
//! let decision = searcher.choose(&position, &mut Seed(0).stream(Purpose::Agent, [0; 3])).expect("there are moves");
//! assert!(decision.depth >= 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
