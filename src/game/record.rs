//! A game from the empty board on.

use std::fmt;

use super::board::Board;
use super::cell::Cell;
use super::position::{IllegalMove, Position};
use super::word::Word;

/// A game: the position it has reached, and the moves that led there from the empty board.
///
/// Its one-line text form is the cells moved to, `row,column` each, which
/// [`parse_moves`](super::parse_moves) reads back.
#[derive(Clone, Debug)]
pub struct Game<'b, W> {
    position: Position<'b, W>,
    moves: Vec<Cell>,
}

impl<'b, W: Word> Game<'b, W> {
    /// Begins a game on the empty board.
    #[must_use]
    pub fn start(board: &'b Board<W>) -> Self {
        Game { position: Position::start(board), moves: Vec::new() }
    }

    /// Plays moves from the empty board, player one first.
    ///
    /// # Errors
    /// Names the first move that the rules do not allow.
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
    /// Says why the rules do not allow it; the game stays as it was.
    pub fn play(&mut self, cell: Cell) -> Result<(), IllegalMove> {
        self.position = self.position.play(cell)?;
        self.moves.push(cell);
        Ok(())
    }

    /// Returns the position the game has reached.
    #[must_use]
    pub fn position(&self) -> &Position<'b, W> {
        &self.position
    }

    /// Returns the moves played, the two placements included.
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
