//! Pockets: if a player can reach only a few cells, the game need not be searched to its end.

use super::geometry::Geometry;
use super::state::State;
use crate::game::{Cell, Cells};

/// The largest number of cells in a pocket, all of whose paths are searched.
const MOST: u32 = 8;

/// The number of steps after which the search for a path of the other player is abandoned.
const STEPS: u32 = 100;

/// Decides a state in which a player is in a pocket, or returns `None`.
///
/// A player in a pocket makes at most as many moves as the pocket's longest path has. If the other one has a long
/// enough path outside it, the player in the pocket cannot interfere and loses. If the other one cannot enter the
/// pocket either, the players are independent, and the longer path wins.
pub(super) fn decide(geometry: &Geometry, state: State) -> Option<bool> {
    let State { blank, mover, waiter } = state;
    let (moves, replies) = (geometry.moves(mover, blank), geometry.moves(waiter, blank));
    if let Some(pocket) = pocket(geometry, moves, blank) {
        let longest = longest_path(geometry, mover, pocket);
        // The player to move runs out first if both have the same number of moves.
        match has_path(geometry, waiter, blank.minus(pocket), longest, &mut { STEPS }) {
            Some(true) => return Some(false),
            // A pocket is a connected component, so a player without a move into it never gets there.
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

/// Returns all blank cells connected to a player's moves, or `None` if they are too many.
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

/// Returns the largest number of moves a player can make on cells of its own.
fn longest_path(geometry: &Geometry, from: Cell, cells: Cells<u64>) -> u32 {
    let step = |cell| 1 + longest_path(geometry, cell, cells.minus(Cells::only(cell)));
    geometry.moves(from, cells).into_iter().map(step).max().unwrap_or(0)
}

/// Returns whether a player can make a number of moves on cells of its own, or `None` if the steps do not suffice.
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use rand::RngExt;

    use super::{MOST, decide, has_path, longest_path, pocket};
    use crate::game::{BoardSize, Cell, Cells};
    use crate::oracle::geometry::Geometry;
    use crate::oracle::state::State;
    use crate::seed::{Purpose, Seed, Stream};

    /// Returns whether the player to move wins, by trying every game.
    fn wins(geometry: &Geometry, state: State) -> bool {
        geometry.moves(state.mover, state.blank).into_iter().any(|cell| !wins(geometry, state.after(cell)))
    }

    /// A random state with `blank` blank cells.
    fn state(geometry: &Geometry, blank: usize, stream: &mut Stream) -> State {
        let mut cells: Vec<Cell> = geometry.board().all().into_iter().collect();
        let mut take = || cells.swap_remove(stream.random_range(0..cells.len()));
        let (mover, waiter) = (take(), take());
        State { blank: (0..blank).map(|_| take()).collect(), mover, waiter }
    }

    #[test]
    fn decisions_equal_the_outcome_of_every_game() {
        let geometry = Geometry::new(BoardSize::new(7, 7).unwrap()).unwrap();
        let mut stream = Seed(2017).stream(Purpose::Opening, [90, 0, 0]);
        let mut decided = [0; 2];
        for index in 0..2000 {
            let state = state(&geometry, 6 + index % 9, &mut stream);
            if let Some(won) = decide(&geometry, state) {
                assert_eq!(won, wins(&geometry, state), "{state:?}");
                decided[usize::from(won)] += 1;
            }
        }
        assert!(decided.iter().all(|&count| count > 200), "{decided:?}");
    }

    #[test]
    fn a_path_is_found_up_to_the_longest() {
        let geometry = Geometry::new(BoardSize::new(7, 7).unwrap()).unwrap();
        let mut stream = Seed(2017).stream(Purpose::Opening, [91, 0, 0]);
        let mut longest_of_all = 0;
        for _ in 0..500 {
            let State { blank, mover, .. } = state(&geometry, 12, &mut stream);
            let Some(cells) = pocket(&geometry, geometry.moves(mover, blank), blank) else { continue };
            assert!(cells.len() <= MOST);
            assert_eq!(geometry.around(cells) & blank, cells & geometry.around(cells));
            let longest = longest_path(&geometry, mover, cells);
            longest_of_all = longest_of_all.max(longest);
            for moves in 0..=longest + 1 {
                assert_eq!(has_path(&geometry, mover, cells, moves, &mut { u32::MAX }), Some(moves <= longest));
            }
        }
        assert!(longest_of_all > 4, "{longest_of_all}");
    }

    #[test]
    fn a_search_for_a_path_gives_up_when_its_steps_are_spent() {
        let geometry = Geometry::new(BoardSize::new(7, 7).unwrap()).unwrap();
        let blank: Cells<u64> = geometry.board().all();
        let start = blank.into_iter().next().unwrap();
        assert_eq!(has_path(&geometry, start, blank.minus(Cells::only(start)), 48, &mut { 10 }), None);
    }
}
