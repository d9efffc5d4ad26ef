//! Jobs, the units of work of a contest.

use serde::{Deserialize, Serialize};

/// The number of pairs of a job: small enough that no thread waits long for the last job of another, large enough that
/// scheduling costs nothing.
const PAIRS: usize = 4;

/// A part of a contest: a range of pairs of one candidate against one opponent. As data it is a list of the four numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "[usize; 4]", into = "[usize; 4]")]
pub struct Job {
    /// The candidate's index.
    pub candidate: usize,
    /// The opponent's index.
    pub opponent: usize,
    /// The first pair.
    pub first: usize,
    /// The number of pairs.
    pub pairs: usize,
}

impl From<[usize; 4]> for Job {
    fn from([candidate, opponent, first, pairs]: [usize; 4]) -> Self {
        Self { candidate, opponent, first, pairs }
    }
}

impl From<Job> for [usize; 4] {
    fn from(job: Job) -> Self {
        [job.candidate, job.opponent, job.first, job.pairs]
    }
}

/// Divides a range of pairs of a contest into jobs.
///
/// All candidates and opponents advance together, so that the part played at any moment is balanced.
pub fn schedule(
    candidates: usize,
    opponents: usize,
    pairs: std::ops::Range<usize>,
) -> impl Iterator<Item = Job> + Clone {
    cuts(pairs).flat_map(move |(first, pairs)| {
        (0..opponents)
            .flat_map(move |opponent| (0..candidates).map(move |candidate| Job { candidate, opponent, first, pairs }))
    })
}

/// Divides duels into jobs: each candidate meets the opponent of the same index.
pub fn duel_schedule(duels: usize, pairs: std::ops::Range<usize>) -> impl Iterator<Item = Job> + Clone {
    cuts(pairs).flat_map(move |(first, pairs)| {
        (0..duels).map(move |duel| Job { candidate: duel, opponent: duel, first, pairs })
    })
}

fn cuts(pairs: std::ops::Range<usize>) -> impl Iterator<Item = (usize, usize)> + Clone {
    pairs.clone().step_by(PAIRS).map(move |first| (first, PAIRS.min(pairs.end - first)))
}
