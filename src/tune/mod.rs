//! Tuning: from a configuration to weights that are shown to be better, or to the word that they are not.
//!
//! A [`TuneConfig`] is what a user writes, a [`TunePlan`] what can be done. A [`Session`] works on a run in its
//! [`RunFolder`]: the optimizer proposes, the arena plays, every finished job goes to the journal and every finished
//! generation to the state, so that a run goes on exactly where it was stopped. It ends with a [`Verdict`] on openings that
//! neither the search nor the choice among finalists has seen.

mod assignment;
mod changes;
mod config;
mod division;
mod encoding;
mod error;
mod field;
mod finals;
mod folder;
mod history;
mod inquiry;
mod journal;
mod ledger;
mod measure;
mod objective;
mod opponents;
mod optimizer;
mod pace;
mod plan;
mod plan_error;
mod record;
mod reopen;
mod scale;
mod session;
mod stage;
mod total;
mod tuned_feature;
mod verdict;
mod watch;

pub use assignment::AssignmentError;
pub use changes::{Change, changes};
pub use config::{ConfigSourceError, Finals, Reporting, TuneConfig, Validation};
pub use division::Division;
pub use encoding::{Encoding, Part, Slot};
pub use error::TuneError;
pub use folder::{Repair, RunFolder};
pub use inquiry::{Ablation, Inquiry, Worth};
pub use measure::Measure;
pub use objective::Objective;
pub use opponents::{Opponent, Opponents};
pub use optimizer::OptimizerChoice;
pub use pace::Pace;
pub use plan::{TunePlan, Warning};
pub use plan_error::PlanError;
pub use record::{Damage, Recommendation, RunRecord, Times};
pub use reopen::Reopened;
pub use session::{Ended, Finished, Session};
pub use total::Total;
pub use tuned_feature::TunedFeature;
pub use verdict::{FinalScores, Finalist, Shown, StartScores, Verdict};
pub use watch::{Contested, GenerationReport, Watch};
