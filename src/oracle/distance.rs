//! How long a decided game lasts when the winner hurries and the loser delays.

use super::solver::{Solver, Stopped};
use super::state::State;

/// From so many plies on, moves that throw the win away are sorted out by their value before their length is looked at.
const LONG: u32 = 9;

impl Solver<'_> {
    /// Gives the plies to the end of the game from a state that the player to move wins or not, as told.
    pub(super) fn distance(&mut self, state: State, won: bool) -> Result<u32, Stopped> {
        // Who wins makes the last move, so a won game takes an odd number of plies.
        let mut plies = u32::from(won);
        loop {
            let ends = if won { self.wins_within(state, plies)? } else { self.loses_within(state, plies)? };
            if ends {
                return Ok(plies);
            }
            plies += 2;
        }
    }

    /// Says whether the player to move can win in so many plies.
    fn wins_within(&mut self, state: State, plies: u32) -> Result<bool, Stopped> {
        self.visit()?;
        for cell in self.moves(state) {
            let child = state.after(cell);
            if plies >= LONG && self.wins(child)? {
                continue;
            }
            if self.loses_within(child, plies - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Says whether the player to move has lost in so many plies, whatever is played.
    fn loses_within(&mut self, state: State, plies: u32) -> Result<bool, Stopped> {
        self.visit()?;
        let moves = self.moves(state);
        if plies == 0 {
            return Ok(moves.is_empty());
        }
        for cell in moves {
            if !self.wins_within(state.after(cell), plies - 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
