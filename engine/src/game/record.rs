//! A game from the empty board.

use std::fmt;

use super::board::Board;
use super::cell::Cell;
use super::position::{IllegalMove, Position};
use super::word::Word;

/// A game: the current position and the moves that led to it from the empty board.
///
/// Displays as the cells moved to, `row,column` each, which [`parse_moves`](super::parse_moves) reads back.
#[derive(Clone, Debug)]
pub struct Game<'b, W> {
    position: Position<'b, W>,
    moves: Vec<Cell>,
}

impl<'b, W: Word> Game<'b, W> {
    /// Creates a game on the empty board.
    #[must_use]
    pub fn start(board: &'b Board<W>) -> Self {
        Game { position: Position::start(board), moves: Vec::new() }
    }

    /// Plays moves from the empty board, player one first.
    ///
    /// # Errors
    /// Returns the first illegal move.
    pub fn replay(board: &'b Board<W>, moves: impl IntoIterator<Item = [i64; 2]>) -> Result<Self, IllegalMove> {
        let mut game = Self::start(board);
        for step in moves {
            let cell = game.position.cell_for(step)?;
            game.play(cell)?;
        }
        Ok(game)
    }

    /// Plays one move of the side to move.
    ///
    /// # Errors
    /// Returns an error if the move is illegal; the game is then unchanged.
    pub fn play(&mut self, cell: Cell) -> Result<(), IllegalMove> {
        self.position = self.position.play(cell)?;
        self.moves.push(cell);
        Ok(())
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &Position<'b, W> {
        &self.position
    }

    /// Returns the moves played, including the two placements.
    #[must_use]
    pub fn moves(&self) -> &[Cell] {
        &self.moves
    }
}

impl<W: Word> fmt::Display for Game<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (ply, cell) in self.moves.iter().enumerate() {
            let [row, column] = cell.row_column(self.position.board().size());
            write!(f, "{}{row},{column}", if ply == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}
