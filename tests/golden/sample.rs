//! A heuristic for knight Isolation, exported by isotune 0.3.0 for a 7x7 board.
//!
//! Call [`score`]. The file is self-contained: it compiles as a crate or as a module.

// sample
// Rings and moves – an example of “everything” that a file can say.
// Found by run spring (seed 7, config 0123456789abcdef, isotune 0.1.0, started 2017-04-01),
// generation 60, after 200000 games.
// Win rate 76.25 ± 1.22 % (95 %) against modern with effort:17300, block final, 2800 pairs of
// games; +5.50 ± 1.47 points (95 %) vs improved.
// Verified: neither the search nor the choice among finalists has seen the openings of that score.

/// The name of the heuristic.
pub const NAME: &str = "sample";
/// The number of columns.
pub const WIDTH: usize = 7;
/// The number of rows.
pub const HEIGHT: usize = 7;
/// A set of cells: bit `row * WIDTH + column` stands for a cell.
pub type Cells = u64;
/// All cells of the board.
const BOARD: Cells = Cells::MAX >> (Cells::BITS as usize - WIDTH * HEIGHT);

// The weights, each with what it multiplies.
// m own moves, o opponent's moves, (y, x) own cell,
// d² the squared distance of a cell from (cy, cx), (cy, cx) = (height/2, width/2).
// What needs the cell of a player not placed yet is 0.
/// The weight of own-moves: m.
pub const OWN_MOVES: f64 = 1.0;
/// The weight of opponent-moves: o; just after the placements.
pub const OPPONENT_MOVES_EARLY: f64 = -1.5;
/// The weight of opponent-moves: the same on a full board; by blank cells in between.
pub const OPPONENT_MOVES_LATE: f64 = -1.0;
/// The weight of to-move: 1 if to move, else 0.
pub const TO_MOVE: f64 = 0.25;
/// The weight of own-centre-distance: d² = (y − cy)² + (x − cx)².
pub const OWN_CENTRE_DISTANCE: f64 = -0.0125;
/// The weight of own-open-space: std of the blank cells in the four areas around the own cell.
pub const OWN_OPEN_SPACE: f64 = -1e-7;
/// The weight of opponent-reach-two: distinct blank cells the opponent reaches by two jumps over a blank one.
pub const OPPONENT_REACH_TWO: f64 = -0.1;
/// The weight of own-ring-2: blank cells at empty-board knight distance 2.
pub const OWN_RING_2: f64 = 0.30000000000000004;
/// The weight of opponent-ring-3: blank cells at empty-board knight distance 3 of the opponent.
pub const OPPONENT_RING_3: f64 = -0.125;

/// Returns the score of a position for one of the players.
///
/// `blank` holds the blank cells; bits beyond the board are ignored. `own` and `opponent` are the numbers
/// `row * WIDTH + column` of the cells of the scored player and the other one, `None` before the placement;
/// `to_move` is whether it is the scored player's turn. A side to move without a move has lost: minus infinity for
/// it, infinity for the other.
///
/// # Panics
/// Panics if a cell's number is not below `WIDTH * HEIGHT`.
#[must_use]
pub fn score(blank: Cells, own: Option<usize>, opponent: Option<usize>, to_move: bool) -> f64 {
    let blank = blank & BOARD;
    let own_moves = jumps_from(own) & blank;
    let opponent_moves = jumps_from(opponent) & blank;
    if to_move && own_moves == 0 {
        return f64::NEG_INFINITY;
    }
    if !to_move && opponent_moves == 0 {
        return f64::INFINITY;
    }
    let m = count(own_moves);
    let o = count(opponent_moves);
    // 1 just after the placements, 0 on a full board.
    let phase = (count(blank) / most_blank()).min(1.0);
    let w_opponent_moves = OPPONENT_MOVES_LATE + phase * (OPPONENT_MOVES_EARLY - OPPONENT_MOVES_LATE);
    OWN_MOVES * m
        + w_opponent_moves * o
        + TO_MOVE * f64::from(to_move)
        + OWN_CENTRE_DISTANCE * own.map_or(0.0, centre_distance)
        + OWN_OPEN_SPACE * own.map_or(0.0, |cell| open_space(blank, cell))
        + OPPONENT_REACH_TWO * reach_two(opponent_moves, blank)
        + OWN_RING_2 * ring(blank, own, 2)
        + OPPONENT_RING_3 * ring(blank, opponent, 3)
}

