//! Which results of workers are played again, and which workers are trusted.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroU32;

use crate::arena::Job;
use crate::store::Digest;

/// Pairs of a new worker that are all played again.
const FIRST: u64 = 128;
/// Pairs of a worker up to which every other job is played again.
const PROBATION: u64 = 512;

/// How many of the jobs of known workers are played again: one in this many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckRate(pub NonZeroU32);

impl Default for CheckRate {
    fn default() -> Self {
        Self(NonZeroU32::MIN.saturating_add(63))
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

    /// Returns whether a job that a worker reports is to be played again, given the pairs of that worker that wait to be.
    pub(super) fn checks(&self, worker: &str, contest: Digest, job: &Job, waiting: u64) -> bool {
        let known = self.confirmed.get(worker).copied().unwrap_or(0) + waiting;
        let one_in = match known {
            _ if known < FIRST => return true,
            _ if known < PROBATION => self.rate.0.get().min(2),
            _ => self.rate.0.get(),
        };
        self.draw.hash_one((contest, job)).is_multiple_of(u64::from(one_in))
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
        let jobs: Vec<Job> = (0..6400).map(|first| Job::from([0, 0, first, 4])).collect();
        let share = |trust: &Trust| {
            jobs.iter().filter(|job| trust.checks("a", contest, job, 0)).count() as f64 / jobs.len() as f64
        };
        assert!((share(&trust) - 1.0).abs() < 1e-9);
        trust.confirm("a", 128);
        assert!((0.4..0.6).contains(&share(&trust)), "{}", share(&trust));
        trust.confirm("a", 384);
        assert!((0.005..0.03).contains(&share(&trust)), "{}", share(&trust));
        assert!(trust.shut_out("a") && !trust.shut_out("a") && trust.is_shut_out("a") && !trust.is_shut_out("b"));
    }
}
