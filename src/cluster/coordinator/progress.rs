//! How far a contest is: results by job, the batches they were cut into, and the checks that are due.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Instant;

use crate::arena::{Job, PairResult};
use crate::store::Digest;

use super::check::Trust;
use super::piece::Piece;

/// The most checks that may wait; those of new workers come on top.
const MOST_CHECKS: usize = 256;

/// Told of the results of a job by its index.
pub(super) type Finished<'a> = &'a (dyn Fn(usize, &[PairResult]) + Sync);

/// How far a contest is.
pub(super) struct ContestProgress<'a> {
    jobs: &'a [Job],
    contest: Digest,
    finished: Finished<'a>,
    index: HashMap<Job, usize>,
    placed: Vec<Option<Placed>>,
    open: usize,
    pieces: Vec<Piece>,
    /// Jobs of a worker that was shut out, which are in no open batch.
    reopened: Vec<usize>,
    checks: VecDeque<Check>,
    /// Checks that a thread is playing.
    checking: usize,
    /// Pairs of each worker that wait to be checked.
    waiting: HashMap<String, u64>,
    /// Messages to be deleted, by their sequence.
    deletions: Vec<u64>,
    /// Workers that were found wrong, to be sent home.
    wrong_workers: Vec<String>,
}

/// The results of a job.
struct Placed {
    results: Vec<PairResult>,
    /// The worker they come from; `None` if they were played here.
    by: Option<String>,
    /// Whether they were played here as well.
    confirmed: bool,
    told: bool,
}

/// A job to be played again.
pub(super) struct Check {
    pub(super) index: usize,
    worker: String,
    claim: Vec<PairResult>,
}

/// What a thread of this process does next.
pub(super) enum Task {
    Check(Check),
    Play(Vec<usize>),
    Nothing,
}

impl<'a> ContestProgress<'a> {
    pub(super) fn new(jobs: &'a [Job], contest: Digest, finished: Finished<'a>) -> Self {
        Self {
            jobs,
            contest,
            finished,
            index: jobs.iter().copied().zip(0..).collect(),
            placed: jobs.iter().map(|_| None).collect(),
            open: jobs.len(),
            pieces: Vec::new(),
            reopened: Vec::new(),
            checks: VecDeque::new(),
            checking: 0,
            waiting: HashMap::new(),
            deletions: Vec::new(),
            wrong_workers: Vec::new(),
        }
    }

    /// Returns whether all jobs have results and nothing is left to be checked.
    pub(super) fn is_closed(&self) -> bool {
        self.open == 0 && self.checks.is_empty() && self.checking == 0
    }

