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

/// The pairs below which the standard error of a score is too rough to count in.
const FEWEST_PAIRS: u64 = 10;

/// Returns how many standard errors two scores are apart, if they are of enough pairs to tell.
pub(super) fn distance(scores: [Option<Score>; 2]) -> Option<f64> {
    let [Some(played), Some(predicted)] = scores else { return None };
    // If all pairs of a sample ended alike, its error is unknown.
    let known = [played, predicted].iter().all(|score| score.known_se().is_some() && score.pairs >= FEWEST_PAIRS);
    let se = played.se.hypot(predicted.se);
    (known && se > 0.0).then(|| (played.mean - predicted.mean) / se)
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
