//! A validated tuning job, with everything it refers to resolved.

mod budget;
mod conditions;
mod encoding;
mod error;
mod identity;
mod spread;
mod vector;

use std::path::Path;

use crate::agent::{AgentSpec, CompileError, NamedAgent, SearchMethod};
use crate::heuristic::HeuristicSource;
use crate::optimize::{Config, Coordinate, Optimizer, Policy, Snapshot, Space};
use crate::search::Budget;
use crate::seed::Seed;

use super::config::{Finals, Objective, Total, TuneConfig, Validation};

pub use conditions::{Conditions, ConditionsConfig, Rules};
pub use encoding::{Encoding, Part, Slot};
pub use error::PlanError;
pub use identity::Identity;
pub use vector::VectorError;

pub(super) use budget::{is_possible, with_total};

/// A validated tuning job.
#[derive(Clone, Debug)]
pub struct TunePlan {
    config: TuneConfig,
    conditions: Conditions,
    encoding: Encoding,
    space: Space,
}

/// What is unusual about a plan, though possible.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Warning {
    /// The space has a direction that changes nothing.
    #[error(
        "no weight is frozen: multiplying all weights by the same factor changes no move; freeze one to fix the scale"
    )]
    NoScale,
    /// The opponents have weights that the objective ignores.
    #[error("the opponents have weights, but the objective ignores them; set 'objective: Weighted'")]
    IgnoredWeights,
    /// Opponents have budgets of their own.
    #[error("some opponents have budgets of their own ({budgets}), as they are written or as their roster has them")]
    OtherBudgets {
        /// Their budgets.
        budgets: String,
    },
    /// A first step leaves the bounds wherever it starts.
    #[error(
        "the step of '{weight}', {step}, is larger than its bounds are wide, {lower} to {upper}: most candidates end at a \
         bound; give a smaller step or none"
    )]
    LargeStep {
        /// The weight.
        weight: String,
        /// Its first step.
        step: String,
        /// Its lower bound.
        lower: String,
        /// Its upper bound.
        upper: String,
    },
}

impl Slot {
    /// Returns a warning if the first step is larger than the bounds are wide.
    fn large_step(&self) -> Option<Warning> {
        let Coordinate { step, lower, upper, .. } = self.coordinate;
        let [step_text, lower_text, upper_text] = [step, lower, upper].map(|number| number.to_string());
        (step > upper - lower).then(|| Warning::LargeStep {
            weight: self.name(),
            step: step_text,
            lower: lower_text,
            upper: upper_text,
        })
    }
}

impl TunePlan {
    /// Checks a configuration for a run in a folder.
    ///
    /// # Errors
    /// Returns why the job cannot be done, and the remedy.
    pub fn new(config: TuneConfig, folder: &Path) -> Result<Self, PlanError> {
        let conditions = config.conditions();
        Self::under(conditions, config, folder)
    }

    /// Checks a configuration for a run in a folder, under conditions that stand in for its own.
    pub(in crate::tune) fn under(
        conditions: ConditionsConfig,
        config: TuneConfig,
        folder: &Path,
    ) -> Result<Self, PlanError> {
        check_name(&config.name)?;
        check_counts(&config)?;
        let encoding = Encoding::new(&config.features, config.board)?;
        let space = encoding.space(directions(&config, &encoding))?;
        let conditions = Conditions::new(conditions)?;
        for opponent in &conditions.roster().agents {
            refuse_candidate(opponent, &encoding, &config, folder)?;
        }
        Ok(Self { config, conditions, encoding, space })
    }

    /// Returns the configuration.
    #[must_use]
    pub fn config(&self) -> &TuneConfig {
        &self.config
    }

    /// Returns the plan with another total.
    pub(super) fn with_total(&self, total: Total) -> Self {
        Self { config: TuneConfig { total, ..self.config.clone() }, ..self.clone() }
    }

    /// Returns the plan with other numbers of pairs in measurements and finals.
    pub(super) fn with_pairs(&self, validation: Validation, finals: Finals) -> Self {
        Self { config: TuneConfig { validation, finals, ..self.config.clone() }, ..self.clone() }
    }

    /// Returns the conditions of play.
    #[must_use]
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// Returns the mapping between weights and vectors.
    #[must_use]
    pub fn encoding(&self) -> &Encoding {
        &self.encoding
    }

