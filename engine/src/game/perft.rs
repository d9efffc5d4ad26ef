//! Perft: counts of all move sequences, the standard test of a move generator.

use serde::Serialize;

use super::position::Position;
use super::word::{Word, compiled_here};

/// The counts of perft at one depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PerftRow {
    /// The number of move sequences of this length.
    pub sequences: u64,
    /// The number of them after which the game is over.
    pub finished: u64,
}

/// Counts the move sequences of every length up to `depth`.
#[must_use]
pub fn perft<W: Word>(position: &Position<'_, W>, depth: usize) -> Vec<PerftRow> {
    let mut rows = vec![PerftRow::default(); depth];
    let counted = &mut rows[..];
    compiled_here!(count(position: &'a Position<'a, W>, counted: &'a mut [PerftRow]) -> ());
    rows
}

/// Counts the move sequences of one length after another; each is counted when it is asked for.
pub fn perft_by_depth<W: Word>(position: &Position<'_, W>) -> impl Iterator<Item = PerftRow> {
    (1..).map(|depth| perft(position, depth).pop().unwrap_or_default())
}

fn count<W: Word>(position: &Position<'_, W>, rows: &mut [PerftRow]) {
    let Some((row, deeper)) = rows.split_first_mut() else { return };
    for cell in position.moves(position.to_move()) {
        let child = position.play_legal(cell);
        row.sequences += 1;
        row.finished += u64::from(child.is_finished());
        count(&child, deeper);
    }
}
