//! A question: a position with right and wrong moves.

use crate::game::{Cell, Cells, PerPlayer, Position};

/// A position in which the player to move can win and can throw the win away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question<'b> {
    /// The position.
    pub position: Position<'b, u64>,
    /// The winning moves; there are losing ones as well.
    pub winning: Cells<u64>,
    /// The number of positions of its game from which it was drawn.
    pub turns: u32,
    /// The number of the game it comes from.
    pub game: u64,
    /// The placements of the game.
    pub opening: PerPlayer<Cell>,
}

impl<'b> Question<'b> {
    /// Creates a question from a position and its winning moves, if both players have a choice and the mover can go
    /// wrong.
    pub(super) fn new(
        position: Position<'b, u64>,
        winning: &[Cell],
        turns: u32,
        game: u64,
        opening: PerPlayer<Cell>,
    ) -> Option<Self> {
        let winning: Cells<u64> = winning.iter().copied().collect();
        let moves = position.moves(position.to_move());
        let fair = !winning.is_empty() && winning != moves && winning.is_subset(moves);
        (fair && gives_choice(&position)).then_some(Question { position, winning, turns, game, opening })
    }
}

/// Returns whether both players have at least two moves.
pub(super) fn gives_choice(position: &Position<'_, u64>) -> bool {
    let mover = position.to_move();
    position.is_placed() && [mover, mover.opponent()].into_iter().all(|player| position.moves(player).len() >= 2)
}
