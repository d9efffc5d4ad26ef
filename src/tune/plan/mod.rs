//! A tuning job that can be done: checked, and everything looked up.

use std::collections::BTreeSet;
use std::path::Path;

use super::config::TuneConfig;
use super::division::{Against, Division};
use super::encoding::{Encoding, Slot};
use super::objective::Objective;
use super::opponents::Opponents;
use super::plan_error::PlanError;
use crate::agent::{AgentSpec, CompileError, NamedAgent, Roster, SearchMethod};
use crate::arena::{OpeningBlock, Openings, Protocol};
use crate::game::{Board, Word};
use crate::heuristic::{CostProfile, Heuristic, HeuristicSource, Weights, published};
use crate::optimize::{Config, Optimizer, Policy, Snapshot, Space};
use crate::search::Budget;
use crate::seed::Seed;
use crate::store::Fingerprint;

/// The version of all that decides games and is not written anywhere else: it grows whenever the same weights would play
/// other moves, or the same search would take another way.
const ALGORITHM: u32 = 1;

/// A tuning job that can be done.
#[derive(Clone, Debug)]
pub struct TunePlan {
    config: TuneConfig,
    rules: Roster,
    opponent_weights: Vec<f64>,
    budget: Budget,
    profile: CostProfile,
    encoding: Encoding,
    space: Space,
    /// The openings of the train, the select and the final block.
    openings: [usize; 3],
}

/// What is unusual about a plan, though possible.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Warning {
    /// The space has an idle direction.
    #[error(
        "no weight is frozen: a common factor of all weights changes nothing in a search; freeze one to fix the scale"
    )]
    NoScale,
    /// Opponents' weights that nobody looks at.
    #[error("the opponents have weights, but the objective counts them all alike; write 'objective: Weighted'")]
    IdleWeights,
}

impl TunePlan {
    /// Checks a configuration for a run that will live in a folder.
    ///
    /// # Errors
    /// Says what cannot be done, and what to do instead.
    pub fn new(config: TuneConfig, folder: &Path) -> Result<TunePlan, PlanError> {
        check_name(&config.name)?;
        check_counts(&config)?;
        let encoding = Encoding::new(&config.features, config.board)?;
        let space = encoding.space()?;
        let base = config.protocol.roster()?;
        let budget = config.budget.clone().unwrap_or_else(|| base.budget.clone());
        refuse_time("the job's", &budget, config.protocol)?;
        let (rules, opponent_weights) = opponents(&config, &base, &budget)?;
        for member in &rules.agents {
            refuse_itself(member, &encoding, &config, folder)?;
            if let Some(budget) = member.agent.budget() {
                refuse_time(&format!("the opponent {}'s", member.name), budget, config.protocol)?;
            }
        }
        let costs = config.costs.as_deref().or(budget.costs()).unwrap_or(&rules.costs);
        let profile = CostProfile::named(costs)?;
        let openings = openings(&config)?;
        Ok(TunePlan { config, rules, opponent_weights, budget, profile, encoding, space, openings })
    }

    /// Gives how many openings a block has.
    #[must_use]
    pub fn openings(&self, block: OpeningBlock) -> usize {
        let [train, select, last] = self.openings;
        match block {
            OpeningBlock::All => train + select + last,
            OpeningBlock::Train => train,
            OpeningBlock::Select => select,
            OpeningBlock::Final => last,
        }
    }

    /// Gives the configuration.
    #[must_use]
    pub fn config(&self) -> &TuneConfig {
        &self.config
    }

    /// Gives the opponents and the rules all agents play by.
    #[must_use]
    pub fn rules(&self) -> &Roster {
        &self.rules
    }

    /// Gives what each opponent's results count.
    #[must_use]
    pub fn opponent_weights(&self) -> &[f64] {
        &self.opponent_weights
    }

    /// Gives what a candidate may think about a move.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Gives what a candidate's heuristic calls cost.
    #[must_use]
    pub fn profile(&self) -> &CostProfile {
        &self.profile
    }

    /// Gives how weights become a vector.
    #[must_use]
    pub fn encoding(&self) -> &Encoding {
        &self.encoding
    }

