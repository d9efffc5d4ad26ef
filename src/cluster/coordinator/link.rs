//! The coordinator's connection: streams, messages, and what became of them.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::jetstream::consumer::{self, AckPolicy};
use async_nats::jetstream::stream::{self, DiscardPolicy, RawMessageErrorKind, RetentionPolicy, StorageType};
use async_nats::jetstream::{self, Context, message::PublishMessage};
use async_nats::{Client, Event, Subscriber};
use futures_util::StreamExt;
use tokio::runtime::{self, Runtime};
use tokio::sync::{Notify, mpsc};

use crate::arena::Batch;
use crate::cluster::error::ClusterError;
use crate::cluster::wire::{
    Engine, Roll, ServerAddress, WorkerCard, call_workers,
    subject::{self, JOBS, RESULTS},
};
use crate::store::Digest;

/// How long a worker may be silent about a batch before the server hands it to another.
const ACK_WAIT: Duration = Duration::from_secs(10);
/// How long messages are kept at most.
const KEPT: Duration = Duration::from_secs(24 * 3600);
/// How long the first workers have to introduce themselves.
const INTRODUCTIONS: Duration = Duration::from_millis(300);
/// How long an answer of the server may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// A connection to the server.
pub(super) struct Link {
    pub(super) runtime: Runtime,
    client: Client,
    context: Context,
    engine: Engine,
    server: String,
    pub(super) state: Arc<LinkState>,
}

/// What is known about the connection.
#[derive(Debug, Default)]
pub(super) struct LinkState {
    connected: AtomicBool,
    /// The number of times the connection was made.
    connections: AtomicU64,
    pub(super) roll: Roll,
    /// Something has changed.
    pub(super) changed: Notify,
    /// What the server last complained about.
    complaint: Mutex<Option<String>>,
}

impl LinkState {
    pub(super) fn is_connected(&self) -> bool {
        self.connected.load(Ordering::Relaxed)
    }

    pub(super) fn connections(&self) -> u64 {
        self.connections.load(Ordering::Relaxed)
    }

    /// Returns what the server last complained about, and forgets it.
    pub(super) fn take_complaint(&self) -> Option<String> {
        self.complaint.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn follow(&self, event: &Event) {
        match event {
            Event::Connected => {
                self.connections.fetch_add(1, Ordering::Relaxed);
                self.connected.store(true, Ordering::Relaxed);
            }
            Event::Disconnected | Event::Closed => self.connected.store(false, Ordering::Relaxed),
            Event::ServerError(error) => {
                *self.complaint.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
            }
            _ => {}
        }
        self.changed.notify_one();
    }
}

/// A message in a stream.
pub(super) struct Kept {
    pub(super) subject: String,
    pub(super) sequence: u64,
    pub(super) payload: Vec<u8>,
}

/// A request to the server failed; it is tried again after the next connection or a while later.
#[derive(Debug)]
pub(super) struct Failed;

impl Link {
    /// Connects, creates the streams, and asks who is there.
    pub(super) fn new(address: &ServerAddress, engine: Engine) -> Result<Self, ClusterError> {
        // A thread of its own, so that the connection stays alive while no thread waits for it.
        let runtime = runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let state = Arc::new(LinkState::default());
        let (sender, mut events) = mpsc::unbounded_channel();
        let client = runtime.block_on(address.connect("isotune coordinator", "_INBOX", sender))?;
        state.connected.store(true, Ordering::Relaxed);
        state.connections.store(1, Ordering::Relaxed);
        // Building a context starts a task.
        let inside = runtime.enter();
        let context = jetstream::ContextBuilder::new().timeout(PATIENCE).ack_timeout(PATIENCE).build(client.clone());
        drop(inside);
        let link = Self { client, context, engine, server: address.to_string(), state, runtime };
        link.runtime.block_on(link.prepare()).map_err(|cause| {
            let cause = link.state.take_complaint().unwrap_or(cause);
            ClusterError::Stream { server: link.server.clone(), cause }
        })?;
        let (client, state) = (link.client.clone(), Arc::clone(&link.state));
        link.runtime.block_on(async {
            let mut cards = client
                .subscribe(subject::worker("*"))
                .await
                .map_err(|error| ClusterError::Connect { server: link.server.clone(), cause: error.to_string() })?;
            let followed = Arc::clone(&state);
            link.runtime.spawn(async move {
                // The first event is that of the connection that was just made.
                let mut first = true;
                while let Some(event) = events.recv().await {
                    if !(std::mem::take(&mut first) && matches!(event, Event::Connected)) {
                        followed.follow(&event);
                    }
                }
            });
            link.runtime.spawn(async move {
                while let Some(message) = cards.next().await {
                    if let Ok(card) = WorkerCard::read(&message.payload, &message.subject) {
                        state.roll.note(card);
                    }
                }
            });
            call_workers(&link.client, link.engine).await;
            tokio::time::sleep(INTRODUCTIONS).await;
            Ok::<_, ClusterError>(())
        })?;
        Ok(link)
    }

    pub(super) fn server(&self) -> &str {
        &self.server
    }

