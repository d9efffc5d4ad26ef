//! The conditions of play: board, openings, opponents, budgets and prices.

use std::collections::BTreeSet;
use std::path::Path;

use super::error::PlanError;
use crate::agent::{AgentSpec, MOST_AGENTS, NamedAgent, Roster, SearchMethod};
use crate::arena::{OpeningBlock, Openings, Protocol};
use crate::game::{Board, BoardSize, Word, with_word};
use crate::heuristic::{CostProfile, Heuristic, HeuristicSource, ProvenScore, Weights, published};
use crate::search::Budget;

use crate::text;
use crate::tune::config::{Opponents, TuneConfig};

/// Conditions of play as a user writes them; what is omitted is the protocol's.
#[derive(Clone, PartialEq, Debug)]
pub struct ConditionsConfig {
    /// The board.
    pub board: BoardSize,
    /// The number of plies of an opening, 2 or 4.
    pub plies: usize,
    /// The rules.
    pub protocol: Protocol,
    /// The fixed opponents.
    pub opponents: Option<Opponents>,
    /// The candidates' search budget of a move.
    pub budget: Option<Budget>,
    /// The cost profile that prices the candidates' effort.
    pub costs: Option<String>,
}

/// The conditions of play: everything that the result of a game depends on besides the candidate and the seed.
#[derive(Clone, Debug)]
pub struct Conditions {
    board: BoardSize,
    plies: usize,
    protocol: Protocol,
    roster: Roster,
    opponent_weights: Vec<f64>,
    budget: Budget,
    profile: CostProfile,
    /// The number of openings in the train, select and final blocks.
    openings: [usize; 3],
}

impl TuneConfig {
    /// Returns the file with the opponents, if they are a roster of the user's own.
    #[must_use]
    pub fn roster_file(&self) -> Option<&Path> {
        match &self.opponents {
            Some(Opponents::Roster(name)) if Roster::text(name).is_none() => Some(Path::new(name)),
            _ => None,
        }
    }

    /// Returns the conditions of play that the configuration asks for.
    #[must_use]
    pub fn conditions(&self) -> ConditionsConfig {
        ConditionsConfig {
            board: self.board,
            plies: self.plies,
            protocol: self.protocol,
            opponents: self.opponents.clone(),
            budget: self.budget.clone(),
            costs: self.costs.clone(),
        }
    }
}

/// Who plays, and with what: everything of [`Conditions`] that is known without listing the openings.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The opponents, and the rules that all agents play by.
    pub roster: Roster,
    /// The opponents' weights in the objective.
    pub opponent_weights: Vec<f64>,
    /// The candidates' search budget of a move.
    pub budget: Budget,
    /// The prices of the candidates' heuristic calls.
    pub profile: CostProfile,
}

impl Rules {
    /// Returns the candidates' search budget of a move, which names its cost profile where that is not the roster's.
    #[must_use]
    pub fn priced_budget(&self) -> Budget {
        priced(&self.budget, &self.profile, &self.roster)
    }
}

impl ConditionsConfig {
    /// Resolves the opponents, budgets and prices that the conditions refer to.
    ///
    /// # Errors
    /// Returns why they are impossible, and the remedy.
    pub fn rules(&self) -> Result<Rules, PlanError> {
        let Self { plies, protocol, opponents, budget, costs, .. } = self;
        if ![2, 4].contains(plies) {
            return Err(PlanError::Plies { plies: *plies });
        }
        let base = protocol.roster()?;
        let own_budget = budget.clone().unwrap_or_else(|| base.budget.clone());
        refuse_time("the", &own_budget, *protocol)?;
        let (roster, opponent_weights) = resolve(opponents.as_ref(), &base, &own_budget, budget.is_some())?;
        for opponent in &roster.agents {
            let function = matches!(source(&opponent.agent), Some(HeuristicSource::Host(..)));
            if function || matches!(opponent.agent, AgentSpec::External { .. }) {
                return Err(PlanError::External { opponent: opponent.name.clone() });
            }
            if let Some(budget) = opponent.agent.budget() {
                refuse_time(&format!("the opponent {}'s", opponent.name), budget, *protocol)?;
            }
        }
        let profile = CostProfile::named(costs.as_deref().or(own_budget.costs()).unwrap_or(&roster.costs))?;
        Ok(Rules { roster, opponent_weights, budget: own_budget, profile })
    }

    /// Returns the conditions of a protocol's tournament on a board.
    #[must_use]
    pub fn of_protocol(protocol: Protocol, board: BoardSize) -> Self {
        Self { board, plies: 2, protocol, opponents: None, budget: None, costs: None }
    }

