//! How the Python module computes each feature in use.

use crate::export::terms::{OF_OPPONENT_MOVES, OF_OWN_MOVES};
use crate::features::{Dependence, Feature, Ingredient};
use crate::heuristic::{Weight, Weights};

use Feature as F;

/// Returns whether a feature adds up over the blank cells once both players' cells are known, and in no other way: any
/// such feature makes one pass over the board the cheapest way, and the pass then computes all features it can.
fn needs_a_pass(feature: Feature) -> bool {
    is_ring(feature) || [F::OwnTargetsCentre, F::OpponentTargetsCentre, F::CommonMoves].contains(&feature)
}

fn is_ring(feature: Feature) -> bool {
    let rings = |ingredient| [Ingredient::OwnRings, Ingredient::OpponentRings].contains(ingredient);
    feature.ingredients().iter().any(rings)
}

/// Features that are cheaper from the numbers of moves, but free in a pass that is needed anyway.
const JOIN_A_PASS: [Feature; 4] = [F::OwnMoves, F::OpponentMoves, F::OwnMovesCentre, F::OpponentMovesCentre];

/// The features in use, divided by how the module computes them.
pub(super) struct Plan {
    /// Whether there is a pass over the board.
    pub(super) pass: bool,
    /// Whether there is a second pass, for what the phase multiplies.
    pub(super) tapers_pass: bool,
    /// The features in the table of both players' cells: those of the pass, and those of the cells alone.
    pub(super) pairs: Vec<(Feature, Weight)>,
    /// The features that are terms of their own.
    pub(super) terms: Vec<(Feature, Weight)>,
}

impl Plan {
    pub(super) fn new(weights: &Weights) -> Self {
        let needs = |&(feature, _): &(Feature, Weight)| needs_a_pass(feature);
        let pass = weights.used().any(|used| needs(&used));
        let tapers_pass = weights.used().any(|used| needs(&used) && used.1.is_tapered());
        // A second pass only for tapered numbers of moves would cost more than counting them.
        let joins = |(feature, weight): &(Feature, Weight)| {
            pass && JOIN_A_PASS.contains(feature) && (tapers_pass || !weight.is_tapered())
        };
        let of_cells = |feature: Feature| feature.dependence() == Dependence::Cells;
        let (pairs, terms) = weights.used().partition(|used| of_cells(used.0) || needs(used) || joins(used));
        Self { pass, tapers_pass, pairs, terms }
    }

    /// Returns whether one of the features is a term of its own.
    pub(super) fn has_term(&self, features: &[Feature]) -> bool {
        self.terms.iter().any(|(feature, _)| features.contains(feature))
    }

    /// Returns whether one of the features is in the table of both players' cells.
    pub(super) fn has_pair(&self, features: &[Feature]) -> bool {
        self.pairs.iter().any(|(feature, _)| features.contains(feature))
    }

    /// Returns whether blank cells are counted by their distance in jumps.
    pub(super) fn rings(&self) -> bool {
        self.pairs.iter().any(|&(feature, _)| is_ring(feature))
    }

    /// Returns whether the number of own moves is needed.
    pub(super) fn counts_own(&self) -> bool {
        self.has_term(&OF_OWN_MOVES)
    }

    /// Returns whether the number of the opponent's moves is needed.
    pub(super) fn counts_opponent(&self) -> bool {
        self.has_term(&OF_OPPONENT_MOVES)
    }

    /// Returns whether the squared distance from the centre is a table of its own.
    pub(super) fn centre(&self) -> bool {
        self.has_term(&[F::OwnMovesCentre, F::OpponentMovesCentre])
    }

    /// Returns whether a player's pairs of moves in a row are counted: the scored player's, then the opponent's.
    pub(super) fn ahead(&self) -> [bool; 2] {
        [
            self.has_term(&[F::OwnLookaheadMean, F::OwnLookaheadTotal]),
            self.has_term(&[F::OpponentLookaheadMean, F::OpponentLookaheadTotal]),
        ]
    }

    /// Returns whether the cells that a player reaches in two jumps are counted: the scored player's, then the
    /// opponent's.
    pub(super) fn reach(&self) -> [bool; 2] {
        [self.has_term(&[F::OwnReachTwo]), self.has_term(&[F::OpponentReachTwo])]
    }

    /// Returns whether the blank cells in the areas around a player are counted: the scored player's, then the
    /// opponent's.
    pub(super) fn areas(&self) -> [bool; 2] {
        [self.has_term(&[F::OwnOpenSpace]), self.has_term(&[F::OpponentOpenSpace])]
    }

    /// Returns whether the blank cells are divided by who reaches them first.
    pub(super) fn territory(&self) -> bool {
        self.has_term(&[F::OwnTerritory, F::OpponentTerritory])
    }

    /// Returns whether the table of both players' cells has a layer that the phase multiplies.
    pub(super) fn tapers_pairs(&self) -> bool {
        self.pairs.iter().any(|(_, weight)| weight.is_tapered())
    }

    /// Returns the terms whose weight changes with the phase.
    pub(super) fn tapered_terms(&self) -> impl Iterator<Item = Feature> {
        self.terms.iter().filter(|(_, weight)| weight.is_tapered()).map(|&(feature, _)| feature)
    }

    /// Returns whether anything changes with the phase.
    pub(super) fn tapers(&self) -> bool {
        self.tapers_pairs() || self.tapered_terms().next().is_some()
    }

    /// Returns whether there is an expensive table, which is computed lazily on boards of another size.
    pub(super) fn has_dear_table(&self) -> bool {
        let sides = [self.areas(), self.ahead(), self.reach()];
        !self.pairs.is_empty() || self.territory() || sides.concat().contains(&true)
    }

    /// Returns the names of the tables that the module computes for a board size.
    pub(super) fn tables(&self) -> Vec<&'static str> {
        let any = |sides: [bool; 2]| sides[0] || sides[1];
        let tables = [
            ("jumps", true),
            ("pairs", !self.pairs.is_empty()),
            ("at_ply", self.tapers()),
            ("centre", self.centre()),
            ("factor", self.has_term(&[F::PolosinBalance])),
            ("centrality", self.has_term(&[F::EarlyCentrality])),
            ("areas, sums, squares, half, low_half", any(self.areas())),
            ("ahead", any(self.ahead())),
            ("reach", any(self.reach())),
            ("territories", self.territory()),
        ];
        tables.into_iter().filter(|(_, used)| *used).map(|(name, _)| name).collect()
    }
}
