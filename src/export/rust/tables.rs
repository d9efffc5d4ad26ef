//! The tables and functions of the Rust file.

use std::collections::BTreeSet;

/// The functions by name, each with the tables that only it uses.
const FUNCTIONS: [(&str, &str); 17] = [
    ("jumps_from", JUMPS),
    ("count", COUNT),
    ("most_blank", MOST_BLANK),
    ("ratio_weighing", RATIO),
    ("from_centre", FROM_CENTRE),
    ("centre_distance", CENTRE_DISTANCE),
    ("centre_manhattan", CENTRE_MANHATTAN),
    ("distance", DISTANCE),
    ("polosin_balance", POLOSIN),
    ("early_centrality", EARLY),
    ("open_space", OPEN_SPACE),
    ("cells_of", CELLS_OF),
    ("lookahead", LOOKAHEAD),
    ("reach_two", REACH),
    ("targets_centre", TARGETS),
    ("ring", RING),
    ("territories", TERRITORIES),
];

/// Writes the functions that the code uses, directly or indirectly; the compiler warns of unused ones.
pub(super) fn lines(code: &[String]) -> Vec<String> {
    let mut named: BTreeSet<&str> = code.iter().flat_map(|line| names(line)).collect();
    // A function uses only earlier ones, except for the table of jumps, which is always present.
    for (name, text) in FUNCTIONS.into_iter().rev() {
        if named.contains(name) {
            named.extend(text.lines().flat_map(names));
        }
    }
    let used = FUNCTIONS.into_iter().filter(|(name, _)| named.contains(name));
    used.flat_map(|(_, text)| text.lines().map(str::to_owned)).collect()
}

/// The names in a line of code; a comment has none.
fn names(line: &str) -> impl Iterator<Item = &str> {
    let code = if line.trim_start().starts_with("//") { "" } else { line };
    code.split(|c: char| !c.is_alphanumeric() && c != '_')
}

const JUMPS: &str = r"
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
}";

const COUNT: &str = r"
fn count(cells: Cells) -> f64 {
    f64::from(cells.count_ones())
}";

const MOST_BLANK: &str = r"
/// The number of blank cells just after the placements.
fn most_blank() -> f64 {
    (WIDTH * HEIGHT).saturating_sub(2).max(1) as f64
}";

const RATIO: &str = r"
/// The weighted ratio of moves, which is infinite if the opponent has none, and 0 if the weight is 0.
fn ratio_weighing(weight: f64, m: f64, o: f64) -> f64 {
    if weight == 0.0 { 0.0 } else { weight * (m / o) }
}";

const FROM_CENTRE: &str = r"
/// The distance of a cell from the centre of all published heuristics in rows and columns.
fn from_centre(cell: usize) -> (f64, f64) {
    ((cell / WIDTH) as f64 - HEIGHT as f64 / 2.0, (cell % WIDTH) as f64 - WIDTH as f64 / 2.0)
}";

const CENTRE_DISTANCE: &str = r"
fn centre_distance(cell: usize) -> f64 {
    let (rows, columns) = from_centre(cell);
    rows * rows + columns * columns
}";

const CENTRE_MANHATTAN: &str = r"
fn centre_manhattan(cell: usize) -> f64 {
    let (rows, columns) = from_centre(cell);
    rows.abs() + columns.abs()
}";

const DISTANCE: &str = r"
/// The squared distance between the players, once both are placed.
fn distance(own: Option<usize>, opponent: Option<usize>) -> f64 {
    let (Some(own), Some(opponent)) = (own, opponent) else { return 0.0 };
    let rows = (own / WIDTH).abs_diff(opponent / WIDTH);
    let columns = (own % WIDTH).abs_diff(opponent % WIDTH);
    (rows * rows + columns * columns) as f64
}";

const POLOSIN: &str = r"
fn polosin_balance(m: f64, o: f64, cell: usize) -> f64 {
    let (cy, cx) = (HEIGHT as f64 / 2.0, WIDTH as f64 / 2.0);
    let weighted = m * (1.7 - centre_distance(cell) / (cy * cy + cx * cx));
    (weighted - o) / (weighted + o)
}";

const EARLY: &str = r"
/// The centrality of the own cell, up to the fifth ply.
fn early_centrality(own: Option<usize>, blank: Cells) -> f64 {
    let plies = (WIDTH * HEIGHT) as u32 - blank.count_ones();
    let Some(cell) = own.filter(|_| plies <= 5) else { return 0.0 };
    let (rows, columns) = from_centre(cell);
    let area = (WIDTH * HEIGHT) as f64;
    1.0 - (columns * columns * (rows * rows)) / (area * area)
}";

const OPEN_SPACE: &str = r"
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
};";

const CELLS_OF: &str = r"
/// The numbers of the cells of a set.
fn cells_of(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = cells.trailing_zeros() as usize;
        (cells != 0).then(|| {
            cells &= cells - 1;
            cell
        })
    })
}";

const LOOKAHEAD: &str = r"
/// The number of pairs of moves in a row.
fn lookahead(moves: Cells, blank: Cells) -> f64 {
    f64::from(cells_of(moves).map(|cell| (JUMPS[cell] & blank).count_ones()).sum::<u32>())
}";

const REACH: &str = r"
/// The number of blank cells that two moves in a row lead to.
fn reach_two(moves: Cells, blank: Cells) -> f64 {
    count(cells_of(moves).fold(0, |reached, cell| reached | JUMPS[cell]) & blank)
}";

const TARGETS: &str = r"
fn targets_centre(moves: Cells) -> f64 {
    cells_of(moves).map(centre_distance).sum()
}";

const RING: &str = r"
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
};";

const TERRITORIES: &str = r"
/// The numbers of blank cells that the player to move reaches first, and the other one.
fn territories(moves: Cells, others: Cells, blank: Cells) -> (f64, f64) {
    let further = |edge: Cells| cells_of(edge).fold(0, |reached, cell| reached | JUMPS[cell]);
    let (mut edge, mut other_edge) = (moves, others & !moves);
    let (mut cells, mut other_cells) = (edge, other_edge);
    while edge | other_edge != 0 {
        edge = further(edge) & blank & !(cells | other_cells);
        cells |= edge;
        other_edge = further(other_edge) & blank & !(cells | other_cells);
        other_cells |= other_edge;
    }
    (count(cells), count(other_cells))
}";
