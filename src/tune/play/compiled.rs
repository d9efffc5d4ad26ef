//! Conditions of play compiled for a board: opponents ready to play, openings listed.

use std::sync::Arc;

use crate::agent::{Agent, AgentSpec, CompileError};
use crate::arena::{Contest, Draw, OpeningBlock, Openings};
use crate::features::FeatureTables;
use crate::game::{Board, Word};
use crate::heuristic::{Evaluator, Heuristic, HeuristicSource, Weights};
use crate::search::Searcher;
use crate::seed::Seed;

use crate::tune::plan::{Conditions, PlanError};

/// Conditions of play compiled for a board.
#[derive(Debug)]
pub(in crate::tune) struct CompiledConditions<'b, W> {
    conditions: &'b Conditions,
    board: &'b Board<W>,
    tables: Arc<FeatureTables<W>>,
    opponents: Vec<Agent<W>>,
    train: Openings<'b, W>,
    select: Openings<'b, W>,
    last: Openings<'b, W>,
}

impl<'b, W: Word> CompiledConditions<'b, W> {
    /// Compiles the opponents and lists the openings.
    pub(in crate::tune) fn new(conditions: &'b Conditions, board: &'b Board<W>) -> Result<Self, PlanError> {
        let tables = Arc::new(FeatureTables::new(board));
        let roster = conditions.roster();
        let compile = |agent| Agent::new(agent, roster.order, &roster.costs, &tables);
        let opponents = roster.agents.iter().map(|opponent| compile(&opponent.agent)).collect::<Result<_, _>>()?;
        let [train, select, last] = [OpeningBlock::Train, OpeningBlock::Select, OpeningBlock::Final]
            .map(|block| Openings::new(board, conditions.plies(), block));
        Ok(Self { conditions, board, tables, opponents, train, select, last })
    }

    /// Returns the conditions.
    pub(in crate::tune) fn conditions(&self) -> &'b Conditions {
        self.conditions
    }

    /// Compiles a heuristic that plays as candidates do: with their budget and their prices.
    pub(in crate::tune) fn candidate(&self, heuristic: &Heuristic) -> Agent<W> {
        let budget = self.conditions.budget().priced(heuristic, self.conditions.profile());
        let evaluator = Evaluator::new(heuristic, &self.tables);
        Agent::Searching(Searcher::new(evaluator, budget, self.conditions.roster().order))
    }

    /// Compiles weights that play as candidates do.
    pub(in crate::tune) fn weights(&self, weights: Weights) -> Agent<W> {
        self.candidate(&Heuristic::linear("candidate", weights))
    }

    /// Compiles the baseline, which pays the roster's prices.
    pub(in crate::tune) fn baseline(&self) -> Result<Agent<W>, PlanError> {
        let (heuristic, roster) = (self.conditions.baseline(), self.conditions.roster());
        let budget = self.conditions.budget().resolve(&heuristic, &roster.costs)?;
        Ok(Agent::Searching(Searcher::new(Evaluator::new(&heuristic, &self.tables), budget, roster.order)))
    }

    /// Compiles perfect play.
    pub(in crate::tune) fn perfect(&self) -> Result<Agent<W>, PlanError> {
        let improved = "improved".parse::<HeuristicSource>().map_err(CompileError::from)?;
        let spec = AgentSpec::Perfect { heuristic: improved, budget: self.conditions.budget().clone() };
        let roster = self.conditions.roster();
        Ok(Agent::new(&spec, roster.order, &roster.costs, &self.tables)?)
    }

    /// Sets up candidates against the opponents.
    pub(in crate::tune) fn contest(
        &self,
        candidates: Vec<Agent<W>>,
        block: OpeningBlock,
        pairs: usize,
        seed: Seed,
    ) -> Contest<'b, W> {
        self.contest_against(candidates, self.opponents.clone(), block, pairs, seed)
    }

    /// Sets up every candidate against every one of other agents.
    pub(in crate::tune) fn contest_against(
        &self,
        candidates: Vec<Agent<W>>,
        others: Vec<Agent<W>>,
        block: OpeningBlock,
        pairs: usize,
        seed: Seed,
    ) -> Contest<'b, W> {
        Contest::over(&self.openings(block), pairs, &self.draw(block, pairs, seed), candidates, others)
    }

    /// Sets up candidates against the opponents on the train block, each from openings of its own,
    /// continuing after those of the `earlier` candidates of the run.
    pub(in crate::tune) fn separate(
        &self,
        candidates: Vec<Agent<W>>,
        pairs: usize,
        seeds: (Seed, Seed),
        earlier: u64,
    ) -> Contest<'b, W> {
        self.separate_on(OpeningBlock::Train, candidates, pairs, seeds, earlier)
    }

    /// Sets up candidates against the opponents on a block, each from openings of its own.
    pub(in crate::tune) fn separate_on(
        &self,
        block: OpeningBlock,
        candidates: Vec<Agent<W>>,
        pairs: usize,
        seeds: (Seed, Seed),
        earlier: u64,
    ) -> Contest<'b, W> {
        let openings = self.openings(block);
        Contest::separate(&openings, pairs, seeds, earlier, candidates, self.opponents.clone())
    }

    /// Sets up couples of candidates against each other on the train block.
    pub(in crate::tune) fn duels(
        &self,
        couples: (Vec<Agent<W>>, Vec<Agent<W>>),
        pairs: usize,
        seed: Seed,
    ) -> Contest<'b, W> {
        let block = OpeningBlock::Train;
        Contest::duels(&self.openings(block), pairs, &self.draw(block, pairs, seed), couples)
    }

    fn openings(&self, block: OpeningBlock) -> Openings<'b, W> {
        match block {
            OpeningBlock::All => Openings::new(self.board, self.conditions.plies(), block),
            OpeningBlock::Train => self.train.clone(),
            OpeningBlock::Select => self.select.clone(),
            OpeningBlock::Final => self.last.clone(),
        }
    }

    fn draw(&self, block: OpeningBlock, pairs: usize, seed: Seed) -> Draw {
        Draw { plies: self.conditions.plies(), block, pairs: Some(pairs), seed }
    }
}
