//! The work on one contest: batches out, outcomes in, until every job has its results.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use async_nats::Subscriber;
use futures_util::{FutureExt, StreamExt};

use super::cut::cut;
use super::link::{Failed, Kept};
use super::note::ClusterNote;
use super::progress::{ContestProgress, Task};
use super::{Cluster, locked};
use crate::arena::{Job, PairResult};
use crate::cluster::wire::{BatchMessage, BatchOutcome, subject, to_bytes};
use crate::store::Digest;

/// The interval at which the stop flag is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The interval at which late batches are looked for, and at the workers.
const LOOK_INTERVAL: Duration = Duration::from_millis(100);
/// How long the end of a contest may wait for the server.
const CLEAN_UP_TIMEOUT: Duration = Duration::from_secs(2);
/// The most batches that are published at a time.
const MOST_PUBLISHED: usize = 1000;
/// How long a thread without work waits before it looks at the stop flag.
const IDLE_INTERVAL: Duration = Duration::from_millis(50);

/// The reason given to a dismissed worker.
const WRONG_RESULTS: &str = "its results differ from those played here";

/// The work on one contest.
pub(super) struct ContestDriver<'a> {
    pub(super) cluster: &'a Cluster,
    pub(super) contest: Digest,
    /// Makes the message of some jobs.
    pub(super) message: &'a (dyn Fn(Vec<Job>) -> BatchMessage + Sync),
    /// Plays a job here.
    pub(super) play: &'a (dyn Fn(&Job) -> Option<Vec<PairResult>> + Sync),
    pub(super) stop: &'a AtomicBool,
    pub(super) progress: Mutex<ContestProgress<'a>>,
    /// Notified when there may be work for a thread that has none.
    pub(super) news: Condvar,
    /// Whether the jobs are cut.
    pub(super) ready: AtomicBool,
    /// Whether threads are to end.
    pub(super) over: AtomicBool,
}

