//! Batches: jobs with everything their results depend on, as plain data.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::agent::PlayerData;
use crate::arena::contest::{Contest, Job};
use crate::arena::openings::Ground;
use crate::game::Word;
use crate::search::{ResolvedBudget, SearcherData};

/// The version of the layout of a batch; it grows when a field is added, removed or changes its meaning.
const FORMAT: u32 = 1;

/// Jobs of a contest with everything their results depend on, so that they can be played anywhere.
///
/// Players keep their numbers in the whole contest: these decide openings and chance.
///
/// ```
/// # use isotune_engine as isotune;
/// use isotune::agent::{Agent, NamedAgent, Roster};
/// use isotune::arena::{Batch, Contest, Draw, OpeningBlock, Workshop, schedule};
/// use isotune::game::Board;
/// use isotune::search::MoveOrder;
/// use isotune::seed::Seed;
/// use std::sync::{Arc, atomic::AtomicBool};
///
/// let board = Board::seven();
/// let tables = Arc::new(isotune::features::FeatureTables::new(&board));
/// let agent = |text: &str| -> Result<_, Box<dyn std::error::Error>> {
///     Ok(Agent::new(&text.parse()?, MoveOrder::Fixed, "udacity-modern", &tables)?)
/// };
/// let draw = Draw { plies: 2, block: OpeningBlock::All, pairs: Some(4), seed: Seed(1) };
/// let contest = Contest::new(&board, vec![agent("id:improved@nodes:30")?], vec![agent("random")?], &draw)?;
/// let jobs: Vec<_> = schedule(1, 1, 0..4).collect();
/// let batch = Batch::read(&Batch::new(&contest, jobs.clone()).to_bytes())?;
/// let stop = AtomicBool::new(false);
/// assert_eq!(Workshop::default().play(&batch, &stop)?, contest.play(&jobs[0], &stop).map(|results| vec![results]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    format: u32,
    ground: Ground,
    candidates: BTreeMap<usize, PlayerData>,
    opponents: BTreeMap<usize, PlayerData>,
    jobs: Vec<Job>,
}

/// Why a batch is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BatchError {
    /// It has too many bytes.
    #[error("a batch has at most {most} bytes, not {0}", most = Batch::MOST_BYTES)]
    Bytes(usize),
    /// It is not a batch.
    #[error("not a batch: {0}")]
    Syntax(String),
    /// It has another format.
    #[error("a batch of format {0}; this version reads format {FORMAT}")]
    Format(u32),
    /// It breaks a limit.
    #[error("a batch with {0}")]
    Limit(&'static str),
    /// A job is not possible.
    #[error("job {0:?} is not part of its contest")]
    Job([usize; 4]),
}

impl Batch {
    /// The largest number of bytes.
    pub const MOST_BYTES: usize = 1 << 20;
    /// The largest number of jobs.
    pub const MOST_JOBS: usize = 10_000;
    /// The largest number of candidates, and of opponents: compiled, a player may take a megabyte.
    pub const MOST_PLAYERS: usize = 64;
    /// The largest number of pairs of all jobs.
    pub const MOST_PAIRS: usize = 1_000_000;
    /// The most nodes or units of effort for a move.
    const MOST_EFFORT: u64 = 1_000_000_000;
    /// The most openings that a list of them may hold, as far as can be told without listing them.
    const MOST_OPENINGS: usize = 1 << 21;

    /// Creates a batch of some jobs of a contest, whose indices are those of its players.
    #[must_use]
    pub fn new<W: Word>(contest: &Contest<'_, W>, jobs: Vec<Job>) -> Self {
        let candidates: BTreeSet<usize> = jobs.iter().map(|job| job.candidate).collect();
        let opponents: BTreeSet<usize> = jobs.iter().map(|job| job.opponent).collect();
        Self {
            format: FORMAT,
            ground: *contest.ground(),
            candidates: candidates.into_iter().map(|index| (index, contest.candidate(index))).collect(),
            opponents: opponents.into_iter().map(|index| (index, contest.opponent(index))).collect(),
            jobs,
        }
    }

