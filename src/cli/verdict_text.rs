//! The outcome of a run, or of a verification, as people read and paste it.

use std::io::Write;

use isotune::stats::{Basis, TTest};
use isotune::tune::{FinalScores, Shown, StartScores, TunePlan, Verdict};

use super::failure::Failure;
use super::figures::{difference, p_value, rate};
use super::head_to_head;

/// Prints what the finalists did on the select block.
pub(super) fn print_finalists(verdict: &Verdict, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "finalists on the select block:")?;
    for (index, finalist) in verdict.finalists.iter().enumerate() {
        let mark = if index == verdict.winner { "   <- chosen" } else { "" };
        writeln!(out, "  {:<10} {}{mark}", finalist.name, rate(&finalist.score))?;
    }
    Ok(())
}

/// Prints scores on the final block, then each match head to head.
pub(super) fn print_final(
    name: &str,
    scores: &FinalScores,
    plan: &TunePlan,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let FinalScores { score, improved, delta_improved, versus_improved, start, .. } = scores;
    writeln!(out, "on the final block, against {}:", plan.rules().name)?;
    writeln!(out, "  {name:<10} {}", rate(score))?;
    writeln!(out, "  {:<10} {}", "improved", rate(improved))?;
    if let Some(StartScores { score, .. }) = start {
        writeln!(out, "  {:<10} {}", "start", rate(score))?;
    }
    for (opponent, score) in &scores.opponents {
        writeln!(out, "    vs {opponent:<12} {}", rate(score))?;
    }
    if scores.opponents.iter().any(|(_, score)| score.basis == Basis::Census) {
        writeln!(out, "  (every opening of the block was played: the ± is only of the chance in the games)")?;
    }
    writeln!(out, "  to improved {} points, p {}", difference(delta_improved), p_value(delta_improved))?;
    if let Some(StartScores { delta, .. }) = start {
        writeln!(out, "  to start    {} points, p {}", difference(delta), p_value(delta))?;
    }
    let config = plan.config();
    let setting = format!("{}, {}, {}, block final", config.protocol, plan.budget(), config.board);
    writeln!(out, "\n{name} vs improved   {setting}")?;
    head_to_head::print(versus_improved, out)?;
    if let Some(StartScores { versus, .. }) = start {
        writeln!(out, "\n{name} vs its start weights   {setting}")?;
        head_to_head::print(versus, out)?;
    }
    Ok(writeln!(out)?)
}

/// Prints the verdict, a sentence for each comparison; when the start weights were chosen, the search has found nothing.
pub(super) fn print_sentences(
    name: &str,
    scores: &FinalScores,
    start_chosen: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let says = |test: &TTest, whom: &str| {
        let points = difference(test);
        match Shown::by(test) {
            Shown::Better => format!("{name} is better than {whom} by {points} points"),
            Shown::Worse => format!("no improvement shown: {name} is worse than {whom}, {points} points"),
            Shown::Nothing => format!("no improvement shown: {name} against {whom} is {points} points"),
        }
    };
    writeln!(out, "verdict: {}", says(&scores.delta_improved, "improved"))?;
    if start_chosen {
        writeln!(out, "verdict: no improvement shown: no finalist did better than the start weights")?;
    }
    if let Some(start) = &scores.start {
        writeln!(out, "verdict: {}", says(&start.delta, "its start weights"))?;
    }
    Ok(())
}
