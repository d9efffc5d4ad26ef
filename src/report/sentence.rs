//! The outcome of a run in sentences.

use crate::stats::{Coverage, HeadToHead, Score, TTest, Z_95};
use crate::tune::{Conclusion, FinalScores, RunRecord, Verdict};

/// Returns the outcome in one sentence.
pub(super) fn headline(record: &RunRecord, roster: &str) -> String {
    let generations = format!("{} of {} generations", record.generations, record.policy.generations);
    if let Some(verdict) = &record.verdict {
        return of_verdict(verdict, roster);
    }
    match &record.holdout {
        Some(measured) => format!(
            "No verdict yet, {generations}: the mean wins {} against {roster} on held-out openings, {} points against \
             improved.",
            rate(&measured.score),
            points(&measured.delta)
        ),
        None if record.generations == 0 => "No generation has finished yet.".to_owned(),
        None => format!("No verdict yet, {generations}; nothing has been measured on held-out openings."),
    }
}

fn of_verdict(verdict: &Verdict, roster: &str) -> String {
    let FinalScores { score, delta_improved, .. } = &verdict.final_scores;
    let (rate, difference) = (rate(score), points(delta_improved));
    match verdict.final_scores.beats_improved() {
        Conclusion::Better => format!(
            "The tuned weights win {rate} against {roster} on openings they have never seen, {} points more than \
             improved.",
            difference.trim_start_matches('+')
        ),
        Conclusion::Worse => format!(
            "No improvement shown: the tuned weights win {rate} against {roster} on unseen openings, {difference} points \
             against improved."
        ),
        Conclusion::Inconclusive => format!(
            "No improvement shown: the tuned weights win {rate} against {roster} on unseen openings, and {difference} \
             points against improved are within the error."
        ),
    }
}

/// Returns what else is to be known about a verdict.
pub(super) fn remarks(verdict: &Verdict) -> Vec<String> {
    let mut remarks = Vec::new();
    let scores = &verdict.final_scores;
    if !verdict.complete {
        remarks.push("The time limit ended the search early; 'isotune resume' continues it.".to_owned());
    }
    if verdict.keeps_start() {
        remarks.push("No finalist did better than the start weights on the select openings.".to_owned());
    }
    let start = scores.start.as_ref().filter(|start| start.versus != scores.versus_improved);
    if let Some(start) = start {
        remarks.push(format!("Against its own start weights: {} points.", points(&start.delta)));
    }
    let start = start.map(|start| ("its start weights", &start.versus));
    for (whom, versus) in std::iter::once(("improved", &scores.versus_improved)).chain(start) {
        remarks.push(head_to_head(whom, versus));
    }
    if scores.opponents.iter().any(|(_, score)| score.basis == Coverage::Census) {
        let census = "Every opening of the final block was played: the ± covers only the chance within games.";
        remarks.push(census.to_owned());
    }
    remarks
}

fn head_to_head(whom: &str, versus: &HeadToHead) -> String {
    let rate = rate(&versus.score);
    if versus.score.interval.high < 0.5 {
        format!("Head to head it loses to {whom}, {rate}: its gain comes from other opponents.")
    } else {
        format!("Head to head against {whom}: {rate}.")
    }
}

/// Formats a score with its 95 % interval, which a census does not have.
pub(super) fn rate(score: &Score) -> String {
    let mean = 100.0 * score.mean;
    if score.se > 0.0 { format!("{mean:.1} ± {:.1} %", 100.0 * Z_95 * score.se) } else { format!("{mean:.1} %") }
}

/// Formats a difference in points with its 95 % interval, which a census does not have.
pub(super) fn points(test: &TTest) -> String {
    let points = 100.0 * test.difference + 0.0;
    if test.se > 0.0 { format!("{points:+.1} ± {:.1}", 100.0 * Z_95 * test.se) } else { format!("{points:+.1}") }
}