/// The cells a knight's jump away from each cell, blank or not.
const JUMPS: [Cells; WIDTH * HEIGHT] = {
    let mut jumps = [0; WIDTH * HEIGHT];
    let mut from = 0;
    while from < jumps.len() {
        let (row, column) = (from / WIDTH, from % WIDTH);
        let mut r = row.saturating_sub(2);
        while r < HEIGHT && r <= row + 2 {
            let mut c = column.saturating_sub(2);
            while c < WIDTH && c <= column + 2 {
                if row.abs_diff(r) * column.abs_diff(c) == 2 {
                    jumps[from] |= 1 << (r * WIDTH + c);
                }
                c += 1;
            }
            r += 1;
        }
        from += 1;
    }
    jumps
};

/// The cells that a player may move to if they are blank: all cells before the placement.
fn jumps_from(cell: Option<usize>) -> Cells {
    cell.map_or(Cells::MAX, |cell| JUMPS[cell])
}

fn count(cells: Cells) -> f64 {
    f64::from(cells.count_ones())
}

/// The number of blank cells just after the placements.
fn most_blank() -> f64 {
    (WIDTH * HEIGHT).saturating_sub(2).max(1) as f64
}

/// The distance of a cell from the centre of all published heuristics in rows and columns.
fn from_centre(cell: usize) -> (f64, f64) {
    ((cell / WIDTH) as f64 - HEIGHT as f64 / 2.0, (cell % WIDTH) as f64 - WIDTH as f64 / 2.0)
}

fn centre_distance(cell: usize) -> f64 {
    let (rows, columns) = from_centre(cell);
    rows * rows + columns * columns
}

/// The standard deviation of the blank cells in the four areas around a cell.
fn open_space(blank: Cells, around: usize) -> f64 {
    let [a, b, c, d] = AREAS[around].map(|area| (area & blank).count_ones());
    let (sum, squares) = (a + b + c + d, a * a + b * b + c * c + d * d);
    f64::from(4 * squares - sum * sum).sqrt() * 0.25
}

/// The areas around each cell: up to its row or below it, up to its column or beyond it.
const AREAS: [[Cells; 4]; WIDTH * HEIGHT] = {
    let mut areas = [[0; 4]; WIDTH * HEIGHT];
    let mut around = 0;
    while around < areas.len() {
        let mut cell = 0;
        while cell < areas.len() {
            let below = (cell / WIDTH > around / WIDTH) as usize;
            let beyond = (cell % WIDTH > around % WIDTH) as usize;
            areas[around][2 * below + beyond] |= 1 << cell;
            cell += 1;
        }
        around += 1;
    }
    areas
};

/// The numbers of the cells of a set.
fn cells_of(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = cells.trailing_zeros() as usize;
        (cells != 0).then(|| {
            cells &= cells - 1;
            cell
        })
    })
}

/// The number of blank cells that two moves in a row lead to.
fn reach_two(moves: Cells, blank: Cells) -> f64 {
    count(cells_of(moves).fold(0, |reached, cell| reached | JUMPS[cell]) & blank)
}

/// The number of blank cells at an empty-board knight distance of a player.
fn ring(blank: Cells, cell: Option<usize>, jumps: usize) -> f64 {
    cell.map_or(0.0, |cell| count(RINGS[cell][jumps - 1] & blank))
}

/// The cells at empty-board knight distance 1 to 5 of each cell.
const RINGS: [[Cells; 5]; WIDTH * HEIGHT] = {
    let mut rings = [[0; 5]; WIDTH * HEIGHT];
    let mut around = 0;
    while around < rings.len() {
        let (mut near, mut edge, mut ring): (Cells, Cells, usize) = (1 << around, 1 << around, 0);
        while ring < 5 {
            let mut reached = 0;
            while edge != 0 {
                reached |= JUMPS[edge.trailing_zeros() as usize];
                edge &= edge - 1;
            }
            edge = reached & !near;
            near |= edge;
            rings[around][ring] = edge;
            ring += 1;
        }
        around += 1;
    }
    rings
};
