//! Heuristics: weights over features, the published ones by name, what they cost, and their compiled form.
//!
//! A [`Heuristic`] is data. [`Evaluator`] is the same compiled for one board: a zero weight costs nothing, and what
//! depends only on the numbers of moves, or only on the two cells, is one look-up each.

mod catalogue;
mod costs;
mod document;
mod evaluator;
mod form;
mod linear;
mod lookahead;
mod provenance;
mod quirk;
mod report;
mod source;
mod weight;
mod weights;

pub use catalogue::{CATALOGUE, Published, published};
pub use costs::{CostProfile, Prices};
pub use document::WeightsDocument;
pub use evaluator::{Evaluate, Evaluator};
pub use form::{Form, Heuristic};
pub use linear::Linear;
pub use provenance::{ProvenScore, Provenance};
pub use quirk::{Quirk, QuirkEvaluator};
pub use report::{Report, ReportedResult, ReportedTournament};
pub use source::{HeuristicSource, SourceError};
pub use weight::{Weight, WeightError};
pub use weights::Weights;
