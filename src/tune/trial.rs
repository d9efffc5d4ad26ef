//! Trials: candidates of an optimizer outside isotune, played as those of a run are.
//!
//! ```
//! use std::path::Path;
//! use std::sync::atomic::AtomicBool;
//! use isotune::arena::{OpeningBlock, Threads};
//! use isotune::game::Board;
//! use isotune::tune::{Trial, TrialRunner, TuneConfig, TunePlan};
//!
//! let mut config = TuneConfig::named("quick")?;
//! config.assign("budget=nodes:20")?;
//! let plan = TunePlan::new(config, Path::new("checkpoints/quick"))?;
//! let board = Board::<u64>::new(plan.conditions().board())?;
//! let (threads, stop) = (Threads::new(None)?, AtomicBool::new(false));
//! let runner = TrialRunner::new(&plan, &board, OpeningBlock::Train, &threads, &stop)?;
//! let weights = plan.encoding().weights(&plan.encoding().vector(&[1.0, -2.0, 0.5, -0.5])?);
//! let scores = runner.play(&[Trial { weights, ..Trial::first(&plan)? }])?;
//! println!("{} of {} games won", scores[0].wins(), scores[0].games());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::atomic::AtomicBool;

use super::config::{Total, TuneConfig};
use super::contest_kind::ContestKind;
use super::error::TuneError;
use super::plan::{PlanError, TunePlan};
use super::play::{CompiledConditions, JobRunner, scores};
use crate::arena::{Executor, OpeningBlock};
use crate::game::{Board, Word};
use crate::heuristic::Weights;
use crate::optimize::Scoring;
use crate::seed::Seed;
use crate::stats::{PairTally, Score};

/// A candidate with everything that its games depend on besides the plan and the block of openings.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The weights.
    pub weights: Weights,
    /// The pairs of games against each opponent, at most as many as there are openings.
    pub pairs: usize,
    /// The seed of the openings and of the games.
    pub seed: Seed,
    /// The generation; it decides the openings and the chance in the games.
    pub generation: u64,
    /// The number within the generation; candidates of different numbers play different openings.
    pub index: u64,
}

/// The result of a trial.
#[derive(Clone, PartialEq, Debug)]
pub struct TrialScore {
    /// The win rate over all opponents, each with the same weight.
    pub score: Score,
    /// 1 minus the value of the plan's objective, what an optimizer minimizes.
    pub cost: f64,
    /// The pairs against each opponent.
    pub opponents: Vec<PairTally>,
}

/// How a run of a plan numbers its candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrialNumbers {
    /// The candidates of a generation.
    pub population: u64,
    /// The pairs of games of a candidate against each opponent.
    pub pairs: usize,
    /// The places that a generation takes in the order of the openings: one more where its mean plays as well.
    places: u64,
}

/// Plays trials under the conditions of a plan.
pub struct TrialRunner<'a, W, E> {
    plan: &'a TunePlan,
    compiled: CompiledConditions<'a, W>,
    block: OpeningBlock,
    numbers: TrialNumbers,
    executor: &'a E,
    stop: &'a AtomicBool,
}

impl TrialScore {
    /// Returns the number of games won.
    #[must_use]
    pub fn wins(&self) -> u64 {
        self.opponents.iter().copied().map(wins).sum()
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.opponents.iter().map(|tally| 2 * tally.pairs()).sum()
    }
}

/// Returns the number of games won in pairs.
fn wins(tally: PairTally) -> u64 {
    2 * tally.won + tally.split
}

impl TrialNumbers {
    /// Returns the numbers of a plan's run; they do not depend on the machine, so a total in hours counts as generations.
    ///
    /// # Errors
    /// Returns an error if the total does not pay for a generation, or the options do not fit the opponents.
    pub fn new(plan: &TunePlan) -> Result<Self, PlanError> {
        let total = match plan.config().total {
            Total::Hours(_) => Total::Generations(1),
            total @ (Total::Games(_) | Total::Generations(_)) => total,
        };
        let policy = plan.policy_of(&TuneConfig { total, ..plan.config().clone() }, 1.0)?;
        let optimizer = plan.optimizer(&policy, None)?;
        let (generation, mean) = (optimizer.ask(), optimizer.mean());
        let candidates = match generation.scoring {
            Scoring::Mixed { alone } => &generation.candidates[..alone],
            Scoring::Alone | Scoring::Duels => &generation.candidates[..],
        };
        let population = candidates.len() as u64;
        let opponents = plan.conditions().opponents().max(1) as u64;
        let pairs = match generation.scoring {
            Scoring::Alone | Scoring::Mixed { .. } => plan.pairs(&policy),
            Scoring::Duels => {
                usize::try_from(policy.games_per_candidate / (2 * opponents)).unwrap_or(usize::MAX).max(1)
            }
        };
        let places = if candidates.contains(&mean) { population } else { population + 1 };
        Ok(Self { population, pairs, places })
    }

