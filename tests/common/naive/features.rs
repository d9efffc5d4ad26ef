//! Every feature by its definition.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};

use super::{JUMPS, Naive, Square};

impl Naive {
    /// The centre of all published heuristics, half a cell off the middle of a 7×7 board (published.md).
    pub(crate) fn centre(&self) -> (f64, f64) {
        (f64::from(self.height) / 2.0, f64::from(self.width) / 2.0)
    }

    /// The vertical and horizontal distance from the centre.
    fn centre_offsets(&self, (row, column): Square) -> (f64, f64) {
        let (cy, cx) = self.centre();
        ((f64::from(row) - cy).abs(), (f64::from(column) - cx).abs())
    }

    /// d² of a cell.
    pub(crate) fn d2(&self, square: Square) -> f64 {
        let (dy, dx) = self.centre_offsets(square);
        dy.powi(2) + dx.powi(2)
    }

    /// cy² + cx².
    pub(crate) fn corner(&self) -> f64 {
        let (cy, cx) = self.centre();
        cy.powi(2) + cx.powi(2)
    }

    pub(crate) fn manhattan(&self, square: Square) -> f64 {
        let (dy, dx) = self.centre_offsets(square);
        dy + dx
    }

    /// Report 001's centrality (published.md), while at most five plies have been played (reference.md 6).
    pub(crate) fn early_centrality(&self, square: Square) -> f64 {
        let (dy, dx) = self.centre_offsets(square);
        let area = f64::from(self.width * self.height);
        if self.moves.len() <= 5 { 1.0 - (dx * dy).powi(2) / area.powi(2) } else { 0.0 }
    }

    /// The population standard deviation of the blank cells in the four areas around a cell (reference.md 6).
    pub(crate) fn open_space(&self, (r, c): Square) -> f64 {
        let count = |below: bool, right: bool| {
            let inside = |(row, column): &Square| (*row > r) == below && (*column > c) == right;
            self.blanks().iter().filter(|square| inside(square)).count() as f64
        };
        let areas = [count(false, false), count(false, true), count(true, true), count(true, false)];
        let mean = areas.iter().sum::<f64>() / 4.0;
        (areas.iter().map(|area| (area - mean).powi(2)).sum::<f64>() / 4.0).sqrt()
    }

    /// How many blank neighbours the targets of the moves have in all.
    pub(crate) fn after_moves(&self, moves: &[Square]) -> f64 {
        moves.iter().map(|&target| self.blank_jumps(target).len() as f64).sum()
    }

    /// The blank cells that a knight on the empty board reaches in exactly `distance` jumps.
    pub(crate) fn ring(&self, from: Square, distance: usize) -> f64 {
        let mut seen = HashSet::from([from]);
        let mut edge = seen.clone();
        for _ in 0..distance {
            let jumps = edge.iter().flat_map(|(row, column)| JUMPS.map(|(down, right)| (row + down, column + right)));
            edge = jumps.filter(|&to| self.on_board(to) && !seen.contains(&to)).collect();
            seen.extend(&edge);
        }
        edge.iter().filter(|&&square| self.is_blank(square)).count() as f64
    }

    /// The jumps over blank cells that a player needs to each cell, its moves being one jump away.
    fn jumps_to(&self, moves: &[Square]) -> HashMap<Square, usize> {
        let mut jumps: HashMap<Square, usize> = moves.iter().map(|&target| (target, 1)).collect();
        let mut queue: VecDeque<Square> = moves.iter().copied().collect();
        while let Some(cell) = queue.pop_front() {
            let next = jumps[&cell] + 1;
            for target in self.blank_jumps(cell) {
                if let Entry::Vacant(entry) = jumps.entry(target) {
                    entry.insert(next);
                    queue.push_back(target);
                }
            }
        }
        jumps
    }

