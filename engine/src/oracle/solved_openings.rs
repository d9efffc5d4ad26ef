//! The solved openings of a board.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::answer::Oracle;
use crate::game::{Board, Cell, Player, Position};
use crate::text::plural;

/// An opening and its winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningValue {
    /// The cells of player one and player two.
    pub cells: [Cell; 2],
    /// The winner, with player one to move.
    pub winner: Player,
}

/// The solved openings of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedOpenings {
    /// The solved openings in ascending order of their cells.
    pub openings: Vec<OpeningValue>,
    /// The number of symmetry classes; openings of one class are solved once.
    pub classes: usize,
    /// The number of solved classes: all of them, unless it was stopped.
    pub solved: usize,
    /// The number of nodes searched, which depends slightly on the threads, as they share results.
    pub nodes: u64,
}

/// Why openings cannot be solved.
#[derive(Debug, thiserror::Error)]
pub enum SolvedOpeningsError {
    /// The threads cannot be started.
    #[error("cannot start {threads} {}: {error}", plural(*threads, "thread"))]
    Threads {
        /// The requested number.
        threads: usize,
        /// The cause.
        error: rayon::ThreadPoolBuildError,
    },
}

impl SolvedOpenings {
    /// Solves all openings of the oracle's board on a number of threads, by default one per core.
    ///
    /// `solved` is called with the number of openings of every solved class, from any thread. If it is stopped, the
    /// result holds what was solved so far.
    ///
    /// # Errors
    /// Returns an error if the threads cannot be started.
    pub fn solve(
        oracle: &Oracle,
        threads: Option<usize>,
        stop: &AtomicBool,
        solved: &(impl Fn(u64) + Sync),
    ) -> Result<Self, SolvedOpeningsError> {
        let threads = threads.unwrap_or(0);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| SolvedOpeningsError::Threads { threads, error })?;
        let board = oracle.board();
        let mut classes: BTreeMap<Position<'_, u64>, Vec<[Cell; 2]>> = BTreeMap::new();
        for (cells, position) in openings(board) {
            classes.entry(position.canonical()).or_default().push(cells);
        }
        let classes: Vec<_> = classes.into_iter().collect();
        let answer = |(position, members): &(Position<'_, u64>, Vec<[Cell; 2]>)| {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            // The board is the oracle's own, so the only possible error is a stop.
            let answer = oracle.winner(position, stop).ok()?;
            solved(members.len() as u64);
            Some(answer)
        };
        let answers: Vec<Option<(Player, u64)>> =
            pool.install(|| classes.par_iter().with_max_len(1).map(answer).collect());
        let mut solved_openings = Self { openings: Vec::new(), classes: classes.len(), solved: 0, nodes: 0 };
        for ((_, members), (winner, nodes)) in
            classes.iter().zip(answers).filter_map(|(it, answer)| Some((it, answer?)))
        {
            solved_openings.openings.extend(members.iter().map(|&cells| OpeningValue { cells, winner }));
            solved_openings.solved += 1;
            solved_openings.nodes += nodes;
        }
        solved_openings.openings.sort_by_key(|opening| opening.cells);
        Ok(solved_openings)
    }

    /// Returns whether all openings are solved.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.solved == self.classes
    }

    /// Returns the number of openings that a player wins.
    #[must_use]
    pub fn won_by(&self, player: Player) -> usize {
        self.openings.iter().filter(|opening| opening.winner == player).count()
    }
}

/// All openings of a board: every pair of different cells.
fn openings(board: &Board<u64>) -> impl Iterator<Item = ([Cell; 2], Position<'_, u64>)> {
    let start = Position::start(board);
    board.all().into_iter().flat_map(move |first| {
        let placed = start.play_legal(first);
        placed.blank().into_iter().map(move |second| ([first, second], placed.play_legal(second)))
    })
}
