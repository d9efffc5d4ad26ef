//! The schedule: a contest cut into jobs.

/// Pairs in a job: few enough that no thread waits long for another's last job, enough that handing out costs nothing.
const PAIRS: usize = 4;

/// A piece of a contest: a range of pairs of one candidate against one opponent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Job {
    /// The candidate's index.
    pub candidate: usize,
    /// The opponent's index.
    pub opponent: usize,
    /// The first pair.
    pub first: usize,
    /// How many pairs.
    pub pairs: usize,
}

/// Cuts a range of pairs of a contest into jobs.
///
/// All candidates and opponents advance together, so that what is played at any moment is a fair part of the whole.
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

/// Cuts duels into jobs: the candidate of a number meets the opponent of the same number.
pub fn duel_schedule(duels: usize, pairs: std::ops::Range<usize>) -> impl Iterator<Item = Job> + Clone {
    cuts(pairs).flat_map(move |(first, pairs)| {
        (0..duels).map(move |duel| Job { candidate: duel, opponent: duel, first, pairs })
    })
}

fn cuts(pairs: std::ops::Range<usize>) -> impl Iterator<Item = (usize, usize)> + Clone {
    pairs.clone().step_by(PAIRS).map(move |first| (first, PAIRS.min(pairs.end - first)))
}