    /// The blank cells that a player is first at; to be there as soon is enough for the one to move.
    fn territory(&self, player: usize) -> f64 {
        let (mine, yours) = (self.jumps_to(&self.legal(player)), self.jumps_to(&self.legal(1 - player)));
        let first = |(cell, jumps): &(&Square, &usize)| match yours.get(cell) {
            Some(other) if self.to_move() == player => *jumps <= other,
            Some(other) => *jumps < other,
            None => true,
        };
        mine.iter().filter(first).count() as f64
    }

    /// The value of a feature for a player (0 or 1), by the feature's name. What needs the cell of a player who is
    /// not yet placed is 0.
    pub(crate) fn feature(&self, name: &str, me: usize) -> f64 {
        let you = 1 - me;
        let (mine, yours) = (self.legal(me), self.legal(you));
        let (m, o) = (mine.len() as f64, yours.len() as f64);
        let at = |player: usize, value: &dyn Fn(Square) -> f64| self.at(player).map_or(0.0, value);
        let to_move = f64::from(u8::from(self.to_move() == me));
        let or_zero = |value: f64| if value.is_nan() { 0.0 } else { value };
        let targets = |moves: &[Square]| moves.iter().map(|&target| self.d2(target)).sum::<f64>() + 0.0;
        let reach = |moves: &[Square]| {
            moves.iter().flat_map(|&over| self.blank_jumps(over)).collect::<HashSet<_>>().len() as f64
        };
        match name {
            "own-moves" => m,
            "opponent-moves" => o,
            "moves-share" => m / (1.0 + m + 3.0 * o),
            "moves-balance" => or_zero((m - o) / (m + o)),
            "moves-ratio" if yours.is_empty() => f64::INFINITY,
            "moves-ratio" => m / o,
            "to-move" => to_move,
            "to-move-own-moves" => to_move * m,
            "to-move-opponent-moves" => to_move * o,
            "own-centre-distance" => at(me, &|cell| self.d2(cell)),
            "opponent-centre-distance" => at(you, &|cell| self.d2(cell)),
            "own-centre-manhattan" => at(me, &|cell| self.manhattan(cell)),
            "opponent-centre-manhattan" => at(you, &|cell| self.manhattan(cell)),
            "opponent-distance" => at(me, &|(y, x)| at(you, &|(oy, ox)| f64::from((y - oy).pow(2) + (x - ox).pow(2)))),
            "moves-per-blank" => or_zero(m / self.blanks().len() as f64),
            "polosin-balance" => at(me, &|cell| {
                let p = m * (1.7 - self.d2(cell) / self.corner());
                or_zero((p - o) / (p + o))
            }),
            "early-centrality" => at(me, &|cell| self.early_centrality(cell)),
            "own-moves-centre" => at(me, &|cell| m * self.d2(cell)),
            "opponent-moves-centre" => at(you, &|cell| o * self.d2(cell)),
            "own-open-space" => at(me, &|cell| self.open_space(cell)),
            "opponent-open-space" => at(you, &|cell| self.open_space(cell)),
            "own-lookahead-mean" => or_zero(self.after_moves(&mine) / m),
            "own-lookahead-total" => self.after_moves(&mine),
            "opponent-lookahead-mean" => or_zero(self.after_moves(&yours) / o),
            "opponent-lookahead-total" => self.after_moves(&yours),
            "own-targets-centre" => targets(&mine),
            "opponent-targets-centre" => targets(&yours),
            "common-moves" => mine.iter().filter(|target| yours.contains(target)).count() as f64,
            "own-reach-two" => reach(&mine),
            "opponent-reach-two" => reach(&yours),
            "own-territory" => self.territory(me),
            "opponent-territory" => self.territory(you),
            _ => self.ring_feature(name, me),
        }
    }

    fn ring_feature(&self, name: &str, me: usize) -> f64 {
        let (player, distance) = match name.split_once("-ring-") {
            Some(("own", distance)) => (me, distance),
            Some(("opponent", distance)) => (1 - me, distance),
            _ => panic!("there is no definition of the feature {name}"),
        };
        let distance = distance.parse().expect("the distance is a number");
        self.at(player).map_or(0.0, |cell| self.ring(cell, distance))
    }
}