    /// Returns the number of weights that move.
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.space.dimension()
    }

    /// Returns the frozen coordinate that only sets the scale of the weights, where directions are searched: it moves as
    /// well, and all weights are scaled so that it keeps its start.
    #[must_use]
    pub fn scale(&self) -> Option<&Slot> {
        self.encoding.scale().filter(|_| directions(&self.config, &self.encoding))
    }

    /// Returns whether the start weights play as `improved` does, at the same price.
    #[must_use]
    pub fn starts_at_baseline(&self) -> bool {
        let (conditions, start) = (&self.conditions, self.encoding.weights(&self.encoding.start()));
        let same_price =
            conditions.budget().costs().is_some() || conditions.profile().name == conditions.roster().costs;
        let priced = matches!(conditions.budget(), Budget::Effort { .. });
        conditions.baseline().weights() == Some(&start) && (same_price || !priced)
    }

    /// Returns what is unusual about the plan.
    #[must_use]
    pub fn warnings(&self) -> Vec<Warning> {
        let fixed = self.encoding.slots().iter().any(Slot::is_anchor) || directions(&self.config, &self.encoding);
        let scale = (!fixed).then_some(Warning::NoScale);
        let even = self.conditions.opponent_weights().iter().all(|weight| (weight - 1.0).abs() <= 0.0);
        let ignored = !even && self.config.objective != Objective::Weighted;
        let budgets = Vec::from_iter(self.conditions.other_budgets()).join(", ");
        let others = (!budgets.is_empty()).then_some(Warning::OtherBudgets { budgets });
        let large = self.encoding.slots().iter().filter_map(Slot::large_step);
        scale.into_iter().chain(ignored.then_some(Warning::IgnoredWeights)).chain(others).chain(large).collect()
    }

    /// Divides the total into generations, candidates and games; hours are converted by the speed given.
    ///
    /// # Errors
    /// Returns an error if the total does not pay for a generation, or the options do not fit the opponents.
    pub fn policy(&self, games_per_second: f64) -> Result<Policy, PlanError> {
        self.policy_of(&self.config, games_per_second)
    }

    /// Returns whether a new run would be divided in this way, so that it repeats one that was: not if the total was
    /// changed after the start. Totals in hours are taken for those of a machine of the same speed.
    #[must_use]
    pub fn repeats(&self, policy: &Policy) -> bool {
        match self.config.total {
            Total::Hours(_) => policy.planned() == policy.generations,
            Total::Games(_) | Total::Generations(_) => self.policy(1.0).is_ok_and(|new| new == *policy),
        }
    }

    /// Divides the total of another configuration of the same weights and conditions.
    pub(super) fn policy_of(&self, config: &TuneConfig, games_per_second: f64) -> Result<Policy, PlanError> {
        let policy = budget::divide(
            config,
            (self.dimension(), self.encoding.is_scale_free()),
            &self.conditions,
            games_per_second,
        )?;
        self.optimizer(&policy, None)?;
        Ok(policy)
    }

    /// Creates the optimizer, from a snapshot if there is one.
    pub(super) fn optimizer(&self, policy: &Policy, snapshot: Option<Snapshot>) -> Result<Optimizer, PlanError> {
        optimizer(&self.config, self.space.clone(), policy, snapshot)
    }

    /// Returns the pairs of games that a candidate plays against each opponent in its generation.
    #[must_use]
    pub fn pairs(&self, policy: &Policy) -> usize {
        let opponents = if self.config.optimizer.is_duelling() { 1 } else { self.conditions.opponents() };
        usize::try_from(policy.games_per_candidate / (2 * opponents.max(1) as u64)).unwrap_or(usize::MAX)
    }
}

/// Returns whether only directions are searched: then no weight has to be frozen, and one that is only sets the unit.
pub(super) fn directions(config: &TuneConfig, encoding: &Encoding) -> bool {
    config.optimizer.fits_surface() && encoding.is_scale_free()
}

/// Creates the optimizer of a configuration, from a snapshot if there is one; it does not depend on the opponents.
pub(super) fn optimizer(
    config: &TuneConfig,
    space: Space,
    policy: &Policy,
    snapshot: Option<Snapshot>,
) -> Result<Optimizer, PlanError> {
    let settings: Config = config.optimizer.adjust(policy.config(Seed(config.seed)));
    Ok(match snapshot {
        Some(snapshot) => Optimizer::resume(space, settings, snapshot)?,
        None => Optimizer::new(space, settings)?,
    })
}

fn check_name(name: &str) -> Result<(), PlanError> {
    let valid = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let first = name.chars().next().is_some_and(|c| c.is_ascii_alphanumeric());
    if first && name.chars().all(valid) && name.len() <= 100 {
        Ok(())
    } else {
        Err(PlanError::Name { name: name.to_owned() })
    }
}

fn check_counts(config: &TuneConfig) -> Result<(), PlanError> {
    let counts = [
        ("validation.every", config.validation.every, 1),
        // One pair has no variance, so there would be no standard error.
        ("validation.pairs", config.validation.pairs as u64, 2),
        ("finals.select_pairs", config.finals.select_pairs as u64, 2),
        ("finals.final_pairs", config.finals.final_pairs as u64, 2),
        ("reporting.every", config.reporting.every, 1),
    ];
    match counts.into_iter().find(|(_, given, least)| given < least) {
        Some((field, given, least)) => Err(PlanError::Count { field, given, least }),
        None => Ok(()),
    }
}

/// Refuses an opponent that is what is being tuned: a file of this run, or one that holds the start weights.
fn refuse_candidate(
    opponent: &NamedAgent,
    encoding: &Encoding,
    config: &TuneConfig,
    folder: &Path,
) -> Result<(), PlanError> {
    let Some(HeuristicSource::File(path)) = conditions::source(&opponent.agent) else {
        return Ok(());
    };
    let refused = |cause| Err(PlanError::Candidate { opponent: opponent.name.clone(), cause });
    let absolute = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path)).ok();
    let inside = absolute(folder).zip(absolute(path)).is_some_and(|(folder, path)| path.starts_with(folder));
    if inside {
        return refused(": its file is in the run's own folder, which changes during the run");
    }
    let heuristic = HeuristicSource::File(path.clone()).heuristic(config.board);
    let heuristic = heuristic.map_err(CompileError::from)?;
    let deepening = matches!(opponent.agent, AgentSpec::Search { method: SearchMethod::IterativeDeepening, .. });
    if deepening && heuristic.weights() == Some(&encoding.weights(&encoding.start())) {
        return refused(": its file holds the start weights");
    }
    Ok(())
}