    /// Returns the conditions that a score was measured under, from openings of two plies where it names no other, and against the
    /// protocol's opponents where those were a run's own; `None` if the rules are not known, or who paid which prices, or if they
    /// are impossible.
    #[must_use]
    pub fn of_score(score: &ProvenScore, board: BoardSize) -> Option<Self> {
        let stock: Option<Protocol> = score.roster.parse().ok();
        let protocol = match &score.protocol {
            Some(protocol) => protocol.parse().ok()?,
            None => stock?,
        };
        let roster = stock.unwrap_or(protocol).roster().ok()?;
        let own: Budget = score.budget.parse().ok()?;
        let others = match &score.against {
            Some(against) => against.parse().ok()?,
            None if own.costs().is_some_and(|costs| roster.costs != costs) => return None,
            None => own.clone(),
        };
        let same_effort = match (&own, &others) {
            (Budget::Effort { units, .. }, Budget::Effort { units: others, .. }) => units == others,
            _ => own == others,
        };
        // Another effort was that of opponents who are not met again.
        let (others, same_effort) =
            if stock.is_none() && !same_effort { (own.clone(), true) } else { (others, same_effort) };
        // Prices that the budget of all names need no mention of their own; where only the others' names some, the own are the
        // roster's.
        let costs = (own != others).then(|| own.costs().unwrap_or(&roster.costs).to_owned());
        let costs = costs.filter(|costs| others.costs().unwrap_or(&roster.costs) != costs);
        let config = Self {
            plies: score.plies.unwrap_or(2),
            opponents: stock.filter(|stock| *stock != protocol).map(|_| Opponents::Roster(score.roster.clone())),
            budget: Some(others),
            costs,
            ..Self::of_protocol(protocol, board)
        };
        (same_effort && config.rules().is_ok()).then_some(config)
    }
}

