//! The games of a run: compiled conditions, journaled jobs, scores.

mod compiled;
mod estimate;
mod finalists;
mod finals;
mod job_runner;
mod journal;
mod pruned;
mod scores;
mod throughput;
mod timer;

pub use estimate::{Estimate, FEWEST_GENERATIONS, SearchLimit};
pub use throughput::Throughput;

pub(super) use compiled::CompiledConditions;
pub(super) use finalists::{BEST_HOLDOUTS, finalists};
pub(super) use finals::FinalMatches;
pub(super) use job_runner::JobRunner;
pub(super) use journal::{Journal, decode_results, encode_results};
pub(super) use pruned::{lacking, smaller_vectors};
pub(super) use scores::{difference, proven_score, results, scores};
