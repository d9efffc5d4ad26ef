//! The matches at the end of a run: finalists on the select block, the winner on the final block.

use crate::arena::{Executor, Job, OpeningBlock, Scoreboard, schedule};
use crate::game::Word;
use crate::heuristic::{Heuristic, Weights};
use crate::seed::Seed;
use crate::stats::{HeadToHead, Jackknife, Score};

use super::compiled::CompiledConditions;
use super::job_runner::JobRunner;
use super::scores::{difference, results, scores};
use crate::tune::config::Objective;
use crate::tune::contest_kind::ContestKind;
use crate::tune::error::TuneError;
use crate::tune::finalist::{Finalist, FinalistOrigin};
use crate::tune::plan::Encoding;
use crate::tune::verdict::{FinalScores, StartScores};

/// The standard errors by which a finalist that is not on par must be better than those that are.
const CLEARLY: f64 = 2.0;
/// The fewest pairs against each opponent that tell how large a standard error is.
const FEWEST_PAIRS: usize = 10;

/// A round among the finalists: the pairs that each has played at its end, and how many go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Round {
    pub(super) pairs: usize,
    pub(super) survivors: usize,
}

/// Returns the rounds among a number of finalists; the last ones play all pairs.
pub(super) fn rounds(finalists: usize, pairs: usize) -> Vec<Round> {
    let halvings: Vec<usize> =
        std::iter::successors(Some(finalists), |&left| (left > 2).then(|| left.div_ceil(2))).collect();
    let count = halvings.len();
    let round = |(number, _): (usize, &usize)| Round {
        // A quarter, a half, all: pairs double as the number of finalists halves.
        pairs: pairs.div_ceil(1 << (count - 1 - number)),
        survivors: halvings.get(number + 1).copied().unwrap_or(1),
    };
    halvings.iter().enumerate().map(round).collect()
}

/// Returns the most pairs that a number of finalists plays against each opponent, over all rounds.
pub(super) fn pairs_of_rounds(finalists: usize, pairs: usize) -> usize {
    let (mut total, mut played, mut left) = (0, 0, finalists);
    for round in rounds(finalists, pairs) {
        total += left * (round.pairs - played);
        // The recommendation and the start weights besides the survivors.
        (played, left) = (round.pairs, (round.survivors + 2).min(left));
    }
    total
}

/// Returns the winner among finalists that are given from the best to the worst: the best of those that are on par, unless
/// another is clearly better than it.
///
/// The best of many finalists that are not on par looks better than it is.
fn choose(
    finalists: &[usize],
    is_on_par: impl Fn(usize) -> bool,
    is_clearly_better: impl Fn(usize, usize) -> bool,
) -> Option<usize> {
    let best = finalists.iter().position(|&index| is_on_par(index))?;
    let (better, others) = finalists.split_at(best);
    let clearly = better.iter().find(|&&index| is_clearly_better(index, others[0]));
    clearly.or(others.first()).copied()
}

/// The matches at the end of a run, or of a verification.
pub(in crate::tune) struct FinalMatches<'a, 'b, W, E> {
    pub(in crate::tune) compiled: &'a CompiledConditions<'b, W>,
    pub(in crate::tune) runner: &'a JobRunner<'a, E>,
    pub(in crate::tune) seed: Seed,
}

