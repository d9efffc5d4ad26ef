//! The games of a run: compiled conditions, kinds of contest, journaled jobs, measurements.

mod compiled;
mod contest_kind;
mod estimate;
mod finalists;
mod finals;
mod job_runner;
mod journal;
mod measurement;
mod throughput;

pub use contest_kind::ContestKind;
pub use estimate::{Estimate, SearchLimit};
pub use measurement::Measurement;
pub use throughput::Throughput;

pub(super) use compiled::CompiledConditions;
pub(super) use finalists::{BEST_HOLDOUTS, finalists};
pub(super) use finals::FinalMatches;
pub(super) use job_runner::JobRunner;
pub(super) use journal::{Journal, decode_results, encode_results};
pub(super) use measurement::{difference, proven_score, results, scores};
