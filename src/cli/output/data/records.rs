//! The vocabulary that all verbs share in JSON: fractions, `null` where a value is unknown (see docs/json.md).

use crate::features::Feature;
use crate::heuristic::ProvenScore;
use crate::report::proven_rate;
use crate::stats::{Coverage, Elo, EloScale, HeadToHead, Hypotheses, Score, SprtState, SprtVerdict, TTest, Z_95};
use crate::tune::{Encoding, FinalScores, Finalist, StartScores, Verdict};
use serde::Serialize;

/// A win rate with its 95 % interval.
#[derive(Serialize)]
pub(crate) struct ScoreRecord {
    score: Option<f64>,
    /// The standard error; unknown if all pairs of a sample ended alike.
    se: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    /// The standard error if the openings were a sample, also where all of them were played.
    sample_se: Option<f64>,
    pairs: u64,
    games: u64,
    /// Whether all there is was played, without chance: then there is no error.
    census: bool,
}

impl From<&Score> for ScoreRecord {
    fn from(score: &Score) -> Self {
        Self {
            score: Some(score.mean),
            se: score.known_se(),
            low: Some(score.interval.low),
            high: Some(score.interval.high),
            sample_se: (score.sample_se > 0.0).then_some(score.sample_se),
            pairs: score.pairs,
            games: 2 * score.pairs,
            census: score.basis == Coverage::Census,
        }
    }
}

impl ScoreRecord {
    /// Creates the record of a score that may be unknown.
    pub(crate) fn of(score: Option<&Score>) -> Self {
        let unknown =
            Self { score: None, se: None, low: None, high: None, sample_se: None, pairs: 0, games: 0, census: false };
        score.map_or(unknown, Self::from)
    }
}

/// A difference of win rates with its 95 % interval.
#[derive(Serialize)]
pub(crate) struct DeltaRecord {
    delta: f64,
    se: f64,
    low: f64,
    high: f64,
    /// The standard error if the openings were a sample, also where all of them were played.
    sample_se: Option<f64>,
    /// The two-sided p-value; a census has none.
    p: Option<f64>,
}

impl From<&TTest> for DeltaRecord {
    fn from(test: &TTest) -> Self {
        Self {
            delta: test.difference,
            se: test.se,
            low: test.interval.low,
            high: test.interval.high,
            sample_se: (test.sample_se > 0.0).then_some(test.sample_se),
            p: (test.basis == Coverage::Sampled).then_some(test.p_value),
        }
    }
}

/// The score and the difference that a weights file carries, of which only the standard errors are kept.
#[derive(Serialize)]
pub(crate) struct ProvenRecord {
    #[serde(flatten)]
    score: ScoreRecord,
    block: String,
    roster: String,
    budget: String,
    /// The budget of the opponents and of `improved`, where `budget` names prices or theirs is another.
    against: Option<String>,
    /// The protocol whose rules the games were played by, and the plies of an opening, where the file tells.
    protocol: Option<String>,
    plies: Option<usize>,
    versus_improved: DeltaRecord,
}

impl From<&ProvenScore> for ProvenRecord {
    fn from(proven: &ProvenScore) -> Self {
        let &ProvenScore { delta, delta_se: se, .. } = proven;
        Self {
            // What the errors over openings as a sample were is not kept, nor the p-value.
            score: ScoreRecord { sample_se: None, ..ScoreRecord::from(&proven_rate(proven)) },
            block: proven.block.clone(),
            roster: proven.roster.clone(),
            budget: proven.budget.clone(),
            against: proven.against.clone(),
            protocol: proven.protocol.clone(),
            plies: proven.plies,
            versus_improved: DeltaRecord {
                delta,
                se,
                low: delta - Z_95 * se,
                high: delta + Z_95 * se,
                sample_se: None,
                p: None,
            },
        }
    }
}

/// An opponent and the score against it.
#[derive(Serialize)]
pub(crate) struct OpponentRecord {
    pub(super) name: String,
    #[serde(flatten)]
    pub(super) score: ScoreRecord,
}

/// A head-to-head result.
#[derive(Serialize)]
pub(crate) struct HeadToHeadRecord {
    #[serde(flatten)]
    score: ScoreRecord,
    lost: u64,
    split: u64,
    won: u64,
    elo: EloRecord,
    normalized_elo: Option<EloRecord>,
    /// The likelihood of superiority; a census has none.
    los: Option<f64>,
    sprt: Option<SprtRecord>,
}

#[derive(Serialize)]
struct EloRecord {
    elo: f64,
    low: f64,
    high: f64,
}

impl From<&Elo> for EloRecord {
    fn from(elo: &Elo) -> Self {
        // Adding zero leaves no minus before a zero.
        Self { elo: elo.value + 0.0, low: elo.interval.low + 0.0, high: elo.interval.high + 0.0 }
    }
}

