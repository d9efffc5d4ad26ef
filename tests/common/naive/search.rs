//! Minimax, alpha-beta and iterative deepening as reference.md section 2 describes them.

use super::{Naive, Square};

/// A heuristic: the score of a position for a player (0 or 1).
pub(crate) type Score<'a> = &'a dyn Fn(&Naive, usize) -> f64;

/// What full-width minimax found.
#[derive(Debug)]
pub(crate) struct Full {
    pub(crate) value: f64,
    /// All root moves that reach the value, in the order they were tried.
    pub(crate) best: Vec<Square>,
    pub(crate) nodes: u64,
}

/// What alpha-beta found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Found {
    pub(crate) cell: Square,
    /// `None` when no depth fitted the limit.
    pub(crate) value: Option<f64>,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) calls: u64,
}

pub(crate) fn minimax(root: &Naive, depth: u32, score: Score) -> Full {
    let player = root.to_move();
    let mut nodes = 0;
    let moves = root.legal(player);
    let values: Vec<f64> =
        moves.iter().map(|&to| minimax_value(&root.play(to), depth - 1, player, score, &mut nodes)).collect();
    let value = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let best = moves.iter().zip(&values).filter(|(_, found)| **found >= value).map(|(&to, _)| to).collect();
    Full { value, best, nodes }
}

fn minimax_value(node: &Naive, depth: u32, player: usize, score: Score, nodes: &mut u64) -> f64 {
    *nodes += 1;
    let moves = node.legal(node.to_move());
    if depth == 0 || moves.is_empty() {
        return score(node, player);
    }
    let values = moves.iter().map(|&to| minimax_value(&node.play(to), depth - 1, player, score, nodes));
    if node.to_move() == player {
        values.fold(f64::NEG_INFINITY, f64::max)
    } else {
        values.fold(f64::INFINITY, f64::min)
    }
}

/// Plain alpha-beta with the full window at the root, which cuts like any other node.
pub(crate) fn alpha_beta(root: &Naive, depth: u32, score: Score) -> Option<Found> {
    let player = root.to_move();
    let mut tree = Tree { player, score, nodes: 0, calls: 0 };
    let (mut alpha, beta) = (f64::NEG_INFINITY, f64::INFINITY);
    let moves = root.legal(player);
    let (mut cell, mut best) = (*moves.first()?, f64::NEG_INFINITY);
    for to in moves {
        let value = tree.value(&root.play(to), depth - 1, alpha, beta);
        if value > best {
            (cell, best) = (to, value);
        }
        if best >= beta {
            break;
        }
        alpha = alpha.max(best);
    }
    Some(Found { cell, value: Some(best), depth, nodes: tree.nodes, calls: tree.calls })
}

struct Tree<'a> {
    player: usize,
    score: Score<'a>,
    nodes: u64,
    calls: u64,
}

impl Tree<'_> {
    fn value(&mut self, node: &Naive, depth: u32, mut alpha: f64, mut beta: f64) -> f64 {
        self.nodes += 1;
        let moves = node.legal(node.to_move());
        if depth == 0 || moves.is_empty() {
            self.calls += 1;
            return (self.score)(node, self.player);
        }
        if node.to_move() == self.player {
            let mut best = f64::NEG_INFINITY;
            for to in moves {
                best = best.max(self.value(&node.play(to), depth - 1, alpha, beta));
                if best >= beta {
                    break;
                }
                alpha = alpha.max(best);
            }
            best
        } else {
            let mut best = f64::INFINITY;
            for to in moves {
                best = best.min(self.value(&node.play(to), depth - 1, alpha, beta));
                if best <= alpha {
                    break;
                }
                beta = beta.min(best);
            }
            best
        }
    }
}

/// Iterative deepening: the last depth after which nodes and calls of all depths together are still allowed. It
/// stops when a depth has an infinite value. Nodes and calls are those of the finished depths.
pub(crate) fn deepen(root: &Naive, score: Score, allowed: impl Fn(u64, u64) -> bool) -> Option<Found> {
    let first = *root.legal(root.to_move()).first()?;
    let mut last = Found { cell: first, value: None, depth: 0, nodes: 0, calls: 0 };
    loop {
        let found = alpha_beta(root, last.depth + 1, score)?;
        let found = Found { nodes: last.nodes + found.nodes, calls: last.calls + found.calls, ..found };
        if !allowed(found.nodes, found.calls) {
            return Some(last);
        }
        last = found;
        if found.value.is_some_and(f64::is_infinite) {
            return Some(last);
        }
    }
}
