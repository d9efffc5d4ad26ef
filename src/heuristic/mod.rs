//! Heuristics: weighted sums of features, the catalogue of published ones, their costs and their compiled form.
//!
//! A [`Heuristic`] is data; an [`Evaluator`] is compiled for one board. A zero weight costs nothing, and all features
//! of the numbers of moves are one look-up, as are all features of the two cells.

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
