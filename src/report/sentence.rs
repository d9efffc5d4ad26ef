//! The outcome of a run in sentences, for the terminal and the page alike.

use std::fmt;

use crate::heuristic::ProvenScore;
use crate::search::Budget;
use crate::stats::{Coverage, HeadToHead, Interval, Score, TTest, Z_95};
use crate::text::{fixed, plural, signed};
use crate::tune::{Conclusion, FinalScores, RunRecord, Verdict};

/// What a census means for the errors of a sum.
pub(crate) const CENSUS: &str =
    "census: every opening of the block was played; the ± of a sum covers only the chance within games";

/// The verdict on a search whose start weights were selected.
const NOTHING_FOUND: &str = "no improvement shown: what the search recommends did not beat the start weights";

/// The verdict on a search that has not recommended anything but its start weights.
const NOT_MOVED: &str = "no improvement shown: the search has not moved from the start weights yet";

/// Half the width of an interval head to head beyond which the absence of a difference says nothing.
const TELLING: f64 = 0.03;

/// Returns that a verdict has selected the start weights, and whether there were others, if it has.
pub(crate) fn nothing_found(verdict: &Verdict) -> Option<&'static str> {
    let sentence = if verdict.finalists.len() > 1 { NOTHING_FOUND } else { NOT_MOVED };
    verdict.keeps_start().then_some(sentence)
}

/// Returns the verdict on weights, a sentence without a full stop for each comparison; if the start weights were selected,
/// the first is `nothing_found`.
pub(crate) fn verdict_sentences(
    name: &str,
    scores: &FinalScores,
    nothing_found: Option<&str>,
) -> Vec<(Conclusion, String)> {
    let opponents = scores.opponents.len();
    let compared = |test: &TTest, versus: &HeadToHead, whom: &str| {
        let conclusion = Conclusion::of(test);
        let these = if opponents == 1 { "this opponent".to_owned() } else { format!("these {opponents} opponents") };
        let against = format!("{} against {these}", in_points(test));
        let together = head_to_head(conclusion, versus);
        let sentence = match conclusion {
            Conclusion::Better => format!("{name} is better than {whom} by {against}; {together}"),
            Conclusion::Worse => format!("no improvement shown: {name} is worse than {whom}, {against}; {together}"),
            Conclusion::Inconclusive => format!("no improvement shown: {name} against {whom} is {against}; {together}"),
        };
        (conclusion, sentence)
    };
    let mut sentences = Vec::new();
    sentences.extend(nothing_found.map(|sentence| (Conclusion::Inconclusive, sentence.to_owned())));
    // Start weights that are `improved` have nothing to be compared with.
    if nothing_found.is_none() || scores.score != scores.improved {
        sentences.push(compared(&scores.delta_improved, &scores.versus_improved, "improved"));
    }
    if let Some(start) = &scores.start {
        sentences.push(compared(&start.delta, &start.versus, "its start weights"));
    }
    sentences
}

/// Returns in a few words that a verdict has shown no improvement, and over whom, if it has not.
#[cfg(feature = "cli")]
pub(crate) fn no_improvement(verdict: &Verdict) -> Option<String> {
    if let Some(sentence) = nothing_found(verdict) {
        return Some(sentence.to_owned());
    }
    let scores = &verdict.final_scores;
    let improved = ("improved", &scores.delta_improved);
    let start = scores.start.as_ref().map(|start| ("its start weights", &start.delta));
    let not_beaten: Vec<&str> = [improved]
        .into_iter()
        .chain(start)
        .filter(|(_, test)| Conclusion::of(test) != Conclusion::Better)
        .map(|(whom, _)| whom)
        .collect();
    (!not_beaten.is_empty()).then(|| format!("no improvement over {} shown", not_beaten.join(" or ")))
}

/// Returns how the head-to-head result goes together with the conclusion against the opponents.
fn head_to_head(conclusion: Conclusion, versus: &HeadToHead) -> String {
    let (score, interval) = (rate(&versus.score), versus.score.interval);
    let result = if interval.high < 0.5 {
        format!("head to head it loses, {score}")
    } else if interval.low > 0.5 {
        return format!("head to head it wins, {score}");
    } else if versus.score.interval.margin() > TELLING {
        return format!("head to head too few games to tell, {score}");
    } else {
        format!("head to head no difference is shown, {score}")
    };
    match conclusion {
        Conclusion::Better => format!("{result}: the gain comes from the other opponents"),
        Conclusion::Worse | Conclusion::Inconclusive => result,
    }
}

/// Returns when a measurement took place, for the middle of a sentence.
pub(crate) fn moment(generation: u64) -> String {
    match generation {
        0 => "before the first generation".to_owned(),
        generation => format!("after generation {generation}"),
    }
}