    /// Returns whether the jobs of a contest can be sent: no budget in time, which would depend on the machine.
    #[must_use]
    pub fn suits<W: Word>(contest: &Contest<'_, W>) -> bool {
        let (candidates, opponents) = contest.players();
        !candidates.iter().chain(&opponents).any(is_unbounded)
    }

    /// Returns the batch as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        // Plain data with numbers as keys has a JSON form.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Reads and checks a batch: what it asks for is possible, and takes bounded memory.
    ///
    /// # Errors
    /// Returns an error if the bytes are no batch, or it breaks a limit.
    pub fn read(bytes: &[u8]) -> Result<Self, BatchError> {
        if bytes.len() > Self::MOST_BYTES {
            return Err(BatchError::Bytes(bytes.len()));
        }
        let batch: Self = serde_json::from_slice(bytes).map_err(|error| BatchError::Syntax(error.to_string()))?;
        batch.check()?;
        Ok(batch)
    }

    /// Checks that what the batch asks for is possible, and takes bounded memory.
    ///
    /// # Errors
    /// Returns an error if it breaks a limit.
    pub fn check(&self) -> Result<(), BatchError> {
        let Self { format, ground, candidates, opponents, jobs } = self;
        if *format != FORMAT {
            return Err(BatchError::Format(*format));
        }
        let cells = ground.board.cells();
        let openings = cells * (cells - 1) * if ground.plies == 4 { 64 } else { 1 };
        let pairs = jobs.iter().fold(0_usize, |sum, job| sum.saturating_add(job.pairs));
        let limits = [
            (![2, 4].contains(&ground.plies), "plies other than 2 and 4"),
            (openings > Self::MOST_OPENINGS, "too many openings"),
            (jobs.is_empty(), "no jobs"),
            (jobs.len() > Self::MOST_JOBS, "too many jobs"),
            (pairs > Self::MOST_PAIRS, "too many pairs"),
            (candidates.len().max(opponents.len()) > Self::MOST_PLAYERS, "too many players"),
            (
                candidates.values().chain(opponents.values()).any(is_unbounded),
                "an external program, or a budget in time or beyond 1e9",
            ),
        ];
        if let Some((_, limit)) = limits.into_iter().find(|(broken, _)| *broken) {
            return Err(BatchError::Limit(limit));
        }
        let possible = |job: &&Job| {
            let within = job.first.checked_add(job.pairs).is_some_and(|end| end <= ground.pairs);
            let known = candidates.contains_key(&job.candidate) && opponents.contains_key(&job.opponent);
            job.pairs > 0 && within && known && (!ground.duels || job.candidate == job.opponent)
        };
        match jobs.iter().find(|job| !possible(job)) {
            Some(job) => Err(BatchError::Job((*job).into())),
            None => Ok(()),
        }
    }

    /// Returns everything that the results depend on besides the players.
    #[must_use]
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// Returns the candidates by their numbers.
    #[must_use]
    pub fn candidates(&self) -> &BTreeMap<usize, PlayerData> {
        &self.candidates
    }

    /// Returns the opponents by their numbers.
    #[must_use]
    pub fn opponents(&self) -> &BTreeMap<usize, PlayerData> {
        &self.opponents
    }

    /// Returns the jobs, whose indices are the numbers of the players.
    #[must_use]
    pub fn jobs(&self) -> &[Job] {
        &self.jobs
    }
}

/// Returns whether a player's moves may take forever, or depend on the machine.
fn is_unbounded(player: &PlayerData) -> bool {
    let unbounded = |search: &SearcherData| match search.budget {
        ResolvedBudget::Depth(_) => false,
        ResolvedBudget::Nodes(amount) | ResolvedBudget::Effort { units: amount, .. } => amount > Batch::MOST_EFFORT,
        ResolvedBudget::Time(_) => true,
    };
    match player {
        PlayerData::Random => false,
        PlayerData::Searching(search) | PlayerData::Perfect(search) => unbounded(search),
        PlayerData::External { .. } => true,
    }
}
