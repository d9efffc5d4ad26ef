//! What a search decided.

use crate::game::Cell;

/// A move, and what was known when it was chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decision {
    /// The cell to go to.
    pub cell: Cell,
    /// The value of the move for the player who searched; `None` when nothing was searched to the end.
    pub value: Option<f64>,
    /// The last depth that was searched to the end.
    pub depth: u32,
    /// The nodes visited below the root, in all depths.
    pub nodes: u64,
    /// The heuristic calls among them.
    pub calls: u64,
}
