//! The optimizer as an argmin solver: one iteration is one generation, evaluated as a whole.

use argmin::core::observers::Observe;
use argmin::core::{CostFunction, Error, KV, Problem, Solver, TerminationReason, TerminationStatus};

use super::state::TunerState;
use crate::optimize::{Generation, Optimizer, Progress, Stop};

/// An [`Optimizer`] under argmin.
///
/// ```
/// # use isotune_engine as isotune;
/// use argmin::core::observers::ObserverMode;
/// use argmin::core::{Executor, State};
/// use isotune::optimize::argmin::{GenerationCost, ProgressObserver, RonCheckpoint, Tuner};
/// use isotune::optimize::{Coordinate, Generation, Optimizer, Policy, Progress, Space};
/// use isotune::store::Digest;
/// use isotune::seed::Seed;
///
/// let folder = tempfile::tempdir()?;
/// let space = Space::new(vec![Coordinate::free(0.0, 0.3); 4])?;
/// let policy = Policy::new(20_000, space.dimension())?;
/// let optimizer = Optimizer::new(space, policy.config(Seed(1)))?;
/// let checkpoint = RonCheckpoint::new(
///     folder.path().join("state.ron"),
///     &optimizer,
///     Digest::of(b"squares"),
/// )?;
///
/// let squares = |generation: &Generation| {
///     let cost = |x: &Vec<f64>| x.iter().map(|v| (v - 1.0).powi(2)).sum();
///     Ok(generation.candidates.iter().map(cost).collect())
/// };
/// let observer = ProgressObserver(|progress: &Progress| assert!(progress.generations > 0));
/// let result = Executor::new(GenerationCost(squares), Tuner::new(optimizer))
///     .add_observer(observer, ObserverMode::Always)
///     .checkpointing(checkpoint)
///     .ctrlc(false)
///     .run()?;
/// let mean = result.state.get_best_param().ok_or("no generation was played")?;
/// assert!(mean.iter().all(|v| (v - 1.0).abs() < 0.1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tuner {
    optimizer: Optimizer,
}

impl Tuner {
    /// Hands an optimizer over to argmin.
    #[must_use]
    pub fn new(optimizer: Optimizer) -> Self {
        Self { optimizer }
    }

    /// The optimizer with all that it knows.
    #[must_use]
    pub fn optimizer(&self) -> &Optimizer {
        &self.optimizer
    }
}

impl<O> Solver<O, TunerState> for Tuner
where
    O: CostFunction<Param = Generation, Output = Vec<f64>>,
{
    fn name(&self) -> &str {
        self.optimizer.config().method.name()
    }

    fn init(&mut self, _problem: &mut Problem<O>, mut state: TunerState) -> Result<(TunerState, Option<KV>), Error> {
        state.refresh(&self.optimizer);
        Ok((state, None))
    }

    fn next_iter(
        &mut self,
        problem: &mut Problem<O>,
        mut state: TunerState,
    ) -> Result<(TunerState, Option<KV>), Error> {
        let generation = self.optimizer.ask();
        let size = generation.candidates.len();
        let costs = problem.bulk_problem("cost_count", size, |objective| objective.cost(&generation))?;
        self.optimizer.tell(&costs)?;
        state.refresh(&self.optimizer);
        Ok((state, None))
    }

    fn terminate(&mut self, _state: &TunerState) -> TerminationStatus {
        Stop::status(self.optimizer.stop())
    }
}

impl Stop {
    /// Returns argmin's status for a search that has ended, or not.
    #[doc(hidden)]
    #[must_use]
    pub fn status(stop: Option<Self>) -> TerminationStatus {
        match stop {
            None => TerminationStatus::NotTerminated,
            Some(Self::Budget) => TerminationStatus::Terminated(TerminationReason::MaxItersReached),
            Some(Self::Plateau | Self::StepFloor) => TerminationStatus::Terminated(TerminationReason::SolverConverged),
            Some(stop @ Self::Condition) => {
                TerminationStatus::Terminated(TerminationReason::SolverExit(stop.to_string()))
            }
        }
    }
}

/// Any closure from a generation to its costs as argmin's cost function.
pub struct GenerationCost<F>(
    /// The closure; an error ends the run.
    pub F,
);

impl<F> CostFunction for GenerationCost<F>
where
    F: Fn(&Generation) -> Result<Vec<f64>, Error>,
{
    type Param = Generation;
    type Output = Vec<f64>;

    fn cost(&self, generation: &Generation) -> Result<Vec<f64>, Error> {
        (self.0)(generation)
    }
}

/// An observer that calls a closure after every generation.
///
/// argmin observes before it saves, so after a kill between the two the resumed run reports that
/// generation again.
pub struct ProgressObserver<F>(
    /// The closure.
    pub F,
);

impl<F: FnMut(&Progress)> Observe<TunerState> for ProgressObserver<F> {
    fn observe_iter(&mut self, state: &TunerState, _kv: &KV) -> Result<(), Error> {
        if let Some(progress) = state.progress() {
            (self.0)(progress);
        }
        Ok(())
    }
}
