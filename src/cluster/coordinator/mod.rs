//! The coordinator: plays contests with the help of workers.

mod check;
mod cut;
mod driver;
mod link;
mod note;
mod piece;
mod progress;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use serde::Serialize;

use crate::agent::PlayerData;
use crate::arena::{Batch, Contest, Executor, Ground, Job, PairResult, Threads};
use crate::cluster::error::ClusterError;
use crate::cluster::wire::{BatchMessage, Engine, ServerAddress, WorkerCard};
use crate::game::Word;
use crate::store::Digest;
use check::Trust;
use driver::ContestDriver;
use link::Link;
use progress::{ContestProgress, Finished};

pub use check::CheckRate;
pub use note::ClusterNote;

/// The time of a pair in seconds, before any was played.
const FIRST_GUESS: f64 = 0.002;

/// How to work with a cluster.
pub struct ClusterOptions {
    /// The threads of this process that play as well; none if 0.
    pub threads: usize,
    /// How many of the workers' jobs are played again to check them.
    pub check: CheckRate,
    /// Told what a user should know.
    pub note: Box<dyn Fn(&ClusterNote) + Send + Sync>,
}

/// Workers on other machines, and threads of this process.
pub struct Cluster {
    link: Link,
    engine: Engine,
    options: ClusterOptions,
    trust: Mutex<Trust>,
    /// The time of a pair in seconds, by the last outcomes.
    pair: Mutex<f64>,
    told: Mutex<Told>,
}

/// What the user was told already.
#[derive(Default)]
struct Told {
    lost: bool,
    nobody: bool,
    timed: bool,
    garbage: u64,
    other_builds: Vec<String>,
}

#[derive(Serialize)]
struct ContestIdentity<'a> {
    engine: Digest,
    ground: &'a Ground,
    candidates: Vec<PlayerData>,
    opponents: Vec<PlayerData>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Cluster {
    /// Connects to a server, creates the streams, and asks who is there.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached or used.
    pub fn new(address: &ServerAddress, options: ClusterOptions) -> Result<Self, ClusterError> {
        let engine = Engine::this();
        let link = Link::new(address, engine)?;
        let trust = Mutex::new(Trust::new(options.check));
        Ok(Self { link, engine, options, trust, pair: Mutex::new(FIRST_GUESS), told: Mutex::default() })
    }

    /// Returns the server.
    #[must_use]
    pub fn server(&self) -> &str {
        self.link.server()
    }

    /// Returns the workers that play, the number of own threads, and the workers that are left out.
    #[must_use]
    pub fn members(&self) -> (Vec<WorkerCard>, usize, Vec<WorkerCard>) {
        let trust = locked(&self.trust);
        let plays = |card: &WorkerCard| card.engine == self.engine.digest && !trust.is_shut_out(&card.name);
        let (playing, left_out) = self.link.state.roll.workers().into_iter().partition(plays);
        (playing, self.options.threads, left_out)
    }

    fn note(&self, note: &ClusterNote) {
        (self.options.note)(note);
    }

    /// Returns the number of threads that play, of this process and of workers.
    fn threads(&self) -> usize {
        let (workers, own, _) = self.members();
        workers.iter().map(|card| usize::from(card.threads)).sum::<usize>() + own
    }

    /// Notes what the user should know about the connection and the workers.
    fn tell(&self) {
        let (workers, own, left_out) = self.members();
        let connected = self.link.state.is_connected();
        let mut told = locked(&self.told);
        if told.lost == connected {
            told.lost = !connected;
            self.note(&if connected { ClusterNote::Back } else { ClusterNote::Lost { alone: own > 0 } });
        }
        if workers.is_empty() && own == 0 && connected && !std::mem::replace(&mut told.nobody, true) {
            self.note(&ClusterNote::Nobody);
        }
        if let Some(complaint) = self.link.state.take_complaint() {
            self.note(&ClusterNote::Complaint(complaint));
        }
        for card in left_out.into_iter().filter(|card| card.engine != self.engine.digest) {
            if !told.other_builds.contains(&card.name) {
                self.note(&ClusterNote::OtherBuild { worker: card.name.clone(), version: card.version });
                told.other_builds.push(card.name);
            }
        }
    }

    /// Counts a message that cannot be used, and notes the first.
    fn ignore(&self, reason: String) {
        let mut told = locked(&self.told);
        told.garbage += 1;
        if told.garbage == 1 {
            self.note(&ClusterNote::Garbage { reason });
        }
    }
}

impl Executor for Cluster {
    fn execute<W: Word>(
        &self,
        contest: &Contest<'_, W>,
        jobs: &[Job],
        stop: &AtomicBool,
        finished: &(dyn Fn(usize, &[PairResult]) + Sync),
    ) -> Vec<Option<Vec<PairResult>>> {
        if jobs.is_empty() {
            return Vec::new();
        }
        if !Batch::suits(contest) {
            if !std::mem::replace(&mut locked(&self.told).timed, true) {
                self.note(&ClusterNote::Timed);
            }
            return match Threads::new(Some(self.options.threads.max(1))) {
                Ok(threads) => threads.execute(contest, jobs, stop, finished),
                Err(_) => jobs.iter().map(|job| contest.play(job, stop)).collect(),
            };
        }
        let (candidates, opponents) = contest.players();
        let key = ContestIdentity { engine: self.engine.digest, ground: contest.ground(), candidates, opponents };
        let name = Digest::of_data(&key);
        let message = |jobs: Vec<Job>| BatchMessage {
            engine: self.engine.digest,
            contest: name,
            batch: Batch::new(contest, jobs),
        };
        let work = ContestDriver {
            cluster: self,
            contest: name,
            message: &message,
            play: &|job| contest.play(job, stop),
            stop,
            progress: Mutex::new(ContestProgress::new(jobs, name, finished as Finished<'_>)),
            news: Condvar::new(),
            ready: AtomicBool::new(false),
            over: AtomicBool::new(false),
        };
        thread::scope(|scope| {
            // One at least, which checks the workers' results.
            for _ in 0..self.options.threads.max(1) {
                scope.spawn(|| work.play_here(self.options.threads > 0));
            }
            self.link.runtime.block_on(work.drive());
            work.over.store(true, Ordering::Relaxed);
            work.wake();
        });
        work.progress.into_inner().unwrap_or_else(PoisonError::into_inner).into_results()
    }
}
