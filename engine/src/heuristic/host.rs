//! Heuristics of the program that uses the library, such as functions of Python.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::features::View;
use crate::game::{Board, Cell, Cells, Word};

/// A position from the view of the player being scored, as plain data; cells are row and column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostView {
    /// The width and the height of the board.
    pub size: [usize; 2],
    /// The scored player's cell; `None` before the placement.
    pub own: Option<[usize; 2]>,
    /// The other player's cell.
    pub opponent: Option<[usize; 2]>,
    /// The scored player's moves.
    pub own_moves: Vec<[usize; 2]>,
    /// The other player's moves.
    pub opponent_moves: Vec<[usize; 2]>,
    /// The blank cells.
    pub blank: Vec<[usize; 2]>,
    /// Whether it is the scored player's turn.
    pub to_move: bool,
}

/// A function that scores positions, called from any thread.
#[derive(Clone)]
pub struct HostFunction(Arc<dyn Fn(&HostView) -> f64 + Send + Sync>);

impl fmt::Debug for HostFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HostFunction")
    }
}

/// A heuristic that can be named `host:NAME` as long as this exists.
#[derive(Debug)]
pub struct HostHeuristic {
    number: u32,
}

struct Registered {
    name: String,
    function: HostFunction,
}

/// The heuristics there are, by number.
static REGISTERED: Mutex<BTreeMap<u32, Registered>> = Mutex::new(BTreeMap::new());

impl HostHeuristic {
    /// Registers a function as the heuristic `host:NAME`; the latest of a name counts.
    ///
    /// The function is called for positions in which the side to move has a move. It has to be pure: searches repeat
    /// positions, on several threads.
    ///
    /// ```
    /// # use isotune_engine as isotune;
    /// use isotune::heuristic::{HeuristicSource, HostHeuristic};
    /// let mine = HostHeuristic::new("mine", |view| view.own_moves.len() as f64);
    /// assert!("host:mine".parse::<HeuristicSource>().is_ok());
    /// drop(mine);
    /// assert!("host:mine".parse::<HeuristicSource>().is_err());
    /// ```
    #[must_use]
    pub fn new(name: &str, function: impl Fn(&HostView) -> f64 + Send + Sync + 'static) -> Self {
        let mut all = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
        let number = all.last_key_value().map_or(0, |(last, _)| last.wrapping_add(1));
        all.insert(number, Registered { name: name.to_owned(), function: HostFunction(Arc::new(function)) });
        Self { number }
    }

    /// Returns the number of a heuristic.
    pub(super) fn find(name: &str) -> Option<u32> {
        let all = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().rev().find(|(_, registered)| registered.name == name).map(|(number, _)| *number)
    }

    /// Returns the function of a number.
    pub(super) fn function(number: u32) -> Option<HostFunction> {
        let all = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(&number).map(|registered| registered.function.clone())
    }
}

impl Drop for HostHeuristic {
    fn drop(&mut self) {
        REGISTERED.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.number);
    }
}

impl HostFunction {
    /// Scores a position.
    pub(super) fn score<W: Word>(&self, view: &View<W>, board: &Board<W>) -> f64 {
        let size = board.size();
        let place = |cell: Cell| (cell != Cell::OFF).then(|| cell.row_column(size));
        let cells = |set: Cells<W>| set.into_iter().map(|cell| cell.row_column(size)).collect();
        (self.0)(&HostView {
            size: [size.width(), size.height()],
            own: place(view.own),
            opponent: place(view.opponent),
            own_moves: cells(view.own_moves),
            opponent_moves: cells(view.opponent_moves),
            blank: cells(view.blank),
            to_move: view.to_move,
        })
    }
}
