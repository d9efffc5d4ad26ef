//! Plain alpha-beta, the inner loop of the program.

use super::limit::Limit;
use crate::features::View;
use crate::game::{Board, Cell, Cells, Player, Position, Word};
use crate::heuristic::{Evaluate, Evaluator};

/// One alpha-beta search tree, or several in sequence that share a limit.
pub(super) struct Tree<'a, W, E, L> {
    board: &'a Board<W>,
    evaluator: &'a E,
    /// The same heuristic for positions before the placements, which the fast one does not support.
    general: &'a Evaluator<W>,
    limit: L,
    /// The number of nodes below the roots.
    pub(super) nodes: u64,
    /// The number of heuristic calls.
    pub(super) calls: u64,
    stopped: bool,
}

/// A placed position in the form that the search passes down, so nothing is computed twice.
#[derive(Clone, Copy)]
struct Node<W> {
    blank: Cells<W>,
    mover: Cell,
    waiter: Cell,
    mover_moves: Cells<W>,
    waiter_moves: Cells<W>,
}

impl<W: Word> Node<W> {
    fn new(position: &Position<'_, W>) -> Self {
        let mover = position.to_move();
        Self {
            blank: position.blank(),
            mover: position.cells()[mover],
            waiter: position.cells()[mover.opponent()],
            mover_moves: position.moves(mover),
            waiter_moves: position.moves(mover.opponent()),
        }
    }

    /// Returns the position after a move, with the other player to move.
    #[inline(always)]
    fn after(&self, board: &Board<W>, target: Cell) -> Self {
        let taken = Cells::only(target);
        let blank = self.blank.minus(taken);
        Self {
            blank,
            mover: self.waiter,
            waiter: target,
            mover_moves: self.waiter_moves.minus(taken),
            waiter_moves: board.jumps_from(target) & blank,
        }
    }

    #[inline(always)]
    fn view<S: Side>(&self) -> View<W> {
        let (own, opponent, own_moves, opponent_moves) = if S::OWN {
            (self.mover, self.waiter, self.mover_moves, self.waiter_moves)
        } else {
            (self.waiter, self.mover, self.waiter_moves, self.mover_moves)
        };
        View { blank: self.blank, own, opponent, own_moves, opponent_moves, to_move: S::OWN }
    }
}

/// The side to move at a node: the searching player, who maximizes, or the opponent, who minimizes.
trait Side {
    const OWN: bool;
    /// The worst value for the side.
    const WORST: f64;
    /// The side that moves next.
    type Next: Side<Next = Self>;
}

struct Own;
struct Opponent;

impl Side for Own {
    const OWN: bool = true;
    const WORST: f64 = f64::NEG_INFINITY;
    type Next = Opponent;
}

impl Side for Opponent {
    const OWN: bool = false;
    const WORST: f64 = f64::INFINITY;
    type Next = Own;
}

/// The window of values that still matter.
#[derive(Clone, Copy)]
struct Window {
    alpha: f64,
    beta: f64,
}

impl Window {
    const FULL: Self = Self { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// Narrows the window by a value that a side found, and returns whether the other side will avoid this node.
    #[inline(always)]
    fn take<S: Side>(&mut self, best: f64) -> bool {
        if S::OWN {
            if best >= self.beta {
                return true;
            }
            if best > self.alpha {
                self.alpha = best;
            }
        } else {
            if best <= self.alpha {
                return true;
            }
            if best < self.beta {
                self.beta = best;
            }
        }
        false
    }
}

#[inline(always)]
fn better<S: Side>(value: f64, best: f64) -> bool {
    if S::OWN { value > best } else { value < best }
}

impl<'a, W: Word, E: Evaluate<W>, L: Limit> Tree<'a, W, E, L> {
    pub(super) fn new(board: &'a Board<W>, evaluator: &'a E, general: &'a Evaluator<W>, limit: L) -> Self {
        Tree { board, evaluator, general, limit, nodes: 0, calls: 0, stopped: false }
    }

    /// Searches to a depth and returns the first of the moves with the greatest value, and that value, or `None` if the
    /// limit was reached. The moves must be the legal ones, in the order to try.
    pub(super) fn best_move(&mut self, position: &Position<'_, W>, moves: &[Cell], depth: u32) -> Option<(Cell, f64)> {
        let (player, mut window) = (position.to_move(), Window::FULL);
        let mut best = (*moves.first()?, f64::NEG_INFINITY);
        for &cell in moves {
            let child = position.play_legal(cell);
            let value = self.child::<Own>(&child, player, depth - 1, window);
            if value > best.1 {
                best = (cell, value);
            }
            if window.take::<Own>(best.1) || self.stopped {
                break;
            }
        }
        let finished = !self.stopped && self.limit.allows(self.nodes, self.calls);
        finished.then_some(best)
    }

    /// Returns the value of a position after a side's move. The game may be over, or a player not yet placed.
    fn child<S: Side>(&mut self, child: &Position<'_, W>, player: Player, depth: u32, window: Window) -> f64 {
        self.nodes += 1;
        if depth == 0 || child.is_finished() {
            self.calls += 1;
            self.general.score(&View::new(child, player))
        } else if child.is_placed() {
            self.value::<S::Next>(&Node::new(child), depth, window)
        } else {
            self.placement::<S::Next>(child, player, depth, window)
        }
    }

    /// Returns the value of a position in which a player is not yet placed.
    fn placement<S: Side>(
        &mut self,
        position: &Position<'_, W>,
        player: Player,
        depth: u32,
        mut window: Window,
    ) -> f64 {
        let mut best = S::WORST;
        for &cell in position.ordered_moves().as_slice() {
            let value = self.child::<S>(&position.play_legal(cell), player, depth - 1, window);
            if better::<S>(value, best) {
                best = value;
            }
            if window.take::<S>(best) || self.stopped {
                break;
            }
        }
        best
    }

    /// Returns the value of a node with both players placed, at least one move and a depth of at least 1.
    fn value<S: Side>(&mut self, node: &Node<W>, depth: u32, mut window: Window) -> f64 {
        if depth == 1 {
            return self.frontier::<S>(node, window);
        }
        if !self.limit.allows(self.nodes, self.calls) {
            self.stopped = true;
            return S::WORST;
        }
        let mut best = S::WORST;
        for target in node.mover_moves {
            let child = node.after(self.board, target);
            self.nodes += 1;
            let value = if child.mover_moves.is_empty() {
                self.calls += 1;
                S::Next::WORST
            } else {
                let value = self.value::<S::Next>(&child, depth - 1, window);
                if self.stopped {
                    break;
                }
                value
            };
            if better::<S>(value, best) {
                best = value;
            }
            if window.take::<S>(best) {
                break;
            }
        }
        best
    }

    /// Returns the value of a node whose children are scored by the heuristic: half of all nodes are such children.
    #[inline(always)]
    fn frontier<S: Side>(&mut self, node: &Node<W>, mut window: Window) -> f64 {
        let mut best = S::WORST;
        for target in node.mover_moves {
            let child = node.after(self.board, target);
            self.nodes += 1;
            self.calls += 1;
            let value = if child.mover_moves.is_empty() {
                S::Next::WORST
            } else {
                self.evaluator.score(&child.view::<S::Next>())
            };
            if better::<S>(value, best) {
                best = value;
            }
            if window.take::<S>(best) {
                break;
            }
        }
        best
    }
}
