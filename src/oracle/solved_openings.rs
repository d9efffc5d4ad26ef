//! All openings of a board and who wins them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::answer::Oracle;
use crate::game::{Board, Cell, Player, Position};

/// An opening and who wins it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningValue {
    /// Where player one and player two are placed.
    pub cells: [Cell; 2],
    /// Who wins, with player one to move.
    pub winner: Player,
}

/// All openings of a board and who wins them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedOpenings {
    /// The openings in ascending order of their cells; those of classes that were not solved are not among them.
    pub openings: Vec<OpeningValue>,
    /// Under how many classes all openings fall: those that are images of each other are solved once.
    pub classes: usize,
    /// How many classes were solved: all of them, unless it was told to stop.
    pub solved: usize,
    /// The nodes it took, which depends a little on the threads: what one has found out helps the others.
    pub nodes: u64,
}

/// Why the openings were not solved.
#[derive(Debug, thiserror::Error)]
pub enum SolvedOpeningsError {
    /// The system does not give the threads.
    #[error("cannot start {threads} threads: {error}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system says.
        error: rayon::ThreadPoolBuildError,
    },
}

impl SolvedOpenings {
    /// Solves all openings of the oracle's board on so many threads, or on one for each core when none are asked for.
    ///
    /// `solved` is told the openings of every class as it is solved, from any thread. When it is told to stop, the book
    /// has what was solved by then.
    ///
    /// # Errors
    /// Returns an error if the system does not give the threads.
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
            // The board is the oracle's own, so there is no answer only when it was told to stop.
            let answer = oracle.winner(position, stop).ok()?;
            solved(members.len() as u64);
            Some(answer)
        };
        let answers: Vec<Option<(Player, u64)>> =
            pool.install(|| classes.par_iter().with_max_len(1).map(answer).collect());
        let mut book = Self { openings: Vec::new(), classes: classes.len(), solved: 0, nodes: 0 };
        for ((_, members), (winner, nodes)) in
            classes.iter().zip(answers).filter_map(|(it, answer)| Some((it, answer?)))
        {
            book.openings.extend(members.iter().map(|&cells| OpeningValue { cells, winner }));
            book.solved += 1;
            book.nodes += nodes;
        }
        book.openings.sort_by_key(|opening| opening.cells);
        Ok(book)
    }

    /// Returns whether every opening is in it.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.solved == self.classes
    }

    /// Counts the openings that a player wins.
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
