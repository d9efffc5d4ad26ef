//! A match between two agents.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::TournamentError;
use crate::agent::{Agent, Forfeit, NamedAgent, Roster};
use crate::arena::contest::{Contest, Executor, Scoreboard};
use crate::arena::openings::Draw;
use crate::features::FeatureTables;
use crate::game::{Board, Word};
use crate::stats::{HeadToHead, Sprt, SprtState};

/// The number of pairs between two looks of a sequential test, fixed so that its answer does not depend on the threads.
const BATCH: usize = 64;

/// A match of one agent against another.
#[derive(Clone, Debug)]
pub struct Duel<'b, W> {
    contest: Contest<'b, W>,
    scoreboard: Scoreboard,
    sprt: Option<Sprt>,
}

impl<'b, W: Word> Duel<'b, W> {
    /// Creates a match by the rules of a roster, which ends early if a sequential test decides.
    ///
    /// # Errors
    /// Returns an error if an agent cannot be compiled, or there are too few openings.
    pub fn new(
        board: &'b Board<W>,
        rules: &Roster,
        [first, second]: [&NamedAgent; 2],
        draw: &Draw,
        sprt: Option<Sprt>,
    ) -> Result<Self, TournamentError> {
        let tables = Arc::new(FeatureTables::new(board));
        let ready = |entrant: &NamedAgent| Agent::new(&entrant.agent, rules.order, &rules.costs, &tables);
        let contest = Contest::new(board, vec![ready(first)?], vec![ready(second)?], draw)?;
        Ok(Duel { scoreboard: Scoreboard::new(&contest), contest, sprt })
    }

    /// Returns the largest possible number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.contest.games()
    }

    /// Returns whether all games are deterministic.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        self.contest.is_deterministic(0, 0)
    }

    /// Returns whether the same seed gives the same games.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        self.contest.is_repeatable()
    }

    /// Returns the games that external programs have lost by failures: 0 or 1 for whose they are, and why.
    pub fn forfeits(&self) -> impl Iterator<Item = (usize, Forfeit)> {
        self.contest.forfeits().enumerate().flat_map(|(side, all)| all.into_iter().map(move |one| (side, one)))
    }

    /// Plays until all pairs are played or the sequential test decides, and returns `false` if it was stopped.
    ///
    /// `played` is told the number of games as they end, `looked` the result at each look of the sequential test.
    pub fn play(
        &mut self,
        executor: &impl Executor,
        stop: &AtomicBool,
        played: &(dyn Fn(u64) + Sync),
        looked: &impl Fn(&HeadToHead),
    ) -> bool {
        let pairs = self.contest.pairs();
        let batch = if self.sprt.is_some() { BATCH } else { pairs };
        for first in (0..pairs).step_by(batch.max(1)) {
            let range = first..pairs.min(first + batch);
            if !self.scoreboard.play(&self.contest, range, executor, stop, played) {
                return false;
            }
            let Some(result) = self.result().filter(|_| self.sprt.is_some()) else { continue };
            looked(&result);
            if result.sprt.is_some_and(|verdict| verdict.state != SprtState::Continue) {
                break;
            }
        }
        true
    }

    /// Returns the statistics of the pairs played so far, or `None` if there are none.
    #[must_use]
    pub fn result(&self) -> Option<HeadToHead> {
        HeadToHead::of(self.scoreboard.tally(0, 0), self.contest.population(0, 0), self.sprt.as_ref())
    }
}
