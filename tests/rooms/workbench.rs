//! A board with compiled heuristics, on which fast searches and their naive twins are compared.

use std::sync::Arc;

use isotune::features::{Feature, FeatureTables, View};
use isotune::game::{Board, Player, Word};
use isotune::heuristic::{Evaluator, Heuristic, Weight, Weights, published};
use isotune::search::{Decision, MoveOrder, ResolvedBudget, Searcher, minimax};

use crate::naive::search::{Found, alpha_beta};
use crate::naive::{self, Naive, Square, board, square, stream};

/// A heuristic that uses every feature, and tapers most of them.
fn everything() -> Heuristic {
    let weight = |index: i32| {
        let early = f64::from(index * 37 % 19 - 9) / 8.0;
        Weight::tapered(early, early - f64::from(index % 5) / 4.0).expect("finite")
    };
    let features = (0..).zip(Feature::ALL);
    Heuristic::linear("all", features.fold(Weights::ZERO, |all, (index, feature)| all.with(feature, weight(index))))
}

/// Sums, ratios, quirks, an infinite one, and everything tapered.
fn heuristics(board: &Board<impl Word>) -> Vec<Heuristic> {
    let names = ["improved", "null", "center", "lookahead-both-0.3", "open-space-hybrid", "ratio", "lookahead-own"];
    let names = names.into_iter().chain(["polosin-final", "deep-legal-moves"]);
    let published = names.map(|name| published(name).expect("published").heuristic(board.size()));
    published.chain([everything()]).collect()
}

/// The board with its evaluators, so that naive searches score leaves to the very bit as the fast ones do.
pub(crate) struct Workbench<W> {
    pub(crate) board: Board<W>,
    pub(crate) evaluators: Vec<(Heuristic, Evaluator<W>)>,
}

impl<W: Word> Workbench<W> {
    pub(crate) fn new(size: (i32, i32)) -> Workbench<W> {
        let board = board::<W>(size);
        let tables = Arc::new(FeatureTables::new(&board));
        let compiled = |heuristic: Heuristic| (heuristic.clone(), Evaluator::new(&heuristic, &tables));
        let evaluators = heuristics(&board).into_iter().map(compiled).collect();
        Workbench { board, evaluators }
    }

    /// The heuristic whose turn it is.
    pub(crate) fn turn(&self, index: usize) -> &(Heuristic, Evaluator<W>) {
        &self.evaluators[index % self.evaluators.len()]
    }

    pub(crate) fn choose(&self, evaluator: &Evaluator<W>, allowance: ResolvedBudget, root: &Naive) -> Option<Decision> {
        let searcher = Searcher::new(evaluator.clone(), allowance, MoveOrder::Fixed);
        searcher.choose(&root.position(&self.board), &mut stream(0))
    }

    pub(crate) fn score(&self, evaluator: &Evaluator<W>, node: &Naive, player: usize) -> f64 {
        evaluator.score(&View::new(&node.position(&self.board), Player::ALL[player]))
    }

    /// A decision in naive terms.
    pub(crate) fn found(&self, decision: Decision) -> Found {
        let Decision { cell, value, depth, nodes, calls } = decision;
        Found { cell: square(&self.board, cell), value, depth, nodes, calls }
    }

    /// Alpha-beta, minimax and their naive twins agree at a position.
    pub(crate) fn compare(&self, root: &Naive, index: usize, depth: u32) {
        let (heuristic, evaluator) = self.turn(index);
        let score = |node: &Naive, player: usize| self.score(evaluator, node, player);
        let what = format!("{} at depth {depth} after {:?}", heuristic.name(), root.moves);
        let full = naive::search::minimax(root, depth, &score);
        let fast = minimax(&root.position(&self.board), evaluator, depth);
        let mut best: Vec<Square> = fast.best.iter().map(|&cell| square(&self.board, cell)).collect();
        let mut expected = full.best.clone();
        best.sort_unstable();
        expected.sort_unstable();
        assert_eq!((bits(fast.value), best, fast.nodes), (bits(full.value), expected, full.nodes), "{what}");

        let decision = self.choose(evaluator, ResolvedBudget::Depth(depth), root).map(|decision| self.found(decision));
        assert_eq!(decision, alpha_beta(root, depth, &score), "{what}");
        let chosen = decision.map(|found| (found.cell, bits(found.value.expect("finished"))));
        assert_eq!(chosen, full.best.first().map(|&cell| (cell, bits(full.value))), "{what}");
    }
}

/// The bits of a value; zeros of either sign are one value.
pub(crate) fn bits(value: f64) -> u64 {
    (value + 0.0).to_bits()
}