#[derive(Serialize)]
struct SprtRecord {
    state: &'static str,
    llr: f64,
    /// The ratio at which H0 is accepted.
    low: f64,
    /// The ratio at which H1 is accepted.
    high: f64,
    h0: f64,
    h1: f64,
    scale: &'static str,
}

impl From<&SprtVerdict> for SprtRecord {
    fn from(verdict: &SprtVerdict) -> Self {
        let Hypotheses { scale, h0, h1 } = verdict.hypotheses;
        Self {
            state: match verdict.state {
                SprtState::Accepted => "h1_accepted",
                SprtState::Rejected => "h0_accepted",
                SprtState::Continue => "undecided",
            },
            llr: verdict.llr,
            low: verdict.bounds.low,
            high: verdict.bounds.high,
            h0,
            h1,
            scale: match scale {
                EloScale::Logistic => "logistic",
                EloScale::Normalized => "normalized",
            },
        }
    }
}

impl From<&HeadToHead> for HeadToHeadRecord {
    fn from(result: &HeadToHead) -> Self {
        Self {
            score: ScoreRecord::from(&result.score),
            lost: result.tally.lost,
            split: result.tally.split,
            won: result.tally.won,
            elo: EloRecord::from(&result.elo),
            normalized_elo: result.normalized_elo.as_ref().map(EloRecord::from),
            los: (result.score.basis == Coverage::Sampled).then_some(result.los),
            sprt: result.sprt.as_ref().map(SprtRecord::from),
        }
    }
}

/// The scores of weights on the final block.
#[derive(Serialize)]
pub(crate) struct FinalRecord {
    #[serde(flatten)]
    pub(super) score: ScoreRecord,
    pub(super) opponents: Vec<OpponentRecord>,
    pub(super) improved: ScoreRecord,
    pub(super) versus_improved: VersusRecord,
    pub(super) start: Option<StartRecord>,
}

/// A comparison on the final block.
#[derive(Serialize)]
pub(super) struct VersusRecord {
    #[serde(flatten)]
    pub(super) delta: DeltaRecord,
    pub(super) head_to_head: HeadToHeadRecord,
}

#[derive(Serialize)]
pub(super) struct StartRecord {
    #[serde(flatten)]
    pub(super) score: ScoreRecord,
    pub(super) versus_start: VersusRecord,
}

impl From<&FinalScores> for FinalRecord {
    fn from(scores: &FinalScores) -> Self {
        let versus = |test: &TTest, result: &HeadToHead| VersusRecord {
            delta: DeltaRecord::from(test),
            head_to_head: HeadToHeadRecord::from(result),
        };
        let opponent = |(name, score): &(String, Score)| OpponentRecord { name: name.clone(), score: score.into() };
        Self {
            score: ScoreRecord::from(&scores.score),
            opponents: scores.opponents.iter().map(opponent).collect(),
            improved: ScoreRecord::from(&scores.improved),
            versus_improved: versus(&scores.delta_improved, &scores.versus_improved),
            start: scores.start.as_ref().map(|StartScores { score, delta, versus: result }| StartRecord {
                score: score.into(),
                versus_start: versus(delta, result),
            }),
        }
    }
}

/// The outcome of a run.
#[derive(Serialize)]
pub(crate) struct VerdictRecord {
    /// Whether the search had finished, and was not cut off by a time limit.
    complete: bool,
    /// Which finalist was selected.
    selected: String,
    /// Which finalist the search recommends, `None` in runs of 0.3.0 and earlier.
    recommended: Option<String>,
    finalists: Vec<FinalistRecord>,
    #[serde(rename = "final")]
    scores: FinalRecord,
}

#[derive(Serialize)]
struct FinalistRecord {
    name: String,
    #[serde(flatten)]
    score: ScoreRecord,
    /// The value by the run's objective.
    value: f64,
    /// The features that a pruned finalist lacks.
    lacks: Vec<&'static str>,
}

impl VerdictRecord {
    /// Creates the record of a verdict on weights of an encoding.
    pub(crate) fn new(verdict: &Verdict, encoding: &Encoding) -> Self {
        let finalist = |finalist: &Finalist| FinalistRecord {
            name: finalist.origin.to_string(),
            score: ScoreRecord::from(&finalist.score),
            value: finalist.value,
            lacks: verdict.lacking(finalist, encoding).into_iter().map(Feature::name).collect(),
        };
        let name = |index: usize| verdict.finalists.get(index).map(|finalist| finalist.origin.to_string());
        Self {
            complete: verdict.complete,
            selected: name(verdict.winner).unwrap_or_default(),
            recommended: verdict.recommended.and_then(name),
            finalists: verdict.finalists.iter().map(finalist).collect(),
            scores: FinalRecord::from(&verdict.final_scores),
        }
    }
}