    /// Gives the number of weights that move.
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.space.dimension()
    }

    /// Gives what is unusual about the plan.
    #[must_use]
    pub fn warnings(&self) -> Vec<Warning> {
        let frozen = |slot: &Slot| slot.coordinate.step <= 0.0 && slot.coordinate.start.abs() > 0.0;
        let scale = (!self.encoding.slots().iter().any(frozen)).then_some(Warning::NoScale);
        let even = self.opponent_weights.iter().all(|weight| (weight - 1.0).abs() <= 0.0);
        let idle = (!even && self.config.objective != Objective::Weighted).then_some(Warning::IdleWeights);
        scale.into_iter().chain(idle).collect()
    }

    /// Divides the total; hours are counted in the games per second given.
    ///
    /// # Errors
    /// When the total does not pay a generation, or the options do not fit the opponents.
    pub fn division(&self, games_per_second: f64) -> Result<Division, PlanError> {
        let TuneConfig { optimizer, total, .. } = &self.config;
        let field = Against { opponents: self.rules.agents.len(), openings: self.openings(OpeningBlock::Train) };
        let division = Division::new(optimizer, *total, self.dimension(), field, games_per_second)?;
        self.optimizer(&division, None)?;
        Ok(division)
    }

    /// Sets the optimizer up, from a snapshot if there is one.
    pub(super) fn optimizer(&self, division: &Division, snapshot: Option<Snapshot>) -> Result<Optimizer, PlanError> {
        optimizer(&self.config, self.space.clone(), division, snapshot)
    }

    /// Gives a fingerprint of all that decides a result and is not written in the configuration: the weights of the
    /// opponents, wherever they come from, and the prices of heuristic calls.
    ///
    /// # Errors
    /// When a weights file or a cost profile cannot be read.
    pub(super) fn surroundings(&self) -> Result<Fingerprint, PlanError> {
        let rules = format!("{ALGORITHM} {:?} {:?}", self.profile, self.rules.order);
        let mut fingerprint = Fingerprint::of(rules.as_bytes());
        for member in &self.rules.agents {
            let heuristic = source(&member.agent).map(|source| source.heuristic(self.config.board));
            let heuristic = heuristic.transpose().map_err(CompileError::from)?;
            let allowance = match (&heuristic, member.agent.budget()) {
                (Some(heuristic), Some(budget)) => Some(budget.resolve(heuristic, &self.rules.costs)?),
                _ => None,
            };
            let text = format!("{} {heuristic:?} {allowance:?}", member.agent);
            fingerprint = fingerprint.followed_by(text.as_bytes());
        }
        Ok(fingerprint)
    }

    /// Gives the heuristic that every result is compared with.
    #[must_use]
    pub fn baseline(&self) -> Heuristic {
        let improved = published("improved").map(|entry| entry.heuristic(self.config.board));
        improved.unwrap_or_else(|| Heuristic::linear("improved", Weights::ZERO))
    }
}

/// Sets up the optimizer of a configuration, from a snapshot if there is one; the opponents have no part in it.
pub(super) fn optimizer(
    config: &TuneConfig,
    space: Space,
    division: &Division,
    snapshot: Option<Snapshot>,
) -> Result<Optimizer, PlanError> {
    let policy = Policy {
        method: division.method,
        dimension: space.dimension(),
        population: division.population,
        games_per_candidate: division.games_per_candidate(),
        generations: division.generations,
    };
    let settings: Config = config.optimizer.adjust(policy.config(Seed(config.seed)));
    Ok(match snapshot {
        Some(snapshot) => Optimizer::resume(space, settings, snapshot)?,
        None => Optimizer::new(space, settings)?,
    })
}

/// Counts the openings of each block, of which there must be enough to tell anything.
fn openings(config: &TuneConfig) -> Result<[usize; 3], PlanError> {
    if config.board.cells() <= 64 { openings_on::<u64>(config) } else { openings_on::<u128>(config) }
}

fn openings_on<W: Word>(config: &TuneConfig) -> Result<[usize; 3], PlanError> {
    let board = Board::<W>::new(config.board)?;
    let plies = config.plies;
    let mut counts = [0; 3];
    for (count, block) in counts.iter_mut().zip([OpeningBlock::Train, OpeningBlock::Select, OpeningBlock::Final]) {
        *count = Openings::new(&board, plies, block).len();
        if *count < 2 {
            return Err(PlanError::FewOpenings { block, there: *count, plies });
        }
    }
    Ok(counts)
}

fn check_name(name: &str) -> Result<(), PlanError> {
    let sound = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let first = name.chars().next().is_some_and(|c| c.is_ascii_alphanumeric());
    if first && name.chars().all(sound) && name.len() <= 100 {
        Ok(())
    } else {
        Err(PlanError::Name { name: name.to_owned() })
    }
}

