//! Tuning: from a configuration to weights that are shown to be better, or to the statement that they are not.
//!
//! Data flows one way. A [`TuneConfig`] is what a user writes; a [`TunePlan`] is what can be done, with the [`Conditions`]
//! of play resolved. [`start`] and [`resume`] work on a run in its [`RunFolder`]: the optimizer proposes, the arena plays,
//! every finished job goes to the journal and every finished generation to the state, so that a run continues exactly
//! where it stopped. It ends with a [`Verdict`] on openings that neither the search nor the choice among finalists has
//! seen. An [`Observer`] follows it.
//!
//! ```no_run
//! use std::path::Path;
//! use isotune::tune::{self, TuneConfig, TunePlan};
//!
//! let mut config = TuneConfig::named("quick")?;
//! config.assign("total=Games(50000)")?;
//! let folder = Path::new("checkpoints/quick");
//! let outcome = tune::start(&TunePlan::new(config, folder)?, folder, &())?;
//! if let Some(verdict) = outcome.verdict() {
//!     let delta = &verdict.final_scores.delta_improved;
//!     println!("vs improved: {:+.2} ± {:.2} points", 100.0 * delta.difference, 100.0 * delta.se);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod config;
mod contest_kind;
mod damage;
mod deadline;
mod error;
mod evaluation;
mod finalist;
mod measurement;
mod observer;
mod plan;
mod play;
mod pruning;
mod run;
mod session;
mod solver;
mod trial;
mod verdict;

pub use config::{
    AssignmentError, Change, ConfigField, Finals, Objective, Opponent, Opponents, OptimizerChoice, Reporting, Total,
    TuneConfig, TunedFeature, Validation,
};
pub use contest_kind::ContestKind;
pub use damage::{Damage, Repair};
pub use error::TuneError;
pub use evaluation::{Ablation, FeatureValue, WeightsEvaluation};
pub use finalist::{Finalist, FinalistOrigin};
pub use measurement::Measurement;
pub use observer::{Candidates, GenerationReport, Observer, PlayedCandidate};
pub use plan::{
    Conditions, ConditionsConfig, Encoding, Identity, Part, PlanError, Rules, Slot, TunePlan, VectorError, Warning,
};
pub use play::{Estimate, FEWEST_GENERATIONS, SearchLimit, Throughput};
pub use pruning::Pruning;
pub(crate) use run::marked_history;
pub use run::{
    Distribution, HoldoutMean, LockedFolder, Recommendation, Reopened, RunFolder, RunRecord, RunStatus, SavedRun, Times,
};
pub use session::{Outcome, SearchEnd, Session, resume, start};
pub use trial::{Trial, TrialNumbers, TrialRunner, TrialScore};
pub use verdict::{Conclusion, FinalScores, StartScores, Verdict};
