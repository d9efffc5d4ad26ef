//! A contest: who plays whom from which openings.

mod executor;
mod job;
mod pair;
mod scoreboard;

use std::sync::atomic::{AtomicBool, Ordering};

use crate::agent::{Agent, Forfeit, PlayerData};
use crate::arena::openings::{Draw, DrawError, Ground, Opening, Openings, Placement};
use crate::game::{Board, PerPlayer, Player, Word, compiled_here};
use crate::seed::{Purpose, Seed};
use crate::stats::Population;

pub use executor::{Executor, Threads, ThreadsError};
pub use job::{Job, duel_schedule, schedule};
pub use pair::PairResult;
pub use scoreboard::Scoreboard;

/// Candidates and the opponents they all meet, from the same openings and with the same random streams.
#[derive(Clone, Debug)]
pub struct Contest<'b, W> {
    candidates: Vec<Agent<W>>,
    opponents: Vec<Agent<W>>,
    /// The numbers of the candidates and of the opponents in the whole contest, which decide openings and chance.
    numbers: (Vec<usize>, Vec<usize>),
    /// The openings of each opponent, in the order of the pairs.
    openings: Vec<Openings<'b, W>>,
    ground: Ground,
}

impl<'b, W: Word> Contest<'b, W> {
    /// Creates a contest in which every opponent has the openings in an order of its own.
    ///
    /// # Errors
    /// Returns an error if there are fewer openings than requested.
    pub fn new(
        board: &'b Board<W>,
        candidates: Vec<Agent<W>>,
        opponents: Vec<Agent<W>>,
        draw: &Draw,
    ) -> Result<Self, DrawError> {
        let (openings, pairs) = draw.openings(board)?;
        Ok(Self::over(&openings, pairs, draw, candidates, opponents))
    }

    /// Creates a contest over given openings, with a number of pairs capped at the number of openings. Only the order
    /// and the seed of the draw are used.
    #[must_use]
    pub fn over(
        openings: &Openings<'b, W>,
        pairs: usize,
        draw: &Draw,
        candidates: Vec<Agent<W>>,
        opponents: Vec<Agent<W>>,
    ) -> Self {
        let seeds = (draw.order(), draw.seed);
        Self::whole(openings, pairs, seeds, |_| Placement::SHARED, false, (candidates, opponents))
    }

    /// Creates a contest in which every candidate has openings and chance of its own.
    ///
    /// Each opponent has one order of all openings, which `order` decides. Candidate after candidate takes the next
    /// `pairs` of it, the first one those after the `earlier` candidates: a run that counts its candidates repeats no
    /// opening against an opponent until all were played.
    #[must_use]
    pub fn separate(
        openings: &Openings<'b, W>,
        pairs: usize,
        seeds: (Seed, Seed),
        earlier: u64,
        candidates: Vec<Agent<W>>,
        opponents: Vec<Agent<W>>,
    ) -> Self {
        let placement = |pairs: u64| Placement { first: earlier.wrapping_mul(pairs), stride: pairs };
        Self::whole(openings, pairs, seeds, placement, false, (candidates, opponents))
    }

    /// Creates duels: each candidate meets the opponent of the same index, from openings of its own as far as they
    /// suffice. Only the order and the seed of the draw are used.
    #[must_use]
    pub fn duels(
        openings: &Openings<'b, W>,
        pairs: usize,
        draw: &Draw,
        couples: (Vec<Agent<W>>, Vec<Agent<W>>),
    ) -> Self {
        Self::whole(openings, pairs, (draw.order(), draw.seed), |_| Placement::SHARED, true, couples)
    }

    fn whole(
        openings: &Openings<'b, W>,
        pairs: usize,
        (order, seed): (Seed, Seed),
        placement: impl FnOnce(u64) -> Placement,
        duels: bool,
        (candidates, opponents): (Vec<Agent<W>>, Vec<Agent<W>>),
    ) -> Self {
        let (board, plies, block) = (openings.board().size(), openings.plies(), openings.block());
        let pairs = pairs.min(openings.len());
        let ground = Ground { board, plies, block, order, duels, pairs, seed, placement: placement(pairs as u64) };
        let first = openings.shuffled(order, 0);
        let ordered = |number| if number == 0 { first.clone() } else { openings.shuffled(order, number) };
        let candidates = candidates.into_iter().enumerate().collect();
        Self::part(ground, ordered, candidates, opponents.into_iter().enumerate().collect())
    }

    /// Creates the part of a contest that some players have, each with its number in the whole contest.
    ///
    /// `ordered` returns the openings in the order of a number.
    pub(super) fn part(
        ground: Ground,
        mut ordered: impl FnMut(u64) -> Openings<'b, W>,
        candidates: Vec<(usize, Agent<W>)>,
        opponents: Vec<(usize, Agent<W>)>,
    ) -> Self {
        let (numbers, candidates) = candidates.into_iter().unzip();
        let (versus, opponents): (Vec<usize>, Vec<Agent<W>>) = opponents.into_iter().unzip();
        let openings = versus.iter().map(|&number| ground.openings(&ordered(ground.order_number(number)), number));
        Contest { openings: openings.collect(), candidates, opponents, numbers: (numbers, versus), ground }
    }

