//! The ground that a job's games are played on: the board, the opponents ready to play, the openings.

use std::sync::Arc;

use super::plan::TunePlan;
use super::plan_error::PlanError;
use crate::agent::{Agent, AgentSpec, CompileError};
use crate::arena::{Contest, Draw, OpeningBlock, Openings};
use crate::features::FeatureTables;
use crate::game::{Board, Word};
use crate::heuristic::{Evaluator, Heuristic, HeuristicSource, Weights};
use crate::search::Searcher;
use crate::seed::Seed;

/// The ground that a job's games are played on.
#[derive(Debug)]
pub(super) struct Field<'b, W> {
    plan: &'b TunePlan,
    tables: Arc<FeatureTables<W>>,
    opponents: Vec<Agent<W>>,
    train: Openings<'b, W>,
    select: Openings<'b, W>,
    last: Openings<'b, W>,
}

impl<'b, W: Word> Field<'b, W> {
    /// Makes the opponents ready and lists the openings.
    pub(super) fn new(plan: &'b TunePlan, board: &'b Board<W>) -> Result<Self, PlanError> {
        let tables = Arc::new(FeatureTables::new(board));
        let rules = plan.rules();
        let ready = |agent| Agent::new(agent, rules.order, &rules.costs, &tables);
        let opponents = rules.agents.iter().map(|member| ready(&member.agent)).collect::<Result<_, _>>()?;
        let plies = plan.config().plies;
        let [train, select, last] = [OpeningBlock::Train, OpeningBlock::Select, OpeningBlock::Final]
            .map(|block| Openings::new(board, plies, block));
        Ok(Field { plan, tables, opponents, train, select, last })
    }

    /// Gives the plan.
    pub(super) fn plan(&self) -> &'b TunePlan {
        self.plan
    }

    /// Makes a heuristic ready to play as candidates do.
    pub(super) fn agent(&self, heuristic: &Heuristic) -> Agent<W> {
        let allowance = self.plan.budget().priced(heuristic, self.plan.profile());
        let evaluator = Evaluator::new(heuristic, &self.tables);
        Agent::Searching(Searcher::new(evaluator, allowance, self.plan.rules().order))
    }

    /// Makes weights ready to play.
    pub(super) fn weighted(&self, weights: Weights) -> Agent<W> {
        self.agent(&Heuristic::linear("candidate", weights))
    }

    /// Makes a published heuristic or any other agent that is not a candidate ready to play as the rules have it.
    pub(super) fn by_the_rules(&self, heuristic: &Heuristic) -> Result<Agent<W>, PlanError> {
        let rules = self.plan.rules();
        let allowance = self.plan.budget().resolve(heuristic, &rules.costs)?;
        Ok(Agent::Searching(Searcher::new(Evaluator::new(heuristic, &self.tables), allowance, rules.order)))
    }

    /// Makes perfect play ready.
    pub(super) fn perfect(&self) -> Result<Agent<W>, PlanError> {
        let improved = "improved".parse::<HeuristicSource>().map_err(CompileError::from)?;
        let spec = AgentSpec::Perfect { heuristic: improved, budget: self.plan.budget().clone() };
        let rules = self.plan.rules();
        Ok(Agent::new(&spec, rules.order, &rules.costs, &self.tables)?)
    }

    /// Gives the openings of a block.
    pub(super) fn openings(&self, block: OpeningBlock) -> &Openings<'b, W> {
        match block {
            OpeningBlock::All | OpeningBlock::Train => &self.train,
            OpeningBlock::Select => &self.select,
            OpeningBlock::Final => &self.last,
        }
    }

    /// Sets up candidates against the opponents.
    pub(super) fn contest(
        &self,
        candidates: Vec<Agent<W>>,
        block: OpeningBlock,
        pairs: usize,
        seed: Seed,
    ) -> Contest<'b, W> {
        self.against(candidates, self.opponents.clone(), block, pairs, seed)
    }

    /// Sets up candidates against others, each against each.
    pub(super) fn against(
        &self,
        candidates: Vec<Agent<W>>,
        others: Vec<Agent<W>>,
        block: OpeningBlock,
        pairs: usize,
        seed: Seed,
    ) -> Contest<'b, W> {
        Contest::over(self.openings(block), pairs, &self.draw(block, pairs, seed), candidates, others)
    }

    /// Sets up couples of candidates against each other on the train block.
    pub(super) fn duels(&self, couples: (Vec<Agent<W>>, Vec<Agent<W>>), pairs: usize, seed: Seed) -> Contest<'b, W> {
        Contest::duels(self.openings(OpeningBlock::Train), pairs, &self.draw(OpeningBlock::Train, pairs, seed), couples)
    }

    fn draw(&self, block: OpeningBlock, pairs: usize, seed: Seed) -> Draw {
        Draw { plies: self.plan.config().plies, block, pairs: Some(pairs), seed }
    }
}
