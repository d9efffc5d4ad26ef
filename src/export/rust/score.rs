//! The scoring function: straight-line code for the features in use.

use crate::export::terms;
use crate::features::Feature as F;
use crate::heuristic::{Weight, Weights};

/// Writes the function.
pub(super) fn lines(weights: &Weights) -> Vec<String> {
    let mut lines: Vec<String> = HEAD.lines().map(str::to_owned).collect();
    let mut push = |line: &str| lines.push(format!("    {line}"));
    let uses = |features: &[F]| weights.used().any(|(feature, _)| features.contains(&feature));
    if uses(&terms::OF_OWN_MOVES) {
        push("let m = count(own_moves);");
    }
    if uses(&terms::OF_OPPONENT_MOVES) {
        push("let o = count(opponent_moves);");
    }
    if weights.is_tapered() {
        push("// 1 just after the placements, 0 on a full board.");
        push("let phase = (count(blank) / most_blank()).min(1.0);");
        for (feature, _) in weights.used().filter(|(_, weight)| weight.is_tapered()) {
            let (variable, constant) = (terms::variable(feature), terms::constant(feature));
            let value = format!("{constant}_LATE + phase * ({constant}_EARLY - {constant}_LATE);");
            let line = format!("let w_{variable} = {value}");
            if line.chars().count() <= terms::WIDTH {
                push(&line);
            } else {
                push(&format!("let w_{variable} ="));
                push(&format!("    {value}"));
            }
        }
    }
    let [own, opponent] = [(F::OwnTerritory, "own_territory"), (F::OpponentTerritory, "opponent_territory")]
        .map(|(feature, name)| if uses(&[feature]) { name } else { "_" });
    if own != opponent {
        push("// Where both are equally far, the side to move is first.");
        push(&format!("let ({own}, {opponent}) = if to_move {{"));
        push("    territories(own_moves, opponent_moves, blank)");
        push("} else {");
        push("    let (opponent, own) = territories(opponent_moves, own_moves, blank);");
        push("    (own, opponent)");
        push("};");
    }
    let score: Vec<String> = weights.used().map(|(feature, weight)| term(feature, weight)).collect();
    let score = if score.is_empty() { vec!["0.0".to_owned()] } else { score };
    let line = format!("    {}", score.join(" + "));
    if line.chars().count() <= terms::WIDTH {
        lines.push(line);
    } else {
        let after = |index: usize| if index == 0 { "    " } else { "        + " };
        lines.extend(score.iter().enumerate().map(|(index, term)| format!("{}{term}", after(index))));
    }
    lines.push("}".to_owned());
    lines
}

const HEAD: &str = r"
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
    }";

/// Returns a feature's term of the score.
fn term(feature: F, weight: Weight) -> String {
    let tapered = weight.is_tapered();
    let name = if tapered { format!("w_{}", terms::variable(feature)) } else { terms::constant(feature) };
    let value = match feature {
        F::OwnMoves => "m",
        F::OpponentMoves => "o",
        F::MovesShare => "m / (1.0 + m + 3.0 * o)",
        F::MovesBalance => "(m - o) / (m + o)",
        F::MovesRatio if tapered => return format!("ratio_weighing({name}, m, o)"),
        F::MovesRatio => "(m / o)",
        F::ToMove => "f64::from(to_move)",
        F::ToMoveOwnMoves => "m * f64::from(to_move)",
        F::ToMoveOpponentMoves => "o * f64::from(to_move)",
        F::OwnCentreDistance => "own.map_or(0.0, centre_distance)",
        F::OpponentCentreDistance => "opponent.map_or(0.0, centre_distance)",
        F::OwnCentreManhattan => "own.map_or(0.0, centre_manhattan)",
        F::OpponentCentreManhattan => "opponent.map_or(0.0, centre_manhattan)",
        F::OpponentDistance => "distance(own, opponent)",
        F::MovesPerBlank => "m / count(blank)",
        F::PolosinBalance => "own.map_or(0.0, |cell| polosin_balance(m, o, cell))",
        F::EarlyCentrality => "early_centrality(own, blank)",
        F::OwnMovesCentre => "m * own.map_or(0.0, centre_distance)",
        F::OpponentMovesCentre => "o * opponent.map_or(0.0, centre_distance)",
        F::OwnOpenSpace => "own.map_or(0.0, |cell| open_space(blank, cell))",
        F::OpponentOpenSpace => "opponent.map_or(0.0, |cell| open_space(blank, cell))",
        F::OwnLookaheadMean => "lookahead(own_moves, blank) / m.max(1.0)",
        F::OwnLookaheadTotal => "lookahead(own_moves, blank)",
        F::OwnReachTwo => "reach_two(own_moves, blank)",
        F::OpponentLookaheadMean => "lookahead(opponent_moves, blank) / o.max(1.0)",
        F::OpponentLookaheadTotal => "lookahead(opponent_moves, blank)",
        F::OpponentReachTwo => "reach_two(opponent_moves, blank)",
        F::OwnTargetsCentre => "targets_centre(own_moves)",
        F::OpponentTargetsCentre => "targets_centre(opponent_moves)",
        F::CommonMoves => "count(own_moves & opponent_moves)",
        F::OwnRing1 => "ring(blank, own, 1)",
        F::OwnRing2 => "ring(blank, own, 2)",
        F::OwnRing3 => "ring(blank, own, 3)",
        F::OwnRing4 => "ring(blank, own, 4)",
        F::OwnRing5 => "ring(blank, own, 5)",
        F::OpponentRing1 => "ring(blank, opponent, 1)",
        F::OpponentRing2 => "ring(blank, opponent, 2)",
        F::OpponentRing3 => "ring(blank, opponent, 3)",
        F::OpponentRing4 => "ring(blank, opponent, 4)",
        F::OpponentRing5 => "ring(blank, opponent, 5)",
        F::OwnTerritory => "own_territory",
        F::OpponentTerritory => "opponent_territory",
    };
    format!("{name} * {value}")
}
