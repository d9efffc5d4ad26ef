//! A legal position of the game.

use std::cmp::Ordering;
use std::fmt;

use super::board::Board;
use super::cell::Cell;
use super::cells::Cells;
use super::moves::MoveList;
use super::player::{PerPlayer, Player};
use super::size::BoardSize;
use super::word::Word;

/// A position on a board: the blank cells, the players' cells and the number of plies played.
///
/// ```
/// # use isotune_engine as isotune;
/// use isotune::game::{Board, Player, Position};
/// let board = Board::seven();
/// let position = Position::replay(&board, [[2, 3], [0, 0]])?;
/// assert_eq!(position.to_move(), Player::One);
/// assert_eq!(position.moves(Player::One).len(), 8);
/// assert_eq!(position.to_string(), "2....../......./...1.../......./......./......./....... 1");
/// # Ok::<(), isotune::game::IllegalMove>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Position<'b, W> {
    board: &'b Board<W>,
    blank: Cells<W>,
    at: PerPlayer<Cell>,
    plies: u8,
}

/// A move that the rules do not allow, with the ply at which it was tried.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("ply {ply}: {player} cannot go to ({row}, {column}): {fault}")]
pub struct IllegalMove {
    /// The ply, counted from 1 on the empty board.
    pub ply: usize,
    /// The player to move.
    pub player: Player,
    /// The row as given.
    pub row: i64,
    /// The column as given.
    pub column: i64,
    /// What is wrong with the move.
    pub fault: MoveFault,
}

/// What is wrong with an illegal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveFault {
    /// The cell does not exist.
    #[error("that is off the {0} board (rows 0 to {rows}, columns 0 to {columns})", rows = .0.height() - 1, columns = .0.width() - 1)]
    OffBoard(BoardSize),
    /// A player has been there before.
    #[error("the cell is blocked")]
    Blocked,
    /// The cell is blank but not a knight's jump away.
    #[error("that is not a knight's jump from ({row}, {column})")]
    NotAJump {
        /// The player's row.
        row: usize,
        /// The player's column.
        column: usize,
    },
    /// The player had no legal move left, so the game was over.
    #[error("the game is over: {0} has no move left")]
    Finished(Player),
}

impl<'b, W: Word> Position<'b, W> {
    /// Creates the empty board, before both placements.
    #[must_use]
    pub fn start(board: &'b Board<W>) -> Self {
        Position { board, blank: board.all(), at: PerPlayer([Cell::OFF; 2]), plies: 0 }
    }

    /// Plays moves from the empty board, player one first.
    ///
    /// # Errors
    /// Returns the first illegal move.
    pub fn replay(board: &'b Board<W>, moves: impl IntoIterator<Item = [i64; 2]>) -> Result<Self, IllegalMove> {
        moves.into_iter().try_fold(Self::start(board), |position, step| position.play(position.cell_for(step)?))
    }

    /// Returns the cell of a row and column as given by a user.
    pub(super) fn cell_for(&self, [row, column]: [i64; 2]) -> Result<Cell, IllegalMove> {
        let numbers = usize::try_from(row).ok().zip(usize::try_from(column).ok());
        let cell = numbers.and_then(|(row, column)| self.board.cell(row, column));
        cell.ok_or_else(|| self.illegal([row, column], MoveFault::OffBoard(self.board.size())))
    }

    /// Returns the cell of a row and column as given by a player, if that is a legal move.
    pub(crate) fn legal_cell(&self, step: [i64; 2]) -> Result<Cell, IllegalMove> {
        let cell = self.cell_for(step)?;
        self.play(cell).map(|_| cell)
    }

    /// Creates a position from parts that [`Setup`](super::Setup) has checked.
    pub(super) fn assemble(board: &'b Board<W>, blank: Cells<W>, at: PerPlayer<Cell>, plies: u8) -> Self {
        Position { board, blank, at, plies }
    }

    /// Plays one move of the side to move.
    ///
    /// # Errors
    /// Returns an error if the move is illegal.
    pub fn play(self, cell: Cell) -> Result<Self, IllegalMove> {
        let size = self.board.size();
        let on_board = cell.index() < size.cells();
        if on_board && self.moves(self.to_move()).has(cell) {
            return Ok(self.play_legal(cell));
        }
        let [row, column] = self.at[self.to_move()].row_column(size);
        let fault = if self.is_finished() {
            MoveFault::Finished(self.to_move())
        } else if !on_board {
            MoveFault::OffBoard(size)
        } else if !self.blank.has(cell) {
            MoveFault::Blocked
        } else {
            MoveFault::NotAJump { row, column }
        };
        Err(self.illegal(cell.row_column(size).map(usize::cast_signed).map(|side| side as i64), fault))
    }

