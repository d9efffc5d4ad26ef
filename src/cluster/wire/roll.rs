//! The workers that have introduced themselves.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::Client;
use futures_util::StreamExt;
use tokio::runtime;
use tokio::sync::mpsc;

use super::address::ServerAddress;
use super::engine::Engine;
use super::message::{RollCall, WorkerCard, to_bytes};
use super::subject;
use crate::cluster::error::ClusterError;

/// How long workers have to answer.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(400);
/// The time after which a silent worker counts as gone; a worker introduces itself every few seconds.
const SILENCE: Duration = Duration::from_secs(15);
/// The largest number of workers that are remembered, against floods.
const MOST: usize = 10_000;

/// The workers that have introduced themselves.
#[derive(Debug, Default)]
pub struct Roll {
    cards: Mutex<HashMap<String, (WorkerCard, Instant)>>,
}

impl Roll {
    /// Notes a worker.
    pub(in crate::cluster) fn note(&self, card: WorkerCard) {
        let mut cards = self.cards.lock().unwrap_or_else(PoisonError::into_inner);
        if cards.len() < MOST || cards.contains_key(&card.name) {
            cards.insert(card.name.clone(), (card, Instant::now()));
        } else {
            cards.retain(|_, (_, seen)| seen.elapsed() < SILENCE);
        }
    }

    /// Returns the workers that were heard of lately, by name.
    #[must_use]
    pub fn workers(&self) -> Vec<WorkerCard> {
        let cards = self.cards.lock().unwrap_or_else(PoisonError::into_inner);
        let here = cards.values().filter(|(_, seen)| seen.elapsed() < SILENCE);
        let mut here: Vec<WorkerCard> = here.map(|(card, _)| card.clone()).collect();
        here.sort_by(|one, other| one.name.cmp(&other.name));
        here
    }

    /// Returns the workers that can play for an engine.
    #[must_use]
    pub fn of_engine(&self, engine: Engine) -> Vec<WorkerCard> {
        self.workers().into_iter().filter(|card| card.engine == engine.digest).collect()
    }
}

/// Asks all workers to introduce themselves.
pub(in crate::cluster) async fn call_workers(client: &Client, engine: Engine) {
    let call = RollCall { version: engine.version.to_owned(), engine: engine.digest };
    // Without a connection there is no answer, and nothing is lost.
    let _ = client.publish(subject::ROLL, to_bytes(&call).into()).await;
}

/// Asks a server which workers there are.
///
/// # Errors
/// Returns an error if the server cannot be reached.
pub fn roll_call(address: &ServerAddress, engine: Engine) -> Result<Vec<WorkerCard>, ClusterError> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (events, _) = mpsc::unbounded_channel();
        let client = address.connect("isotune workers", "_INBOX", events).await?;
        let failed = |cause: String| ClusterError::Connect { server: address.to_string(), cause };
        let mut cards = client.subscribe(subject::worker("*")).await.map_err(|error| failed(error.to_string()))?;
        client.flush().await.map_err(|error| failed(error.to_string()))?;
        call_workers(&client, engine).await;
        let (roll, end) = (Roll::default(), tokio::time::Instant::now() + ANSWER_TIMEOUT);
        while let Ok(Some(message)) = tokio::time::timeout_at(end, cards.next()).await {
            if let Ok(card) = WorkerCard::read(&message.payload, &message.subject) {
                roll.note(card);
            }
        }
        Ok(roll.workers())
    })
}
