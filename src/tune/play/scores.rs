//! What the results of a contest say about its candidates: scores, and differences between them.

use crate::arena::{Contest, OpeningBlock, PairResult, Scoreboard};
use crate::game::Word;
use crate::heuristic::ProvenScore;
use crate::stats::{Population, Score, TTest, Z_95, paired};

use crate::tune::plan::Conditions;

/// Returns the scores of a candidate over all opponents and against each; `None` before any pair was played.
pub(in crate::tune) fn scores<W: Word>(
    contest: &Contest<'_, W>,
    scoreboard: &Scoreboard,
    candidate: usize,
) -> Option<(Score, Vec<Score>)> {
    let opponents: Option<Vec<Score>> = (0..contest.opponents())
        .map(|opponent| Score::of(scoreboard.tally(candidate, opponent), contest.population(candidate, opponent)))
        .collect();
    let opponents = opponents?;
    let pooled: Vec<(f64, Score)> = opponents.iter().map(|score| (1.0, *score)).collect();
    Some((Score::pooled(&pooled)?, opponents))
}

/// Returns the results of a candidate against each opponent.
pub(in crate::tune) fn results<W: Word>(
    contest: &Contest<'_, W>,
    scoreboard: &Scoreboard,
    candidate: usize,
) -> Vec<Vec<PairResult>> {
    let versus = |opponent| scoreboard.results(candidate, opponent).iter().flatten().copied().collect();
    (0..contest.opponents()).map(versus).collect()
}

/// Tests the results of a candidate against another's from the same openings, opponent by opponent.
pub(in crate::tune) fn difference<W: Word>(
    contest: &Contest<'_, W>,
    candidate: usize,
    own: &[Vec<PairResult>],
    other: &[Vec<PairResult>],
) -> Option<TTest> {
    let score = |result: &PairResult| result.outcome().score();
    let versus = |(opponent, (own, other)): (usize, (&Vec<PairResult>, &Vec<PairResult>))| {
        // Games without chance carry no more information when played again; the other's games are of the same kind.
        let population: Population = contest.population(candidate, opponent);
        paired(own.iter().map(score).zip(other.iter().map(score)), population)
    };
    let tests: Option<Vec<TTest>> = own.iter().zip(other).enumerate().map(versus).collect();
    TTest::pooled(&tests?)
}

/// Returns a measured score as a weights file records it.
pub(in crate::tune) fn proven_score(
    conditions: &Conditions,
    score: &Score,
    delta: &TTest,
    block: OpeningBlock,
) -> ProvenScore {
    let (budget, others) = (conditions.priced_budget(), &conditions.roster().budget);
    ProvenScore {
        score: score.mean,
        se: score.known_se().unwrap_or(score.interval.margin() / Z_95),
        pairs: score.pairs,
        block: block.name().to_owned(),
        roster: conditions.roster().name.clone(),
        against: (budget.costs().is_some() || budget != *others).then(|| others.to_string()),
        budget: budget.to_string(),
        protocol: Some(conditions.protocol().name().to_owned()),
        plies: Some(conditions.plies()),
        delta: delta.difference,
        delta_se: delta.interval_se(),
    }
}
