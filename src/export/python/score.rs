//! The function `custom_score`: straight-line code for the features in use.

use super::plan::Plan;
use crate::export::terms;
use crate::features::Feature as F;
use crate::heuristic::Weight;

/// Writes the function.
pub(super) fn lines(plan: &Plan) -> Vec<String> {
    let mut lines: Vec<String> = HEAD.lines().map(str::to_owned).collect();
    let mut push = |line: &str| lines.push(format!("    {line}"));
    let tables = plan.tables();
    let (tables, made) = (tables.join(", "), "HOME if len(state) == ENTRIES and game.height == HEIGHT else");
    if tables.len() <= 20 {
        push(&format!("{tables} = {made} _tables(game.width, game.height)"));
    } else {
        push(&format!("{tables} = ("));
        push(&format!("    {made} _tables(game.width, game.height)"));
        push(")");
    }
    for (side, who) in ["own", "opponent"].into_iter().enumerate() {
        if looks_further(plan, side) {
            push(&format!("{who}_blocked = jumps[{who}](state)"));
        }
        if counts(plan, side) {
            push(&format!("{} = {}.count(0)", number(side), blocked(plan, side)));
        }
    }
    push("# The side to move without a move has lost.");
    push("if waiting:");
    push(&format!("    if {}:", stuck(plan, 1)));
    push("        return inf");
    push(&format!("elif {}:", stuck(plan, 0)));
    push("    return -inf");
    let values = plan_values(plan);
    for line in &values {
        push(line);
    }
    let score = score_terms(plan);
    let score = if score.is_empty() { vec!["0.0".to_owned()] } else { score };
    lines.extend(terms::sum("    return ", &score, ["(", ")"]));
    lines
}

const HEAD: &str = r#"def custom_score(game, player):
    """Returns the score of a position for a player: -inf if lost, inf if won, else the weighted sum."""
    try:
        state, waiting = game._board_state, player is not game._active_player
        if player is game._player_1:
            own, opponent = state[-1], state[-2]
        elif player is game._player_2:
            own, opponent = state[-2], state[-1]
        else:
            state, waiting, own, opponent = _read(game, player)
    except AttributeError:
        state, waiting, own, opponent = _read(game, player)"#;

/// The number of a player's moves.
fn number(side: usize) -> &'static str {
    ["m", "o"][side]
}

fn counts(plan: &Plan, side: usize) -> bool {
    [plan.counts_own(), plan.counts_opponent()][side]
}

/// Returns whether more than the number of a player's moves is needed.
fn looks_further(plan: &Plan, side: usize) -> bool {
    plan.ahead()[side] || plan.reach()[side]
}

/// The code for a player's blocked jumps.
fn blocked(plan: &Plan, side: usize) -> String {
    let who = ["own", "opponent"][side];
    if looks_further(plan, side) { format!("{who}_blocked") } else { format!("jumps[{who}](state)") }
}

/// The condition that a player has no move.
fn stuck(plan: &Plan, side: usize) -> String {
    if counts(plan, side) { format!("not {}", number(side)) } else { format!("0 not in {}", blocked(plan, side)) }
}

/// The lines that compute what terms use.
fn plan_values(plan: &Plan) -> Vec<String> {
    let mut lines = Vec::new();
    let mut push = |line: String| lines.push(line);
    if plan.tapers() {
        let names = at_ply(plan);
        if names.len() <= 4 {
            push(format!("{} = at_ply[game.move_count]", names.join(", ")));
        } else {
            push("(".to_owned());
            for line in terms::filled(&names, ",") {
                push(format!("    {line}"));
            }
            push(") = at_ply[game.move_count]".to_owned());
        }
    }
    if !plan.pairs.is_empty() {
        let layers = match (plan.pass, plan.tapers_pairs()) {
            (true, true) if plan.tapers_pass => "base, lost, base_growth, lost_growth",
            (true, true) => "base, lost, base_growth",
            (true, false) => "base, lost",
            (false, true) => "base, base_growth",
            (false, false) => "base",
        };
        if plan.pass {
            push(
                "# What the two cells are worth on a blank board; one pass takes off what each blocked cell costs."
                    .to_owned(),
            );
        }
        push(format!("{layers} = pairs[own][opponent]"));
    }
    for (side, who) in ["own", "opponent"].into_iter().enumerate() {
        if plan.areas()[side] {
            push(format!("base_areas, lost_areas = areas[{who}]"));
            push("areas_now = sum(compress(lost_areas, state), base_areas)".to_owned());
            push("some, others = areas_now & low_half, areas_now >> half".to_owned());
            push("blank = sums[some] + sums[others]".to_owned());
            push(format!("{who}_spread = sqrt(4 * (squares[some] + squares[others]) - blank * blank) / 4"));
        }
        for (in_use, table) in [(plan.ahead()[side], "ahead"), (plan.reach()[side], "reach")] {
            if in_use {
                push(format!("{who}_{table} = {table}[{who}][{who}_blocked](state).count(0)"));
            }
        }
    }
    if plan.has_term(&[F::PolosinBalance]) {
        push("p = m * factor[own]".to_owned());
    }
    if plan.territory() {
        push("# Where both are equally far, the side to move is first.".to_owned());
        push("if waiting:".to_owned());
        push("    opponent_first, own_first = territories(state, opponent, own)".to_owned());
        push("else:".to_owned());
        push("    own_first, opponent_first = territories(state, own, opponent)".to_owned());
    }
    lines
}

