//! The plain definition of every feature, simple rather than fast.

use super::feature::{Dependence, Feature};
use super::tables::FeatureTables;
use super::view::View;
use crate::game::{BoardSize, Cell, Cells, Word};

/// The last ply, including the two placements, at which report 001 counts centrality.
pub(crate) const EARLY_PLIES: usize = 5;

impl Feature {
    /// Computes the feature's value in a position.
    #[must_use]
    pub fn value<W: Word>(self, view: &View<W>, tables: &FeatureTables<W>) -> f64 {
        let (m, o) = (f64::from(view.own_moves.len()), f64::from(view.opponent_moves.len()));
        match (self, self.dependence()) {
            (Self::OwnRing1, _) => placed(view.own, || m),
            (Self::OpponentRing1, _) => placed(view.opponent, || o),
            (_, Dependence::Moves) => self.of_moves(m, o, view.to_move),
            (_, Dependence::Cells) => self.of_cells(tables.board().size(), view.own, view.opponent),
            (_, Dependence::Board) => self.of_board(view, tables, m, o),
        }
    }

    /// Computes a feature of the numbers of moves and the side to move; 0 for the others.
    #[inline]
    pub(crate) fn of_moves(self, m: f64, o: f64, to_move: bool) -> f64 {
        let while_to_move = |value| if to_move { value } else { 0.0 };
        match self {
            Self::OwnMoves | Self::OwnRing1 => m,
            Self::OpponentMoves | Self::OpponentRing1 => o,
            Self::MovesShare => m / (1.0 + m + 3.0 * o),
            Self::MovesBalance => ratio(m - o, m + o),
            Self::MovesRatio if o > 0.0 => m / o,
            Self::MovesRatio => f64::INFINITY,
            Self::ToMove => while_to_move(1.0),
            Self::ToMoveOwnMoves => while_to_move(m),
            Self::ToMoveOpponentMoves => while_to_move(o),
            _ => 0.0,
        }
    }

    /// Computes a feature of the two cells; 0 for the others.
    #[inline]
    pub(crate) fn of_cells(self, size: BoardSize, own: Cell, opponent: Cell) -> f64 {
        match self {
            Self::OwnCentreDistance => placed(own, || centre_distance(size, own)),
            Self::OpponentCentreDistance => placed(opponent, || centre_distance(size, opponent)),
            Self::OwnCentreManhattan => placed(own, || centre_manhattan(size, own)),
            Self::OpponentCentreManhattan => placed(opponent, || centre_manhattan(size, opponent)),
            Self::OpponentDistance => placed(own, || placed(opponent, || distance(size, own, opponent))),
            _ => 0.0,
        }
    }

    /// Computes a feature of the whole board; 0 for the others.
    fn of_board<W: Word>(self, view: &View<W>, tables: &FeatureTables<W>, m: f64, o: f64) -> f64 {
        let (own, opponent, blank) = (view.own, view.opponent, view.blank);
        let d2 = |cell| tables.centre_distance(cell);
        match self {
            Self::MovesPerBlank => ratio(m, f64::from(blank.len())),
            Self::PolosinBalance => placed(own, || polosin(m * tables.polosin_factor(own), o)),
            Self::EarlyCentrality => placed(own, || early_centrality(tables.board().size(), own, blank.len())),
            Self::OwnMovesCentre => m * d2(own),
            Self::OpponentMovesCentre => o * d2(opponent),
            Self::OwnOpenSpace => open_space(blank, tables.areas(own)),
            Self::OpponentOpenSpace => open_space(blank, tables.areas(opponent)),
            Self::OwnLookaheadMean => ratio(lookahead(view.own_moves, blank, tables), m),
            Self::OwnLookaheadTotal => lookahead(view.own_moves, blank, tables),
            Self::OwnReachTwo => reach_two(view.own_moves, blank, tables),
            Self::OpponentLookaheadMean => ratio(lookahead(view.opponent_moves, blank, tables), o),
            Self::OpponentLookaheadTotal => lookahead(view.opponent_moves, blank, tables),
            Self::OpponentReachTwo => reach_two(view.opponent_moves, blank, tables),
            Self::OwnTargetsCentre => targets_centre(view.own_moves, tables),
            Self::OpponentTargetsCentre => targets_centre(view.opponent_moves, tables),
            Self::CommonMoves => f64::from((view.own_moves & view.opponent_moves).len()),
            Self::OwnRing2 => ring(blank, tables, own, 2),
            Self::OwnRing3 => ring(blank, tables, own, 3),
            Self::OwnRing4 => ring(blank, tables, own, 4),
            Self::OwnRing5 => ring(blank, tables, own, 5),
            Self::OpponentRing2 => ring(blank, tables, opponent, 2),
            Self::OpponentRing3 => ring(blank, tables, opponent, 3),
            Self::OpponentRing4 => ring(blank, tables, opponent, 4),
            Self::OpponentRing5 => ring(blank, tables, opponent, 5),
            Self::OwnTerritory => territory(view.own_moves, view.opponent_moves, view.to_move, blank, tables),
            Self::OpponentTerritory => territory(view.opponent_moves, view.own_moves, !view.to_move, blank, tables),
            _ => 0.0,
        }
    }
}

