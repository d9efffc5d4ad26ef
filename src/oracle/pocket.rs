//! Players in pockets: when one can reach only a few cells, the game need not be searched to its end.

use super::geometry::Geometry;
use super::state::State;
use crate::game::{Cell, Cells};

/// The cells of a pocket at most: all its paths are walked.
const MOST: u32 = 8;

/// How many steps of the other player may be tried before a path for it is given up.
const STEPS: u32 = 100;

/// Decides a state in which a player is shut in a pocket, or says nothing.
///
/// A player in a pocket makes at most as many moves as the pocket's longest path has. When the other one has a path
/// outside it that is long enough, nobody can take it away, and the pocket loses. When the other one cannot get into the
/// pocket either, the players are independent, and the longer path wins.
pub(super) fn decide(geometry: &Geometry, state: State) -> Option<bool> {
    let State { blank, mover, waiter } = state;
    let (moves, replies) = (geometry.moves(mover, blank), geometry.moves(waiter, blank));
    if let Some(pocket) = pocket(geometry, moves, blank) {
        let longest = longest_path(geometry, mover, pocket);
        // The player to move runs out first when both have as many moves.
        match has_path(geometry, waiter, blank.minus(pocket), longest, &mut { STEPS }) {
            Some(true) => return Some(false),
            // A pocket holds all cells that hang together, so whoever has no move into it never gets there.
            Some(false) if (pocket & replies).is_empty() => return Some(true),
            _ => {}
        }
    }
    let pocket = pocket(geometry, replies, blank)?;
    let longest = longest_path(geometry, waiter, pocket);
    match has_path(geometry, mover, blank.minus(pocket), longest + 1, &mut { STEPS }) {
        Some(true) => Some(true),
        Some(false) if (pocket & moves).is_empty() => Some(false),
        _ => None,
    }
}

/// All blank cells that hang together with a player's moves, or `None` when they are too many.
fn pocket(geometry: &Geometry, moves: Cells<u64>, blank: Cells<u64>) -> Option<Cells<u64>> {
    let mut cells = moves;
    while cells.len() <= MOST {
        let wider = cells | (geometry.around(cells) & blank);
        if wider == cells {
            return Some(cells);
        }
        cells = wider;
    }
    None
}

/// The most moves a player can make on a few cells that are its own.
fn longest_path(geometry: &Geometry, from: Cell, cells: Cells<u64>) -> u32 {
    let step = |cell| 1 + longest_path(geometry, cell, cells.minus(Cells::only(cell)));
    geometry.moves(from, cells).into_iter().map(step).max().unwrap_or(0)
}

/// Says whether a player could make so many moves on cells that are its own; `None` when the steps do not suffice.
fn has_path(geometry: &Geometry, from: Cell, cells: Cells<u64>, moves: u32, steps: &mut u32) -> Option<bool> {
    let next = geometry.moves(from, cells);
    if moves <= 1 {
        return Some(moves == 0 || !next.is_empty());
    }
    for cell in next {
        *steps = steps.checked_sub(1)?;
        if has_path(geometry, cell, cells.minus(Cells::only(cell)), moves - 1, steps)? {
            return Some(true);
        }
    }
    Some(false)
}
