//! The solver: a search to the end of the game.

use std::sync::atomic::{AtomicBool, Ordering};

use super::geometry::Geometry;
use super::pocket;
use super::state::State;
use super::table::Table;
use crate::game::{Cell, Cells};

/// The table is used with at least this many blank cells; with fewer, a search is faster than a look-up in main memory,
/// as hardly any state occurs twice.
const TABLE_FROM: u32 = 38;

/// With fewer blank cells than this, searching a pocket is as fast as deciding it.
const POCKETS_FROM: u32 = 16;

/// A player with at most this many cells within two jumps may be in a pocket.
const NARROW: u32 = 2;

/// The number of plies in which symmetric images are looked up: openings have images, and so have the first moves of
/// symmetric openings.
const SYMMETRIC_PLIES: u32 = 6;

/// The number of nodes between two looks at the stop flag.
const CHECK_INTERVAL: u64 = 1024;

/// A move that does not lose immediately.
#[derive(Clone, Copy)]
struct Candidate {
    cell: Cell,
    /// Smaller numbers are tried first.
    rank: i32,
    /// Whether a player may be in a pocket after the move.
    narrow: bool,
}

/// The search was stopped before there was an answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// The result of examining the moves of a state.
enum Glance {
    /// A move that wins immediately.
    Win(Cell),
    /// The number of moves to try; all others lose immediately.
    Try([Candidate; 8], usize),
}

/// One query of the oracle, which counts its nodes and can be stopped.
pub(super) struct Solver<'o> {
    pub(super) geometry: &'o Geometry,
    pub(super) table: &'o Table,
    stop: &'o AtomicBool,
    pub(super) nodes: u64,
    /// With at least this many blank cells, a state is replaced by its canonical image.
    symmetric_from: u32,
}

impl<'o> Solver<'o> {
    pub(super) fn new(geometry: &'o Geometry, table: &'o Table, stop: &'o AtomicBool) -> Self {
        let symmetric_from = geometry.board().all().len().saturating_sub(SYMMETRIC_PLIES);
        Solver { geometry, table, stop, nodes: 0, symmetric_from }
    }

    /// Returns whether the player to move wins.
    pub(super) fn wins(&mut self, state: State) -> Result<bool, Stopped> {
        self.search(state, true)
    }

    /// Returns the first winning move in the search's own order, which depends on the state alone, or `None` if all
    /// moves lose.
    pub(super) fn winning_move(&mut self, state: State) -> Result<Option<Cell>, Stopped> {
        let (candidates, count) = match self.glance(state) {
            Glance::Win(cell) => return Ok(Some(cell)),
            Glance::Try(candidates, count) => (candidates, count),
        };
        for candidate in &candidates[..count] {
            if !self.search(state.after(candidate.cell), candidate.narrow)? {
                return Ok(Some(candidate.cell));
            }
        }
        Ok(None)
    }

    /// Counts a node.
    #[inline(always)]
    pub(super) fn visit(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        let told = self.nodes.is_multiple_of(CHECK_INTERVAL) && self.stop.load(Ordering::Relaxed);
        if told { Err(Stopped) } else { Ok(()) }
    }

    /// Returns the moves of a state.
    pub(super) fn moves(&self, state: State) -> Cells<u64> {
        self.geometry.moves(state.mover, state.blank)
    }

    /// Returns the state under which a state is stored in the table.
    #[inline(always)]
    pub(super) fn image(&self, state: State) -> State {
        if state.blank.len() >= self.symmetric_from { self.geometry.canonical(state) } else { state }
    }

    fn search(&mut self, state: State, narrow: bool) -> Result<bool, Stopped> {
        self.visit()?;
        let blanks = state.blank.len();
        let known = self.image(state);
        if blanks >= TABLE_FROM
            && let Some(won) = self.table.get(known)
        {
            return Ok(won);
        }
        if narrow
            && blanks >= POCKETS_FROM
            && let Some(won) = pocket::decide(self.geometry, state)
        {
            return Ok(won);
        }
        let (candidates, count) = match self.glance(state) {
            Glance::Win(_) => return Ok(true),
            Glance::Try(candidates, count) => (candidates, count),
        };
        let mut won = false;
        for candidate in &candidates[..count] {
            if !self.search(state.after(candidate.cell), candidate.narrow)? {
                won = true;
                break;
            }
        }
        if blanks >= TABLE_FROM {
            self.table.put(known, won);
        }
        Ok(won)
    }

    /// Examines every move and the options of both players in the two jumps after it.
    #[inline(always)]
    fn glance(&self, state: State) -> Glance {
        let State { blank, mover, waiter } = state;
        let replies = self.geometry.moves(waiter, blank);
        let mut candidates = [Candidate { cell: mover, rank: 0, narrow: false }; 8];
        let mut count = 0;
        for cell in self.geometry.moves(mover, blank) {
            let gone = Cells::only(cell);
            let left = blank.minus(gone);
            let (own, other) = (self.geometry.moves(cell, left), replies.minus(gone));
            if other.is_empty() {
                return Glance::Win(cell);
            }
            // Without a next move, or with a single one that the opponent can take away, the mover is stuck.
            if own.is_empty() || (own.len() == 1 && !(own & other).is_empty()) {
                continue;
            }
            let (own_next, other_next) = (self.geometry.around(own) & left, self.geometry.around(other) & left);
            // All of the opponent's moves are dead ends, and the mover has a move after any of them.
            if other_next.is_empty() {
                return Glance::Win(cell);
            }
            // All own next moves are dead ends, and the opponent has a second move that they cannot take away.
            if own_next.is_empty() && !other_next.minus(own).is_empty() {
                continue;
            }
            let count_of = |cells: Cells<u64>| cells.len().cast_signed();
            let rank = 3 * count_of(other) - count_of(own) + count_of(other_next) - count_of(own_next);
            // The cells one jump away and those two jumps away have different colours.
            let narrow = own.len() + own_next.len() <= NARROW || other.len() + other_next.len() <= NARROW;
            // Insertion sort is stable: among equals Udacity's order is kept.
            let mut place = count;
            while place > 0 && candidates[place - 1].rank > rank {
                candidates[place] = candidates[place - 1];
                place -= 1;
            }
            candidates[place] = Candidate { cell, rank, narrow };
            count += 1;
        }
        Glance::Try(candidates, count)
    }
}
