//! Cuts the jobs of a contest into batches.

use std::collections::BTreeSet;

use crate::arena::{Batch, Job};

/// The shortest batch in seconds: shorter ones cost more on the way than they take.
const SHORTEST: f64 = 0.03;
/// The longest batch in seconds: so much is lost when a worker dies.
const LONGEST: f64 = 1.0;

/// Cuts jobs, given by their indices, into batches with the seconds that each should take.
///
/// Large ones come first and small ones last, so that all workers end at about the same time; `pair` is the time of a
/// pair in seconds, `threads` the number of threads that will play.
pub(super) fn cut(jobs: &[Job], mut open: Vec<usize>, pair: f64, threads: usize) -> Vec<(Vec<usize>, f64)> {
    // A batch then needs few candidates.
    open.sort_unstable_by_key(|&index| jobs[index]);
    let seconds = |index: usize| jobs[index].pairs as f64 * pair;
    let mut left: f64 = open.iter().map(|&index| seconds(index)).sum();
    let mut batches = Vec::new();
    let mut current = Cut::default();
    for index in open {
        let most = (left / (2.0 * threads.max(1) as f64)).clamp(SHORTEST, LONGEST);
        if !current.takes(&jobs[index], seconds(index), most) {
            let full = std::mem::take(&mut current);
            left -= full.seconds;
            batches.push((full.jobs, full.seconds));
        }
        current.add(index, &jobs[index], seconds(index));
    }
    if !current.jobs.is_empty() {
        batches.push((current.jobs, current.seconds));
    }
    batches
}

#[derive(Default)]
struct Cut {
    jobs: Vec<usize>,
    seconds: f64,
    pairs: usize,
    candidates: BTreeSet<usize>,
    opponents: BTreeSet<usize>,
}

impl Cut {
    fn takes(&self, job: &Job, seconds: f64, most: f64) -> bool {
        let fits = |players: &BTreeSet<usize>, player| players.len() < Batch::MOST_PLAYERS || players.contains(player);
        self.jobs.is_empty()
            || (self.seconds + seconds <= most
                && self.jobs.len() < Batch::MOST_JOBS
                && self.pairs + job.pairs <= Batch::MOST_PAIRS
                && fits(&self.candidates, &job.candidate)
                && fits(&self.opponents, &job.opponent))
    }

    fn add(&mut self, index: usize, job: &Job, seconds: f64) {
        self.jobs.push(index);
        self.seconds += seconds;
        self.pairs += job.pairs;
        self.candidates.insert(job.candidate);
        self.opponents.insert(job.opponent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::schedule;

    #[test]
    fn every_job_is_cut_once_and_batches_shrink() {
        let jobs: Vec<Job> = schedule(300, 7, 0..5).collect();
        let open: Vec<usize> = (0..jobs.len()).filter(|index| index % 7 != 3).collect();
        let batches = cut(&jobs, open.clone(), 0.0017, 4);
        let mut all: Vec<usize> = batches.iter().flat_map(|(jobs, _)| jobs.clone()).collect();
        all.sort_unstable();
        assert_eq!(all, open);
        let seconds: Vec<f64> = batches.iter().map(|(_, seconds)| *seconds).collect();
        assert!(seconds[0] > 0.9 && seconds[0] <= 1.0 + 1e-9, "{seconds:?}");
        assert!(seconds[seconds.len() - 1] <= 0.05, "{seconds:?}");
        for pair in seconds.windows(2) {
            assert!(pair[1] <= pair[0] + 0.01, "{seconds:?}");
        }
    }

    #[test]
    fn a_batch_keeps_the_limits() {
        let jobs: Vec<Job> = schedule(500, 100, 0..1).collect();
        for (batch, _) in cut(&jobs, (0..jobs.len()).collect(), 1e-7, 1) {
            let players =
                |player: fn(&Job) -> usize| batch.iter().map(|&job| player(&jobs[job])).collect::<BTreeSet<_>>();
            assert!(batch.len() <= Batch::MOST_JOBS);
            assert!(players(|job| job.candidate).len() <= Batch::MOST_PLAYERS);
            assert!(players(|job| job.opponent).len() <= Batch::MOST_PLAYERS);
        }
        assert_eq!(cut(&jobs[..3], vec![0, 1, 2], 60.0, 8).len(), 3);
        assert!(cut(&jobs, Vec::new(), 1.0, 2).is_empty());
    }
}
