//! The table of both players' cells: their score, and the cost of each blocked cell.

use super::plan::Plan;
use crate::export::terms;
use crate::features::Feature as F;
use crate::heuristic::Weight;

/// Writes the function that computes an entry of the table, and the table.
pub(super) fn lines(plan: &Plan) -> Vec<String> {
    let names: Vec<String> = plan.pairs.iter().map(|&(feature, _)| terms::variable(feature)).collect();
    let mut lines = vec![String::new()];
    lines.extend(call("    def worth(", &names, "):"));
    let of = |wanted: fn(Share) -> Option<&'static str>| -> Vec<String> {
        let term = |&(feature, _): &(F, Weight)| {
            let share = share(feature).and_then(wanted)?;
            Some(format!("{} * {share}", terms::variable(feature)))
        };
        plan.pairs.iter().filter_map(term).collect()
    };
    let places = of(|share| if let Share::Places(code) = share { Some(code) } else { None });
    if plan.pass {
        let own = of(|share| if let Share::Own(code) = share { Some(code) } else { None });
        let opponent = of(|share| if let Share::Opponent(code) = share { Some(code) } else { None });
        let common = of(|share| if let Share::Common(code) = share { Some(code) } else { None });
        lines.extend(pass(&own, &opponent, &common, &places));
    } else {
        lines.push(r#"        """Returns a function of two cells: their score.""""#.to_owned());
        lines.extend(terms::sum("        return lambda own, opponent: ", &places, ["(", ")"]));
    }
    lines.push(String::new());
    lines.extend(made_pairs(plan));
    lines
}

/// The body of the function if there is a pass over the board.
fn pass(own: &[String], opponent: &[String], common: &[String], places: &[String]) -> Vec<String> {
    let mut lines = vec![
        r#"        """Returns a function of two cells: their score on a blank board, and the cost of each blocked cell.""""#
            .to_owned(),
    ];
    let mut shares = Vec::new();
    for (who, share) in [("own", own), ("opponent", opponent)] {
        if !share.is_empty() {
            let head = format!("        {who}_share = table(lambda {who}: [");
            lines.extend(for_each_cell(&head, share, "])"));
            shares.push(format!("{who}_share[{who}][cell]"));
        }
    }
    shares.extend_from_slice(common);
    let base: Vec<String> = std::iter::once("sum(shares)".to_owned()).chain(places.iter().cloned()).collect();
    lines.extend(["        numbers = {}", "", "        def pair(own, opponent):"].map(str::to_owned));
    lines.extend(for_each_cell("            shares = [", &shares, "]"));
    lines.extend(terms::sum("            base = ", &base, ["(", ")"]));
    lines.extend(
        [
            "            # Equal numbers share one object, which saves memory.",
            "            return base, tuple(numbers.setdefault(share, -share) for share in shares)",
            "",
            "        return pair",
        ]
        .map(str::to_owned),
    );
    lines
}

/// Lays out a sum of terms for each cell: on one line if it fits, else one term per line.
fn for_each_cell(head: &str, terms: &[String], tail: &str) -> Vec<String> {
    let line = format!("{head}{} for cell in cells{tail}", terms.join(" + "));
    if line.chars().count() <= terms::WIDTH {
        return vec![line];
    }
    let indent = " ".repeat(head.chars().take_while(|&c| c == ' ').count());
    let mut lines = vec![head.to_owned()];
    lines.extend(terms::one_a_line(terms, &indent));
    lines.extend([format!("{indent}    for cell in cells"), format!("{indent}{tail}")]);
    lines
}

/// Lays out names in brackets: on one line if they fit, else on separate lines.
fn call(head: &str, names: &[String], tail: &str) -> Vec<String> {
    let line = format!("{head}{}{tail}", names.join(", "));
    if line.chars().count() <= terms::WIDTH {
        return vec![line];
    }
    let names = terms::filled(names, ",").into_iter().map(|line| format!("        {line}"));
    std::iter::once(head.to_owned()).chain(names).chain(std::iter::once(format!("    {tail}"))).collect()
}