impl<W: Word, E: Executor> FinalMatches<'_, '_, W, E> {
    /// Plays named vectors against the opponents on the select block, and returns them with the index of the winner.
    ///
    /// By successive halving (Z. Karnin, T. Koren, O. Somekh, Almost Optimal Exploration in Multi-Armed Bandits, 2013):
    /// after each round the better half goes on, from the next openings. Whatever has dropped out cannot win, however
    /// lucky it was on the few pairs that it has played. Two never drop out: the vector at index `recommended`,
    /// and the last one, the start weights. Those that have played all pairs are compared by [`choose`].
    pub(in crate::tune) fn finalists(
        &self,
        vectors: Vec<(FinalistOrigin, Vec<f64>)>,
        recommended: Option<usize>,
        encoding: &Encoding,
        objective: Objective,
        pairs: usize,
    ) -> Result<(Vec<Finalist>, usize), TuneError> {
        let kind = ContestKind::Finalists;
        let agents = vectors.iter().map(|(_, vector)| self.compiled.weights(encoding.weights(vector))).collect();
        let contest = self.compiled.contest(agents, OpeningBlock::Select, pairs, kind.seed(self.seed));
        let weights = self.compiled.conditions().opponent_weights();
        let mut scoreboard = Scoreboard::new(&contest);
        let value_of = |scoreboard: &Scoreboard, index: usize, kept: &dyn Fn(usize) -> bool| {
            let tally = |opponent: usize| (weights[opponent], scoreboard.tally_where(index, opponent, kept));
            objective.value(&(0..contest.opponents()).map(tally).collect::<Vec<_>>())
        };
        let value = |scoreboard: &Scoreboard, index: usize| value_of(scoreboard, index, &|_| true);
        let start = vectors.len() - 1;
        let mut left: Vec<usize> = (0..vectors.len()).collect();
        let mut played = 0;
        for round in rounds(vectors.len(), contest.pairs()) {
            let jobs: Vec<Job> = schedule(contest.candidates(), contest.opponents(), played..round.pairs)
                .filter(|job| left.contains(&job.candidate))
                .collect();
            for (job, results) in jobs.iter().zip(self.runner.results(kind, &contest, &jobs)?) {
                scoreboard.place(job, &results);
            }
            played = round.pairs;
            // Of equals the earlier one stays.
            left.sort_by(|&a, &b| value(&scoreboard, b).total_cmp(&value(&scoreboard, a)).then(a.cmp(&b)));
            if played < contest.pairs() {
                let mut place = 0;
                left.retain(|&index| {
                    place += 1;
                    place <= round.survivors || index == start || Some(index) == recommended
                });
            }
        }
        let is_on_par = |index: usize| Some(index) == recommended || vectors[index].0.is_on_par();
        let is_clearly_better = |index: usize, than: usize| {
            let lead =
                |kept: &dyn Fn(usize) -> bool| value_of(&scoreboard, index, kept) - value_of(&scoreboard, than, kept);
            let lead = Jackknife::of(played, lead).filter(|_| played >= FEWEST_PAIRS);
            lead.is_some_and(|lead| lead.value > CLEARLY * lead.se)
        };
        let winner = choose(&left, is_on_par, is_clearly_better);
        let finalist = |(index, (origin, vector)): (usize, (FinalistOrigin, Vec<f64>))| {
            let (score, _) = scores(&contest, &scoreboard, index)?;
            Some(Finalist { origin, vector, score, value: value(&scoreboard, index) })
        };
        let finalists: Option<Vec<Finalist>> = vectors.into_iter().enumerate().map(finalist).collect();
        finalists.zip(winner).ok_or(TuneError::NoScores)
    }

    /// Plays weights, `improved` and the start weights against the opponents on the final block, then head to head; start
    /// weights that are `improved` are not played again.
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
        let start = start
            .map(|start| compiled.candidate(&Heuristic::linear("start", start.clone())))
            // The same player twice would only show two sets of games by other chance.
            .filter(|start| start.data() != others[0].data());
        if let Some(start) = &start {
            agents.push(start.clone());
            others.push(start.clone());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_round_halves_the_finalists_and_doubles_the_pairs() {
        let plain = |finalists, pairs| -> Vec<(usize, usize)> {
            rounds(finalists, pairs).iter().map(|round| (round.pairs, round.survivors)).collect()
        };
        assert_eq!(plain(7, 1000), [(250, 4), (500, 2), (1000, 1)]);
        assert_eq!(plain(3, 1000), [(500, 2), (1000, 1)]);
        assert_eq!(plain(2, 10), [(10, 1)]);
        assert_eq!(plain(1, 10), [(10, 1)]);
        assert_eq!(plain(5, 1), [(1, 3), (1, 2), (1, 1)]);
        assert_eq!(pairs_of_rounds(7, 1000), 7 * 250 + 6 * 250 + 4 * 500);
        assert_eq!(pairs_of_rounds(2, 10), 20);
    }

    #[test]
    fn only_what_is_clearly_better_replaces_the_best_on_par() {
        // 1, 4 and 6 are on par.
        let is_on_par = |index| [1, 4, 6].contains(&index);
        let winner = |finalists: &[usize], clearly: &[(usize, usize)]| {
            choose(finalists, is_on_par, |index, than| clearly.contains(&(index, than)))
        };
        assert_eq!(winner(&[1, 0, 4, 6], &[]), Some(1));
        assert_eq!(winner(&[0, 3, 4, 1, 6], &[]), Some(4), "a lead of any size counts among those on par");
        assert_eq!(winner(&[0, 3, 4, 1, 6], &[(0, 4)]), Some(0));
        assert_eq!(winner(&[0, 3, 4, 1, 6], &[(0, 1), (3, 4)]), Some(3), "it is the best on par that counts");
        assert_eq!(winner(&[4, 0, 1], &[(0, 1)]), Some(4));
        assert_eq!(winner(&[0, 2], &[(0, 2)]), None);
    }
}
