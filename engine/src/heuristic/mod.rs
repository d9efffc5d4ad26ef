//! Heuristics: weighted sums of features, the catalogue of published ones, those that isotune has found, their costs and
//! their compiled form.
//!
//! A [`Heuristic`] is data; an [`Evaluator`] is compiled for one board. A zero weight costs nothing, and all features
//! of the numbers of moves are one look-up, as are all features of the two cells.
//!
//! ```
//! # use isotune_engine as isotune;
//! use std::sync::Arc;
//! use isotune::features::{FeatureTables, View};
//! use isotune::game::{Board, Player, Position};
//! use isotune::heuristic::{Evaluator, HeuristicSource};
//!
//! let board = Board::seven();
//! let source: HeuristicSource = "improved".parse()?;
//! let evaluator = Evaluator::new(&source.heuristic(board.size())?, &Arc::new(FeatureTables::new(&board)));
//! let position = Position::replay(&board, [[3, 3], [0, 0]])?;
//! let score = evaluator.score(&View::new(&position, Player::One));
//! assert!((score - 6.0).abs() < 1e-12, "8 own moves, 2 of the opponent");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod catalogue;
mod costs;
mod document;
mod evaluator;
mod form;
mod host;
mod linear;
mod lookahead;
mod provenance;
mod quirk;
mod report;
mod source;
mod tuned;
mod weight;
mod weights;

pub use catalogue::{CATALOGUE, Published, published};
pub use costs::{CostProfile, Prices};
pub use document::WeightsDocument;
pub use evaluator::{Evaluate, Evaluator};
pub use form::{Form, Heuristic};
pub use host::{HostFunction, HostHeuristic, HostView};
pub use linear::Linear;
pub use provenance::{ProvenScore, Provenance};
pub use quirk::{Quirk, QuirkEvaluator};
pub use report::{Report, ReportedResult, ReportedTournament};
pub use source::{HeuristicSource, SourceError};
pub use tuned::{Tuned, names};
pub use weight::{Weight, WeightError};
pub use weights::Weights;
