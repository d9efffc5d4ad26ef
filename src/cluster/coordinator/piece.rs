//! A batch, as its coordinator follows it.

use std::time::{Duration, Instant};

/// How often a batch is published again at most.
const MOST_REPEATS: u32 = 8;

/// A batch, as its coordinator follows it.
pub(super) struct Piece {
    /// The jobs by their indices.
    pub(super) jobs: Vec<usize>,
    /// The seconds it should take.
    seconds: f64,
    /// The sequences of its messages.
    pub(super) sequences: Vec<u64>,
    /// When it was last published; nothing if it is to be.
    pub(super) published: Option<Instant>,
    /// How often it was published again.
    pub(super) repeats: u32,
    /// Whether a thread of this process plays it.
    pub(super) own: bool,
}

impl Piece {
    /// Creates a batch; one that is in the queue already has a sequence.
    pub(super) fn new(jobs: Vec<usize>, seconds: f64, sequence: Option<u64>) -> Self {
        let published = sequence.map(|_| Instant::now());
        Self { jobs, seconds, sequences: sequence.into_iter().collect(), published, repeats: 0, own: false }
    }

    /// Returns whether its outcome should be there, given since when all batches are in the hands of workers.
    pub(super) fn is_late(&self, handed_out: Instant, now: Instant) -> bool {
        let patience = (0.2 + 3.0 * self.seconds) * f64::from(1 + self.repeats);
        let waits =
            |published: Instant| now.duration_since(published.max(handed_out)) > Duration::from_secs_f64(patience);
        !self.own && self.repeats < MOST_REPEATS && self.published.is_some_and(waits)
    }
}
