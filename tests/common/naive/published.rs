//! Every published heuristic by its formula in published.md, read as reference.md section 6 says.

use super::Naive;

/// The names of published.md, in its order.
pub(crate) const NAMES: [&str; 34] = [
    "null",
    "open",
    "improved",
    "center",
    "minshull-hybrid",
    "minshull-eccc",
    "minshull-open-center",
    "dominating-moves",
    "dominating-space",
    "schadenfreude",
    "mixed-centrality",
    "legal-moves",
    "weighted-0.3",
    "weighted-0.5",
    "weighted-2",
    "weighted-5",
    "weighted-8",
    "open-space",
    "open-space-hybrid",
    "improved-0.7",
    "lookahead-own",
    "opponent-moves",
    "lookahead-opponent",
    "center-deviation",
    "lookahead-both-0.3",
    "lookahead-both-0.5",
    "lookahead-both-0.7",
    "difference",
    "ratio",
    "improved-difference",
    "deep-legal-moves",
    "weighted-legal-moves",
    "weighted-position",
    "polosin-final",
];

impl Naive {
    /// The score of a published heuristic for a player (0 or 1); both must be placed.
    pub(crate) fn published(&self, name: &str, me: usize) -> f64 {
        if let Some(outcome) = self.outcome(me) {
            return outcome;
        }
        let you = 1 - me;
        let (mine, yours) = (self.legal(me), self.legal(you));
        let (m, o) = (mine.len() as f64, yours.len() as f64);
        let (cell, opponent) = (self.at(me).expect("placed"), self.at(you).expect("placed"));
        let (d2, corner) = (self.d2(cell), self.corner());
        let od2 = f64::from((cell.0 - opponent.0).pow(2) + (cell.1 - opponent.1).pow(2));
        let p = m * (1.7 - d2 / corner);
        match name {
            "null" => 0.0,
            "open" => m,
            "improved" | "legal-moves" => m - o,
            "center" => d2,
            "minshull-hybrid" => 1.5 * m - 1.75 * d2 - 0.7 * od2,
            "minshull-eccc" => -1.75 * d2 - od2,
            "minshull-open-center" => 1.5 * m - self.manhattan(cell),
            "dominating-moves" => m / (1.0 + m + 3.0 * o),
            "dominating-space" => m / self.blanks().len() as f64,
            "schadenfreude" | "opponent-moves" => -o,
            "mixed-centrality" => m - o + self.early_centrality(cell),
            "weighted-0.3" => m - 0.3 * o,
            "weighted-0.5" => m - 0.5 * o,
            "weighted-2" | "difference" => m - 2.0 * o,
            "weighted-5" => m - 5.0 * o,
            "weighted-8" => m - 8.0 * o,
            "open-space" => -self.open_space(cell),
            "open-space-hybrid" => m - 8.0 * o - self.open_space(cell),
            "improved-0.7" => 0.7 * m - 0.3 * o,
            "center-deviation" => 0.8 * m / 8.0 - 0.2 * d2 / corner,
            "ratio" if yours.is_empty() => f64::INFINITY,
            "ratio" => m / o,
            "improved-difference" => (m - o) / (m + o),
            "deep-legal-moves" => self.deep(me) - self.deep(you),
            "weighted-legal-moves" => self.weighted_moves(me) - self.weighted_moves(you),
            "weighted-position" => p - o,
            "polosin-final" => (p - o) / (p + o),
            _ => self.lookahead(name, me),
        }
    }

    /// 65·moves + Σ over the moves of the blank neighbours of each.
    fn deep(&self, player: usize) -> f64 {
        let moves = self.legal(player);
        65.0 * moves.len() as f64 + self.after_moves(&moves)
    }

    fn weighted_moves(&self, player: usize) -> f64 {
        self.legal(player).into_iter().map(|target| 1.7 - self.d2(target) / self.corner()).sum()
    }

    /// Report 003's look-ahead scores, as the table of reference.md section 6 gives them.
    fn lookahead(&self, name: &str, me: usize) -> f64 {
        let (mine, yours) = (self.legal(me), self.legal(1 - me));
        if mine.is_empty() {
            return f64::NEG_INFINITY;
        }
        let (n, o) = (mine.len() as f64, yours.len() as f64);
        let mean = self.after_moves(&mine) / n;
        let s = mine.iter().filter(|target| yours.contains(target)).count() as f64;
        let waits = self.to_move() != me;
        match (name, waits) {
            ("lookahead-own", false) => n + mean,
            ("lookahead-own", true) => 2.0 * n - 1.0,
            ("lookahead-opponent", false) => n - o + s / n,
            ("lookahead-opponent", true) => n - mean,
            _ => {
                let factor = name.strip_prefix("lookahead-both-").and_then(|text| text.parse::<f64>().ok());
                let f = factor.unwrap_or_else(|| panic!("there is no formula of {name}"));
                let ahead = if waits { n - 1.0 - mean } else { mean - o + s / n };
                f * (n - o) + (1.0 - f) * ahead
            }
        }
    }
}
