//! The table of both players' cells: what they are worth, and what is lost with each blocked cell.

use super::plan::Plan;
use crate::export::terms;
use crate::features::Feature as F;
use crate::heuristic::Weight;

/// Writes the function that makes the table, and its call.
pub(super) fn lines(plan: &Plan) -> Vec<String> {
    let names: Vec<String> = plan.pairs.iter().map(|&(feature, _)| terms::variable(feature)).collect();
    let mut lines = vec![String::new()];
    let mut push = |line: &str| lines.push(format!("    {line}"));
    if names.len() <= 5 {
        push(&format!("def worth({}):", names.join(", ")));
    } else {
        push("def worth(");
        for names in names.chunks(4) {
            push(&format!("    {},", names.join(", ")));
        }
        push("):");
    }
    let of = |wanted: fn(F) -> Option<&'static str>| -> Vec<String> {
        let term = |&(feature, _): &(F, Weight)| Some(format!("{} * {}", terms::variable(feature), wanted(feature)?));
        plan.pairs.iter().filter_map(term).collect()
    };
    let (own, opponent, common, places) = (of(own_share), of(opponent_share), of(common_share), of(of_places));
    if plan.pass {
        push(r#"    """What all cells blank are worth to the two cells, and what is lost with each blocked one.""""#);
        let mut shares = Vec::new();
        for (who, share) in [("own", &own), ("opponent", &opponent)] {
            if !share.is_empty() {
                push(&format!("    {who}_share = {{"));
                let sum = share.join(" + ");
                if sum.len() < 70 {
                    push(&format!("        {who}: [{sum} for cell in cells] for {who} in near"));
                } else {
                    push(&format!("        {who}: ["));
                    for line in terms::sum("", share, "", "        ", ["", ""]) {
                        push(&line);
                    }
                    push("            for cell in cells");
                    push("        ]");
                    push(&format!("        for {who} in near"));
                }
                push("    }");
                shares.push(format!("{who}_share[{who}][cell]"));
            }
        }
        shares.extend(common);
        push("    table, numbers = {own: {} for own in near}, {}");
        push("    for own in near:");
        push("        for opponent in near:");
        let sum = shares.join(" + ");
        if sum.len() < 70 {
            push(&format!("            shares = [{sum} for cell in cells]"));
        } else {
            push("            shares = [");
            for line in terms::sum("", &shares, "", "            ", ["", ""]) {
                push(&line);
            }
            push("                for cell in cells");
            push("            ]");
        }
        let base: Vec<String> = std::iter::once("sum(shares)".to_owned()).chain(places).collect();
        for line in terms::sum("base = ", &base, "", "            ", ["(", ")"]) {
            push(&line);
        }
        push("            # Equal numbers are one object: less to keep, and nearer together.");
        push("            lost = tuple(numbers.setdefault(share, -share) for share in shares)");
        push("            table[own][opponent] = base, lost");
        push("    return table");
    } else {
        push(r#"    """What the two cells are worth.""""#);
        push("    return {");
        push("        own: {");
        push("            opponent: (");
        for line in terms::sum("", &places, "", "                ", ["", ""]) {
            push(&line);
        }
        push("            )");
        push("            for opponent in near");
        push("        }");
        push("        for own in near");
        push("    }");
    }
    push("");
    for line in made_pairs(plan) {
        push(&line);
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// The calls that make the table: one, or one for each layer when weights are tapered.
fn made_pairs(plan: &Plan) -> Vec<String> {
    let call = |head: &str, weights: Vec<String>| {
        let line = format!("{head} = worth({})", weights.join(", "));
        if line.len() <= 96 {
            return vec![line];
        }
        let weights = weights.chunks(4).map(|weights| format!("    {},", weights.join(", ")));
        std::iter::once(format!("{head} = worth(")).chain(weights).chain(std::iter::once(")".to_owned())).collect()
    };
    let weights = |tapered: fn(&str) -> String, constant: fn(&str) -> String| {
        let of = |&(feature, weight): &(F, Weight)| {
            let name = terms::constant(feature);
            if weight.is_tapered() { tapered(&name) } else { constant(&name) }
        };
        plan.pairs.iter().map(of).collect::<Vec<_>>()
    };
    if !plan.tapers_pairs() {
        return call("pairs", weights(str::to_owned, str::to_owned));
    }
    let mut lines = call("late", weights(|name| format!("{name}_LATE"), str::to_owned));
    lines.extend(call("growth", weights(|name| format!("{name}_EARLY - {name}_LATE"), |_| "0.0".to_owned())));
    let both = match (plan.pass, plan.tapers_pass) {
        (true, true) => "late[own][cell] + growth[own][cell]",
        (true, false) => "late[own][cell] + growth[own][cell][:1]",
        _ => "(late[own][cell], growth[own][cell])",
    };
    lines.push(format!("pairs = {{own: {{cell: {both} for cell in near}} for own in near}}"));
    lines
}

/// What a blank cell is worth to the scored player, by its own cell.
fn own_share(feature: F) -> Option<&'static str> {
    Some(match feature {
        F::OwnMoves => "(cell in near[own])",
        F::OwnMovesCentre => "centre[own] * (cell in near[own])",
        F::OwnTargetsCentre => "centre[cell] * (cell in near[own])",
        F::OwnRing1 => "(apart[own].get(cell) == 1)",
        F::OwnRing2 => "(apart[own].get(cell) == 2)",
        F::OwnRing3 => "(apart[own].get(cell) == 3)",
        F::OwnRing4 => "(apart[own].get(cell) == 4)",
        F::OwnRing5 => "(apart[own].get(cell) == 5)",
        _ => return None,
    })
}

/// What a blank cell is worth to the scored player, by the opponent's cell.
fn opponent_share(feature: F) -> Option<&'static str> {
    Some(match feature {
        F::OpponentMoves => "(cell in near[opponent])",
        F::OpponentMovesCentre => "centre[opponent] * (cell in near[opponent])",
        F::OpponentTargetsCentre => "centre[cell] * (cell in near[opponent])",
        F::OpponentRing1 => "(apart[opponent].get(cell) == 1)",
        F::OpponentRing2 => "(apart[opponent].get(cell) == 2)",
        F::OpponentRing3 => "(apart[opponent].get(cell) == 3)",
        F::OpponentRing4 => "(apart[opponent].get(cell) == 4)",
        F::OpponentRing5 => "(apart[opponent].get(cell) == 5)",
        _ => return None,
    })
}

fn common_share(feature: F) -> Option<&'static str> {
    (feature == F::CommonMoves).then_some("(cell in near[own] and cell in near[opponent])")
}

/// What the two cells alone are worth.
fn of_places(feature: F) -> Option<&'static str> {
    Some(match feature {
        F::OwnCentreDistance => "centre[own]",
        F::OpponentCentreDistance => "centre[opponent]",
        F::OwnCentreManhattan => "manhattan[own]",
        F::OpponentCentreManhattan => "manhattan[opponent]",
        F::OpponentDistance => "gap(own, opponent)",
        _ => return None,
    })
}
