//! The search as argmin sees it between iterations.

use std::collections::HashMap;
use std::time::Duration;

use argmin::core::{Problem, State, TerminationReason, TerminationStatus};

use crate::optimize::{Optimizer, Progress};

/// argmin's state of a search: its best parameter is the mean, and its counters go on after a
/// resume.
#[derive(Clone, Debug, Default)]
pub struct TunerState {
    iteration: u64,
    mean: Option<Vec<f64>>,
    progress: Option<Progress>,
    counts: HashMap<String, u64>,
    /// Time spent before the last resume.
    earlier: Duration,
    /// Time spent since, where argmin keeps time.
    since: Option<Duration>,
    status: TerminationStatus,
}

impl TunerState {
    /// The state of a search that is resumed after some time of work.
    pub(super) fn resumed(optimizer: &Optimizer, earlier: Duration) -> Self {
        let mut state = Self { iteration: optimizer.progress().generations, earlier, ..Self::default() };
        state.refresh(optimizer);
        state
    }

    /// Takes over where the search stands.
    #[doc(hidden)]
    pub fn refresh(&mut self, optimizer: &Optimizer) {
        let progress = optimizer.progress();
        let counted = ("cost_count".to_owned(), progress.evaluations);
        self.counts = HashMap::from([counted]);
        self.mean = Some(optimizer.recommendation());
        self.progress = Some(progress);
    }

    /// Where the search stands, from its first generation on.
    #[must_use]
    pub fn progress(&self) -> Option<&Progress> {
        self.progress.as_ref()
    }
}

impl State for TunerState {
    type Param = Vec<f64>;
    type Float = f64;

    fn new() -> Self {
        Self::default()
    }

    /// Nothing to do: the mean of the last generation is always the best known.
    fn update(&mut self) {}

    fn get_param(&self) -> Option<&Vec<f64>> {
        self.mean.as_ref()
    }

    fn get_best_param(&self) -> Option<&Vec<f64>> {
        self.mean.as_ref()
    }

    /// Without limit: the optimizer's own budget ends the search.
    fn get_max_iters(&self) -> u64 {
        u64::MAX
    }

    fn increment_iter(&mut self) {
        self.iteration += 1;
    }

    fn get_iter(&self) -> u64 {
        self.iteration
    }

    /// The average cost of the last generation, which overstates that of the mean.
    fn get_cost(&self) -> f64 {
        let cost = self.progress.as_ref().and_then(|p| p.cost);
        cost.unwrap_or(f64::INFINITY)
    }

    fn get_best_cost(&self) -> f64 {
        self.get_cost()
    }

    /// None: under noise a low cost is luck.
    fn get_target_cost(&self) -> f64 {
        f64::NEG_INFINITY
    }

    /// Nothing to do: argmin's counts begin at 0 after a resume, the optimizer's do not.
    fn func_counts<O>(&mut self, _problem: &Problem<O>) {}

    fn get_func_counts(&self) -> &HashMap<String, u64> {
        &self.counts
    }

    fn time(&mut self, time: Option<Duration>) -> &mut Self {
        self.since = time;
        self
    }

    fn get_time(&self) -> Option<Duration> {
        Some(self.earlier + self.since.unwrap_or_default())
    }

    fn get_last_best_iter(&self) -> u64 {
        self.iteration
    }

    fn is_best(&self) -> bool {
        true
    }

    fn terminate_with(mut self, reason: TerminationReason) -> Self {
        self.status = TerminationStatus::Terminated(reason);
        self
    }

    fn get_termination_status(&self) -> &TerminationStatus {
        &self.status
    }

    fn get_termination_reason(&self) -> Option<&TerminationReason> {
        match &self.status {
            TerminationStatus::Terminated(reason) => Some(reason),
            TerminationStatus::NotTerminated => None,
        }
    }
}
