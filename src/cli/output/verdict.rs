//! The verdict of a run or of a verification, in words.

use std::io::Write;

use crate::features::Feature;
use crate::report::{CENSUS, is_census, prices, verdict_sentences};
use crate::stats::TTest;
use crate::text::plural;
use crate::tune::{Conclusion, Conditions, ContestKind, FinalScores, Objective, StartScores, TunePlan, Verdict};

use crate::cli::output::failure::Failure;
use crate::cli::output::figures::{in_points, p_value, rate};
use crate::cli::output::head_to_head;
use crate::cli::output::style;

/// Prints the scores of the finalists on the select block.
pub(crate) fn print_finalists(verdict: &Verdict, plan: &TunePlan, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(
        out,
        "{} (± 95 %; each round compares them on the same openings; those that dropped out have played fewer):",
        ContestKind::Finalists
    )?;
    let most = verdict.finalists.iter().map(|finalist| finalist.score.pairs).max();
    let selected = verdict.finalists.get(verdict.winner).map(|winner| winner.value);
    for (index, finalist) in verdict.finalists.iter().enumerate() {
        let pairs = finalist.score.pairs;
        let recommended = if verdict.recommended == Some(index) { "   recommended by the search" } else { "" };
        let mark = if index == verdict.winner {
            "   <- selected".to_owned()
        } else if Some(pairs) < most {
            format!("   dropped after {pairs} {} in all", plural(pairs, "pair"))
        } else if Some(finalist.value) > selected {
            "   not clearly better".to_owned()
        } else {
            String::new()
        };
        let value = match plan.config().objective {
            Objective::MeanWinRate => String::new(),
            objective => format!("   {objective} {:.4}", finalist.value),
        };
        let lacking: Vec<&str> = verdict.lacking(finalist, plan.encoding()).into_iter().map(Feature::name).collect();
        let without = if lacking.is_empty() { String::new() } else { format!("   without {}", lacking.join(", ")) };
        writeln!(out, "  {:<15} {}{value}{without}{recommended}{mark}", finalist.origin, rate(&finalist.score))?;
    }
    Ok(())
}

/// Prints the scores on the final block, then each head-to-head match.
pub(crate) fn print_final(
    name: &str,
    scores: &FinalScores,
    conditions: &Conditions,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let FinalScores { score, improved, delta_improved, versus_improved, start, .. } = scores;
    let rules = &conditions.roster().name;
    writeln!(out, "on the final block, against {rules}, all opponents with equal weight (± 95 %):")?;
    writeln!(out, "  {name:<10} {}", rate(score))?;
    writeln!(out, "  {:<10} {}", "improved", rate(improved))?;
    if let Some(StartScores { score, .. }) = start {
        writeln!(out, "  {:<10} {}", "start", rate(score))?;
    }
    for (opponent, score) in &scores.opponents {
        writeln!(out, "    vs {opponent:<12} {}", rate(score))?;
    }
    let census = is_census(scores);
    if census {
        writeln!(out, "  ({CENSUS})")?;
    }
    let (own, others) = (conditions.priced_budget(), conditions.budget());
    if let Some(prices) = prices(&own, others, &conditions.roster().costs, start.is_some()) {
        writeln!(out, "  ({prices})")?;
    }
    // Where hardly anything is left to chance, a p-value says nothing about other openings.
    let surprise = |test: &TTest| if census { String::new() } else { format!(", p {}", p_value(test)) };
    writeln!(out, "  vs improved: {}{}", in_points(delta_improved), surprise(delta_improved))?;
    if let Some(StartScores { delta, .. }) = start {
        writeln!(out, "  vs start:    {}{}", in_points(delta), surprise(delta))?;
    }
    let (protocol, board) = (conditions.protocol(), conditions.board());
    let against = if own == *others { String::new() } else { format!(" against {others}") };
    writeln!(out, "\n{name} vs improved   {protocol}, {own}{against}, {board}, block final")?;
    head_to_head::print(versus_improved, out)?;
    if let Some(StartScores { versus, .. }) = start {
        // Start weights pay the same prices.
        writeln!(out, "\n{name} vs its start weights   {protocol}, {own}, {board}, block final")?;
        head_to_head::print(versus, out)?;
    }
    Ok(writeln!(out)?)
}

/// Prints the verdict, a sentence for each comparison, and what it holds for; if the start weights were selected,
/// the first is `nothing_found`.
pub(crate) fn print_sentences(
    name: &str,
    scores: &FinalScores,
    conditions: &Conditions,
    nothing_found: Option<&str>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    for (conclusion, sentence) in verdict_sentences(name, scores, nothing_found) {
        let text = format!("verdict: {sentence}");
        let text = match conclusion {
            Conclusion::Better => style::green(&text),
            Conclusion::Worse => style::red(&text),
            Conclusion::Inconclusive => style::bold(&text),
        };
        writeln!(out, "{text}")?;
    }
    let own = conditions.priced_budget().to_string();
    // Opponents may have other budgets than the baseline, and than each other.
    let mut others = conditions.opponent_budgets();
    if others.is_empty() {
        others.push(conditions.budget());
    }
    let others = others.into_iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ");
    let budget = if own == others { own } else { format!("{own} against {others}") };
    let (protocol, board, plies) = (conditions.protocol(), conditions.board(), conditions.plies());
    Ok(writeln!(out, "holds for: {protocol} rules, {budget} per move, {board}, openings of {plies} plies")?)
}
