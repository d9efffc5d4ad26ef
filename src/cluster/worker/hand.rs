//! The hands of a worker: threads that play batches, and the delivery of what they played.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError, mpsc as queue};
use std::thread;
use std::time::{Duration, Instant};

use async_nats::{Client, RequestErrorKind};
use tokio::sync::mpsc;

use crate::arena::Workshop;
use crate::cluster::error::ClusterError;
use crate::cluster::wire::{BatchMessage, BatchOutcome, WorkerCard, subject, to_bytes};
use crate::store::Digest;

/// How long an outcome is offered to the server.
const LONGEST_REPORT: Duration = Duration::from_secs(120);
/// How long to wait before it is offered again.
const RETRY_INTERVAL: Duration = Duration::from_millis(250);

/// A batch for the threads that play.
pub(super) struct Order {
    pub(super) id: u64,
    pub(super) payload: Vec<u8>,
    pub(super) stop: Arc<AtomicBool>,
}

/// What became of a batch.
pub(super) enum BatchEvent {
    Played {
        id: u64,
        contest: Digest,
        payload: Vec<u8>,
        games: u64,
        seconds: f64,
    },
    Refused {
        id: u64,
        reason: String,
    },
    Stopped {
        id: u64,
    },
    /// Whether there is a queue to take batches from.
    Queue {
        there: bool,
    },
    /// The server has the outcome, or will never have it.
    Delivered {
        id: u64,
        stored: bool,
    },
}

/// Starts the threads of a worker, which end with the queue of orders.
pub(super) fn start_threads(
    card: &WorkerCard,
    reports: &mpsc::UnboundedSender<BatchEvent>,
) -> Result<queue::Sender<Order>, ClusterError> {
    let (orders, waiting) = queue::channel::<Order>();
    let (waiting, workshop) = (Arc::new(Mutex::new(waiting)), Arc::new(Workshop::default()));
    for _ in 0..card.threads {
        let (waiting, reports, workshop) = (Arc::clone(&waiting), reports.clone(), Arc::clone(&workshop));
        let worker = (card.engine, card.name.clone());
        thread::Builder::new().spawn(move || {
            loop {
                let order = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
                let Ok(order) = order else { return };
                if reports.send(play(&workshop, &worker, &order)).is_err() {
                    return;
                }
            }
        })?;
    }
    Ok(orders)
}

/// Plays a batch on a thread of its own.
fn play(workshop: &Workshop, (engine, worker): &(Digest, String), order: &Order) -> BatchEvent {
    let id = order.id;
    let begun = Instant::now();
    let message = match BatchMessage::read(&order.payload, *engine) {
        Ok(message) => message,
        Err(error) => return BatchEvent::Refused { id, reason: error.to_string() },
    };
    // A message must not end the worker, whatever it has found in the code below.
    let played = catch_unwind(AssertUnwindSafe(|| workshop.play(&message.batch, &order.stop)));
    let results = match played {
        Ok(Ok(Some(results))) => results,
        Ok(Ok(None)) => return BatchEvent::Stopped { id },
        Ok(Err(error)) => return BatchEvent::Refused { id, reason: error.to_string() },
        Err(_) => return BatchEvent::Refused { id, reason: "it cannot be played".to_owned() },
    };
    let pairs: String = results.iter().flatten().map(|result| result.digit()).collect();
    let (games, seconds) = (2 * pairs.len() as u64, begun.elapsed().as_secs_f64());
    let jobs = message.batch.jobs().to_vec();
    let contest = message.contest;
    let outcome = BatchOutcome { engine: *engine, contest, worker: worker.clone(), jobs, pairs, seconds };
    BatchEvent::Played { id, contest, payload: to_bytes(&outcome), games, seconds }
}

/// Asks whether there is a queue, which a coordinator creates.
pub(super) async fn is_queue_there(client: &Client, engine: Digest) -> bool {
    let subject = format!("$JS.API.CONSUMER.INFO.{}.{}", subject::JOBS, subject::consumer(engine));
    match client.request(subject, "".into()).await {
        Ok(answer) => {
            let answer: serde_json::Value = serde_json::from_slice(&answer.payload).unwrap_or_default();
            answer.get("error").is_none()
        }
        // Without JetStream there is none; without permission to ask it may be there.
        Err(error) => error.kind() == RequestErrorKind::TimedOut,
    }
}

/// Publishes an outcome until the server has it, and returns whether it does.
pub(super) async fn deliver(client: &Client, subject: &str, payload: Vec<u8>) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < LONGEST_REPORT {
        if let Ok(answer) = client.request(subject.to_owned(), payload.clone().into()).await {
            let answer: serde_json::Value = serde_json::from_slice(&answer.payload).unwrap_or_default();
            if answer.get("seq").is_some() && answer.get("error").is_none() {
                return true;
            }
        }
        tokio::time::sleep(RETRY_INTERVAL).await;
    }
    false
}