/// Returns the quotient, or 0 if the divisor is 0.
#[inline(always)]
pub(crate) fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// Returns a function of a cell, or 0 if the player is not placed.
fn placed(cell: Cell, value: impl FnOnce() -> f64) -> f64 {
    if cell == Cell::OFF { 0.0 } else { value() }
}

/// Returns d², the squared distance of a cell from the centre.
pub(super) fn centre_distance(size: BoardSize, cell: Cell) -> f64 {
    let (dy, dx) = from_centre(size, cell);
    dy * dy + dx * dx
}

fn centre_manhattan(size: BoardSize, cell: Cell) -> f64 {
    let (dy, dx) = from_centre(size, cell);
    dy.abs() + dx.abs()
}

fn from_centre(size: BoardSize, cell: Cell) -> (f64, f64) {
    let (cy, cx) = size.centre();
    (cell.row(size) as f64 - cy, cell.column(size) as f64 - cx)
}

fn distance(size: BoardSize, a: Cell, b: Cell) -> f64 {
    let rows = a.row(size).abs_diff(b.row(size));
    let columns = a.column(size).abs_diff(b.column(size));
    (rows * rows + columns * columns) as f64
}

/// Returns report 004's final score from the weighted own moves P and the opponent's moves.
#[inline(always)]
pub(crate) fn polosin(weighted: f64, o: f64) -> f64 {
    ratio(weighted - o, weighted + o)
}

/// Returns report 004's P, the own moves m times its factor.
pub(super) fn polosin_factor(size: BoardSize, cell: Cell) -> f64 {
    let (cy, cx) = size.centre();
    1.7 - centre_distance(size, cell) / (cy * cy + cx * cx)
}

fn early_centrality(size: BoardSize, own: Cell, blank: u32) -> f64 {
    if size.cells() - blank as usize <= EARLY_PLIES { central(size, own) } else { 0.0 }
}

/// Returns report 001's centrality of a cell.
pub(crate) fn central(size: BoardSize, cell: Cell) -> f64 {
    let (dy, dx) = from_centre(size, cell);
    let (height, width) = (size.height() as f64, size.width() as f64);
    1.0 - (dx * dx * (dy * dy)) / (width * width * (height * height))
}

fn open_space<W: Word>(blank: Cells<W>, areas: &[Cells<W>; 4]) -> f64 {
    std_of_areas(areas.map(|area| (area & blank).len()))
}

/// Returns the population standard deviation of four counts.
///
/// For integers n the variance is (4·Σn² − (Σn)²) / 16, so nothing is rounded before the root.
#[inline(always)]
pub(crate) fn std_of_areas(counts: [u32; 4]) -> f64 {
    let [a, b, c, d] = counts;
    let (sum, squares) = (a + b + c + d, a * a + b * b + c * c + d * d);
    f64::from(4 * squares - sum * sum).sqrt() * 0.25
}

