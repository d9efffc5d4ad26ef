//! Plain minimax: the specification that alpha-beta must match, with the exact value of every root move.

use crate::features::View;
use crate::game::{Cell, Player, Position, Word, compiled_here};
use crate::heuristic::Evaluator;

/// The result of full-width minimax.
#[derive(Clone, PartialEq, Debug)]
pub struct Minimax {
    /// The value for the side to move.
    pub value: f64,
    /// All root moves with this value, in ascending order; empty if the game is over.
    pub best: Vec<Cell>,
    /// The nodes below the root.
    pub nodes: u64,
}

/// Searches every move sequence to a depth of at least 1.
#[must_use]
pub fn minimax<W: Word>(position: &Position<'_, W>, evaluator: &Evaluator<W>, depth: u32) -> Minimax {
    compiled_here!(searched(
        position: &'a Position<'a, W>,
        evaluator: &'a Evaluator<W>,
        depth: u32
    ) -> Minimax)
}

fn searched<W: Word>(position: &Position<'_, W>, evaluator: &Evaluator<W>, depth: u32) -> Minimax {
    let player = position.to_move();
    let mut found = Minimax { value: f64::NEG_INFINITY, best: Vec::new(), nodes: 0 };
    for cell in position.moves(player) {
        let value = value(&position.play_legal(cell), evaluator, player, depth.max(1) - 1, &mut found.nodes);
        if value > found.value {
            found.value = value;
            found.best.clear();
        }
        if value >= found.value {
            found.best.push(cell);
        }
    }
    found
}

fn value<W: Word>(
    position: &Position<'_, W>,
    evaluator: &Evaluator<W>,
    player: Player,
    depth: u32,
    nodes: &mut u64,
) -> f64 {
    *nodes += 1;
    let mover = position.to_move();
    if depth == 0 || position.is_finished() {
        return evaluator.score(&View::new(position, player));
    }
    let worst = if mover == player { f64::NEG_INFINITY } else { f64::INFINITY };
    let better = |a: f64, b: f64| if mover == player { a.max(b) } else { a.min(b) };
    let children = position.moves(mover).into_iter();
    children.map(|cell| value(&position.play_legal(cell), evaluator, player, depth - 1, nodes)).fold(worst, better)
}
