//! The length of a decided game if the winner hurries and the loser delays.
//!
//! One player is known to win, and the search asks whether it does so within a number of plies: two more each time,
//! until it does. Results of earlier questions stay in the table as bounds, which answer later questions or put the
//! winner's quickest and the loser's most stubborn moves first.

use super::solver::{Solver, Stopped};
use super::state::State;
use super::table::{End, FOREVER, Known};
use crate::game::Cells;

/// The table is used with at least this many plies to go; with fewer, a search is faster than a look-up in main memory.
const TABLE_FROM: u32 = 15;

/// The weight of a ply of a known bound in the order of moves, larger than all other terms.
const PLY: i32 = 1000;

/// A move to search.
#[derive(Clone, Copy)]
struct Try {
    child: State,
    /// Smaller numbers are tried first.
    rank: i32,
}

impl Solver<'_> {
    /// Returns the number of plies to the end of the game from a state, given whether the player to move wins it.
    pub(super) fn distance(&mut self, state: State, won: bool) -> Result<u32, Stopped> {
        // The winner makes the last move, so a won game takes an odd number of plies.
        let mut plies = u32::from(won);
        while !self.ends_within(state, won, plies)? {
            plies += 2;
        }
        Ok(plies)
    }

    /// Returns whether the winner can force a win within a number of plies, given whether the winner is the player to
    /// move.
    fn ends_within(&mut self, state: State, for_mover: bool, plies: u32) -> Result<bool, Stopped> {
        self.visit()?;
        match plies {
            0 => Ok(self.moves(state).is_empty()),
            1 => Ok(self.wins_in_one(state)),
            2 => Ok(self.loses_in_two(state)),
            3 => self.wins_in_three(state),
            4..TABLE_FROM => {
                let (tries, count) = self.tries(state, for_mover);
                self.any_or_all(&tries[..count], for_mover, plies)
            }
            _ => self.look_or_search(state, for_mover, plies),
        }
    }

    /// Consults the table about the state and its successors first, and stores the answer.
    fn look_or_search(&mut self, state: State, for_mover: bool, plies: u32) -> Result<bool, Stopped> {
        let place = self.image(state);
        let mut known = Known { won: None, end: End::unknown(for_mover) };
        if let Some(found) = self.table.look(place) {
            known.won = found.won;
            known.end = if found.end.for_mover == for_mover { found.end } else { known.end };
        }
        if known.won == Some(!for_mover) || known.end.least > plies {
            return Ok(false);
        }
        if known.end.most <= plies {
            return Ok(true);
        }
        let (mut tries, count) = self.tries(state, for_mover);
        let ends = match self.sort_by_bounds(&mut tries[..count], for_mover, plies) {
            Some(ends) => ends,
            None => self.any_or_all(&tries[..count], for_mover, plies)?,
        };
        if ends {
            known.won = Some(for_mover);
            known.end.most = plies;
        } else {
            known.end.least = (plies + 2).min(FOREVER);
        }
        self.table.note(place, known);
        Ok(ends)
    }

    /// The winner needs one move that ends the game in time; the loser has lost if all of its moves do.
    fn any_or_all(&mut self, tries: &[Try], for_mover: bool, plies: u32) -> Result<bool, Stopped> {
        for it in tries {
            if self.ends_within(it.child, !for_mover, plies - 1)? == for_mover {
                return Ok(for_mover);
            }
        }
        Ok(!for_mover)
    }

    /// Sorts the moves by the bounds in the table, or returns the answer if the bounds imply it.
    fn sort_by_bounds(&self, tries: &mut [Try], for_mover: bool, plies: u32) -> Option<bool> {
        for it in &mut *tries {
            let Some(known) = self.table.look(self.image(it.child)) else { continue };
            let is_ours = known.end.for_mover != for_mover;
            // If the other player wins after the move, the winner never gets there.
            let least = if known.won == Some(for_mover) { FOREVER } else { known.end.least * u32::from(is_ours) };
            if for_mover && is_ours && known.end.most < plies {
                return Some(true);
            }
            if !for_mover && least >= plies {
                return Some(false);
            }
            let weight = PLY * least.cast_signed();
            it.rank += if for_mover { weight } else { -weight };
        }
        tries.sort_by_key(|it| it.rank);
        None
    }

    /// Returns whether a move leaves the opponent without a move.
    fn wins_in_one(&self, state: State) -> bool {
        let (moves, replies) = (self.moves(state), self.geometry.moves(state.waiter, state.blank));
        if replies.is_empty() { !moves.is_empty() } else { replies.len() == 1 && !(moves & replies).is_empty() }
    }

    /// Returns whether every move, if any, has an answer that leaves no further move.
    fn loses_in_two(&self, state: State) -> bool {
        let replies = self.geometry.moves(state.waiter, state.blank);
        self.moves(state).into_iter().all(|cell| {
            let gone = Cells::only(cell);
            let (next, replies) = (self.geometry.moves(cell, state.blank.minus(gone)), replies.minus(gone));
            if next.is_empty() { !replies.is_empty() } else { next.len() == 1 && !(next & replies).is_empty() }
        })
    }

    fn wins_in_three(&mut self, state: State) -> Result<bool, Stopped> {
        for cell in self.moves(state) {
            self.visit()?;
            if self.loses_in_two(state.after(cell)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// All moves: for the winner, those that leave the loser few options first; for the loser, those that keep many
    /// options.
    fn tries(&self, state: State, for_mover: bool) -> ([Try; 8], usize) {
        let mut tries = [Try { child: state, rank: 0 }; 8];
        let mut count = 0;
        for cell in self.moves(state) {
            let child = state.after(cell);
            let own = self.geometry.moves(cell, child.blank);
            let other = self.geometry.moves(child.mover, child.blank);
            let next = |cells: Cells<u64>| (self.geometry.around(cells) & child.blank).len().cast_signed();
            let count_of = |cells: Cells<u64>| cells.len().cast_signed();
            let (loser, winner) = if for_mover { (other, own) } else { (own, other) };
            let room = 3 * count_of(loser) - count_of(winner) + next(loser) - next(winner);
            let rank = if for_mover { room } else { -room };
            // Insertion sort is stable: among equals Udacity's order is kept.
            let mut place = count;
            while place > 0 && tries[place - 1].rank > rank {
                tries[place] = tries[place - 1];
                place -= 1;
            }
            tries[place] = Try { child, rank };
            count += 1;
        }
        (tries, count)
    }
}
