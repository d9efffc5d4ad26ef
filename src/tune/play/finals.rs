//! The end of a run: finalists on the select block, the winner on the final block.

use super::error::TuneError;
use super::field::Field;
use super::journal::Journal;
use super::measure::{difference, results, scores};
use super::stage::Stage;
use super::verdict::{FinalScores, Finalist, StartScores};
use super::watch::Contested;
use crate::arena::{Contest, Executor, OpeningBlock, Scoreboard, schedule};
use crate::game::Word;
use crate::heuristic::{Heuristic, Weights};
use crate::seed::{Purpose, Seed};
use crate::stats::{HeadToHead, Score};
use crate::store::Fingerprint;

/// The contests at the end, told apart by the seeds they have.
const SELECT: u64 = 2;
const FINAL: u64 = 3;
const HEAD_TO_HEAD: u64 = 4;

/// The games at the end of a run, with all they need.
pub(super) struct Finals<'a, 'b, W, E> {
    pub(super) field: &'a Field<'b, W>,
    pub(super) stage: &'a Stage<'a, E>,
    pub(super) journal: Option<&'a Journal>,
    /// What stands for the opponents and prices in the journal.
    pub(super) surroundings: Fingerprint,
    pub(super) seed: Seed,
}

impl<W: Word, E: Executor> Finals<'_, '_, W, E> {
    /// Plays the finalists against the opponents on the select block.
    pub(super) fn finalists(
        &self,
        candidates: Vec<(String, Vec<f64>)>,
        pairs: usize,
    ) -> Result<Vec<Finalist>, TuneError> {
        let plan = self.field.plan();
        let agents =
            candidates.iter().map(|(_, vector)| self.field.weighted(plan.encoding().weights(vector))).collect();
        let contest = self.field.contest(agents, OpeningBlock::Select, pairs, self.seed(SELECT));
        let names: Vec<&Vec<f64>> = candidates.iter().map(|(_, vector)| vector).collect();
        let scoreboard = self.play(Contested::Finalists, &contest, &format!("{names:?}"))?;
        let finalists = candidates.into_iter().enumerate().filter_map(|(index, (name, vector))| {
            let (score, _) = scores(&contest, &scoreboard, index)?;
            let tally = |opponent: usize| (plan.opponent_weights()[opponent], scoreboard.tally(index, opponent));
            let tallies: Vec<_> = (0..contest.opponents()).map(tally).collect();
            Some(Finalist { name, vector, score, value: plan.config().objective.value(&tallies) })
        });
        Ok(finalists.collect())
    }

    /// Plays weights, `improved` and the start weights against the opponents on the final block, then head to head.
    pub(super) fn scores(
        &self,
        weights: &Weights,
        start: Option<&Weights>,
        pairs: usize,
    ) -> Result<FinalScores, TuneError> {
        let Finals { field, .. } = self;
        let baseline = field.plan().baseline();
        let improved = field.by_the_rules(&baseline)?;
        let own = field.weighted(weights.clone());
        let start = start.filter(|start| *start != weights);
        let mut agents = vec![own.clone(), improved.clone()];
        let mut others = vec![improved];
        if let Some(start) = start {
            let start = field.agent(&Heuristic::linear("start", start.clone()));
            agents.push(start.clone());
            others.push(start);
        }
        let key = format!("{weights:?} {start:?}");
        let contest = field.contest(agents, OpeningBlock::Final, pairs, self.seed(FINAL));
        let board = self.play(Contested::Final, &contest, &key)?;
        let duel = field.against(vec![own], others, OpeningBlock::Final, pairs, self.seed(HEAD_TO_HEAD));
        let duels = self.play(Contested::HeadToHead, &duel, &key)?;
        let summed = || {
            let (score, opponents) = scores(&contest, &board, 0)?;
            let names = field.plan().rules().agents.iter().map(|member| member.name.clone());
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
                opponents: names.zip(opponents).collect(),
                improved: scores(&contest, &board, 1)?.0,
                delta_improved: delta(1)?,
                versus_improved: versus(0)?,
                start,
            })
        };
        summed().ok_or_else(|| TuneError::Search("the final block gave no scores".to_owned()))
    }

    /// Plays perfect play against the opponents on the final block, from the openings that [`Finals::scores`] takes. It
    /// wins whatever is won, and is no upper bound: in lost positions others may set better traps.
    pub(super) fn perfect(&self, pairs: usize) -> Result<Score, TuneError> {
        let contest = self.field.contest(vec![self.field.perfect()?], OpeningBlock::Final, pairs, self.seed(FINAL));
        let board = self.play(Contested::Final, &contest, "perfect")?;
        let score = scores(&contest, &board, 0).map(|(score, _)| score);
        score.ok_or_else(|| TuneError::Search("the final block gave no scores".to_owned()))
    }

    fn seed(&self, contest: u64) -> Seed {
        self.seed.derived(Purpose::Contest, [contest, 0, 0])
    }

    fn play(&self, what: Contested, contest: &Contest<'_, W>, key: &str) -> Result<Scoreboard, TuneError> {
        let key = format!("{key} {:?} {}", self.seed, self.surroundings);
        let jobs: Vec<_> = schedule(contest.candidates(), contest.opponents(), 0..contest.pairs()).collect();
        self.stage.play(what, contest, &jobs, self.journal.map(|journal| (journal, key.as_str())))
    }
}
