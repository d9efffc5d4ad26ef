//! A worker that does what a test wants: it may report something else than it has played.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use async_nats::Client;
use futures_util::StreamExt;
use isotune::arena::Workshop;
use isotune::cluster::{BatchMessage, BatchOutcome, Engine, WorkerCard, subject};

/// How a double has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Stopped,
    SentHome,
}

/// A worker in a thread of this process.
pub(crate) struct Double {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<End>,
}

impl Double {
    /// Starts a worker whose outcomes are changed on their way out.
    pub(crate) fn start(url: &str, name: &str, change: impl FnMut(&mut BatchOutcome) + Send + 'static) -> Double {
        let (stop, joined) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (url, name, flag, here) = (url.to_owned(), name.to_owned(), Arc::clone(&stop), Arc::clone(&joined));
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(work(&url, &name, change, &flag, &here))
        });
        crate::nats::until(|| joined.load(Ordering::Relaxed));
        Double { stop, thread }
    }

    /// Returns whether it has ended by itself.
    pub(crate) fn has_ended(&self) -> bool {
        self.thread.is_finished()
    }

    /// Ends it, unless it has ended, and returns how it did.
    pub(crate) fn end(self) -> End {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().unwrap()
    }
}

/// How the double introduces itself.
pub(crate) fn card(name: &str) -> WorkerCard {
    let engine = Engine::this();
    WorkerCard {
        name: name.to_owned(),
        host: "test".to_owned(),
        version: engine.version.to_owned(),
        engine: engine.digest,
        threads: 1,
        games: 0,
        games_per_second: 0.0,
        refused: 0,
        refusal: None,
    }
}

async fn introduce(client: &Client, name: &str) {
    let payload = serde_json::to_vec(&card(name)).unwrap();
    client.publish(subject::worker(name), payload.into()).await.unwrap();
}

async fn work(
    url: &str,
    name: &str,
    mut change: impl FnMut(&mut BatchOutcome),
    stop: &AtomicBool,
    joined: &AtomicBool,
) -> End {
    let client = async_nats::connect(url).await.unwrap();
    let (engine, workshop) = (Engine::this().digest, Workshop::default());
    let inbox = client.new_inbox();
    let mut batches = client.subscribe(inbox.clone()).await.unwrap();
    let mut leave = client.subscribe(subject::leave(name)).await.unwrap();
    let mut roll = client.subscribe(subject::ROLL).await.unwrap();
    introduce(&client, name).await;
    client.flush().await.unwrap();
    joined.store(true, Ordering::Relaxed);
    let next = format!("$JS.API.CONSUMER.MSG.NEXT.{}.{}", subject::JOBS, subject::consumer(engine));
    while !stop.load(Ordering::Relaxed) {
        let request = r#"{"batch":1,"expires":200000000}"#;
        client.publish_with_reply(next.clone(), inbox.clone(), request.into()).await.unwrap();
        let message = tokio::select! {
            Some(message) = batches.next() => message,
            Some(_) = leave.next() => return End::SentHome,
            Some(_) = roll.next() => {
                introduce(&client, name).await;
                continue;
            }
        };
        let Some(reply) = message.reply.clone().filter(|_| message.status.is_none()) else {
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        let batch = BatchMessage::read(&message.payload, engine).unwrap();
        let results = workshop.play(&batch.batch, &AtomicBool::new(false)).unwrap().unwrap();
        let mut outcome = BatchOutcome {
            engine,
            contest: batch.contest,
            worker: name.to_owned(),
            jobs: batch.batch.jobs().to_vec(),
            pairs: results.iter().flatten().map(|result| result.digit()).collect(),
            seconds: 0.01,
        };
        change(&mut outcome);
        let payload = serde_json::to_vec(&outcome).unwrap();
        // Without a server the batch is delivered again.
        if client.request(subject::result(batch.contest, name), payload.into()).await.is_ok() {
            client.publish(reply, "+ACK".into()).await.unwrap();
        }
    }
    End::Stopped
}
