//! The fixed workloads whose node count is the signature of the search, and whose time is its speed.

use std::sync::Arc;

use super::budget::ResolvedBudget;
use super::order::MoveOrder;
use super::searcher::Searcher;
use crate::features::{Feature, FeatureTables, Ingredient};
use crate::game::{Board, Position};
use crate::heuristic::{Evaluator, Heuristic, Weight, Weights};
use crate::seed::{Purpose, Seed};

/// The openings searched, as the two placements.
const OPENINGS: [[[i64; 2]; 2]; 5] =
    [[[3, 3], [3, 1]], [[0, 0], [6, 6]], [[2, 2], [4, 2]], [[3, 0], [5, 4]], [[2, 4], [5, 1]]];

/// The version of everything that decides moves but is not data: features, heuristics, search, exact play and the
/// random streams. It is incremented whenever the same [`PlayerData`](crate::agent::PlayerData) would play other moves.
pub const ALGORITHM: u32 = 1;

/// A heuristic and the depth to which it searches every opening.
#[derive(Clone, Debug)]
pub struct Workload {
    /// The heuristic.
    pub heuristic: Heuristic,
    /// The depth of the signature.
    pub depth: u32,
    /// The depth at which speed is measured.
    pub speed_depth: u32,
}

impl Workload {
    /// Returns the three workloads: `improved`; `rich`, a typical set of features; `all`, every feature but the
    /// territories, which came later and would move the signature.
    #[must_use]
    pub fn all() -> [Self; 3] {
        let improved = weighted(&[(Feature::OwnMoves, 1.0), (Feature::OpponentMoves, -1.0)]);
        let rich = weighted(&[
            (Feature::OwnMoves, 1.0),
            (Feature::OpponentMoves, -1.3),
            (Feature::MovesShare, 2.0),
            (Feature::MovesBalance, 1.0),
            (Feature::OwnCentreDistance, -0.1),
            (Feature::OpponentDistance, -0.05),
            (Feature::OwnOpenSpace, -0.2),
            (Feature::OwnLookaheadMean, 0.7),
            (Feature::OpponentLookaheadMean, -0.9),
        ]);
        // Multiples of a quarter: their sums are exact, and no two features cancel.
        let signs = Feature::ALL.map(|feature| if feature.name().contains("opponent") { -1.0 } else { 1.0 });
        let share = |index: usize| signs[index] * 0.25 * (1 + index % 4) as f64;
        let is_territory = |feature: Feature| feature.ingredients().contains(&Ingredient::Territory);
        let every = Feature::ALL.into_iter().enumerate().filter(|&(_, feature)| !is_territory(feature));
        let all: Vec<_> = every.map(|(i, feature)| (feature, share(i))).collect();
        [
            Self { heuristic: Heuristic::linear("improved", improved), depth: 9, speed_depth: 11 },
            Self { heuristic: Heuristic::linear("rich", rich), depth: 8, speed_depth: 9 },
            Self { heuristic: Heuristic::linear("all", weighted(&all)), depth: 7, speed_depth: 8 },
        ]
    }

    /// Searches every opening to a depth and returns the number of nodes.
    #[must_use]
    pub fn nodes(&self, depth: u32) -> u64 {
        let board = Board::seven();
        let tables = Arc::new(FeatureTables::new(&board));
        let evaluator = Evaluator::new(&self.heuristic, &tables);
        let searcher = Searcher::new(evaluator, ResolvedBudget::Depth(depth), MoveOrder::Fixed);
        let mut stream = Seed(0).stream(Purpose::Agent, [0; 3]);
        let positions = OPENINGS.iter().filter_map(|&moves| Position::replay(&board, moves).ok());
        positions.filter_map(|position| searcher.choose(&position, &mut stream)).map(|found| found.nodes).sum()
    }
}

/// Returns the number of nodes of all workloads, which is the same on every machine as long as the search visits the
/// same nodes.
#[must_use]
pub fn signature() -> u64 {
    Workload::all().iter().map(|workload| workload.nodes(workload.depth)).sum()
}

fn weighted(weights: &[(Feature, f64)]) -> Weights {
    let constant = |weight| Weight::constant(weight).unwrap_or_default();
    weights.iter().fold(Weights::ZERO, |all, &(feature, weight)| all.with(feature, constant(weight)))
}