/// The lines that create the table: one layer, or two if weights are tapered.
fn made_pairs(plan: &Plan) -> Vec<String> {
    let weights = |tapered: fn(&str) -> String, constant: fn(&str) -> String| {
        let of = |&(feature, weight): &(F, Weight)| {
            let name = terms::constant(feature);
            if weight.is_tapered() { tapered(&name) } else { constant(&name) }
        };
        plan.pairs.iter().map(of).collect::<Vec<_>>()
    };
    let mut lines;
    let entry = if plan.tapers_pairs() {
        lines = call("    late = worth(", &weights(|name| format!("{name}_LATE"), str::to_owned), ")");
        let growth = weights(|name| format!("{name}_EARLY - {name}_LATE"), |_| "0.0".to_owned());
        lines.extend(call("    growth = worth(", &growth, ")"));
        match (plan.pass, plan.tapers_pass) {
            (true, true) => "late(own, opponent) + growth(own, opponent)",
            (true, false) => "late(own, opponent) + growth(own, opponent)[:1]",
            _ => "(late(own, opponent), growth(own, opponent))",
        }
    } else {
        lines = call("    pair = worth(", &weights(str::to_owned, str::to_owned), ")");
        "pair(own, opponent)"
    };
    lines.push(format!("    pairs = table(lambda own: table(lambda opponent: {entry}))"));
    lines
}

/// The source of a feature's contribution to the table, with the code that the weight multiplies.
#[derive(Clone, Copy)]
enum Share {
    /// Each blank cell, by the own cell.
    Own(&'static str),
    /// Each blank cell, by the opponent's cell.
    Opponent(&'static str),
    /// Each blank cell, by both players' cells.
    Common(&'static str),
    /// The two cells alone.
    Places(&'static str),
}

/// Returns the contribution of a feature to the table of both players' cells, or `None` if it must be a term of its
/// own.
fn share(feature: F) -> Option<Share> {
    Some(match feature {
        F::OwnMoves => Share::Own("(cell in near[own])"),
        F::OwnMovesCentre => Share::Own("centre[own] * (cell in near[own])"),
        F::OwnTargetsCentre => Share::Own("centre[cell] * (cell in near[own])"),
        F::OwnRing1 => Share::Own("(apart[own].get(cell) == 1)"),
        F::OwnRing2 => Share::Own("(apart[own].get(cell) == 2)"),
        F::OwnRing3 => Share::Own("(apart[own].get(cell) == 3)"),
        F::OwnRing4 => Share::Own("(apart[own].get(cell) == 4)"),
        F::OwnRing5 => Share::Own("(apart[own].get(cell) == 5)"),
        F::OpponentMoves => Share::Opponent("(cell in near[opponent])"),
        F::OpponentMovesCentre => Share::Opponent("centre[opponent] * (cell in near[opponent])"),
        F::OpponentTargetsCentre => Share::Opponent("centre[cell] * (cell in near[opponent])"),
        F::OpponentRing1 => Share::Opponent("(apart[opponent].get(cell) == 1)"),
        F::OpponentRing2 => Share::Opponent("(apart[opponent].get(cell) == 2)"),
        F::OpponentRing3 => Share::Opponent("(apart[opponent].get(cell) == 3)"),
        F::OpponentRing4 => Share::Opponent("(apart[opponent].get(cell) == 4)"),
        F::OpponentRing5 => Share::Opponent("(apart[opponent].get(cell) == 5)"),
        F::CommonMoves => Share::Common("(cell in near[own] and cell in near[opponent])"),
        F::OwnCentreDistance => Share::Places("centre[own]"),
        F::OpponentCentreDistance => Share::Places("centre[opponent]"),
        F::OwnCentreManhattan => Share::Places("manhattan[own]"),
        F::OpponentCentreManhattan => Share::Places("manhattan[opponent]"),
        F::OpponentDistance => Share::Places("gap(own, opponent)"),
        F::MovesShare
        | F::MovesBalance
        | F::MovesRatio
        | F::ToMove
        | F::ToMoveOwnMoves
        | F::ToMoveOpponentMoves
        | F::MovesPerBlank
        | F::PolosinBalance
        | F::EarlyCentrality
        | F::OwnOpenSpace
        | F::OpponentOpenSpace
        | F::OwnLookaheadMean
        | F::OwnLookaheadTotal
        | F::OwnReachTwo
        | F::OpponentLookaheadMean
        | F::OpponentLookaheadTotal
        | F::OpponentReachTwo
        | F::OwnTerritory
        | F::OpponentTerritory => return None,
    })
}
