//! An agent of a checkout's tournament.

use serde::Serialize;

use crate::arena::{OpponentScore, Standing, Standings};
use crate::stats::{Score, TTest};
use crate::tune::Conclusion;

use super::own::OwnHeuristic;
use crate::cli::output::data::records::{DeltaRecord, ScoreRecord};
use crate::cli::output::figures::in_points;

/// How an agent did in the tournament, and how it was expected to.
#[derive(Serialize)]
pub(super) struct CheckoutAgentRecord {
    pub(super) name: String,
    /// The checkout's own functions that are this very heuristic, and are not played again.
    pub(super) also: Vec<String>,
    /// The source that this function of the checkout's own calls.
    pub(super) calls: Option<String>,
    played: ScoreRecord,
    predicted: ScoreRecord,
    /// Played minus predicted, in standard errors of the difference.
    z: Option<f64>,
    /// To the checkout's baseline, on the same openings.
    versus_improved: Option<DeltaRecord>,
    predicted_versus_improved: Option<DeltaRecord>,
    pub(super) opponents: Vec<CheckoutOpponentRecord>,
    #[serde(skip)]
    pub(super) shown: [Option<Score>; 2],
    #[serde(skip)]
    pub(super) tests: [Option<TTest>; 2],
}

/// How an agent did against one opponent.
#[derive(Serialize)]
pub(super) struct CheckoutOpponentRecord {
    pub(super) name: String,
    played: ScoreRecord,
    predicted: ScoreRecord,
    #[serde(skip)]
    pub(super) shown: [Option<Score>; 2],
}

/// A line of the table of a tournament.
#[derive(Serialize)]
pub(super) struct CheckoutRow<'a> {
    agent: &'a str,
    /// `all` in the line over all opponents.
    opponent: &'a str,
    played: &'a ScoreRecord,
    predicted: &'a ScoreRecord,
    z: Option<f64>,
}

impl CheckoutAgentRecord {
    /// Returns the opponents that the score covers, as a table names them: all, or how many of a tournament that was stopped.
    pub(super) fn opponents_met(&self) -> String {
        let (met, all) =
            (self.opponents.iter().filter(|versus| versus.shown[0].is_some()).count(), self.opponents.len());
        if met == all { "all".to_owned() } else { format!("{met} of {all} opponents") }
    }

    /// Returns the lines of the agent in a table.
    pub(super) fn rows(&self) -> impl Iterator<Item = CheckoutRow<'_>> {
        let (agent, Self { played, predicted, z, .. }) = (self.name.as_str(), self);
        let overall = CheckoutRow { agent, opponent: "all", played, predicted, z: *z };
        std::iter::once(overall).chain(self.opponents.iter().map(move |versus| CheckoutRow {
            agent,
            opponent: &versus.name,
            played: &versus.played,
            predicted: &versus.predicted,
            z: distance(versus.shown),
        }))
    }
}

/// Returns the agents of a tournament beside their prediction.
pub(super) fn agents(reality: &Standings, prediction: &Standings, own: &[OwnHeuristic]) -> Vec<CheckoutAgentRecord> {
    let forecast = |name: &str| prediction.agents.iter().find(|standing| standing.name == name);
    let agent = |standing: &Standing| {
        let expected = forecast(&standing.name);
        let also = own.iter().filter(|own| own.is.as_ref() == Some(&standing.name));
        let itself = own.iter().find(|own| own.name == standing.name);
        let shown = [standing.score, expected.and_then(|standing| standing.score)];
        let opponent = |(index, versus): (usize, &OpponentScore)| {
            let shown = [versus.score, expected.and_then(|standing| standing.opponents[index].score)];
            CheckoutOpponentRecord {
                name: versus.name.clone(),
                played: ScoreRecord::of(shown[0].as_ref()),
                predicted: ScoreRecord::of(shown[1].as_ref()),
                shown,
            }
        };
        // The first one is what the others are compared with.
        let compared = reality.agents.first().is_some_and(|first| first.name != standing.name);
        let tests = [standing.difference, expected.and_then(|standing| standing.difference)]
            .map(|test| test.filter(|_| compared));
        CheckoutAgentRecord {
            name: standing.name.clone(),
            also: also.map(|own| own.name.clone()).collect(),
            calls: itself.and_then(|own| own.calls.clone()),
            played: ScoreRecord::of(shown[0].as_ref()),
            predicted: ScoreRecord::of(shown[1].as_ref()),
            z: distance(shown),
            versus_improved: tests[0].as_ref().map(DeltaRecord::from),
            predicted_versus_improved: tests[1].as_ref().map(DeltaRecord::from),
            opponents: standing.opponents.iter().enumerate().map(opponent).collect(),
            shown,
            tests,
        }
    };
    reality.agents.iter().map(agent).collect()
}

/// The pairs below which a score is too coarse to count in standard errors.
const FEWEST_PAIRS: u64 = 10;

/// Returns how many standard errors what was played is from what was predicted, if it is of enough pairs to tell.
///
/// The error of what was played is the one that it has if the prediction is right. Its own is estimated from few pairs, most of
/// which may have ended alike: a luckily small one would make any difference look large.
pub(super) fn distance(scores: [Option<Score>; 2]) -> Option<f64> {
    let [Some(played), Some(predicted)] = scores else { return None };
    let expected = predicted.sample_se * (predicted.pairs as f64 / played.pairs.max(1) as f64).sqrt();
    let se = expected.hypot(predicted.se);
    let enough = played.pairs.min(predicted.pairs) >= FEWEST_PAIRS;
    (enough && se > 0.0).then(|| (played.mean - predicted.mean) / se)
}

/// What the tournament says about an agent, in a sentence.
pub(super) fn sentence(name: &str, [played, predicted]: &[Option<TTest>; 2]) -> String {
    let Some(played) = played else { return format!("{name} against improved: too few games to tell") };
    let says = match Conclusion::of(played) {
        Conclusion::Better => "beats improved",
        Conclusion::Worse => "loses to improved",
        Conclusion::Inconclusive => "against improved: too few games to tell",
    };
    let predicted = predicted.as_ref().map_or_else(String::new, |test| format!("; predicted {}", in_points(test)));
    format!("{name} {says}, {} (95 %){predicted}", in_points(played))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{PairTally, Population};

    fn score(lost: u64, split: u64, won: u64) -> Option<Score> {
        Score::of(PairTally { lost, split, won }, Population::Unlimited)
    }

    #[test]
    fn a_distance_counts_in_the_errors_that_the_prediction_has() {
        // 400 pairs of variance .1123 around .6375: 20 such pairs have an error of .0749, the prediction has one of .0168.
        let predicted = score(50, 190, 160);
        let z = |played| distance([played, predicted]);
        let near = |found: Option<f64>, expected: f64| found.is_some_and(|found| (found - expected).abs() < 0.01);
        assert!(near(z(score(0, 19, 1)), -1.465), "{:?}", z(score(0, 19, 1)));
        // All alike, whose own error would be unknown.
        assert!(near(z(score(0, 0, 20)), 4.720), "{:?}", z(score(0, 0, 20)));
        assert_eq!(z(score(0, 0, 9)), None);
        assert_eq!(distance([score(0, 1, 19), score(0, 0, 400)]), None);
        assert_eq!(distance([None, predicted]), None);
    }
}
