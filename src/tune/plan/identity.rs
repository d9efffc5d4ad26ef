//! The identity of a run's games: everything their results depend on, as versioned data.

use std::sync::Arc;

use serde::Serialize;

use super::TunePlan;
use super::error::PlanError;
use crate::agent::{Agent, PlayerData};
use crate::arena::OpeningBlock;
use crate::features::FeatureTables;
use crate::game::{Board, Word, with_word};
use crate::heuristic::{Evaluator, Prices};
use crate::search::{ALGORITHM, MoveOrder, Searcher};
use crate::store::Digest;
use crate::tune::config::Objective;

/// The version of the layout of [`Identity`]; it grows when a field is added, removed or changes its meaning.
const VERSION: u32 = 1;

/// Everything that the results of a run's games depend on, besides the candidates' vectors and the seed.
///
/// Its [`Identity::digest`] is part of the state, of every line of the journal and of every message to a remote worker:
/// results are only used where the digest is the same.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Identity {
    version: u32,
    algorithm: u32,
    board: String,
    plies: usize,
    /// The number of openings in the train, select and final blocks.
    blocks: [usize; 3],
    order: MoveOrder,
    opponents: Vec<OpponentIdentity>,
    /// The heuristic that results are compared with.
    baseline: PlayerData,
    candidates: CandidateIdentity,
    encoding: Vec<SlotIdentity>,
    objective: Objective,
}

/// An opponent with everything its moves depend on.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct OpponentIdentity {
    name: String,
    weight: f64,
    player: PlayerData,
}

/// The budget that all candidates play with.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct CandidateIdentity {
    budget: String,
    prices: Prices,
}

/// A coordinate of the vectors.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct SlotIdentity {
    name: String,
    start: f64,
    step: f64,
    lower: f64,
    upper: f64,
}

impl Identity {
    /// Returns the digest of all fields.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of_data(self)
    }
}

impl TunePlan {
    /// Returns the identity of the plan's games; weights files and cost profiles are read.
    ///
    /// # Errors
    /// Returns an error if a weights file or a cost profile cannot be read.
    pub fn identity(&self) -> Result<Identity, PlanError> {
        with_word!(self.conditions.board(), W => self.identity_on::<W>())
    }

    fn identity_on<W: Word>(&self) -> Result<Identity, PlanError> {
        let conditions = &self.conditions;
        let roster = conditions.roster();
        let board = Board::<W>::new(conditions.board())?;
        let tables = Arc::new(FeatureTables::new(&board));
        let mut opponents = Vec::new();
        for (opponent, &weight) in roster.agents.iter().zip(conditions.opponent_weights()) {
            let player = Agent::new(&opponent.agent, roster.order, &roster.costs, &tables)?.data();
            opponents.push(OpponentIdentity { name: opponent.name.clone(), weight, player });
        }
        let slot = |slot: &super::Slot| {
            let coordinate = slot.coordinate;
            SlotIdentity {
                name: slot.name(),
                start: coordinate.start,
                step: coordinate.step,
                lower: coordinate.lower,
                upper: coordinate.upper,
            }
        };
        let baseline = conditions.baseline();
        let budget = conditions.budget().resolve(&baseline, &roster.costs)?;
        Ok(Identity {
            version: VERSION,
            algorithm: ALGORITHM,
            board: conditions.board().to_string(),
            plies: conditions.plies(),
            blocks: [OpeningBlock::Train, OpeningBlock::Select, OpeningBlock::Final]
                .map(|block| conditions.openings(block)),
            order: roster.order,
            opponents,
            baseline: Agent::Searching(Searcher::new(Evaluator::new(&baseline, &tables), budget, roster.order)).data(),
            candidates: CandidateIdentity {
                budget: conditions.budget().to_string(),
                prices: conditions.profile().prices(),
            },
            encoding: self.encoding.slots().iter().map(slot).collect(),
            objective: self.config.objective,
        })
    }
}
