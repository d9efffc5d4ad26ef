//! A position on the command line: the moves that lead to it, or the text form that other verbs print.

use crate::game::{Board, Position, Setup, Word, parse_moves};

use crate::cli::output::failure::Failure;

/// Reads moves from the empty board, such as "3,3 0,0", or rows and the side to move, such as "2.../.1../.... 1".
pub(crate) fn read_position<'b, W: Word>(board: &'b Board<W>, text: &str) -> Result<Position<'b, W>, Failure> {
    // A board of one row has no '/'.
    if text.contains('/') || text.contains('.') && !text.contains(',') {
        let setup: Setup = text.trim().parse().map_err(Failure::input)?;
        return setup.position(board).map_err(Failure::input);
    }
    let moves = parse_moves(text).map_err(Failure::input)?;
    Position::replay(board, moves).map_err(Failure::input)
}