fn check_counts(config: &TuneConfig) -> Result<(), PlanError> {
    let counts = [
        ("validation.every", config.validation.every, 1),
        // One pair has no variance, and so no error could be told.
        ("validation.pairs", config.validation.pairs as u64, 2),
        ("finals.select_pairs", config.finals.select_pairs as u64, 2),
        ("finals.final_pairs", config.finals.final_pairs as u64, 2),
        ("reporting.every", config.reporting.every, 1),
    ];
    match counts.into_iter().find(|(_, given, least)| given < least) {
        Some((field, given, least)) => Err(PlanError::Count { field, given, least }),
        None if ![2, 4].contains(&config.plies) => Err(PlanError::Plies { plies: config.plies }),
        None => Ok(()),
    }
}

/// The opponents, by the rules of a roster, and what each counts.
fn opponents(config: &TuneConfig, base: &Roster, budget: &Budget) -> Result<(Roster, Vec<f64>), PlanError> {
    let rules = match &config.opponents {
        None => base.clone(),
        Some(Opponents::Roster(name)) => Roster::named(name)?,
        Some(Opponents::List(list)) => {
            let mut rules = Roster { name: "opponents".to_owned(), agents: Vec::new(), ..base.clone() };
            rules.budget.clone_from(budget);
            let mut names = BTreeSet::new();
            for opponent in list {
                if ["candidate", "self", "tuned"].contains(&opponent.agent.as_str()) {
                    return Err(PlanError::Itself { opponent: opponent.agent.clone(), why: "" });
                }
                let name = opponent.name.clone().unwrap_or_else(|| opponent.agent.clone());
                if !(opponent.weight >= 0.0 && opponent.weight.is_finite()) {
                    return Err(PlanError::Weight { opponent: name, weight: opponent.weight });
                }
                if !names.insert(name.clone()) {
                    return Err(PlanError::Twice { name });
                }
                let agent = NamedAgent::find(&opponent.agent, budget)?.agent;
                rules.agents.push(NamedAgent { name, agent });
            }
            let weights: Vec<f64> = list.iter().map(|opponent| opponent.weight).collect();
            if let (true, Some(first)) = (weights.iter().sum::<f64>() <= 0.0, rules.agents.first()) {
                return Err(PlanError::Weight { opponent: first.name.clone(), weight: 0.0 });
            }
            return if rules.agents.is_empty() { Err(PlanError::NoOpponents) } else { Ok((rules, weights)) };
        }
    };
    let rules = if config.budget.is_some() { rules.with_budget(budget) } else { rules };
    match rules.agents.len() {
        0 => Err(PlanError::NoOpponents),
        count => Ok((rules, vec![1.0; count])),
    }
}

fn source(agent: &AgentSpec) -> Option<&HeuristicSource> {
    match agent {
        AgentSpec::Random => None,
        AgentSpec::Greedy(heuristic) | AgentSpec::Search { heuristic, .. } | AgentSpec::Perfect { heuristic, .. } => {
            Some(heuristic)
        }
    }
}

fn refuse_time(whose: &str, budget: &Budget, protocol: Protocol) -> Result<(), PlanError> {
    let &Budget::Time(milliseconds) = budget else {
        return Ok(());
    };
    // The cost of a node of the reference, in tenths of a microsecond.
    let unit = match protocol {
        Protocol::Modern => 81,
        Protocol::Classic => 486,
    };
    let effort = milliseconds.saturating_mul(10_000) / unit;
    Err(PlanError::Time { whose: whose.to_owned(), milliseconds, effort: effort.max(1), protocol: protocol.name() })
}

/// Refuses an opponent that is what is being tuned: a file of this very run, or one that holds the start weights.
fn refuse_itself(
    member: &NamedAgent,
    encoding: &Encoding,
    config: &TuneConfig,
    folder: &Path,
) -> Result<(), PlanError> {
    let Some(HeuristicSource::File(path)) = source(&member.agent) else {
        return Ok(());
    };
    let itself = |why| Err(PlanError::Itself { opponent: member.name.clone(), why });
    let absolute = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path)).ok();
    let inside = absolute(folder).zip(absolute(path)).is_some_and(|(folder, path)| path.starts_with(folder));
    if inside {
        return itself(": its file is in the run's own folder and changes while it is tuned");
    }
    let heuristic = HeuristicSource::File(path.clone()).heuristic(config.board);
    let heuristic = heuristic.map_err(CompileError::from)?;
    let searching = matches!(member.agent, AgentSpec::Search { method: SearchMethod::IterativeDeepening, .. });
    if searching && heuristic.weights() == Some(&encoding.weights(&encoding.start())) {
        return itself(": its file holds the very start weights");
    }
    Ok(())
}