    /// Plays a move that is known to be legal.
    #[doc(hidden)]
    #[must_use]
    pub fn play_legal(mut self, cell: Cell) -> Self {
        debug_assert!(self.moves(self.to_move()).has(cell));
        let mover = self.to_move();
        self.blank = self.blank.minus(Cells::only(cell));
        self.at[mover] = cell;
        self.plies += 1;
        self
    }

    fn illegal(&self, [row, column]: [i64; 2], fault: MoveFault) -> IllegalMove {
        IllegalMove { ply: self.plies() + 1, player: self.to_move(), row, column, fault }
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &'b Board<W> {
        self.board
    }

    /// Returns the blank cells.
    #[must_use]
    pub fn blank(&self) -> Cells<W> {
        self.blank
    }

    /// Returns the number of plies played, including the two placements.
    #[must_use]
    pub fn plies(&self) -> usize {
        usize::from(self.plies)
    }

    /// Returns the player whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Player {
        Player::ALL[usize::from(self.plies % 2)]
    }

    /// Returns a player's cell, or `None` before the placement.
    #[must_use]
    pub fn cell_of(&self, player: Player) -> Option<Cell> {
        let cell = self.at[player];
        (cell != Cell::OFF).then_some(cell)
    }

    /// Returns the cells of both players, [`Cell::OFF`] before the placement.
    pub(crate) fn cells(&self) -> PerPlayer<Cell> {
        self.at
    }

    /// Returns whether both players are placed.
    #[must_use]
    pub fn is_placed(&self) -> bool {
        self.plies >= 2
    }

    /// Returns the cells a player could move to if it were that player's turn: knight's jumps, or any blank cell before
    /// the placement.
    #[must_use]
    pub fn moves(&self, player: Player) -> Cells<W> {
        self.board.jumps_from(self.at[player]) & self.blank
    }

    /// Returns the legal moves of the side to move in Udacity's order: jumps by direction, placements column by
    /// column.
    #[must_use]
    pub fn ordered_moves(&self) -> MoveList {
        let legal = self.moves(self.to_move());
        if self.cell_of(self.to_move()).is_some() {
            return MoveList::new(legal.into_iter());
        }
        let size = self.board.size();
        let by_column = (0..size.width()).flat_map(|column| (0..size.height()).map(move |row| (row, column)));
        MoveList::new(
            by_column.filter_map(|(row, column)| self.board.cell(row, column)).filter(|&cell| legal.has(cell)),
        )
    }

    /// Returns whether the game is over: the side to move has no move.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.moves(self.to_move()).is_empty()
    }

    /// Returns the winner of a finished game.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        self.is_finished().then(|| self.to_move().opponent())
    }

    /// Returns a drawing of the board, rows from the top, with `.` for a blank cell, `x` for a blocked one, and the
    /// players' numbers.
    #[must_use]
    pub fn drawing(&self) -> String {
        let size = self.board.size();
        let line = |head: String, cell: &dyn Fn(usize) -> String| {
            (0..size.width()).fold(head, |line, column| line + &format!("{:>3}", cell(column)))
        };
        let numbers = line("    ".to_owned(), &|column| column.to_string());
        let rows =
            (0..size.height()).map(|row| line(format!("{row:>3} "), &|column| self.mark(row, column).to_string()));
        std::iter::once(numbers).chain(rows).collect::<Vec<_>>().join("\n")
    }

    fn mark(&self, row: usize, column: usize) -> char {
        let cell = self.board.cell(row, column);
        if cell == self.cell_of(Player::One) {
            '1'
        } else if cell == self.cell_of(Player::Two) {
            '2'
        } else if cell.is_some_and(|cell| self.blank.has(cell)) {
            '.'
        } else {
            'x'
        }
    }
}

impl<W: Word> Position<'_, W> {
    /// Everything that distinguishes two positions.
    fn key(&self) -> (BoardSize, PerPlayer<Cell>, Cells<W>) {
        (self.board.size(), self.at, self.blank)
    }
}

impl<W: Word> PartialEq for Position<'_, W> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl<W: Word> Eq for Position<'_, W> {}

/// An arbitrary total order, for sets of positions and canonical representatives.
impl<W: Word> Ord for Position<'_, W> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl<W: Word> PartialOrd for Position<'_, W> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The one-line text form: the rows from the top, separated by `/`, then the number of the side to move.
/// [`Setup`](super::Setup) reads it back.
impl<W: Word> fmt::Display for Position<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.board.size();
        for row in 0..size.height() {
            let line: String = (0..size.width()).map(|column| self.mark(row, column)).collect();
            write!(f, "{}{line}", if row == 0 { "" } else { "/" })?;
        }
        write!(f, " {}", self.to_move().number())
    }
}
