//! A worker: takes batches, plays them, and reports the outcomes.

mod hand;

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc as queue};
use std::time::{Duration, Instant};

use async_nats::{Client, Event, Message, StatusCode, Subscriber};
use futures_util::StreamExt;
use tokio::runtime;
use tokio::sync::mpsc;

use crate::cluster::error::ClusterError;
use crate::cluster::wire::{Engine, RollCall, ServerAddress, WorkerCard, subject, to_bytes};
use crate::store::Digest;
use crate::text;
use hand::{BatchEvent, Order, deliver, is_queue_there, start_threads};

/// The interval at which the stop flag is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The interval at which the server hears that a batch is still in work; it waits for 10 s.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(3);
/// The interval at which a worker introduces itself.
const CARD_INTERVAL: Duration = Duration::from_secs(5);
/// How long the server keeps a request for a batch, and after which time it must be lost.
const EXPIRES: Duration = Duration::from_secs(20);
const LOST: Duration = Duration::from_secs(23);
/// How long to wait before asking again where there is no queue yet, or no batch is available.
const NO_QUEUE: Duration = Duration::from_secs(1);
const NO_BATCH: Duration = Duration::from_millis(100);
/// The longest time on one batch.
const LONGEST_BATCH: Duration = Duration::from_secs(600);
/// How long the last messages may take on their way out.
const FLUSH_TIMEOUT: Duration = Duration::from_millis(300);
/// Batches that take longer than this are not asked for in advance.
const LONG_BATCH: f64 = 2.0;

/// A worker of a cluster.
pub struct Worker {
    address: ServerAddress,
    card: WorkerCard,
}

/// What happens to a worker.
#[derive(Clone, PartialEq, Debug)]
pub enum WorkerEvent {
    /// The server cannot be reached yet.
    Waiting(String),
    /// It has joined.
    Joined,
    /// The connection is lost.
    Lost,
    /// The connection is back.
    Back,
    /// A message was refused.
    Refused(String),
    /// A coordinator is another build of isotune and sends it no games.
    OtherBuild {
        /// The coordinator's version.
        version: String,
    },
    /// A minute has passed.
    Minute(WorkerCard),
    /// It has left.
    Left(WorkerCard),
}

/// A batch that this worker answers for.
struct Held {
    reply: String,
    since: Instant,
    stop: Arc<AtomicBool>,
    playing: bool,
}

impl Worker {
    /// Creates a worker with a name and a number of threads.
    ///
    /// # Errors
    /// Returns an error if the name is not valid.
    pub fn new(address: ServerAddress, name: &str, host: &str, threads: u16) -> Result<Self, ClusterError> {
        if !subject::is_name(name) {
            return Err(ClusterError::Name { name: name.to_owned() });
        }
        let engine = Engine::this();
        let card = WorkerCard {
            name: name.to_owned(),
            host: text::shortened(host, 100).into_owned(),
            version: engine.version.to_owned(),
            engine: engine.digest,
            threads: threads.max(1),
            games: 0,
            games_per_second: 0.0,
            refused: 0,
            refusal: None,
        };
        Ok(Self { address, card })
    }

    /// Works until the flag is raised.
    ///
    /// # Errors
    /// Returns an error if the server refuses the login, or a coordinator sends the worker home.
    pub fn run(self, stop: &AtomicBool, tell: &dyn Fn(&WorkerEvent)) -> Result<(), ClusterError> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let (reports, done) = mpsc::unbounded_channel();
        let orders = start_threads(&self.card, &reports)?;
        runtime.block_on(async {
            let (sender, events) = mpsc::unbounded_channel();
            let Some(client) = self.connect(&sender, stop, tell).await? else { return Ok(()) };
            let inbox = client.new_inbox();
            let failed = |error: async_nats::SubscribeError| ClusterError::Connect {
                server: self.address.to_string(),
                cause: error.to_string(),
            };
            let batches = client.subscribe(inbox.clone()).await.map_err(failed)?;
            let roll = client.subscribe(subject::ROLL).await.map_err(failed)?;
            let leave = client.subscribe(subject::leave(&self.card.name)).await.map_err(failed)?;
            let hall = Hall { batches, roll, leave, events, done };
            let post = Post {
                client,
                inbox,
                card: self.card,
                orders,
                reports,
                held: HashMap::new(),
                asked: VecDeque::new(),
                not_before: Instant::now(),
                queue: Queue::Unknown,
                next_id: 0,
                seconds: 0.0,
                recent: (Instant::now(), 0),
                other_builds: Vec::new(),
                lost: false,
                tell,
            };
            post.work(hall, stop).await
        })
    }

    /// Connects, however long it takes; `None` if the flag was raised first.
    async fn connect(
        &self,
        events: &mpsc::UnboundedSender<Event>,
        stop: &AtomicBool,
        tell: &dyn Fn(&WorkerEvent),
    ) -> Result<Option<Client>, ClusterError> {
        let (name, inbox) = (format!("isotune worker {}", self.card.name), format!("_INBOX_{}", self.card.name));
        let (mut told, mut delay) = (false, Duration::from_millis(250));
        while !stop.load(Ordering::Relaxed) {
            match self.address.connect(&name, &inbox, events.clone()).await {
                Ok(client) => return Ok(Some(client)),
                Err(error @ ClusterError::Connect { .. }) => {
                    if !std::mem::replace(&mut told, true) {
                        tell(&WorkerEvent::Waiting(error.to_string()));
                    }
                }
                Err(error) => return Err(error),
            }
            let until = Instant::now() + delay;
            while Instant::now() < until && !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
            delay = (2 * delay).min(Duration::from_secs(5));
        }
        Ok(None)
    }
}

