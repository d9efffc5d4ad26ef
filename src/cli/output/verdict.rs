//! The verdict of a run or of a verification, in words.

use std::io::Write;

use crate::stats::{Coverage, HeadToHead, TTest};
use crate::tune::{Conclusion, Conditions, FinalScores, Objective, StartScores, Verdict};

use crate::cli::output::failure::Failure;
use crate::cli::output::figures::{in_points, p_value, rate};
use crate::cli::output::head_to_head;
use crate::cli::output::style;

/// Prints the scores of the finalists on the select block.
pub(crate) fn print_finalists(verdict: &Verdict, objective: Objective, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "finalists on the select block (± 95 %):")?;
    let most = verdict.finalists.iter().map(|finalist| finalist.score.pairs).max();
    for (index, finalist) in verdict.finalists.iter().enumerate() {
        let pairs = finalist.score.pairs;
        let mark = if index == verdict.winner {
            "   <- selected".to_owned()
        } else if Some(pairs) < most {
            format!("   dropped after {pairs} pairs")
        } else {
            String::new()
        };
        let value = match objective {
            Objective::MeanWinRate => String::new(),
            objective => format!("   {objective} {:.4}", finalist.value),
        };
        writeln!(out, "  {:<15} {}{value}{mark}", finalist.origin, rate(&finalist.score))?;
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
    let census = scores.opponents.iter().any(|(_, score)| score.basis == Coverage::Census);
    if census {
        writeln!(
            out,
            "  (census: every opening of the block was played; the ± of a sum covers only the chance within games)"
        )?;
    }
    // Where hardly anything is left to chance, a p-value says nothing about other openings.
    let surprise = |test: &TTest| if census { String::new() } else { format!(", p {}", p_value(test)) };
    writeln!(out, "  vs improved: {}{}", in_points(delta_improved), surprise(delta_improved))?;
    if let Some(StartScores { delta, .. }) = start {
        writeln!(out, "  vs start:    {}{}", in_points(delta), surprise(delta))?;
    }
    let setting = format!("{}, {}, {}, block final", conditions.protocol(), conditions.budget(), conditions.board());
    writeln!(out, "\n{name} vs improved   {setting}")?;
    head_to_head::print(versus_improved, out)?;
    if let Some(StartScores { versus, .. }) = start {
        writeln!(out, "\n{name} vs its start weights   {setting}")?;
        head_to_head::print(versus, out)?;
    }
    Ok(writeln!(out)?)
}

/// Prints the verdict, a sentence for each comparison, and what it holds for; if the start weights were selected, the
/// search found nothing.
pub(crate) fn print_sentences(
    name: &str,
    scores: &FinalScores,
    conditions: &Conditions,
    start_chosen: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let opponents = conditions.opponents();
    let says = |test: &TTest, versus: &HeadToHead, whom: &str| {
        let (points, together) = (in_points(test), together(test, versus));
        let against = format!("{points} against these {opponents} opponents");
        match Conclusion::of(test) {
            Conclusion::Better => format!("{name} is better than {whom} by {against}; {together}"),
            Conclusion::Worse => format!("no improvement shown: {name} is worse than {whom}, {against}; {together}"),
            Conclusion::Inconclusive => format!("no improvement shown: {name} against {whom} is {against}; {together}"),
        }
    };
    let mut verdict = |text: &str, conclusion: Conclusion| {
        let text = format!("verdict: {text}");
        let text = match conclusion {
            Conclusion::Better => style::green(&text),
            Conclusion::Worse => style::red(&text),
            Conclusion::Inconclusive => style::bold(&text),
        };
        writeln!(out, "{text}")
    };
    if start_chosen {
        let text = "no improvement shown: no finalist did better than the start weights";
        verdict(text, Conclusion::Inconclusive)?;
    }
    // Start weights that are `improved` have nothing to be compared with.
    if !start_chosen || scores.score != scores.improved {
        let improved = says(&scores.delta_improved, &scores.versus_improved, "improved");
        verdict(&improved, Conclusion::of(&scores.delta_improved))?;
    }
    if let Some(start) = &scores.start {
        verdict(&says(&start.delta, &start.versus, "its start weights"), Conclusion::of(&start.delta))?;
    }
    let (protocol, budget, board) = (conditions.protocol(), conditions.budget(), conditions.board());
    let plies = conditions.plies();
    Ok(writeln!(out, "holds for: {protocol} rules, {budget} per move, {board}, openings of {plies} plies")?)
}

/// How the head-to-head result goes together with the difference against the opponents.
fn together(test: &TTest, versus: &HeadToHead) -> String {
    let (score, interval) = (rate(&versus.score), versus.score.interval);
    let gains = Conclusion::of(test) == Conclusion::Better;
    if interval.high < 0.5 && gains {
        format!("head to head it loses, {score}: the gain comes from the other opponents")
    } else if interval.high < 0.5 {
        format!("head to head it loses, {score}")
    } else if interval.low > 0.5 {
        format!("head to head it wins, {score}")
    } else if gains {
        format!("head to head no difference is shown, {score}: the gain comes from the other opponents")
    } else {
        format!("head to head no difference is shown, {score}")
    }
}
