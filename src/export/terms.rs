//! What the Python and Rust exports share: names and values of weights, and the layout of sums.

use std::collections::BTreeSet;

use super::remark;
use crate::features::{Feature as F, Ingredient};
use crate::heuristic::{Weight, Weights};

/// The longest line of code, where it can be broken.
pub(super) const WIDTH: usize = 110;

/// Features that depend on the number of own moves.
pub(super) const OF_OWN_MOVES: [F; 9] = [
    F::OwnMoves,
    F::MovesShare,
    F::MovesBalance,
    F::MovesRatio,
    F::ToMoveOwnMoves,
    F::MovesPerBlank,
    F::PolosinBalance,
    F::OwnMovesCentre,
    F::OwnLookaheadMean,
];

/// Features that depend on the number of the opponent's moves.
pub(super) const OF_OPPONENT_MOVES: [F; 8] = [
    F::OpponentMoves,
    F::MovesShare,
    F::MovesBalance,
    F::MovesRatio,
    F::ToMoveOpponentMoves,
    F::PolosinBalance,
    F::OpponentMovesCentre,
    F::OpponentLookaheadMean,
];

/// The symbols of the features' formulas with their meanings, which use only symbols further down.
const SIGNS: [(&[&str], &str); 8] = [
    (&["m"], "m own moves"),
    (&["o"], "o opponent's moves"),
    (&["B"], "B blank cells"),
    (&["Δy", "Δx"], "(Δy, Δx) = (y − cy, x − cx)"),
    (&["y", "x"], "(y, x) own cell"),
    (&["oy", "ox"], "(oy, ox) the opponent's cell"),
    (&["d"], "d² the squared distance of a cell from (cy, cx)"),
    (&["cy", "cx"], "(cy, cx) = (height/2, width/2)"),
];

/// Returns the formulas of some features and the meanings of their symbols, as lines of comments.
pub(super) fn legend(weights: &Weights, mark: &str) -> Vec<String> {
    let used: Vec<F> = weights.used().map(|(feature, _)| feature).collect();
    if used.is_empty() {
        return Vec::new();
    }
    let mut signs: BTreeSet<&str> = used.iter().flat_map(|feature| signs_in(feature.formula())).collect();
    let mut meanings = Vec::new();
    for (names, meaning) in SIGNS {
        if names.iter().any(|name| signs.contains(name)) {
            meanings.push(meaning);
            signs.extend(signs_in(meaning));
        }
    }
    let mut lines = vec!["The weights, each with what it multiplies.".to_owned()];
    lines.extend(filled(&meanings, "."));
    if used.iter().any(|feature| feature.ingredients().iter().any(|ingredient| OF_A_CELL.contains(ingredient))) {
        lines.push("What needs the cell of a player not placed yet is 0.".to_owned());
    }
    lines.iter().map(|line| format!("{mark} {line}")).collect()
}

/// Lays out a list with commas, broken only between its parts.
pub(super) fn filled(parts: &[impl AsRef<str>], end: &str) -> Vec<String> {
    const NO_BREAK: &str = "\u{a0}";
    if parts.is_empty() {
        return Vec::new();
    }
    let whole: Vec<String> = parts.iter().map(|part| part.as_ref().replace(' ', NO_BREAK)).collect();
    let text = format!("{}{end}", whole.join(", "));
    remark::wrapped(&text).iter().map(|line| line.replace(NO_BREAK, " ")).collect()
}

/// Ingredients that exist only for a placed player.
const OF_A_CELL: [Ingredient; 6] = [
    Ingredient::OwnCell,
    Ingredient::OpponentCell,
    Ingredient::OwnAreas,
    Ingredient::OpponentAreas,
    Ingredient::OwnRings,
    Ingredient::OpponentRings,
];

fn signs_in(formula: &str) -> impl Iterator<Item = &str> {
    formula.split(|c: char| !c.is_alphabetic())
}

/// Returns the name of a feature's weight as a constant.
pub(super) fn constant(feature: F) -> String {
    variable(feature).to_uppercase()
}

/// Returns the name of a feature's weight as a variable.
pub(super) fn variable(feature: F) -> String {
    feature.name().replace('-', "_")
}

/// Returns a number as both languages read it, bit for bit.
pub(super) fn number(number: f64) -> String {
    format!("{number:?}")
}

/// Returns the constants of a weight, each with its value and meaning.
pub(super) fn constants(feature: F, weight: Weight) -> Vec<(String, f64, String)> {
    let (name, formula) = (constant(feature), feature.formula());
    if weight.is_tapered() {
        vec![
            (format!("{name}_EARLY"), weight.early(), format!("{formula}; just after the placements")),
            (format!("{name}_LATE"), weight.late(), "the same on a full board; by blank cells in between".to_owned()),
        ]
    } else {
        vec![(name, weight.early(), formula.to_owned())]
    }
}

/// Lays out `head` and a sum of terms: on one line if it fits, else one term per line in brackets.
pub(super) fn sum(head: &str, terms: &[String], [open, close]: [&str; 2]) -> Vec<String> {
    let line = format!("{head}{}", terms.join(" + "));
    if terms.len() < 2 || line.chars().count() <= WIDTH {
        return vec![line];
    }
    let indent = " ".repeat(head.chars().take_while(|&c| c == ' ').count());
    let mut lines = vec![format!("{head}{open}")];
    lines.extend(one_a_line(terms, &indent));
    lines.push(format!("{indent}{close}"));
    lines
}

/// Lays out a sum in brackets at an indent, one term per line.
pub(super) fn one_a_line(terms: &[String], indent: &str) -> Vec<String> {
    let sign = |index: usize| if index == 0 { "" } else { "+ " };
    terms.iter().enumerate().map(|(index, term)| format!("{indent}    {}{term}", sign(index))).collect()
}
