//! The game's phase, by which weights are tapered.

use crate::game::BoardSize;

/// Gives the phase of the game: 1 when both players have just been placed, falling with every blank cell lost, 0 on
/// a full board.
#[inline(always)]
#[must_use]
pub fn phase(size: BoardSize, blank: u32) -> f64 {
    let most = size.cells().saturating_sub(2).max(1);
    (f64::from(blank) / most as f64).min(1.0)
}