impl Conditions {
    /// Checks conditions and resolves what they refer to.
    ///
    /// # Errors
    /// Returns why they are impossible, and the remedy.
    // By value, as what is checked once.
    #[allow(clippy::needless_pass_by_value)]
    pub fn new(config: ConditionsConfig) -> Result<Self, PlanError> {
        let Rules { roster, opponent_weights, budget, profile } = config.rules()?;
        let ConditionsConfig { board, plies, protocol, .. } = config;
        let openings = count_openings(board, plies)?;
        Ok(Self { board, plies, protocol, roster, opponent_weights, budget, profile, openings })
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn board(&self) -> BoardSize {
        self.board
    }

    /// Returns the number of plies of an opening.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Returns the protocol.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Returns the opponents, and the rules that all agents play by.
    #[must_use]
    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    /// Returns the number of opponents.
    #[must_use]
    pub fn opponents(&self) -> usize {
        self.roster.agents.len()
    }

    /// Returns the opponents' names.
    #[must_use]
    pub fn opponent_names(&self) -> Vec<String> {
        self.roster.agents.iter().map(|opponent| opponent.name.clone()).collect()
    }

    /// Returns the opponents' weights in the objective.
    #[must_use]
    pub fn opponent_weights(&self) -> &[f64] {
        &self.opponent_weights
    }

    /// Returns the candidates' search budget of a move.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Returns the candidates' search budget of a move, which names its cost profile where that is not the roster's.
    #[must_use]
    pub fn priced_budget(&self) -> Budget {
        priced(&self.budget, &self.profile, &self.roster)
    }

    /// Returns the budgets of opponents that search as deep as theirs allows, each once, in the order of the opponents.
    #[must_use]
    pub fn opponent_budgets(&self) -> Vec<&Budget> {
        let mut budgets = Vec::new();
        for opponent in &self.roster.agents {
            if let AgentSpec::Search { method: SearchMethod::IterativeDeepening, budget, .. } = &opponent.agent
                && !budgets.contains(&budget)
            {
                budgets.push(budget);
            }
        }
        budgets
    }

    /// Returns those of [`Self::opponent_budgets`] that are not the candidates': opponents that are listed one by one keep
    /// their own.
    #[must_use]
    pub fn other_budgets(&self) -> BTreeSet<String> {
        let budgets = self.opponent_budgets().into_iter().filter(|budget| **budget != self.budget);
        budgets.map(ToString::to_string).collect()
    }

    /// Returns the prices of the candidates' heuristic calls.
    #[must_use]
    pub fn profile(&self) -> &CostProfile {
        &self.profile
    }

    /// Returns the number of openings in a block.
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

    /// Returns `improved`, the heuristic that every result is compared with.
    #[must_use]
    pub fn baseline(&self) -> Heuristic {
        let improved = published("improved").map(|entry| entry.heuristic(self.board));
        improved.unwrap_or_else(|| Heuristic::linear("improved", Weights::ZERO))
    }
}

/// Counts the openings of each block; fewer than two would leave nothing to measure.
fn count_openings(size: BoardSize, plies: usize) -> Result<[usize; 3], PlanError> {
    with_word!(size, W => count_openings_on::<W>(size, plies))
}

fn count_openings_on<W: Word>(size: BoardSize, plies: usize) -> Result<[usize; 3], PlanError> {
    let board = Board::<W>::new(size)?;
    let mut counts = [0; 3];
    for (count, block) in counts.iter_mut().zip([OpeningBlock::Train, OpeningBlock::Select, OpeningBlock::Final]) {
        *count = Openings::new(&board, plies, block).len();
        if *count < 2 {
            return Err(PlanError::FewOpenings { block, found: *count, plies });
        }
    }
    Ok(counts)
}

/// Resolves the opponents, under the rules of a roster, and their weights.
fn resolve(
    opponents: Option<&Opponents>,
    base: &Roster,
    budget: &Budget,
    budget_given: bool,
) -> Result<(Roster, Vec<f64>), PlanError> {
    let roster = match opponents {
        None => base.clone(),
        Some(Opponents::Roster(name)) => Roster::named(name)?,
        Some(Opponents::List(list)) if list.len() > MOST_AGENTS => {
            return Err(PlanError::TooManyOpponents { opponents: list.len(), most: MOST_AGENTS });
        }
        Some(Opponents::List(list)) => {
            let mut roster = Roster { name: "opponents".to_owned(), agents: Vec::new(), ..base.clone() };
            roster.budget.clone_from(budget);
            let mut names = BTreeSet::new();
            for opponent in list {
                if ["candidate", "self", "tuned"].contains(&opponent.agent.as_str()) {
                    return Err(PlanError::Candidate { opponent: opponent.agent.clone(), cause: "" });
                }
                let name = opponent.name.as_ref().unwrap_or(&opponent.agent);
                let name = text::one_line(name).into_owned();
                if !(opponent.weight >= 0.0 && opponent.weight.is_finite()) {
                    return Err(PlanError::Weight { opponent: name, weight: opponent.weight });
                }
                if !names.insert(name.clone()) {
                    return Err(PlanError::DuplicateOpponent { name });
                }
                let agent = NamedAgent::find(&opponent.agent, budget)?.agent;
                roster.agents.push(NamedAgent { name, agent });
            }
            let weights: Vec<f64> = list.iter().map(|opponent| opponent.weight).collect();
            if let (true, Some(first)) = (weights.iter().sum::<f64>() <= 0.0, roster.agents.first()) {
                return Err(PlanError::Weight { opponent: first.name.clone(), weight: 0.0 });
            }
            return if roster.agents.is_empty() { Err(PlanError::NoOpponents) } else { Ok((roster, weights)) };
        }
    };
    let roster = if budget_given { roster.with_budget(budget) } else { roster };
    match roster.agents.len() {
        0 => Err(PlanError::NoOpponents),
        count => Ok((roster, vec![1.0; count])),
    }
}

/// Returns a budget that names its cost profile where that is not the roster's.
fn priced(budget: &Budget, profile: &CostProfile, roster: &Roster) -> Budget {
    match budget {
        // The prices of the opponents' budget, which are the roster's unless it names others.
        Budget::Effort { units, costs } if profile.name != *costs.as_ref().unwrap_or(&roster.costs) => {
            Budget::Effort { units: *units, costs: Some(profile.name.clone()) }
        }
        budget => budget.clone(),
    }
}

/// Returns where an agent's heuristic comes from.
pub(super) fn source(agent: &AgentSpec) -> Option<&HeuristicSource> {
    match agent {
        AgentSpec::Random | AgentSpec::External { .. } => None,
        AgentSpec::Greedy(heuristic) | AgentSpec::Search { heuristic, .. } | AgentSpec::Perfect { heuristic, .. } => {
            Some(heuristic)
        }
    }
}

fn refuse_time(whose: &str, budget: &Budget, protocol: Protocol) -> Result<(), PlanError> {
    let &Budget::Time(milliseconds) = budget else {
        return Ok(());
    };
    let searched = milliseconds.checked_sub(Protocol::RESERVE).filter(|left| *left > 0).unwrap_or(milliseconds);
    let effort = protocol.effort_of(searched);
    Err(PlanError::Time { whose: whose.to_owned(), milliseconds, effort, protocol: protocol.name() })
}