    pub(super) fn jobs(&self) -> &'a [Job] {
        self.jobs
    }

    pub(super) fn into_results(self) -> Vec<Option<Vec<PairResult>>> {
        self.placed.into_iter().map(|placed| placed.map(|placed| placed.results)).collect()
    }

    /// Returns the jobs that have neither results nor a batch.
    pub(super) fn uncut(&mut self) -> Vec<usize> {
        self.reopened.clear();
        let covered: HashSet<usize> = self.pieces.iter().flat_map(|piece| piece.jobs.iter().copied()).collect();
        (0..self.jobs.len()).filter(|index| self.placed[*index].is_none() && !covered.contains(index)).collect()
    }

    pub(super) fn has_reopened(&self) -> bool {
        !self.reopened.is_empty()
    }

    /// Adds a batch; one that is in the queue already has a sequence.
    pub(super) fn add(&mut self, jobs: Vec<usize>, seconds: f64, sequence: Option<u64>) {
        self.pieces.push(Piece::new(jobs, seconds, sequence));
    }

    /// Adds a batch that was found in the queue, by its jobs; those without use here are left out.
    pub(super) fn add_found(&mut self, jobs: &[Job], pair: f64, sequence: u64) {
        let known: Vec<usize> = jobs.iter().filter_map(|job| self.index.get(job).copied()).collect();
        let open: Vec<usize> = known.into_iter().filter(|&index| self.placed[index].is_none()).collect();
        if open.is_empty() {
            self.deletions.push(sequence);
        } else {
            let pairs: usize = jobs.iter().map(|job| job.pairs).sum();
            self.add(open, pairs as f64 * pair, Some(sequence));
        }
    }

    fn is_open(&self, piece: &Piece) -> bool {
        piece.jobs.iter().any(|&index| self.placed[index].is_none())
    }

    /// Returns the number of open batches that no thread of this process plays.
    pub(super) fn open_pieces(&self) -> usize {
        self.pieces.iter().filter(|piece| !piece.own && self.is_open(piece)).count()
    }

    /// Returns some open batches that are to be published: their numbers and open jobs.
    pub(super) fn unpublished(&self, most: usize) -> Vec<(usize, Vec<usize>)> {
        let open = |piece: &Piece| piece.jobs.iter().copied().filter(|&job| self.placed[job].is_none()).collect();
        let waits = |piece: &Piece| piece.published.is_none() && !piece.own;
        let pieces = self.pieces.iter().enumerate().filter(|(_, piece)| waits(piece));
        pieces
            .map(|(number, piece)| (number, open(piece)))
            .filter(|(_, jobs): &(_, Vec<_>)| !jobs.is_empty())
            .take(most)
            .collect()
    }

    /// Books that a batch was published.
    pub(super) fn published(&mut self, number: usize, sequence: u64) {
        let done = !self.is_open(&self.pieces[number]);
        let piece = &mut self.pieces[number];
        piece.published = Some(Instant::now());
        if piece.own || done {
            self.deletions.push(sequence);
        } else {
            piece.sequences.push(sequence);
        }
    }

    /// Publishes batches again that are late, given since when all of them are in the hands of workers.
    pub(super) fn repeat_late(&mut self, handed_out: Instant, now: Instant) {
        for number in 0..self.pieces.len() {
            let piece = &self.pieces[number];
            let late = piece.is_late(handed_out, now);
            if late && self.is_open(piece) {
                let piece = &mut self.pieces[number];
                piece.repeats += 1;
                piece.published = None;
            }
        }
    }

    /// Publishes all batches again that are open but not in the queue, given the sequences that are.
    pub(super) fn repeat_lost(&mut self, queued: &HashSet<u64>) {
        for piece in &mut self.pieces {
            piece.sequences.retain(|sequence| queued.contains(sequence));
            if piece.sequences.is_empty() && !piece.own {
                piece.published = None;
            }
        }
    }

    /// Returns the messages to be deleted, and forgets them.
    pub(super) fn take_deletions(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.deletions)
    }

    /// Returns the messages of all batches that may still be in the queue.
    pub(super) fn all_sequences(&mut self) -> Vec<u64> {
        let mut all = self.take_deletions();
        all.extend(self.pieces.iter_mut().flat_map(|piece| std::mem::take(&mut piece.sequences)));
        all
    }

    /// Returns the workers that were found wrong, and forgets them.
    pub(super) fn take_wrong_workers(&mut self) -> Vec<String> {
        std::mem::take(&mut self.wrong_workers)
    }

    /// Returns what a thread of this process does next: a check, or the last batch that is open.
    pub(super) fn next_task(&mut self, plays: bool) -> Task {
        if let Some(check) = self.checks.pop_front() {
            self.checking += 1;
            return Task::Check(check);
        }
        let next = || (0..self.pieces.len()).rev().find(|&at| !self.pieces[at].own && self.is_open(&self.pieces[at]));
        let Some(number) = plays.then(next).flatten() else {
            return Task::Nothing;
        };
        let piece = &mut self.pieces[number];
        piece.own = true;
        self.deletions.append(&mut piece.sequences);
        Task::Play(piece.jobs.clone())
    }

    /// Returns whether a job still needs results.
    pub(super) fn needs(&self, index: usize) -> bool {
        self.placed[index].is_none()
    }

    /// Places the results of a job that was played here, which are always right.
    pub(super) fn place_own(&mut self, index: usize, own: Vec<PairResult>, trust: &mut Trust) {
        let wrong = match &mut self.placed[index] {
            None => None,
            Some(placed) if placed.results == own => {
                if let (Some(worker), false) = (&placed.by, placed.confirmed) {
                    trust.confirm(worker, own.len());
                }
                placed.confirmed = true;
                if !placed.told {
                    placed.told = true;
                    (self.finished)(index, &own);
                }
                return;
            }
            Some(placed) => placed.by.take(),
        };
        if self.placed[index].is_none() {
            self.open -= 1;
        }
        (self.finished)(index, &own);
        self.placed[index] = Some(Placed { results: own, by: None, confirmed: true, told: true });
        if let Some(worker) = wrong {
            self.shut_out(&worker, trust);
        }
    }

    /// Ends a check by the results that were played here, `None` if it was stopped.
    pub(super) fn settle(&mut self, check: Check, own: Option<Vec<PairResult>>, trust: &mut Trust) {
        self.checking -= 1;
        let Check { index, worker, claim } = check;
        if let Some(waiting) = self.waiting.get_mut(&worker) {
            *waiting = waiting.saturating_sub(claim.len() as u64);
        }
        let Some(own) = own else { return };
        if claim != own {
            self.shut_out(&worker, trust);
        }
        self.place_own(index, own, trust);
    }

    /// Places the results that a worker reports. Jobs that were not requested are left out.
    pub(super) fn place(
        &mut self,
        worker: &str,
        reported: impl Iterator<Item = (Job, Vec<PairResult>)>,
        trust: &Trust,
    ) {
        for (job, results) in reported {
            let Some(&index) = self.index.get(&job) else { continue };
            match &self.placed[index] {
                None => {
                    let waiting = self.waiting.get(worker).copied().unwrap_or(0);
                    let room = self.checks.len() < MOST_CHECKS;
                    let check = trust.is_new(worker, waiting) || (room && trust.draws(self.contest, &job));
                    if check {
                        self.check(index, worker, results.clone());
                    } else {
                        (self.finished)(index, &results);
                    }
                    let by = Some(worker.to_owned());
                    self.placed[index] = Some(Placed { results, by, confirmed: false, told: !check });
                    self.open -= 1;
                }
                Some(placed) if placed.results == results => {}
                // One of the two is wrong.
                Some(_) => self.check(index, worker, results),
            }
        }
    }

    fn check(&mut self, index: usize, worker: &str, claim: Vec<PairResult>) {
        *self.waiting.entry(worker.to_owned()).or_default() += claim.len() as u64;
        self.checks.push_back(Check { index, worker: worker.to_owned(), claim });
    }

    /// Drops everything from a worker that was not confirmed.
    fn shut_out(&mut self, worker: &str, trust: &mut Trust) {
        if !trust.shut_out(worker) {
            return;
        }
        self.wrong_workers.push(worker.to_owned());
        self.checks.retain(|check| check.worker != worker);
        for (index, place) in self.placed.iter_mut().enumerate() {
            let dropped = |placed: &Placed| placed.by.as_deref() == Some(worker) && !placed.confirmed;
            if place.as_ref().is_some_and(dropped) {
                *place = None;
                self.open += 1;
                self.reopened.push(index);
            }
        }
        // They are cut into batches again.
        let reopened: HashSet<usize> = self.reopened.iter().copied().collect();
        for piece in &mut self.pieces {
            piece.jobs.retain(|index| !reopened.contains(index));
        }
    }
}

#[cfg(test)]
mod tests;
