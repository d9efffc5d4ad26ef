//! The outcome of a run or of a verification.

use std::io::Write;

use crate::stats::{Coverage, TTest};
use crate::tune::{Conclusion, Conditions, FinalScores, Objective, StartScores, Verdict};

use crate::cli::output::failure::Failure;
use crate::cli::output::figures::{difference, p_value, rate};
use crate::cli::output::head_to_head;

/// Prints the scores of the finalists on the select block.
pub(crate) fn print_finalists(verdict: &Verdict, objective: Objective, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "finalists on the select block:")?;
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
            objective => format!("   {objective:?} {:.4}", finalist.value),
        };
        writeln!(out, "  {:<15} {}{value}{mark}", finalist.name, rate(&finalist.score))?;
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
    writeln!(out, "on the final block, against {rules}, all opponents with equal weight (± one standard error):")?;
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
        writeln!(out, "  (every opening of the block was played: the ± covers only the chance within games)")?;
    }
    // Where hardly anything is left to chance, a p-value says nothing about other openings.
    let surprise = |test: &TTest| if census { String::new() } else { format!(", p {}", p_value(test)) };
    writeln!(out, "  vs improved: {} points{}", difference(delta_improved), surprise(delta_improved))?;
    if let Some(StartScores { delta, .. }) = start {
        writeln!(out, "  vs start:    {} points{}", difference(delta), surprise(delta))?;
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

/// Prints the verdict, a sentence for each comparison; if the start weights were selected, the search found nothing.
pub(crate) fn print_sentences(
    name: &str,
    scores: &FinalScores,
    start_chosen: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let says = |test: &TTest, whom: &str| {
        let points = difference(test);
        match Conclusion::of(test) {
            Conclusion::Better => format!("{name} is better than {whom} by {points} points"),
            Conclusion::Worse => format!("no improvement shown: {name} is worse than {whom}, {points} points"),
            Conclusion::Inconclusive => format!("no improvement shown: {name} against {whom} is {points} points"),
        }
    };
    writeln!(out, "verdict: {}", says(&scores.delta_improved, "improved"))?;
    if start_chosen {
        writeln!(out, "verdict: no improvement shown: no finalist did better than the start weights")?;
    }
    if let Some(start) = &scores.start {
        writeln!(out, "verdict: {}", says(&start.delta, "its start weights"))?;
    }
    let start = scores.start.as_ref().map(|start| ("its start weights", &start.versus));
    for (whom, versus) in std::iter::once(("improved", &scores.versus_improved)).chain(start) {
        if versus.score.interval.high < 0.5 {
            let rate = rate(&versus.score);
            writeln!(out, "note: head to head {name} loses to {whom}, {rate}: its gain comes from other opponents")?;
        }
    }
    Ok(())
}