/// Returns the outcome of a run in one line.
pub(super) fn headline(name: &str, record: &RunRecord, roster: &str) -> String {
    let planned = record.policy.generations;
    let generations = format!("{} of {planned} {}", record.generations, plural(planned, "generation"));
    if let Some(verdict) = &record.verdict {
        let FinalScores { score, improved, .. } = &verdict.final_scores;
        let scores = format!(
            "{name} wins {} against {roster} on unseen openings (final block), improved {}",
            rate(score),
            rate(improved)
        );
        let first = verdict_sentences(name, &verdict.final_scores, nothing_found(verdict)).into_iter().next();
        return first.map_or_else(|| format!("{scores}."), |(_, sentence)| format!("{scores}. Verdict: {sentence}."));
    }
    match &record.holdout {
        Some(measured) => format!(
            "No verdict yet, {generations}: {} the mean wins {} against {roster} on held-out openings (select block), {} \
             points against improved.",
            moment(measured.generation),
            rate(&measured.score),
            difference(&measured.delta)
        ),
        None if record.generations == 0 => "No generation has finished yet.".to_owned(),
        None => format!("No verdict yet, {generations}; nothing has been measured on held-out openings."),
    }
}

/// Returns what else is to be known about a verdict.
pub(super) fn remarks(name: &str, verdict: &Verdict) -> Vec<String> {
    let mut remarks = Vec::new();
    if !verdict.complete {
        remarks.push("The search can go on; 'isotune resume' continues it.".to_owned());
    }
    let others = verdict_sentences(name, &verdict.final_scores, nothing_found(verdict)).into_iter().skip(1);
    remarks.extend(others.map(|(_, sentence)| format!("Verdict: {sentence}.")));
    if is_census(&verdict.final_scores) {
        remarks.push(format!("Final block: {CENSUS}."));
    }
    remarks
}

/// Returns who pays which prices for a heuristic, if weights do not pay what the others do; without a full stop.
///
/// `own` is the budget of the weights, `others` that of the others, whose prices are the roster's unless it names some.
pub(crate) fn prices(own: &Budget, others: &Budget, roster: &str, with_start: bool) -> Option<String> {
    let profile = own.costs().filter(|_| own != others)?;
    let start = if with_start { ", and the start weights," } else { "" };
    let others = others.costs().unwrap_or(roster);
    Some(format!("the weights{start} pay the prices of '{profile}'; improved and the opponents those of '{others}'"))
}

/// Returns whether some opponents were played from all openings, with no error left.
pub(crate) fn is_census(scores: &FinalScores) -> bool {
    scores.opponents.iter().any(|(_, score)| score.basis == Coverage::Census)
}

/// A figure and its 95 % interval, as text.
pub(crate) struct Shown {
    /// The figure.
    pub(crate) text: String,
    /// The interval: after a ±, or both ends; empty if there is none.
    pub(crate) error: String,
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        if self.error.is_empty() { Ok(()) } else { write!(f, " {}", self.error) }
    }
}

/// Returns a rate in percent as all tables and sentences show it: with ± where that says all of the interval, with both ends
/// where the interval ends at 0 or 100 or no pair differed from the others, alone where it is a census.
pub(crate) fn shown_rate(score: &Score, decimals: usize) -> Shown {
    let half = 100.0 * score.interval.margin();
    let is_even = score.is_even();
    // One decimal more where the error would else be nothing.
    let decimals = if is_even && decimals == 1 && half < 0.05 { 2 } else { decimals };
    let [mean, low, high] =
        [score.mean, score.interval.low, score.interval.high].map(|rate| fixed(100.0 * rate, decimals));
    let error = match score.basis {
        Coverage::Census => String::new(),
        Coverage::Sampled if is_even => format!("± {}", half_width(half, decimals)),
        Coverage::Sampled => format!("[{low}, {high}]"),
    };
    Shown { text: mean, error }
}

/// Formats a rate in percent with its 95 % interval; of a census, which has none, the interval over openings as a sample.
pub(crate) fn rate(score: &Score) -> String {
    let shown = shown_rate(score, 2);
    match score.basis {
        Coverage::Census => format!("{shown} % (census{})", over_openings(score.sample_se)),
        Coverage::Sampled => format!("{shown} %"),
    }
}

/// Returns the rate that a weights file carries, of which only the standard error is kept; without one it counts as a census.
pub(crate) fn proven_rate(proven: &ProvenScore) -> Score {
    let &ProvenScore { score: mean, se, pairs, .. } = proven;
    let interval = Interval { low: (mean - Z_95 * se).max(0.0), high: (mean + Z_95 * se).min(1.0) };
    let basis = if se > 0.0 { Coverage::Sampled } else { Coverage::Census };
    Score { mean, se, interval, sample_se: se, pairs, basis }
}