    /// Returns the generation and the index of a candidate, counted from the first one of the run.
    #[must_use]
    pub fn place(&self, number: u64) -> (u64, u64) {
        let population = self.population.max(1);
        (number / population, number % population)
    }

    /// Returns how many candidates took openings before a generation.
    fn earlier(&self, generation: u64) -> u64 {
        generation.wrapping_mul(self.places)
    }
}

impl Trial {
    /// Returns the start weights of a plan as the first candidate of its run.
    ///
    /// # Errors
    /// Returns an error if the total does not pay for a generation, or the options do not fit the opponents.
    pub fn first(plan: &TunePlan) -> Result<Self, PlanError> {
        let weights = plan.encoding().weights(&plan.encoding().start());
        let pairs = TrialNumbers::new(plan)?.pairs;
        Ok(Self { weights, pairs, seed: Seed(plan.config().seed), generation: 0, index: 0 })
    }

    /// Returns whether another trial is the next one of the same generation.
    fn precedes(&self, next: &Self) -> bool {
        (self.pairs, self.seed, self.generation) == (next.pairs, next.seed, next.generation)
            && self.index.checked_add(1) == Some(next.index)
    }
}

impl<'a, W: Word, E: Executor> TrialRunner<'a, W, E> {
    /// Compiles the opponents of a plan and lists the openings of a block.
    ///
    /// # Errors
    /// Returns an error if the plan's total or an opponent is impossible.
    pub fn new(
        plan: &'a TunePlan,
        board: &'a Board<W>,
        block: OpeningBlock,
        executor: &'a E,
        stop: &'a AtomicBool,
    ) -> Result<Self, PlanError> {
        let compiled = CompiledConditions::new(plan.conditions(), board)?;
        Ok(Self { plan, compiled, block, numbers: TrialNumbers::new(plan)?, executor, stop })
    }

    /// Returns how a run of the plan numbers its candidates.
    #[must_use]
    pub fn numbers(&self) -> TrialNumbers {
        self.numbers
    }

    /// Plays trials and returns their scores in the same order.
    ///
    /// A score is a pure function of the trial: neither the other trials nor the number of threads change it. On the
    /// train block it is that of the same candidate in a run of the plan. Trials with consecutive indices of a
    /// generation are played together on all threads, others one after the other.
    ///
    /// # Errors
    /// Returns an error if the work was stopped.
    pub fn play(&self, trials: &[Trial]) -> Result<Vec<TrialScore>, TuneError> {
        let mut found = Vec::with_capacity(trials.len());
        for together in trials.chunk_by(Trial::precedes) {
            self.play_together(together, &mut found)?;
        }
        Ok(found)
    }

    fn play_together(&self, trials: &[Trial], found: &mut Vec<TrialScore>) -> Result<(), TuneError> {
        let Some(first) = trials.first() else {
            return Ok(());
        };
        let kind = ContestKind::Generation(first.generation);
        let seeds = (ContestKind::opening_order(first.seed), kind.seed(first.seed));
        let earlier = self.numbers.earlier(first.generation).wrapping_add(first.index);
        let agents = trials.iter().map(|trial| self.compiled.weights(trial.weights.clone())).collect();
        let contest = self.compiled.separate_on(self.block, agents, first.pairs, seeds, earlier);
        let runner = JobRunner { executor: self.executor, halt: self.stop, observer: &(), journal: None };
        let scoreboard = runner.play(kind, &contest)?;
        let weights = self.plan.conditions().opponent_weights();
        for candidate in 0..trials.len() {
            let opponents: Vec<PairTally> =
                (0..contest.opponents()).map(|opponent| scoreboard.tally(candidate, opponent)).collect();
            let weighted: Vec<(f64, PairTally)> = weights.iter().copied().zip(opponents.iter().copied()).collect();
            let (score, _) = scores(&contest, &scoreboard, candidate).ok_or(TuneError::NoScores)?;
            found.push(TrialScore { score, cost: 1.0 - self.plan.config().objective.value(&weighted), opponents });
        }
        Ok(())
    }
}