impl ContestDriver<'_> {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || locked(&self.progress).is_closed()
    }

    /// Works as a thread of this process until the contest is over.
    pub(super) fn play_here(&self, plays: bool) {
        while !self.over.load(Ordering::Relaxed) && !self.stop.load(Ordering::Relaxed) {
            match self.next_task(plays) {
                Task::Nothing => continue,
                Task::Check(check) => {
                    let job = locked(&self.progress).jobs()[check.index];
                    let own = (self.play)(&job);
                    locked(&self.progress).settle(check, own, &mut locked(&self.cluster.trust));
                }
                Task::Play(jobs) => self.play_jobs(&jobs),
            }
            self.cluster.link.state.changed.notify_one();
        }
    }

    /// Returns what a thread does next; waits for a while if that is nothing.
    fn next_task(&self, plays: bool) -> Task {
        let mut progress = locked(&self.progress);
        if self.ready.load(Ordering::Acquire) {
            match progress.next_task(plays) {
                Task::Nothing => {}
                task => return task,
            }
        }
        if !self.over.load(Ordering::Relaxed) {
            drop(self.news.wait_timeout(progress, IDLE_INTERVAL));
        }
        Task::Nothing
    }

    /// Lets threads without work look for some.
    pub(super) fn wake(&self) {
        // Whoever has found nothing to do waits by the time the lock is free.
        drop(locked(&self.progress));
        self.news.notify_all();
    }

    fn play_jobs(&self, jobs: &[usize]) {
        for &index in jobs {
            let job = {
                let progress = locked(&self.progress);
                if !progress.needs(index) {
                    continue;
                }
                progress.jobs()[index]
            };
            let begun = Instant::now();
            let Some(own) = (self.play)(&job) else { return };
            self.learn(begun.elapsed().as_secs_f64(), job.pairs);
            locked(&self.progress).place_own(index, own, &mut locked(&self.cluster.trust));
        }
    }

    /// Learns how long a pair takes.
    fn learn(&self, seconds: f64, pairs: usize) {
        let mut pair = locked(&self.cluster.pair);
        let weight = (pairs as f64 / 200.0).min(0.5);
        *pair += weight * (seconds / pairs.max(1) as f64 - *pair);
    }

    /// Publishes batches and places outcomes until the contest is over.
    pub(super) async fn drive(&self) {
        let link = &self.cluster.link;
        let Ok(mut outcomes) = link.outcomes(self.contest).await else {
            return self.wait_for_own().await;
        };
        let mut connections = link.state.connections();
        if link.state.is_connected() && self.take_up().await.is_err() {
            // Once more with the next connection.
            connections = 0;
        }
        self.cut();
        let (mut handed_out, mut looked) = (None, Instant::now());
        self.cluster.tell();
        while !self.is_over() {
            let connected = link.state.is_connected();
            if connected && connections != link.state.connections() {
                let now = link.state.connections();
                if self.recover().await.is_ok() {
                    connections = now;
                }
            }
            self.dismiss_wrong_workers().await;
            // With or without a server: own threads play batches, too.
            if locked(&self.progress).has_reopened() {
                self.cut();
            }
            if connected {
                self.send().await;
            }
            if looked.elapsed() > LOOK_INTERVAL {
                looked = Instant::now();
                self.cluster.tell();
                if connected {
                    self.look_for_late(&mut handed_out).await;
                }
            }
            self.receive(&mut outcomes).await;
        }
        // The last check may have found one.
        self.dismiss_wrong_workers().await;
        if link.state.is_connected() {
            // Without an answer the messages are left to their age.
            let _ = tokio::time::timeout(CLEAN_UP_TIMEOUT, self.clean_up()).await;
        }
    }

    /// Waits for the threads of this process alone.
    async fn wait_for_own(&self) {
        self.cut();
        while !self.is_over() {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Uses what an earlier coordinator of the same contest has left: outcomes, and batches in the queue.
    async fn take_up(&self) -> Result<(), Failed> {
        let link = &self.cluster.link;
        for kept in link.kept_outcomes(self.contest).await? {
            self.place(&kept.subject, &kept.payload);
        }
        let pair = *locked(&self.cluster.pair);
        for Kept { payload, sequence, .. } in link.queued(self.contest).await? {
            match BatchMessage::read(&payload, self.cluster.engine.digest) {
                Ok(message) => locked(&self.progress).add_found(message.batch.jobs(), pair, sequence),
                Err(error) => self.cluster.ignore(error.to_string()),
            }
        }
        Ok(())
    }

    /// Makes up for a lost connection: reads the outcomes that have come since, and publishes what the server has lost.
    async fn recover(&self) -> Result<(), Failed> {
        let link = &self.cluster.link;
        link.prepare().await.map_err(|_| Failed)?;
        for kept in link.kept_outcomes(self.contest).await? {
            self.place(&kept.subject, &kept.payload);
        }
        let queued = link.queued_sequences(self.contest).await?;
        locked(&self.progress).repeat_lost(&queued);
        self.dismiss_shut_out().await;
        Ok(())
    }

    /// Cuts the jobs that are in no batch.
    fn cut(&self) {
        let (threads, pair) = (self.cluster.threads(), *locked(&self.cluster.pair));
        let mut progress = locked(&self.progress);
        let open = progress.uncut();
        for (jobs, seconds) in cut(progress.jobs(), open, pair, threads) {
            progress.add(jobs, seconds, None);
        }
        drop(progress);
        self.ready.store(true, Ordering::Release);
        self.wake();
    }

    /// Dismisses workers with wrong results, and tells the user.
    async fn dismiss_wrong_workers(&self) {
        let link = &self.cluster.link;
        let wrong = locked(&self.progress).take_wrong_workers();
        for worker in wrong {
            // Without a connection it is dismissed by the next.
            if link.state.is_connected() {
                link.dismiss(&worker, WRONG_RESULTS).await;
            }
            self.cluster.note(&ClusterNote::Wrong { worker });
        }
    }

    /// Publishes and deletes what is due.
    async fn send(&self) {
        let link = &self.cluster.link;
        let deletions = locked(&self.progress).take_deletions();
        link.delete(&deletions).await;
        let due = locked(&self.progress).unpublished(MOST_PUBLISHED);
        if due.is_empty() {
            return;
        }
        let jobs = locked(&self.progress).jobs();
        let message = |open: &[usize]| {
            let payload = to_bytes(&(self.message)(open.iter().map(|&index| jobs[index]).collect()));
            (subject::job(self.cluster.engine.digest, self.contest, Digest::of(&payload)), payload)
        };
        let messages = due.iter().map(|(_, open)| message(open)).collect();
        let sequences = link.publish(messages).await;
        let mut progress = locked(&self.progress);
        for ((number, _), sequence) in due.into_iter().zip(sequences) {
            if let Some(sequence) = sequence {
                progress.published(number, sequence);
            }
        }
    }

    /// Publishes late batches again, once all are with workers and some worker has nothing to do.
    async fn look_for_late(&self, handed_out: &mut Option<Instant>) {
        let open = locked(&self.progress).open_pieces();
        if open == 0 || open > 2 * self.cluster.threads().max(1) + 2 {
            *handed_out = None;
            return;
        }
        match self.cluster.link.is_handed_out().await {
            Ok(true) => {
                let since = *handed_out.get_or_insert_with(Instant::now);
                locked(&self.progress).repeat_late(since, Instant::now());
            }
            Ok(false) => *handed_out = None,
            Err(Failed) => {}
        }
    }

    /// Places outcomes as they come, until something else may be due.
    async fn receive(&self, outcomes: &mut Subscriber) {
        let first = tokio::select! {
            message = outcomes.next() => message,
            () = self.cluster.link.state.changed.notified() => None,
            () = tokio::time::sleep(POLL_INTERVAL) => None,
        };
        let mut next = first;
        while let Some(message) = next {
            self.place(&message.subject, &message.payload);
            // What has arrived already, without waiting.
            next = outcomes.next().now_or_never().flatten();
        }
    }

    /// Places an outcome.
    fn place(&self, subject: &str, payload: &[u8]) {
        let cluster = self.cluster;
        match BatchOutcome::read(payload, subject, (cluster.engine.digest, self.contest)) {
            Ok((outcome, results)) => {
                let pairs = outcome.pairs.len();
                {
                    // In the same order as everywhere.
                    let mut progress = locked(&self.progress);
                    let trust = locked(&cluster.trust);
                    if trust.is_shut_out(&outcome.worker) {
                        return;
                    }
                    progress.place(&outcome.worker, outcome.jobs.into_iter().zip(results), &trust);
                }
                self.wake();
                self.learn(outcome.seconds, pairs);
            }
            Err(error) => cluster.ignore(error.to_string()),
        }
    }

    /// Deletes the messages that are left over.
    async fn clean_up(&self) {
        let link = &self.cluster.link;
        let sequences = locked(&self.progress).all_sequences();
        let left = link.queued_sequences(self.contest).await.unwrap_or_default();
        let left: Vec<u64> = sequences.into_iter().filter(|sequence| left.contains(sequence)).collect();
        link.delete(&left).await;
        if !self.stop.load(Ordering::Relaxed) {
            link.forget(self.contest).await;
        }
        self.dismiss_shut_out().await;
    }

    /// Dismisses all workers that are shut out: they may have come back, or not have heard it.
    async fn dismiss_shut_out(&self) {
        let shut_out = locked(&self.cluster.trust).all_shut_out().to_vec();
        for worker in shut_out {
            self.cluster.link.dismiss(&worker, WRONG_RESULTS).await;
        }
    }
}
