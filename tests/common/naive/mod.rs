//! The game as slow, obvious code: the truth that the fast code must equal.
//!
//! Written from the rules alone. A position is the list of moves that led to it, a cell is a (row, column), and
//! everything is computed from scratch whenever it is asked for.

// Each test binary uses only a part of this module.
#![allow(dead_code)]

pub(crate) mod features;
pub(crate) mod published;
pub(crate) mod search;

use std::collections::HashSet;

use isotune::game::{Board, BoardSize, Cell, Cells, Position, Word};
use isotune::seed::{Purpose, Seed, Stream};
use rand::RngExt;

/// A (row, column).
pub(crate) type Square = (i32, i32);

/// The knight's jumps in the order of reference.md section 1.
pub(crate) const JUMPS: [Square; 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

/// A position: the size of the board, and the moves from the empty board on, player 1 first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Naive {
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) moves: Vec<Square>,
}

impl Naive {
    pub(crate) fn start((width, height): (i32, i32)) -> Naive {
        Naive { width, height, moves: Vec::new() }
    }

    pub(crate) fn after(size: (i32, i32), moves: &[Square]) -> Naive {
        moves.iter().fold(Naive::start(size), |position, &to| position.play(to))
    }

    /// The player to move: 0 is player 1, 1 is player 2.
    pub(crate) fn to_move(&self) -> usize {
        self.moves.len() % 2
    }

    /// Where a player stands: where it last moved to.
    pub(crate) fn at(&self, player: usize) -> Option<Square> {
        self.moves.iter().skip(player).step_by(2).next_back().copied()
    }

    pub(crate) fn on_board(&self, (row, column): Square) -> bool {
        (0..self.height).contains(&row) && (0..self.width).contains(&column)
    }

    pub(crate) fn is_blank(&self, square: Square) -> bool {
        self.on_board(square) && !self.moves.contains(&square)
    }

    /// All cells, column by column.
    pub(crate) fn squares(&self) -> Vec<Square> {
        (0..self.width).flat_map(|column| (0..self.height).map(move |row| (row, column))).collect()
    }

    pub(crate) fn blanks(&self) -> Vec<Square> {
        self.squares().into_iter().filter(|&square| self.is_blank(square)).collect()
    }

    /// The blank cells a knight's jump away, in direction order.
    pub(crate) fn blank_jumps(&self, (row, column): Square) -> Vec<Square> {
        JUMPS.iter().map(|(down, right)| (row + down, column + right)).filter(|&to| self.is_blank(to)).collect()
    }

    /// The cells a player could go to if it were its turn, in the reference's order.
    pub(crate) fn legal(&self, player: usize) -> Vec<Square> {
        match self.at(player) {
            None => self.blanks(),
            Some(from) => self.blank_jumps(from),
        }
    }

    pub(crate) fn play(&self, to: Square) -> Naive {
        assert!(self.legal(self.to_move()).contains(&to), "{to:?} is not legal after {:?}", self.moves);
        let mut next = self.clone();
        next.moves.push(to);
        next
    }

    /// The player to move without a move has lost.
    pub(crate) fn finished(&self) -> bool {
        self.legal(self.to_move()).is_empty()
    }

    pub(crate) fn winner(&self) -> Option<usize> {
        self.finished().then(|| 1 - self.to_move())
    }

    /// What every heuristic answers on a finished game.
    pub(crate) fn outcome(&self, player: usize) -> Option<f64> {
        self.winner().map(|winner| if winner == player { f64::INFINITY } else { f64::NEG_INFINITY })
    }

    /// Move sequences of every length up to a depth, and those after which the game is over.
    pub(crate) fn perft(&self, depth: usize) -> Vec<(u64, u64)> {
        let mut rows = vec![(0, 0); depth];
        if depth > 0 {
            for to in self.legal(self.to_move()) {
                let child = self.play(to);
                rows[0].0 += 1;
                rows[0].1 += u64::from(child.finished());
                for (row, deeper) in rows[1..].iter_mut().zip(child.perft(depth - 1)) {
                    *row = (row.0 + deeper.0, row.1 + deeper.1);
                }
            }
        }
        rows
    }

    /// The position in the library's form.
    pub(crate) fn position<'b, W: Word>(&self, board: &'b Board<W>) -> Position<'b, W> {
        let moves = self.moves.iter().map(|&(row, column)| [row.into(), column.into()]);
        Position::replay(board, moves).expect("moves of a game are legal")
    }
}

/// The library's cell as a (row, column).
pub(crate) fn square<W: Word>(board: &Board<W>, cell: Cell) -> Square {
    let [row, column] = cell.row_column(board.size()).map(|side| i32::try_from(side).expect("boards are small"));
    (row, column)
}

/// The library's set of cells as a set of (row, column).
pub(crate) fn squares<W: Word>(board: &Board<W>, cells: Cells<W>) -> HashSet<Square> {
    cells.into_iter().map(|cell| square(board, cell)).collect()
}

/// A library board of width × height.
pub(crate) fn board<W: Word>((width, height): (i32, i32)) -> Board<W> {
    let number = |side: i32| usize::try_from(side).expect("sides are positive");
    let size = BoardSize::new(number(width), number(height)).expect("the size is playable");
    Board::new(size).expect("the word is wide enough")
}

/// The stream of random numbers for a test, by a number of its own.
pub(crate) fn stream(test: u64) -> Stream {
    Seed(2017).stream(Purpose::Opening, [test, 0, 0])
}

/// A random game of at most `plies` plies.
pub(crate) fn random_game(size: (i32, i32), plies: usize, stream: &mut Stream) -> Naive {
    let mut position = Naive::start(size);
    while position.moves.len() < plies && !position.finished() {
        let legal = position.legal(position.to_move());
        position = position.play(legal[stream.random_range(0..legal.len())]);
    }
    position
}

/// Random positions that are not finished, of every length from `from` plies on.
pub(crate) fn random_positions(size: (i32, i32), from: usize, count: usize, stream: &mut Stream) -> Vec<Naive> {
    let mut positions = Vec::new();
    while positions.len() < count {
        let longest = usize::try_from(size.0 * size.1).expect("boards are small") * 3 / 4;
        let position = random_game(size, stream.random_range(from..longest), stream);
        if !position.finished() {
            positions.push(position);
        }
    }
    positions
}

/// The values are equal, infinities included, or within a tolerance of 1e-9.
pub(crate) fn close(a: f64, b: f64) -> bool {
    a.total_cmp(&b).is_eq() || (a - b).abs() <= 1e-9
}
