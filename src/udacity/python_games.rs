//! Games of a contest, played by the players of a checkout.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::checkout::{Checkout, CheckoutError};
use super::python_process::{PythonError, PythonProcess};
use crate::agent::{AgentSpec, SearchMethod};
use crate::arena::{Contest, Executor, Job, PairResult};
use crate::game::{Player, Word};
use crate::search::Budget;

/// A player of a checkout: how it searches, by which heuristic, and how deep.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PythonPlayer(&'static str, String, u32);

impl PythonPlayer {
    /// Returns the player that searches by iterative deepening with a heuristic.
    #[must_use]
    pub fn deepening(heuristic: &str) -> Self {
        Self("id", heuristic.to_owned(), 0)
    }

    /// Returns the player that is an agent of a roster; `None` if a checkout has none like it.
    #[must_use]
    pub fn of(agent: &AgentSpec) -> Option<Self> {
        match agent {
            AgentSpec::Random => Some(Self("random", String::new(), 0)),
            AgentSpec::Search { method: SearchMethod::IterativeDeepening, heuristic, .. } => {
                Some(Self::deepening(&heuristic.to_string()))
            }
            AgentSpec::Search { method, heuristic, budget: Budget::Depth(depth) } => {
                let kind = if *method == SearchMethod::Minimax { "mm" } else { "ab" };
                Some(Self(kind, heuristic.to_string(), *depth))
            }
            _ => None,
        }
    }
}

/// Plays the games of a contest with the players of a checkout, each process on its own.
#[derive(Debug)]
pub struct PythonGames {
    workers: Vec<Mutex<PythonProcess>>,
    candidates: Vec<PythonPlayer>,
    opponents: Vec<PythonPlayer>,
    milliseconds: u32,
    faults: Mutex<BTreeMap<Fault, u64>>,
    failure: Mutex<Option<PythonError>>,
}

/// How a game was lost other than on the board.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fault {
    /// The candidate that lost; `None` if the opponent did.
    pub candidate: Option<usize>,
    /// The opponent.
    pub opponent: usize,
    /// What happened: `timeout`, `forfeit`, `illegal move`, or an error of Python.
    pub reason: String,
}

#[derive(Serialize)]
struct GameRequest<'a> {
    ask: &'static str,
    players: [&'a PythonPlayer; 2],
    opening: Vec<[usize; 2]>,
    limit: u32,
    seed: u64,
}

#[derive(Deserialize)]
struct GameReply {
    winner: u8,
    reason: String,
}

impl PythonGames {
    /// Starts a number of processes for games between candidates and opponents with a time for each move.
    ///
    /// # Errors
    /// Returns an error if a process cannot be started or the checkout's code fails.
    pub fn new(
        checkout: &Checkout,
        (candidates, opponents): (Vec<PythonPlayer>, Vec<PythonPlayer>),
        milliseconds: u32,
        processes: usize,
        stop: &AtomicBool,
    ) -> Result<Self, CheckoutError> {
        let workers = (0..processes.max(1)).map(|_| checkout.worker(stop).map(Mutex::new));
        let workers = workers.collect::<Result<_, _>>()?;
        let (faults, failure) = (Mutex::default(), Mutex::default());
        Ok(Self { workers, candidates, opponents, milliseconds, faults, failure })
    }

    /// Returns the error that ended the games early.
    pub fn failure(&self) -> Option<PythonError> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Returns how games were lost other than on the board, and how often.
    #[must_use]
    pub fn faults(&self) -> Vec<(Fault, u64)> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).clone().into_iter().collect()
    }

    fn play_job<W: Word>(
        &self,
        worker: &mut PythonProcess,
        contest: &Contest<'_, W>,
        job: &Job,
        stop: &AtomicBool,
    ) -> Result<Vec<PairResult>, PythonError> {
        let pair = |pair: usize| {
            let as_first = self.play_game(worker, contest, job, (pair, Player::One), stop)?;
            let as_second = self.play_game(worker, contest, job, (pair, Player::Two), stop)?;
            Ok(PairResult { as_first, as_second })
        };
        (job.first..job.first + job.pairs).map(pair).collect()
    }

    /// Plays a game with the candidate in a seat, and returns whether it won.
    fn play_game<W: Word>(
        &self,
        worker: &mut PythonProcess,
        contest: &Contest<'_, W>,
        job: &Job,
        (pair, seat): (usize, Player),
        stop: &AtomicBool,
    ) -> Result<bool, PythonError> {
        let position = contest.opening(job.candidate, job.opponent, pair).position();
        let size = position.board().size();
        let cells = Player::ALL.into_iter().filter_map(|player| position.cell_of(player));
        let mut players = [&self.candidates[job.candidate], &self.opponents[job.opponent]];
        if seat == Player::Two {
            players.reverse();
        }
        let numbers = [job.candidate, job.opponent, pair, usize::from(seat.number())];
        let seed = numbers.into_iter().fold(contest.seed().0 % 1000, |seed, number| seed * 1000 + number as u64);
        let question = GameRequest {
            ask: "game",
            players,
            opening: cells.map(|cell| cell.row_column(size)).collect(),
            limit: self.milliseconds,
            seed,
        };
        // A player that does not come back is noticed by the process itself; this is for one that cannot.
        let limit = Duration::from_secs(600) + 50 * Duration::from_millis(u64::from(self.milliseconds) * 20);
        let GameReply { winner, reason } = worker.ask(&question, limit, stop)?;
        let won = winner == seat.number();
        if reason != "loss" {
            let fault = Fault { candidate: (!won).then_some(job.candidate), opponent: job.opponent, reason };
            let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
            *faults.entry(fault).or_default() += 1;
        }
        Ok(won)
    }
}

impl Executor for PythonGames {
    fn execute<W: Word>(
        &self,
        contest: &Contest<'_, W>,
        jobs: &[Job],
        stop: &AtomicBool,
        finished: &(dyn Fn(usize, &[PairResult]) + Sync),
    ) -> Vec<Option<Vec<PairResult>>> {
        // A pair at a time: a game takes seconds.
        let parts: Vec<(usize, Job)> = (0..jobs.len())
            .flat_map(|index| (0..jobs[index].pairs).map(move |at| (index, at)))
            .map(|(index, at)| (index, Job { first: jobs[index].first + at, pairs: 1, ..jobs[index] }))
            .collect();
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let results: Vec<Mutex<Option<PairResult>>> = parts.iter().map(|_| Mutex::default()).collect();
        thread::scope(|scope| {
            for worker in &self.workers {
                scope.spawn(|| {
                    let mut worker = worker.lock().unwrap_or_else(PoisonError::into_inner);
                    while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some((index, job)) = parts.get(place) else { break };
                        match self.play_job(&mut worker, contest, job, stop) {
                            Ok(pairs) => {
                                finished(*index, &pairs);
                                *results[place].lock().unwrap_or_else(PoisonError::into_inner) = pairs.first().copied();
                            }
                            Err(error) => {
                                failed.store(true, Ordering::Relaxed);
                                if !matches!(error, PythonError::Stopped) {
                                    *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                                }
                            }
                        }
                    }
                });
            }
        });
        let mut pairs = results.into_iter().map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner));
        let part = |job: &Job| pairs.by_ref().take(job.pairs).collect::<Vec<_>>();
        let parts: Vec<Vec<Option<PairResult>>> = jobs.iter().map(part).collect();
        parts.into_iter().map(|pairs| pairs.into_iter().collect()).collect()
    }
}
