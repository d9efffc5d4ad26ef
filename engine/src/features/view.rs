//! A position from the view of one player.

use crate::game::{Cell, Cells, Player, Position, Word};

/// A position from the view of the player being scored, with everything a heuristic needs.
#[derive(Clone, Copy, Debug)]
pub struct View<W> {
    /// The blank cells.
    pub blank: Cells<W>,
    /// The scored player's cell.
    pub(crate) own: Cell,
    /// The other player's cell.
    pub(crate) opponent: Cell,
    /// The scored player's moves.
    pub own_moves: Cells<W>,
    /// The other player's moves.
    pub opponent_moves: Cells<W>,
    /// Whether it is the scored player's turn.
    pub to_move: bool,
}

impl<W: Word> View<W> {
    /// Returns a player's view of a position.
    #[must_use]
    pub fn new(position: &Position<'_, W>, player: Player) -> Self {
        let (cells, opponent) = (position.cells(), player.opponent());
        Self {
            blank: position.blank(),
            own: cells[player],
            opponent: cells[opponent],
            own_moves: position.moves(player),
            opponent_moves: position.moves(opponent),
            to_move: position.to_move() == player,
        }
    }

    /// Returns the score of a finished game, which is the same for every heuristic, or `None` if the game is not over.
    #[must_use]
    pub fn outcome(&self) -> Option<f64> {
        let stuck = if self.to_move { self.own_moves } else { self.opponent_moves };
        let lost_or_won = if self.to_move { f64::NEG_INFINITY } else { f64::INFINITY };
        stuck.is_empty().then_some(lost_or_won)
    }

    /// Returns whether both players are placed.
    #[must_use]
    pub fn is_placed(&self) -> bool {
        self.own != Cell::OFF && self.opponent != Cell::OFF
    }
}
