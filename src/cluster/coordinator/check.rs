//! Which results of workers are played again, and which workers are trusted.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroU32;

use crate::arena::Job;
use crate::store::Digest;

/// Pairs of a new worker that are all played again: one that flips a result in a hundred at random is found among them with a
/// probability of 1 − 0.99^1024, all but 3 in 100,000, and until then nothing that it reports is used unchecked.
const PROBATION: u64 = 1024;

/// How many of the jobs of known workers are played again: one in this many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckRate(pub NonZeroU32);

impl Default for CheckRate {
    fn default() -> Self {
        Self(NonZeroU32::MIN.saturating_add(127))
    }
}

/// What is known about the workers of a session.
#[derive(Debug, Default)]
pub(super) struct Trust {
    rate: CheckRate,
    /// Draws the jobs to be checked; its key is a secret of this process.
    draw: RandomState,
    /// The pairs of each worker that were confirmed.
    confirmed: HashMap<String, u64>,
    /// The workers that were found wrong, whose outcomes are no longer used.
    shut_out: Vec<String>,
}

impl Trust {
    pub(super) fn new(rate: CheckRate) -> Self {
        Self { rate, ..Self::default() }
    }

    /// Returns whether everything that a worker reports is to be played again, given the pairs of it that wait to be.
    pub(super) fn is_new(&self, worker: &str, waiting: u64) -> bool {
        self.confirmed.get(worker).copied().unwrap_or(0) + waiting < PROBATION
    }

    /// Returns whether a job is drawn to be played again, whoever reports it.
    pub(super) fn draws(&self, contest: Digest, job: &Job) -> bool {
        self.draw.hash_one((contest, job)).is_multiple_of(u64::from(self.rate.0.get()))
    }

    /// Books pairs of a worker that were played again with the same results.
    pub(super) fn confirm(&mut self, worker: &str, pairs: usize) {
        *self.confirmed.entry(worker.to_owned()).or_default() += pairs as u64;
    }

    /// Shuts a worker out, and returns whether it was not yet.
    pub(super) fn shut_out(&mut self, worker: &str) -> bool {
        let new = !self.is_shut_out(worker);
        if new {
            self.shut_out.push(worker.to_owned());
        }
        new
    }

    pub(super) fn is_shut_out(&self, worker: &str) -> bool {
        self.shut_out.iter().any(|known| known == worker)
    }

    /// Returns the workers that are shut out.
    pub(super) fn all_shut_out(&self) -> &[String] {
        &self.shut_out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_workers_are_checked_more_than_known_ones() {
        let mut trust = Trust::default();
        let contest = Digest::of(b"contest");
        assert!(trust.is_new("a", 0));
        trust.confirm("a", 1000);
        assert!(trust.is_new("a", 23) && !trust.is_new("a", 24) && trust.is_new("b", 24));
        let drawn = (0..64_000).filter(|&first| trust.draws(contest, &Job::from([0, 0, first, 4]))).count();
        // 500 ± 22, whatever the secret key is.
        assert!((250..1000).contains(&drawn), "{drawn} of 64,000");
        assert!(trust.shut_out("a") && !trust.shut_out("a") && trust.is_shut_out("a") && !trust.is_shut_out("b"));
    }
}
