//! A workshop, which plays batches from anywhere.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use super::batch::Batch;
use crate::agent::{Agent, CompileError, Perfect, PlayerData};
use crate::arena::contest::{Contest, Job, PairResult};
use crate::arena::openings::{Ground, OpeningBlock, Openings};
use crate::features::FeatureTables;
use crate::game::{Board, BoardSize, SizeError, Word};
use crate::store::Digest;

/// Plays batches, and keeps boards, openings and players of the last ones ready.
#[derive(Debug, Default)]
pub struct Workshop {
    small: Mutex<Boards<u64>>,
    large: Mutex<Boards<u128>>,
}

/// Why a batch cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum WorkshopError {
    /// The board cannot be set up.
    #[error(transparent)]
    Board(#[from] SizeError),
    /// A player cannot be compiled.
    #[error(transparent)]
    Player(#[from] CompileError),
    /// There are no openings, or fewer than the contest has pairs.
    #[error("the block has {there} openings, and the contest {asked} pairs")]
    Openings {
        /// The openings of the block.
        there: usize,
        /// The pairs of the contest.
        asked: usize,
    },
}

impl Workshop {
    /// Plays a batch and returns the results of its jobs in order, or `None` if it was stopped.
    ///
    /// # Errors
    /// Returns an error if the board has too few openings, or perfect play is not available.
    pub fn play(&self, batch: &Batch, stop: &AtomicBool) -> Result<Option<Vec<Vec<PairResult>>>, WorkshopError> {
        if batch.ground().board.fits::<u64>() {
            play_on(&self.small, batch, stop)
        } else {
            play_on(&self.large, batch, stop)
        }
    }
}

fn play_on<W: Word>(
    boards: &Mutex<Boards<W>>,
    batch: &Batch,
    stop: &AtomicBool,
) -> Result<Option<Vec<Vec<PairResult>>>, WorkshopError> {
    let contest = boards.lock().unwrap_or_else(PoisonError::into_inner).contest(batch)?;
    let place = |players: &std::collections::BTreeMap<usize, PlayerData>| -> HashMap<usize, usize> {
        players.keys().copied().zip(0..).collect()
    };
    let (candidates, opponents) = (place(batch.candidates()), place(batch.opponents()));
    // The contest has the batch's players alone, in the order of their numbers.
    let own = |job: &Job| Job { candidate: candidates[&job.candidate], opponent: opponents[&job.opponent], ..*job };
    Ok(batch.jobs().iter().map(|job| contest.play(&own(job), stop)).collect())
}

/// Boards that were played on.
#[derive(Debug)]
struct Boards<W: 'static>(HashMap<BoardSize, Ready<W>>);

impl<W> Default for Boards<W> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<W: Word> Boards<W> {
    /// Sets up the part of a contest that a batch is.
    fn contest(&mut self, batch: &Batch) -> Result<Contest<'static, W>, WorkshopError> {
        let size = batch.ground().board;
        let ready = match self.0.entry(size) {
            std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::hash_map::Entry::Vacant(free) => free.insert(Ready::new(size)?),
        };
        ready.contest(batch)
    }
}

/// A board with what was prepared for it.
#[derive(Debug)]
struct Ready<W: 'static> {
    /// It is never freed: there are a few hundred sizes at most, of some kilobytes each.
    board: &'static Board<W>,
    tables: Arc<FeatureTables<W>>,
    lists: Recent<(usize, OpeningBlock), Openings<'static, W>>,
    orders: Recent<(usize, OpeningBlock, u64, u64), Openings<'static, W>>,
    agents: Recent<Digest, Agent<W>>,
    /// All perfect players of the board share one oracle.
    perfect: Option<Perfect<W>>,
}

impl<W: Word> Ready<W> {
    fn new(size: BoardSize) -> Result<Self, SizeError> {
        let board: &'static Board<W> = Box::leak(Box::new(Board::new(size)?));
        Ok(Self {
            board,
            tables: Arc::new(FeatureTables::new(board)),
            lists: Recent::new(3),
            orders: Recent::new(32),
            agents: Recent::new(2 * Batch::MOST_PLAYERS),
            perfect: None,
        })
    }

    fn contest(&mut self, batch: &Batch) -> Result<Contest<'static, W>, WorkshopError> {
        let ground = *batch.ground();
        let there = self.list(&ground).len();
        if ground.pairs > there {
            return Err(WorkshopError::Openings { there, asked: ground.pairs });
        }
        let mut compiled = |players: &std::collections::BTreeMap<usize, PlayerData>| {
            players
                .iter()
                .map(|(&number, player)| Ok((number, self.agent(player)?)))
                .collect::<Result<_, CompileError>>()
        };
        let (candidates, opponents) = (compiled(batch.candidates())?, compiled(batch.opponents())?);
        Ok(Contest::part(ground, |number| self.order(&ground, number), candidates, opponents))
    }

    /// Returns the openings of a contest, in no order.
    fn list(&mut self, ground: &Ground) -> Openings<'static, W> {
        let (board, plies, block) = (self.board, ground.plies, ground.block);
        self.lists.get_or_insert((plies, block), || Openings::new(board, plies, block))
    }

    /// Returns the openings of a contest in the order of a number.
    fn order(&mut self, ground: &Ground, number: u64) -> Openings<'static, W> {
        let list = self.list(ground);
        let key = (ground.plies, ground.block, ground.order.0, number);
        self.orders.get_or_insert(key, || list.shuffled(ground.order, number))
    }

    fn agent(&mut self, player: &PlayerData) -> Result<Agent<W>, CompileError> {
        let key = Digest::of_data(player);
        if let Some(agent) = self.agents.get(&key) {
            return Ok(agent);
        }
        let agent = match (player, &self.perfect) {
            (PlayerData::Perfect(search), Some(known)) => Agent::Perfect(known.sharing(search.compile(&self.tables))),
            _ => player.compile(&self.tables)?,
        };
        if let (Agent::Perfect(perfect), None) = (&agent, &self.perfect) {
            self.perfect = Some(perfect.clone());
        }
        self.agents.insert(key, agent.clone());
        Ok(agent)
    }
}

/// The last values of some keys.
#[derive(Debug)]
struct Recent<K, V> {
    most: usize,
    kept: VecDeque<(K, V)>,
}

impl<K: PartialEq, V: Clone> Recent<K, V> {
    fn new(most: usize) -> Self {
        Self { most, kept: VecDeque::new() }
    }

    fn get(&self, key: &K) -> Option<V> {
        self.kept.iter().find(|(known, _)| known == key).map(|(_, value)| value.clone())
    }

    fn insert(&mut self, key: K, value: V) {
        if self.kept.len() >= self.most {
            self.kept.pop_front();
        }
        self.kept.push_back((key, value));
    }

    fn get_or_insert(&mut self, key: K, make: impl FnOnce() -> V) -> V {
        if let Some(value) = self.get(&key) {
            return value;
        }
        let value = make();
        self.insert(key, value.clone());
        value
    }
}