/// The contents of the table by plies.
pub(super) fn at_ply(plan: &Plan) -> Vec<String> {
    let phase = plan.tapers_pairs().then(|| "phase".to_owned());
    phase.into_iter().chain(plan.tapered_terms().map(terms::variable)).collect()
}

fn score_terms(plan: &Plan) -> Vec<String> {
    let pairs: &[&str] = match (plan.pairs.is_empty(), plan.pass, plan.tapers_pairs()) {
        (true, _, _) => &[],
        (_, true, true) if plan.tapers_pass => {
            &["sum(compress(lost, state), base)", "phase * sum(compress(lost_growth, state), base_growth)"]
        }
        (_, true, true) => &["sum(compress(lost, state), base)", "phase * base_growth"],
        (_, true, false) => &["sum(compress(lost, state), base)"],
        (_, false, true) => &["base", "phase * base_growth"],
        (_, false, false) => &["base"],
    };
    let pairs = pairs.iter().map(|&term| term.to_owned());
    pairs.chain(plan.terms.iter().filter_map(|&(feature, weight)| term(feature, weight))).collect()
}

/// Returns a feature's term of the score, or `None` if it must be in the table of both players' cells.
fn term(feature: F, weight: Weight) -> Option<String> {
    let name = if weight.is_tapered() { terms::variable(feature) } else { terms::constant(feature) };
    let value = match feature {
        F::OwnMoves => "m",
        F::OpponentMoves => "o",
        F::MovesShare => "m / (1 + m + 3 * o)",
        F::MovesBalance => "(m - o) / (m + o)",
        F::MovesRatio if weight.is_tapered() => {
            return Some(format!("({name} * (m / o if o else inf) if {name} else 0.0)"));
        }
        F::MovesRatio => "(m / o if o else inf)",
        F::ToMove => return Some(format!("(0.0 if waiting else {name})")),
        F::ToMoveOwnMoves => return Some(format!("(0.0 if waiting else {name} * m)")),
        F::ToMoveOpponentMoves => return Some(format!("(0.0 if waiting else {name} * o)")),
        F::MovesPerBlank => "m / (len(state) - 3 - game.move_count)",
        // A player not placed has the factor 0, and then no balance.
        F::PolosinBalance => return Some(format!("({name} * (p - o) / (p + o) if factor[own] else 0.0)")),
        F::EarlyCentrality => return Some(format!("({name} * centrality[own] if game.move_count <= 5 else 0.0)")),
        F::OwnMovesCentre => "m * centre[own]",
        F::OpponentMovesCentre => "o * centre[opponent]",
        F::OwnOpenSpace => "own_spread",
        F::OpponentOpenSpace => "opponent_spread",
        F::OwnLookaheadMean => return Some(format!("({name} * own_ahead / m if m else 0.0)")),
        F::OwnLookaheadTotal => "own_ahead",
        F::OwnReachTwo => "own_reach",
        F::OpponentLookaheadMean => return Some(format!("({name} * opponent_ahead / o if o else 0.0)")),
        F::OpponentLookaheadTotal => "opponent_ahead",
        F::OpponentReachTwo => "opponent_reach",
        F::OwnTerritory => "own_first",
        F::OpponentTerritory => "opponent_first",
        F::OwnCentreDistance
        | F::OpponentCentreDistance
        | F::OwnCentreManhattan
        | F::OpponentCentreManhattan
        | F::OpponentDistance
        | F::OwnTargetsCentre
        | F::OpponentTargetsCentre
        | F::CommonMoves
        | F::OwnRing1
        | F::OwnRing2
        | F::OwnRing3
        | F::OwnRing4
        | F::OwnRing5
        | F::OpponentRing1
        | F::OpponentRing2
        | F::OpponentRing3
        | F::OpponentRing4
        | F::OpponentRing5 => return None,
    };
    Some(format!("{name} * {value}"))
}
