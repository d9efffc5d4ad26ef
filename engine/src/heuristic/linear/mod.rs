//! The compiled form of a weighted sum of features.

mod territory;

use std::sync::Arc;

use super::evaluator::Evaluate;
use super::lookahead::LookaheadCounts;
use super::weights::Weights;
use crate::features::{
    Dependence, EARLY_PLIES, Feature, FeatureTables, View, central, phase, polosin, ratio, std_of_areas, targets_centre,
};
use crate::game::{Cell, Cells, Word};
use territory::Territory;

/// A weighted sum of features compiled for one board.
///
/// It holds one layer of weights, or two if some are tapered: the late weights, and what the phase adds to them.
/// The order of summation is part of the definition, so that a score has the same bits everywhere: the features of
/// the move numbers (one look-up), those of the cells (one look-up), then the others one by one, each group in the
/// order of [`Feature::ALL`].
#[derive(Clone, Debug)]
pub struct Linear<W, const LAYERS: usize> {
    tables: Arc<FeatureTables<W>>,
    weights: Weights,
    /// The weights by feature and layer.
    layers: [[f64; LAYERS]; Feature::ALL.len()],
    /// The sum over the features of the move numbers, by [`moves_index`].
    moves: Box<[[f64; LAYERS]; 512]>,
    /// The sum over the features of the cells, by [`cells_index`]; empty when none is in use.
    cells: Box<[[f64; LAYERS]]>,
    /// Report 001's centrality by cell.
    centrality: Box<[f64; 256]>,
    /// The features left to compute after the look-ups.
    rest: Features,
}

/// A set of features.
#[derive(Clone, Copy, Debug)]
struct Features(u64);

impl Features {
    const fn of(features: &[Feature]) -> Self {
        let (mut set, mut i) = (0, 0);
        while i < features.len() {
            set |= 1 << features[i] as u64;
            i += 1;
        }
        Self(set)
    }

    #[inline(always)]
    fn any_of(self, features: &[Feature]) -> bool {
        self.0 & Self::of(features).0 != 0
    }

    #[inline(always)]
    fn has(self, feature: Feature) -> bool {
        self.0 & (1 << feature as u64) != 0
    }
}

/// The features left after the look-ups, in families that are skipped together when none of them is in use.
const PRODUCTS: [Feature; 5] = [
    Feature::MovesPerBlank,
    Feature::PolosinBalance,
    Feature::EarlyCentrality,
    Feature::OwnMovesCentre,
    Feature::OpponentMovesCentre,
];
const OPEN_SPACE: [Feature; 2] = [Feature::OwnOpenSpace, Feature::OpponentOpenSpace];
const OWN_AHEAD: [Feature; 3] = [Feature::OwnLookaheadMean, Feature::OwnLookaheadTotal, Feature::OwnReachTwo];
const OPPONENT_AHEAD: [Feature; 3] =
    [Feature::OpponentLookaheadMean, Feature::OpponentLookaheadTotal, Feature::OpponentReachTwo];
const TARGETS: [Feature; 3] = [Feature::OwnTargetsCentre, Feature::OpponentTargetsCentre, Feature::CommonMoves];
/// Ring 1 is the moves, which have their own look-up.
const OWN_RINGS: [Feature; 4] = [Feature::OwnRing2, Feature::OwnRing3, Feature::OwnRing4, Feature::OwnRing5];
const OPPONENT_RINGS: [Feature; 4] =
    [Feature::OpponentRing2, Feature::OpponentRing3, Feature::OpponentRing4, Feature::OpponentRing5];
const TERRITORY: [Feature; 2] = [Feature::OwnTerritory, Feature::OpponentTerritory];

impl<W: Word, const LAYERS: usize> Linear<W, LAYERS> {
    /// Compiles weights for the board of the tables.
    #[must_use]
    pub fn new(weights: &Weights, tables: Arc<FeatureTables<W>>) -> Self {
        let mut layers = [[0.0; LAYERS]; Feature::ALL.len()];
        for feature in Feature::ALL {
            for (layer, value) in layers[feature as usize].iter_mut().enumerate() {
                *value = weights[feature].layer(layer);
            }
        }
        let mut linear = Self {
            weights: weights.clone(),
            layers,
            moves: Box::new([[0.0; LAYERS]; 512]),
            cells: Box::default(),
            centrality: Box::new([0.0; 256]),
            rest: Features(0),
            tables,
        };
        linear.fill();
        linear
    }

