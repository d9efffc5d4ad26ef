//! The matches at the end of a run: finalists on the select block, the winner on the final block.

use crate::arena::{Executor, OpeningBlock};
use crate::game::Word;
use crate::heuristic::{Heuristic, Weights};
use crate::seed::Seed;
use crate::stats::{HeadToHead, Score};

use super::compiled::CompiledConditions;
use super::contest_kind::ContestKind;
use super::job_runner::JobRunner;
use super::measurement::{difference, results, scores};
use crate::tune::config::Objective;
use crate::tune::error::TuneError;
use crate::tune::plan::Encoding;
use crate::tune::verdict::{FinalScores, Finalist, StartScores};

/// The matches at the end of a run, or of a verification.
pub(in crate::tune) struct FinalMatches<'a, 'b, W, E> {
    pub(in crate::tune) compiled: &'a CompiledConditions<'b, W>,
    pub(in crate::tune) runner: &'a JobRunner<'a, E>,
    pub(in crate::tune) seed: Seed,
}

impl<W: Word, E: Executor> FinalMatches<'_, '_, W, E> {
    /// Plays named vectors against the opponents on the select block.
    pub(in crate::tune) fn finalists(
        &self,
        vectors: Vec<(String, Vec<f64>)>,
        encoding: &Encoding,
        objective: Objective,
        pairs: usize,
    ) -> Result<Vec<Finalist>, TuneError> {
        let kind = ContestKind::Finalists;
        let agents = vectors.iter().map(|(_, vector)| self.compiled.weights(encoding.weights(vector))).collect();
        let contest = self.compiled.contest(agents, OpeningBlock::Select, pairs, kind.seed(self.seed));
        let scoreboard = self.runner.play(kind, &contest)?;
        let weights = self.compiled.conditions().opponent_weights();
        let finalists = vectors.into_iter().enumerate().filter_map(|(index, (name, vector))| {
            let (score, _) = scores(&contest, &scoreboard, index)?;
            let tally = |opponent: usize| (weights[opponent], scoreboard.tally(index, opponent));
            let tallies: Vec<_> = (0..contest.opponents()).map(tally).collect();
            Some(Finalist { name, vector, score, value: objective.value(&tallies) })
        });
        Ok(finalists.collect())
    }

    /// Plays weights, `improved` and the start weights against the opponents on the final block, then head to head.
    pub(in crate::tune) fn scores(
        &self,
        weights: &Weights,
        start: Option<&Weights>,
        pairs: usize,
    ) -> Result<FinalScores, TuneError> {
        let compiled = self.compiled;
        let improved = compiled.baseline()?;
        let own = compiled.weights(weights.clone());
        let start = start.filter(|start| *start != weights);
        let mut agents = vec![own.clone(), improved.clone()];
        let mut others = vec![improved];
        if let Some(start) = start {
            let start = compiled.candidate(&Heuristic::linear("start", start.clone()));
            agents.push(start.clone());
            others.push(start);
        }
        let (block, kind, duel_kind) = (OpeningBlock::Final, ContestKind::Final, ContestKind::HeadToHead);
        let contest = compiled.contest(agents, block, pairs, kind.seed(self.seed));
        let board = self.runner.play(kind, &contest)?;
        let duel = compiled.contest_against(vec![own], others, block, pairs, duel_kind.seed(self.seed));
        let duels = self.runner.play(duel_kind, &duel)?;
        let summed = || {
            let (score, opponents) = scores(&contest, &board, 0)?;
            let all = |candidate| results(&contest, &board, candidate);
            let delta = |other| difference(&contest, 0, &all(0), &all(other));
            let versus = |other| HeadToHead::of(duels.tally(0, other), duel.population(0, other), None);
            let start = match start {
                None => None,
                Some(_) => {
                    Some(StartScores { score: scores(&contest, &board, 2)?.0, delta: delta(2)?, versus: versus(1)? })
                }
            };
            Some(FinalScores {
                score,
                opponents: compiled.conditions().opponent_names().into_iter().zip(opponents).collect(),
                improved: scores(&contest, &board, 1)?.0,
                delta_improved: delta(1)?,
                versus_improved: versus(0)?,
                start,
            })
        };
        summed().ok_or(TuneError::NoScores)
    }

    /// Plays perfect play against the opponents on the final block, from the openings of [`FinalMatches::scores`].
    ///
    /// It wins every won position, but it is no upper bound: in lost positions other players may set better traps.
    pub(in crate::tune) fn perfect(&self, pairs: usize) -> Result<Score, TuneError> {
        let kind = ContestKind::Final;
        let agents = vec![self.compiled.perfect()?];
        let contest = self.compiled.contest(agents, OpeningBlock::Final, pairs, kind.seed(self.seed));
        let board = self.runner.play(kind, &contest)?;
        scores(&contest, &board, 0).map(|(score, _)| score).ok_or(TuneError::NoScores)
    }
}