/// Returns a difference in points as all tables and sentences show it; a census has no interval.
pub(super) fn shown_difference(test: &TTest, decimals: usize) -> Shown {
    let points = 100.0 * test.difference;
    match test.basis {
        Coverage::Census => Shown { text: signed(points, decimals), error: String::new() },
        Coverage::Sampled => shown_points(points, 100.0 * test.interval.margin(), decimals),
    }
}

/// Returns the difference that a weights file carries, alone where it has no standard error.
pub(super) fn proven_difference(proven: &ProvenScore, decimals: usize) -> Shown {
    let (points, half) = (100.0 * proven.delta, 100.0 * Z_95 * proven.delta_se);
    if half > 0.0 {
        return shown_points(points, half, decimals);
    }
    Shown { text: signed(points, decimals), error: String::new() }
}

fn shown_points(points: f64, half: f64, decimals: usize) -> Shown {
    let error = if half > 0.0 {
        format!("± {}", half_width(half, decimals))
    } else if points.abs() < 0.005 {
        "(always equal)".to_owned()
    } else {
        "(± unknown)".to_owned()
    };
    Shown { text: signed(points, decimals), error }
}

/// Formats a difference in points with its 95 % interval; of a census the one over openings as a sample.
pub(crate) fn difference(test: &TTest) -> String {
    match test.basis {
        Coverage::Census => format!("{} (census{})", shown_difference(test, 2), over_openings(test.sample_se)),
        Coverage::Sampled => points_with_margin(100.0 * test.difference, 100.0 * test.interval.margin()),
    }
}

/// Formats a difference in points with half the width of its interval, which is unknown if all pairs differed alike.
pub(crate) fn points_with_margin(points: f64, half: f64) -> String {
    shown_points(points, half, 2).to_string()
}

/// Formats a difference in points, for a sentence.
pub(crate) fn in_points(test: &TTest) -> String {
    let equal = test.basis == Coverage::Sampled && test.interval.margin() <= 0.0 && test.difference.abs() < 1e-9;
    if equal { "no difference in any pair".to_owned() } else { format!("{} points", difference(test)) }
}

/// Formats half the width of an interval: two decimals, more if they would show nothing.
pub(crate) fn margin(margin: f64) -> String {
    if margin > 0.0 && margin < 0.005 { format!("{margin:.1e}") } else { fixed(margin, 2) }
}

/// Formats half the width of an interval with some decimals, or more if they would show nothing.
fn half_width(half: f64, decimals: usize) -> String {
    if decimals < 2 && half >= 0.05 { fixed(half, decimals) } else { margin(half) }
}

/// Returns the 95 % interval of a census as a sample of openings, for the end of a remark.
fn over_openings(sample_se: f64) -> String {
    if sample_se > 0.0 { format!("; ± {} over openings", margin(100.0 * Z_95 * sample_se)) } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{PairTally, Population};

    fn shown(lost: u64, split: u64, won: u64) -> [String; 2] {
        let score = Score::of(PairTally { lost, split, won }, Population::Unlimited);
        [1, 2].map(|decimals| score.map(|score| shown_rate(&score, decimals).to_string()).unwrap_or_default())
    }

    #[test]
    fn a_rate_has_both_ends_where_its_interval_is_cut_or_no_pair_differs() {
        assert_eq!(shown(0, 0, 40), ["100.0 [91.2, 100.0]", "100.00 [91.24, 100.00]"]);
        assert_eq!(shown(0, 20, 0), ["50.0 [29.9, 70.1]", "50.00 [29.93, 70.07]"]);
        assert_eq!(shown(0, 2, 18), ["95.0 [88.4, 100.0]", "95.00 [88.43, 100.00]"]);
        assert_eq!(shown(0, 4, 36), ["95.0 ± 4.6", "95.00 ± 4.65"]);
        // So little beyond 100 % that the ends are nearly as far from the mean.
        assert_eq!(shown(0, 3, 27)[1], "95.00 [89.63, 100.00]");
    }

    #[test]
    fn a_difference_of_nothing_has_a_plus_and_an_error() {
        let points = |points, half| shown_points(points, half, 1).to_string();
        assert_eq!([points(0.0, 7.0), points(-0.0, 7.0), points(-0.04, 7.0)], ["+0.0 ± 7.0"; 3]);
        assert_eq!([points(0.0, 0.0), points(2.5, 0.0)], ["+0.0 (always equal)", "+2.5 (± unknown)"]);
        assert_eq!([points(0.3, 0.04), points(0.3, 0.06)], ["+0.3 ± 0.04", "+0.3 ± 0.1"]);
    }
}