fn lookahead<W: Word>(moves: Cells<W>, blank: Cells<W>, tables: &FeatureTables<W>) -> f64 {
    let after = |target| (tables.board().jumps_from(target) & blank).len();
    f64::from(moves.into_iter().map(after).sum::<u32>())
}

/// Sums d² over the cells of a set.
#[inline(always)]
pub(crate) fn targets_centre<W: Word>(moves: Cells<W>, tables: &FeatureTables<W>) -> f64 {
    let mut sum = 0.0;
    for target in moves {
        sum += tables.centre_distance(target);
    }
    sum
}

fn reach_two<W: Word>(moves: Cells<W>, blank: Cells<W>, tables: &FeatureTables<W>) -> f64 {
    let reached = moves.into_iter().fold(Cells::EMPTY, |reached, target| reached | tables.board().jumps_from(target));
    f64::from((reached & blank).len())
}

/// Counts the blank cells that a player with these moves reaches before another one.
fn territory<W: Word>(
    moves: Cells<W>,
    others: Cells<W>,
    to_move: bool,
    blank: Cells<W>,
    tables: &FeatureTables<W>,
) -> f64 {
    let (own, other) = (jumps_to(moves, blank, tables), jumps_to(others, blank, tables));
    let is_first = |cell: &Cell| match (own[cell.index()], other[cell.index()]) {
        (Some(jumps), Some(other)) => jumps < other || (jumps == other && to_move),
        (jumps, _) => jumps.is_some(),
    };
    f64::from(u32::try_from(blank.into_iter().filter(is_first).count()).unwrap_or(u32::MAX))
}

/// Returns the jumps over blank cells to each cell that can be reached, the moves being one jump away.
fn jumps_to<W: Word>(moves: Cells<W>, blank: Cells<W>, tables: &FeatureTables<W>) -> [Option<u32>; 256] {
    let mut found = [None; 256];
    let (mut edge, mut reached, mut jumps) = (moves, moves, 1);
    while !edge.is_empty() {
        for cell in edge {
            found[cell.index()] = Some(jumps);
        }
        let next = edge.into_iter().fold(Cells::EMPTY, |all, cell| all | tables.board().jumps_from(cell));
        edge = (next & blank).minus(reached);
        (reached, jumps) = (reached | edge, jumps + 1);
    }
    found
}

fn ring<W: Word>(blank: Cells<W>, tables: &FeatureTables<W>, cell: Cell, distance: usize) -> f64 {
    f64::from((tables.rings(cell)[distance - 1] & blank).len())
}

/// Returns the phase of the game, which falls from 1 just after the placements to 0 on a full board.
#[inline(always)]
#[must_use]
pub fn phase(size: BoardSize, blank: u32) -> f64 {
    let most = size.cells().saturating_sub(2).max(1);
    (f64::from(blank) / most as f64).min(1.0)
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::std_of_areas;
    use crate::seed::{Purpose, Seed};

    #[test]
    fn the_deviation_of_four_counts_is_the_population_one() {
        let mut stream = Seed(2017).stream(Purpose::Opening, [7, 0, 0]);
        let assert_deviation = |counts: [u32; 4], expected: f64| {
            let found = std_of_areas(counts);
            assert!((found - expected).abs() <= 1e-12 * expected.max(1.0), "{counts:?}: {found} is not {expected}");
        };
        for _ in 0..500 {
            let counts = [(); 4].map(|()| stream.random_range(0..40_u32));
            let mean = f64::from(counts.iter().sum::<u32>()) / 4.0;
            let variance = counts.iter().map(|&count| (f64::from(count) - mean).powi(2)).sum::<f64>() / 4.0;
            assert_deviation(counts, variance.sqrt());
        }
        assert_deviation([128, 0, 0, 0], 128.0 * 3.0_f64.sqrt() / 4.0);
    }
}