    /// Returns everything that the results depend on besides the players.
    #[must_use]
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// Returns a candidate as plain data.
    #[must_use]
    pub fn candidate(&self, index: usize) -> PlayerData {
        self.candidates[index].data()
    }

    /// Returns an opponent as plain data.
    #[must_use]
    pub fn opponent(&self, index: usize) -> PlayerData {
        self.opponents[index].data()
    }

    /// Returns the number of pairs of each candidate against each opponent.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.ground.pairs
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        (2 * self.ground.pairs * self.candidates.len() * self.opponents.len()) as u64
    }

    /// Returns the population from which the pairs of a candidate against an opponent are drawn: finite if both are
    /// deterministic, as repeating an opening then adds nothing.
    #[must_use]
    pub fn population(&self, candidate: usize, opponent: usize) -> Population {
        if self.is_deterministic(candidate, opponent) {
            Population::Finite(self.openings[opponent].len() as u64)
        } else {
            Population::Unlimited
        }
    }

    /// Returns the number of candidates.
    #[must_use]
    pub fn candidates(&self) -> usize {
        self.candidates.len()
    }

    /// Returns the number of opponents.
    #[must_use]
    pub fn opponents(&self) -> usize {
        self.opponents.len()
    }

    /// Returns the candidates and the opponents as plain data.
    #[must_use]
    pub fn players(&self) -> (Vec<PlayerData>, Vec<PlayerData>) {
        let data = |agents: &[Agent<W>]| agents.iter().map(Agent::data).collect();
        (data(&self.candidates), data(&self.opponents))
    }

    /// Returns the seed of the contest's randomness.
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.ground.seed
    }

    /// Returns where the candidates' pairs lie in the order of the openings.
    #[must_use]
    pub fn placement(&self) -> Placement {
        self.ground.placement
    }

    /// Returns the opening of a pair of a candidate against an opponent.
    #[must_use]
    pub fn opening(&self, candidate: usize, opponent: usize, pair: usize) -> &Opening<'b, W> {
        let openings = &self.openings[opponent];
        let place = self.ground.placement.of(self.numbers.0[candidate], pair) % openings.len().max(1) as u64;
        openings.get(usize::try_from(place).unwrap_or(0))
    }

    /// Returns whether the same seed gives the same games.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        self.candidates.iter().chain(&self.opponents).all(Agent::is_repeatable)
    }

    /// Returns the games that external programs have lost by failures: those of the candidates, then of the opponents.
    pub fn forfeits(&self) -> impl Iterator<Item = Vec<Forfeit>> {
        self.candidates.iter().chain(&self.opponents).map(Agent::forfeits)
    }

    /// Returns whether the games of a candidate against an opponent are deterministic.
    #[must_use]
    pub fn is_deterministic(&self, candidate: usize, opponent: usize) -> bool {
        self.candidates[candidate].is_deterministic() && self.opponents[opponent].is_deterministic()
    }

    /// Plays a job, a pure function of the contest and the job, or returns `None` if it was stopped.
    #[must_use]
    pub fn play(&self, job: &Job, stop: &AtomicBool) -> Option<Vec<PairResult>> {
        let contest = self;
        compiled_here!(play(
            contest: &'a Contest<'a, W>,
            job: &'a Job,
            stop: &'a AtomicBool
        ) -> Option<Vec<PairResult>>)
    }

    fn play_pair(&self, job: &Job, pair: usize, stop: &AtomicBool) -> Option<PairResult> {
        let as_first = self.play_game(job, pair, Player::One, stop)? == Player::One;
        let as_second = self.play_game(job, pair, Player::Two, stop)? == Player::Two;
        Some(PairResult { as_first, as_second })
    }

    /// Plays one game with the candidate as the given player, and returns the winner.
    fn play_game(&self, job: &Job, pair: usize, seat: Player, stop: &AtomicBool) -> Option<Player> {
        let agents = (&self.candidates[job.candidate], &self.opponents[job.opponent]);
        // Where candidates share openings they share the random numbers as well.
        let place = self.ground.placement.of(self.numbers.0[job.candidate], pair);
        let opponent = self.numbers.1[job.opponent] as u64;
        let stream = |role: u64| {
            let game = 2 * u64::from(seat.number()) + role;
            self.ground.seed.stream(Purpose::Agent, [opponent, place, game])
        };
        let (mut agents, mut streams) = (PerPlayer([agents.0, agents.1]), PerPlayer([stream(0), stream(1)]));
        if seat == Player::Two {
            agents.0.reverse();
            streams.0.reverse();
        }
        let mut position = *self.opening(job.candidate, job.opponent, pair).position();
        loop {
            let player = position.to_move();
            let decision = agents[player].choose_until(&position, &mut streams[player], stop);
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            match decision {
                None => return Some(player.opponent()),
                Some(decision) => position = position.play_legal(decision.cell),
            }
        }
    }
}

fn play<W: Word>(contest: &Contest<'_, W>, job: &Job, stop: &AtomicBool) -> Option<Vec<PairResult>> {
    (job.first..job.first + job.pairs).map(|pair| contest.play_pair(job, pair, stop)).collect()
}
