//! What the two languages share: names and numbers of weights, and the layout of a sum.

use crate::features::Feature;
use crate::heuristic::Weight;

/// What the signs in the features' formulas mean.
pub(super) const LEGEND: [&str; 2] = [
    "m own moves, o opponent's moves, B blank cells, (y, x) own cell, (oy, ox) the opponent's,",
    "(cy, cx) = (height/2, width/2), d² the squared distance from there; a player not placed has no cell: 0.",
];

/// Gives the name of a feature's weight as a constant.
pub(super) fn constant(feature: Feature) -> String {
    variable(feature).to_uppercase()
}

/// Gives the name of a feature's weight as a variable.
pub(super) fn variable(feature: Feature) -> String {
    feature.name().replace('-', "_")
}

/// Gives a number as both languages read it back bit for bit.
pub(super) fn number(number: f64) -> String {
    format!("{number:?}")
}

/// Gives the constants a weight is written as, each with its value and its meaning.
pub(super) fn constants(feature: Feature, weight: Weight) -> Vec<(String, f64, String)> {
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

/// Lays out `head` and a sum of terms: on one line where it fits, else a term a line in brackets.
pub(super) fn sum(head: &str, terms: &[String], tail: &str, indent: &str, brackets: [&str; 2]) -> Vec<String> {
    let line = format!("{indent}{head}{}{tail}", terms.join(" + "));
    if terms.len() < 2 || line.chars().count() <= 100 {
        return vec![line];
    }
    let [open, close] = brackets;
    let mut lines = vec![format!("{indent}{head}{open}")];
    let sign = |index: usize| if index == 0 { "" } else { "+ " };
    lines.extend(terms.iter().enumerate().map(|(index, term)| format!("{indent}    {}{term}", sign(index))));
    lines.push(format!("{indent}{close}{tail}"));
    lines.retain(|line| !line.trim().is_empty());
    lines
}