    fn fill(&mut self) {
        let of = |dependence| move |feature: &Feature| feature.dependence() == dependence;
        let used: Vec<Feature> = self.weights.used().map(|(feature, _)| feature).collect();
        // The phase decides the sign of an infinite ratio if its weight is tapered; otherwise the table holds it.
        let ratio_by_phase = self.weights[Feature::MovesRatio].is_tapered();
        let late = |feature: &Feature| *feature == Feature::MovesRatio && ratio_by_phase;
        self.rest =
            Features::of(&used.iter().copied().filter(|f| of(Dependence::Board)(f) || late(f)).collect::<Vec<_>>());
        for to_move in [false, true] {
            for (m, o) in (0..=8).flat_map(|m| (0..=8).map(move |o| (m, o))) {
                let sum = &mut self.moves[moves_index(to_move, m, o)];
                for feature in used.iter().filter(|f| of(Dependence::Moves)(f)) {
                    let value = feature.of_moves(f64::from(m), f64::from(o), to_move);
                    let weights = &self.layers[*feature as usize];
                    if value.is_finite() {
                        add(sum, weights, value);
                    } else if !ratio_by_phase {
                        sum[0] += weights[0] * value;
                    }
                }
            }
        }
        let size = self.tables.board().size();
        let every_cell = self.tables.board().all();
        if used.iter().any(of(Dependence::Cells)) {
            self.cells = vec![[0.0; LAYERS]; W::BITS * W::BITS].into_boxed_slice();
            for (own, opponent) in every_cell.into_iter().flat_map(|a| every_cell.into_iter().map(move |b| (a, b))) {
                let sum = &mut self.cells[cells_index::<W>(own, opponent)];
                for feature in used.iter().filter(|f| of(Dependence::Cells)(f)) {
                    add(sum, &self.layers[*feature as usize], feature.of_cells(size, own, opponent));
                }
            }
        }
        for cell in every_cell {
            self.centrality[cell.index()] = central(size, cell);
        }
    }

    /// Returns the weights the evaluator was compiled from.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Returns the tables of the board.
    #[must_use]
    pub fn tables(&self) -> &FeatureTables<W> {
        &self.tables
    }

    #[inline(always)]
    fn add(&self, sum: &mut [f64; LAYERS], feature: Feature, value: f64) {
        add(sum, &self.layers[feature as usize], value);
    }

    /// Adds the features without a look-up, in the order of [`Feature::ALL`].
    #[inline(always)]
    fn add_rest(&self, sum: &mut [f64; LAYERS], view: &View<W>, m: f64, o: f64) {
        if self.rest.any_of(&PRODUCTS) {
            self.add_products(sum, view, m, o);
        }
        if self.rest.any_of(&OPEN_SPACE) {
            self.add_open_space(sum, Feature::OwnOpenSpace, view.own, view.blank);
            self.add_open_space(sum, Feature::OpponentOpenSpace, view.opponent, view.blank);
        }
        self.add_ahead(sum, OWN_AHEAD, view.own_moves, m, view.blank);
        self.add_ahead(sum, OPPONENT_AHEAD, view.opponent_moves, o, view.blank);
        if self.rest.any_of(&TARGETS) {
            self.add_targets(sum, view);
        }
        self.add_rings(sum, OWN_RINGS, view.own, view.blank);
        self.add_rings(sum, OPPONENT_RINGS, view.opponent, view.blank);
        if self.rest.any_of(&TERRITORY) {
            self.add_territory(sum, view);
        }
    }

    #[inline(always)]
    fn add_products(&self, sum: &mut [f64; LAYERS], view: &View<W>, m: f64, o: f64) {
        let (tables, rest) = (&*self.tables, self.rest);
        if rest.has(Feature::MovesPerBlank) {
            self.add(sum, Feature::MovesPerBlank, m / f64::from(view.blank.len()));
        }
        if rest.has(Feature::PolosinBalance) {
            self.add(sum, Feature::PolosinBalance, polosin(m * tables.polosin_factor(view.own), o));
        }
        let early = || tables.board().size().cells() <= EARLY_PLIES + view.blank.len() as usize;
        if rest.has(Feature::EarlyCentrality) && early() {
            self.add(sum, Feature::EarlyCentrality, self.centrality[view.own.index()]);
        }
        if rest.has(Feature::OwnMovesCentre) {
            self.add(sum, Feature::OwnMovesCentre, m * tables.centre_distance(view.own));
        }
        if rest.has(Feature::OpponentMovesCentre) {
            self.add(sum, Feature::OpponentMovesCentre, o * tables.centre_distance(view.opponent));
        }
    }