/// What a worker listens to.
struct Hall {
    batches: Subscriber,
    roll: Subscriber,
    leave: Subscriber,
    events: mpsc::UnboundedReceiver<Event>,
    done: mpsc::UnboundedReceiver<BatchEvent>,
}

/// Whether there is a queue: a request to one that is not there gets no answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Queue {
    Unknown,
    Asked,
    There,
}

/// A worker that has joined.
struct Post<'a> {
    client: Client,
    inbox: String,
    card: WorkerCard,
    orders: queue::Sender<Order>,
    reports: mpsc::UnboundedSender<BatchEvent>,
    held: HashMap<u64, Held>,
    /// When batches were asked for that have not come.
    asked: VecDeque<Instant>,
    /// When to ask again.
    not_before: Instant,
    queue: Queue,
    next_id: u64,
    /// The seconds that the last batches took.
    seconds: f64,
    /// When the speed was last computed, and the games played then.
    recent: (Instant, u64),
    /// The coordinators of other builds that were mentioned.
    other_builds: Vec<Digest>,
    /// Whether the connection is lost.
    lost: bool,
    tell: &'a dyn Fn(&WorkerEvent),
}

impl Post<'_> {
    async fn work(mut self, mut hall: Hall, stop: &AtomicBool) -> Result<(), ClusterError> {
        (self.tell)(&WorkerEvent::Joined);
        self.introduce().await;
        let mut poll = tokio::time::interval(POLL_INTERVAL);
        let mut progress = tokio::time::interval(PROGRESS_INTERVAL);
        let mut cards = tokio::time::interval(CARD_INTERVAL);
        let mut minutes =
            tokio::time::interval_at(tokio::time::Instant::now() + Duration::from_secs(60), Duration::from_secs(60));
        let mut reason = None;
        while !stop.load(Ordering::Relaxed) && reason.is_none() {
            self.ask().await;
            tokio::select! {
                Some(message) = hall.batches.next() => self.receive(message).await,
                Some(report) = hall.done.recv() => self.follow(report).await,
                Some(message) = hall.roll.next() => self.answer(&message).await,
                Some(message) = hall.leave.next() => {
                    let text = String::from_utf8_lossy(&message.payload).into_owned();
                    reason = Some(text::shortened(&text, 200).into_owned());
                }
                Some(event) = hall.events.recv() => self.notice(&event),
                _ = progress.tick() => self.keep().await,
                _ = cards.tick() => self.introduce().await,
                _ = minutes.tick() => (self.tell)(&WorkerEvent::Minute(self.card.clone())),
                _ = poll.tick() => {}
            }
        }
        for held in self.held.values() {
            held.stop.store(true, Ordering::Relaxed);
            // Another worker gets it immediately.
            let _ = self.client.publish(held.reply.clone(), "-NAK".into()).await;
        }
        let _ = tokio::time::timeout(FLUSH_TIMEOUT, self.client.flush()).await;
        (self.tell)(&WorkerEvent::Left(self.card.clone()));
        reason.map_or(Ok(()), |reason| Err(ClusterError::SentHome { reason }))
    }

    /// Asks for as many batches as there are hands: one for each thread, and one in advance while they are short.
    async fn ask(&mut self) {
        let now = Instant::now();
        while self.asked.front().is_some_and(|asked| now.duration_since(*asked) > LOST) {
            self.asked.pop_front();
        }
        if now < self.not_before || self.queue == Queue::Asked || self.lost {
            return;
        }
        if self.queue == Queue::Unknown {
            self.queue = Queue::Asked;
            let (client, reports, engine) = (self.client.clone(), self.reports.clone(), self.card.engine);
            tokio::spawn(async move {
                // There is no receiver any more when the worker leaves.
                let _ = reports.send(BatchEvent::Queue { there: is_queue_there(&client, engine).await });
            });
            return;
        }
        let hands = usize::from(self.card.threads) + usize::from(self.seconds < LONG_BATCH);
        let playing = self.held.values().filter(|held| held.playing).count();
        let next = format!("$JS.API.CONSUMER.MSG.NEXT.{}.{}", subject::JOBS, subject::consumer(self.card.engine));
        let request = format!("{{\"batch\":1,\"expires\":{}}}", EXPIRES.as_nanos());
        while playing + self.asked.len() < hands {
            let sent = self.client.publish_with_reply(next.clone(), self.inbox.clone(), request.clone().into()).await;
            if sent.is_err() {
                self.not_before = now + NO_BATCH;
                return;
            }
            self.asked.push_back(now);
        }
    }

    /// Handles a reply: a batch, or that there is none.
    async fn receive(&mut self, message: Message) {
        match message.status {
            Some(StatusCode::IDLE_HEARTBEAT) => return,
            Some(status) => {
                self.asked.pop_front();
                // The request has only expired.
                if status != StatusCode::TIMEOUT {
                    self.queue = Queue::Unknown;
                    self.not_before = Instant::now() + NO_BATCH;
                }
                return;
            }
            None => {
                self.asked.pop_front();
            }
        }
        // What was not handed out by the queue has no such reply.
        let Some(reply) = message.reply.filter(|reply| reply.starts_with(&format!("$JS.ACK.{}.", subject::JOBS)))
        else {
            self.refuse("not from the queue").await;
            return;
        };
        let (id, stop) = (self.next_id, Arc::new(AtomicBool::new(false)));
        self.next_id += 1;
        let held = Held { reply: reply.to_string(), since: Instant::now(), stop: Arc::clone(&stop), playing: true };
        self.held.insert(id, held);
        // The threads live as long as this.
        let _ = self.orders.send(Order { id, payload: message.payload.to_vec(), stop });
    }

    /// Follows up what became of a batch.
    async fn follow(&mut self, report: BatchEvent) {
        match report {
            BatchEvent::Played { id, contest, payload, games, seconds } => {
                self.card.games += games;
                self.seconds += 0.25 * (seconds - self.seconds);
                if let Some(held) = self.held.get_mut(&id) {
                    held.playing = false;
                }
                let (client, reports) = (self.client.clone(), self.reports.clone());
                let subject = subject::result(contest, &self.card.name);
                tokio::spawn(async move {
                    let stored = deliver(&client, &subject, payload).await;
                    // There is no receiver any more when the worker leaves.
                    let _ = reports.send(BatchEvent::Delivered { id, stored });
                });
            }
            BatchEvent::Queue { there: true } => self.queue = Queue::There,
            BatchEvent::Queue { there: false } => {
                self.queue = Queue::Unknown;
                self.not_before = Instant::now() + NO_QUEUE;
            }
            BatchEvent::Delivered { id, stored } => self.release(id, if stored { "+ACK" } else { "-NAK" }).await,
            BatchEvent::Refused { id, reason } => {
                self.release(id, "+TERM").await;
                self.refuse(&reason).await;
            }
            BatchEvent::Stopped { id } => self.release(id, "+TERM").await,
        }
    }

    async fn release(&mut self, id: u64, answer: &'static str) {
        if let Some(held) = self.held.remove(&id) {
            let _ = self.client.publish(held.reply, answer.into()).await;
        }
    }

    async fn refuse(&mut self, reason: &str) {
        self.card.refused += 1;
        let reason = text::shortened(reason, 200).into_owned();
        if self.card.refused == 1 || self.card.refused.is_multiple_of(1000) {
            (self.tell)(&WorkerEvent::Refused(reason.clone()));
        }
        self.card.refusal = Some(reason);
        self.introduce().await;
    }

    /// Reports that batches are still being played, and abandons those that take too long.
    async fn keep(&mut self) {
        for held in self.held.values() {
            if held.since.elapsed() > LONGEST_BATCH {
                held.stop.store(true, Ordering::Relaxed);
            } else {
                let _ = self.client.publish(held.reply.clone(), "+WPI".into()).await;
            }
        }
    }

    /// Introduces the worker to everybody.
    async fn introduce(&mut self) {
        let (since, games) = self.recent;
        let seconds = since.elapsed().as_secs_f64();
        if seconds > 1.0 {
            self.card.games_per_second = (self.card.games - games) as f64 / seconds;
            self.recent = (Instant::now(), self.card.games);
        }
        let _ = self.client.publish(subject::worker(&self.card.name), to_bytes(&self.card).into()).await;
    }

    /// Answers a roll call.
    async fn answer(&mut self, message: &Message) {
        let Ok(call) = RollCall::read(&message.payload) else { return };
        if call.engine != self.card.engine && !self.other_builds.contains(&call.engine) && self.other_builds.len() < 100
        {
            self.other_builds.push(call.engine);
            (self.tell)(&WorkerEvent::OtherBuild { version: text::shortened(&call.version, 40).into_owned() });
        }
        // It may have created the queue.
        self.not_before = Instant::now();
        self.introduce().await;
    }

    fn notice(&mut self, event: &Event) {
        match event {
            Event::Connected if std::mem::take(&mut self.lost) => {
                // The server has forgotten the requests of the old connection.
                self.asked.clear();
                self.queue = Queue::Unknown;
                self.not_before = Instant::now();
                (self.tell)(&WorkerEvent::Back);
            }
            Event::Disconnected => {
                self.lost = true;
                (self.tell)(&WorkerEvent::Lost);
            }
            _ => {}
        }
    }
}
