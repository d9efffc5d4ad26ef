//! A tournament of test agents against a roster, from common openings.

mod duel;
mod protocol;
mod self_check;
mod standings;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::agent::{Agent, CompileError, Forfeit, NamedAgent, Roster};
use crate::arena::contest::{Contest, Executor, PairResult, Scoreboard};
use crate::arena::openings::{Draw, DrawError};
use crate::features::FeatureTables;
use crate::game::{Board, Word};
use crate::stats::{PairTally, Population, Sample, Score, TTest, paired, welch};

pub use duel::Duel;
pub use protocol::Protocol;
pub use self_check::{SelfCheckError, self_check};
pub use standings::{OpponentScore, Standing, Standings};

/// A tournament; the first test agent is the baseline.
#[derive(Clone, Debug)]
pub struct Tournament<'b, W> {
    contest: Contest<'b, W>,
    scoreboard: Scoreboard,
    agents: Vec<String>,
    opponents: Vec<String>,
}

/// Why a tournament cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// There are too few openings.
    #[error(transparent)]
    Draw(#[from] DrawError),
    /// An agent cannot be compiled.
    #[error(transparent)]
    Agent(#[from] CompileError),
}

impl<'b, W: Word> Tournament<'b, W> {
    /// Creates a tournament by the rules of a roster.
    ///
    /// # Errors
    /// Returns an error if an agent cannot be compiled, or there are too few openings.
    pub fn new(
        board: &'b Board<W>,
        rules: &Roster,
        agents: &[NamedAgent],
        draw: &Draw,
    ) -> Result<Self, TournamentError> {
        let tables = Arc::new(FeatureTables::new(board));
        let ready = |agent| Agent::new(agent, rules.order, &rules.costs, &tables);
        let candidates = agents.iter().map(|agent| ready(&agent.agent)).collect::<Result<_, _>>()?;
        let opponents = rules.agents.iter().map(|member| ready(&member.agent)).collect::<Result<_, _>>()?;
        let contest = Contest::new(board, candidates, opponents, draw)?;
        Ok(Tournament {
            scoreboard: Scoreboard::new(&contest),
            contest,
            agents: agents.iter().map(|agent| agent.name.clone()).collect(),
            opponents: rules.agents.iter().map(|member| member.name.clone()).collect(),
        })
    }

    /// Creates a tournament from a contest and the names of its candidates and opponents.
    #[doc(hidden)]
    #[must_use]
    pub fn of(contest: Contest<'b, W>, agents: Vec<String>, opponents: Vec<String>) -> Self {
        Tournament { scoreboard: Scoreboard::new(&contest), contest, agents, opponents }
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.contest.games()
    }

    /// Plays all games, and returns `false` if it was stopped.
    pub fn play(&mut self, executor: &impl Executor, stop: &AtomicBool, played: &(dyn Fn(u64) + Sync)) -> bool {
        self.scoreboard.play(&self.contest, 0..self.contest.pairs(), executor, stop, played)
    }

    /// Returns whether all games are deterministic.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        let opponents = 0..self.opponents.len();
        (0..self.agents.len()).all(|a| opponents.clone().all(|b| self.contest.is_deterministic(a, b)))
    }

    /// Returns whether the same seed gives the same games.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        self.contest.is_repeatable()
    }

    /// Returns the games that external programs have lost by failures, with their names.
    pub fn forfeits(&self) -> impl Iterator<Item = (&str, Forfeit)> {
        let names = self.agents.iter().chain(&self.opponents);
        names.zip(self.contest.forfeits()).flat_map(|(name, all)| all.into_iter().map(|one| (name.as_str(), one)))
    }

    /// Returns every played pair: agent, opponent, opening, and whether the agent won as player 1 and as player 2.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str, String, [bool; 2])> {
        let versus = (0..self.agents.len()).flat_map(|a| (0..self.opponents.len()).map(move |b| (a, b)));
        versus.flat_map(move |(a, b)| {
            let results = self.scoreboard.results(a, b).iter().enumerate();
            results.filter_map(move |(pair, result)| {
                let opening = self.contest.opening(a, b, pair).to_string();
                let wins = result.map(|result| [result.as_first, result.as_second])?;
                Some((self.agents[a].as_str(), self.opponents[b].as_str(), opening, wins))
            })
        })
    }

    /// Computes the standings of the games played so far.
    #[must_use]
    pub fn standings(&self) -> Standings {
        let first_mover: PairTally = self.scoreboard.all().map(PairResult::first_mover).collect();
        Standings {
            games: 2 * first_mover.pairs(),
            first_mover: Score::of(first_mover, Population::Unlimited),
            agents: (0..self.agents.len()).map(|agent| self.standing(agent)).collect(),
        }
    }

    fn standing(&self, agent: usize) -> Standing {
        let opponents: Vec<_> = (0..self.opponents.len()).map(|opponent| self.versus(agent, opponent)).collect();
        let scores: Vec<_> = opponents.iter().filter_map(|versus| versus.score).map(|score| (1.0, score)).collect();
        let differences: Vec<_> =
            (0..self.opponents.len()).filter_map(|opponent| self.difference(agent, opponent)).collect();
        let samples = self.match_scores(agent).zip(self.match_scores(0));
        Standing {
            name: self.agents[agent].clone(),
            score: Score::pooled(&scores),
            difference: TTest::pooled(&differences),
            welch: samples.and_then(|(own, baseline)| varying(&own, &baseline)),
            opponents,
        }
    }

    fn versus(&self, agent: usize, opponent: usize) -> OpponentScore {
        let tally: PairTally = self.scoreboard.tally(agent, opponent);
        let wins = 2 * tally.won + tally.split;
        OpponentScore {
            name: self.opponents[opponent].clone(),
            won: wins,
            lost: 2 * tally.pairs() - wins,
            score: Score::of(tally, self.contest.population(agent, opponent)),
        }
    }

    /// Tests an agent against the baseline on the openings that both played against an opponent.
    fn difference(&self, agent: usize, opponent: usize) -> Option<TTest> {
        let population = match (self.contest.population(agent, opponent), self.contest.population(0, opponent)) {
            (Population::Finite(openings), Population::Finite(_)) => Population::Finite(openings),
            _ => Population::Unlimited,
        };
        let results = |agent| self.scoreboard.results(agent, opponent).iter();
        let both = results(agent).zip(results(0)).filter_map(|(own, baseline)| own.zip(*baseline));
        paired(both.map(|(own, baseline)| (own.outcome().score(), baseline.outcome().score())), population)
    }

    /// The scores of single matches over all opponents, as in Udacity's tournament.
    fn match_scores(&self, agent: usize) -> Option<Sample> {
        let opponents = 0..self.opponents.len();
        let score = |pair: usize| {
            let results = opponents.clone().map(|opponent| self.scoreboard.results(agent, opponent)[pair]);
            let scores = results.map(|result| result.map(|result| result.outcome().score()));
            scores.sum::<Option<f64>>().map(|sum| sum / self.opponents.len() as f64)
        };
        Sample::of((0..self.contest.pairs()).filter_map(score))
    }
}

/// Tests match scores by Welch's test, unless all matches of both agents ended alike: a few matches often do, and then their
/// error is unknown, not 0.
fn varying(own: &Sample, baseline: &Sample) -> Option<TTest> {
    welch(own, baseline).filter(|test| test.se > LEAST_ERROR)
}

/// Errors below this come from rounding.
const LEAST_ERROR: f64 = 1e-9;

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn matches_that_all_end_alike_have_no_p_value() {
        let sample = |scores: &[f64]| Sample::of(scores.iter().copied()).unwrap();
        let (alike, other) = (sample(&[5.0 / 7.0, 0.1 + 5.0 / 7.0 - 0.1]), sample(&[0.5, 0.5]));
        assert_eq!(varying(&alike, &other), None);
        assert_eq!(varying(&other, &other), None);
        let test = varying(&sample(&[0.5, 0.6]), &other).unwrap();
        assert!(test.p_value > 0.05, "{test:?}");
    }
}