    #[inline(always)]
    fn add_open_space(&self, sum: &mut [f64; LAYERS], feature: Feature, around: Cell, blank: Cells<W>) {
        if self.rest.has(feature) {
            let &[a, b, c, d] = self.tables.areas(around);
            let counts = [(a & blank).len(), (b & blank).len(), (c & blank).len(), (d & blank).len()];
            self.add(sum, feature, std_of_areas(counts));
        }
    }

    #[inline(always)]
    fn add_ahead(&self, sum: &mut [f64; LAYERS], features: [Feature; 3], moves: Cells<W>, count: f64, blank: Cells<W>) {
        if self.rest.any_of(&features) {
            let [mean, total, reach] = features;
            let ahead = LookaheadCounts::new(self.tables.board(), moves, blank);
            if self.rest.has(mean) {
                self.add(sum, mean, ratio(ahead.total, count));
            }
            self.add(sum, total, ahead.total);
            if self.rest.has(reach) {
                self.add(sum, reach, ahead.reach);
            }
        }
    }

    #[inline(always)]
    fn add_targets(&self, sum: &mut [f64; LAYERS], view: &View<W>) {
        if self.rest.has(Feature::OwnTargetsCentre) {
            self.add(sum, Feature::OwnTargetsCentre, targets_centre(view.own_moves, &self.tables));
        }
        if self.rest.has(Feature::OpponentTargetsCentre) {
            self.add(sum, Feature::OpponentTargetsCentre, targets_centre(view.opponent_moves, &self.tables));
        }
        if self.rest.has(Feature::CommonMoves) {
            self.add(sum, Feature::CommonMoves, f64::from((view.own_moves & view.opponent_moves).len()));
        }
    }

    #[inline(always)]
    fn add_rings(&self, sum: &mut [f64; LAYERS], features: [Feature; 4], around: Cell, blank: Cells<W>) {
        if self.rest.any_of(&features) {
            let [_, rings @ ..] = self.tables.rings(around);
            for (i, &ring) in rings.iter().enumerate() {
                if self.rest.has(features[i]) {
                    self.add(sum, features[i], f64::from((ring & blank).len()));
                }
            }
        }
    }

    #[inline(always)]
    fn add_territory(&self, sum: &mut [f64; LAYERS], view: &View<W>) {
        let (mover, waiting) =
            if view.to_move { (view.own_moves, view.opponent_moves) } else { (view.opponent_moves, view.own_moves) };
        let territory = Territory::new(self.tables.board(), mover, waiting, view.blank);
        let (own, opponent) =
            if view.to_move { (territory.mover, territory.waiting) } else { (territory.waiting, territory.mover) };
        self.add(sum, Feature::OwnTerritory, own);
        self.add(sum, Feature::OpponentTerritory, opponent);
    }

    /// Sets the sign of the infinite ratio of moves if its weight is tapered and the opponent has no move.
    #[inline(always)]
    fn infinite_ratio(&self, phase: f64, o: u32) -> f64 {
        let weight = self.weights[Feature::MovesRatio].at(phase);
        if o == 0 && self.rest.has(Feature::MovesRatio) && weight != 0.0 { f64::INFINITY * weight } else { 0.0 }
    }
}

impl<W: Word, const LAYERS: usize> Evaluate<W> for Linear<W, LAYERS> {
    #[inline(always)]
    fn score(&self, view: &View<W>) -> f64 {
        let (m, o) = (view.own_moves.len(), view.opponent_moves.len());
        let mut sum = self.moves[moves_index(view.to_move, m, o)];
        if let Some(cells) = self.cells.get(cells_index::<W>(view.own, view.opponent)) {
            add(&mut sum, cells, 1.0);
        }
        if self.rest.0 != 0 {
            self.add_rest(&mut sum, view, f64::from(m), f64::from(o));
        }
        match sum.as_slice() {
            [late, growth] => {
                let phase = phase(self.tables.board().size(), view.blank.len());
                late + phase * growth + self.infinite_ratio(phase, o)
            }
            _ => sum[0],
        }
    }
}

// By index: `zip` is inlined across codegen units only by link-time optimization, which the release profile goes without.
#[inline(always)]
fn add<const LAYERS: usize>(sum: &mut [f64; LAYERS], weights: &[f64; LAYERS], value: f64) {
    for (layer, total) in sum.iter_mut().enumerate() {
        *total += weights[layer] * value;
    }
}

/// A placed player has at most 8 moves, so 4 bits hold each number.
#[inline(always)]
fn moves_index(to_move: bool, m: u32, o: u32) -> usize {
    (usize::from(to_move) << 8 | (m as usize) << 4 | o as usize) & 511
}

#[inline(always)]
fn cells_index<W: Word>(own: Cell, opponent: Cell) -> usize {
    own.index() * W::BITS + opponent.index()
}