    /// Creates the streams and the consumer, or brings them to today's settings.
    pub(super) async fn prepare(&self) -> Result<(), String> {
        let most = i32::try_from(2 * Batch::MOST_BYTES).unwrap_or(i32::MAX);
        let jobs = stream::Config {
            name: JOBS.to_owned(),
            subjects: vec!["isotune.job.>".to_owned()],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            discard: DiscardPolicy::New,
            max_bytes: 1 << 30,
            max_age: KEPT,
            max_message_size: most,
            num_replicas: 1,
            ..stream::Config::default()
        };
        let results = stream::Config {
            name: RESULTS.to_owned(),
            subjects: vec!["isotune.result.>".to_owned()],
            retention: RetentionPolicy::Limits,
            discard: DiscardPolicy::Old,
            max_bytes: 256 << 20,
            ..jobs.clone()
        };
        for config in [jobs, results] {
            self.context.create_or_update_stream(config).await.map_err(|error| error.to_string())?;
        }
        let workers = consumer::pull::Config {
            durable_name: Some(subject::consumer(self.engine.digest)),
            filter_subject: subject::jobs(self.engine.digest, None),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            max_deliver: 5,
            // Limits of all workers together: the defaults would starve large clusters.
            max_ack_pending: 65_536,
            max_waiting: 16_384,
            ..consumer::pull::Config::default()
        };
        self.context.create_consumer_on_stream(workers, JOBS).await.map_err(|error| error.to_string())?;
        // Workers ask for batches again when they hear it.
        call_workers(&self.client, self.engine).await;
        Ok(())
    }

    /// Subscribes to the outcomes of a contest.
    pub(super) async fn outcomes(&self, contest: Digest) -> Result<Subscriber, Failed> {
        self.client.subscribe(subject::result(contest, "*")).await.map_err(|_| Failed)
    }

    /// Publishes batches with their subjects, and returns the sequences of those that the server has.
    pub(super) async fn publish(&self, batches: Vec<(String, Vec<u8>)>) -> Vec<Option<u64>> {
        let mut waiting = Vec::with_capacity(batches.len());
        for (subject, payload) in batches {
            let message = PublishMessage::build().payload(payload.into());
            waiting.push(self.context.send_publish(subject, message).await.ok());
        }
        let mut sequences = Vec::with_capacity(waiting.len());
        for sent in waiting {
            sequences.push(match sent {
                Some(sent) => sent.await.ok().map(|stored| stored.sequence),
                None => None,
            });
        }
        sequences
    }

    /// Reads the next message of a subject in a stream from a sequence on.
    async fn next(&self, stream: &str, subject: &str, from: u64) -> Result<Option<Kept>, Failed> {
        let stream = self.context.get_stream_no_info(stream).await.map_err(|_| Failed)?;
        let found = stream.raw_message_builder().sequence(from).next_by_subject(subject).send().await;
        match found {
            Ok(message) => Ok(Some(Kept {
                subject: message.subject.to_string(),
                sequence: message.sequence,
                payload: message.payload.to_vec(),
            })),
            Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => Ok(None),
            Err(_) => Err(Failed),
        }
    }

    /// Reads all outcomes of a contest that the server has kept, from a sequence on.
    pub(super) async fn kept_outcomes(&self, contest: Digest) -> Result<Vec<Kept>, Failed> {
        self.all(RESULTS, &subject::result(contest, "*")).await
    }

    /// Reads all batches of a contest that wait for a worker or are with one.
    pub(super) async fn queued(&self, contest: Digest) -> Result<Vec<Kept>, Failed> {
        self.all(JOBS, &subject::jobs(self.engine.digest, Some(contest))).await
    }

    async fn all(&self, stream: &str, subject: &str) -> Result<Vec<Kept>, Failed> {
        let (mut all, mut from) = (Vec::new(), 1);
        while let Some(kept) = self.next(stream, subject, from).await? {
            from = kept.sequence + 1;
            all.push(kept);
        }
        Ok(all)
    }

    /// Deletes batches by their sequences, those that are there.
    pub(super) async fn delete(&self, sequences: &[u64]) {
        let Ok(stream) = self.context.get_stream_no_info(JOBS).await else { return };
        let deletions = sequences.iter().map(|&sequence| stream.delete_message(sequence));
        futures_util::stream::iter(deletions)
            .for_each_concurrent(64, |deletion| async {
                // It may have been played since.
                let _ = deletion.await;
            })
            .await;
    }

    /// Returns the sequences of a contest's batches that are still in the queue.
    pub(super) async fn queued_sequences(&self, contest: Digest) -> Result<HashSet<u64>, Failed> {
        Ok(self.queued(contest).await?.into_iter().map(|kept| kept.sequence).collect())
    }

    /// Forgets the outcomes of a contest.
    pub(super) async fn forget(&self, contest: Digest) {
        // Only results: on a work queue, servers before 2.10 skip messages of others after a purge by subject.
        if let Ok(stream) = self.context.get_stream_no_info(RESULTS).await {
            let _ = stream.purge().filter(subject::result(contest, "*")).await;
        }
    }

    /// Returns whether all batches are with workers, and some worker waits for more.
    pub(super) async fn is_handed_out(&self) -> Result<bool, Failed> {
        let stream = self.context.get_stream_no_info(JOBS).await.map_err(|_| Failed)?;
        let info = stream.consumer_info(subject::consumer(self.engine.digest)).await.map_err(|_| Failed)?;
        Ok(info.num_pending == 0 && info.num_waiting > 0)
    }

    /// Sends a worker home.
    pub(super) async fn dismiss(&self, worker: &str, reason: &str) {
        let _ = self.client.publish(subject::leave(worker), reason.to_owned().into()).await;
    }
}
