//! The messages: a batch on its way to a worker, its outcome on the way back, and how workers introduce themselves.

use serde::{Deserialize, Serialize};

use crate::arena::{Batch, BatchError, Job, PairResult};
use crate::store::Digest;

use super::subject;

/// The most bytes of an outcome.
const MOST_OUTCOME_BYTES: usize = 1 << 20;
/// The most bytes of a worker's introduction.
const MOST_CARD_BYTES: usize = 4096;

/// A batch with the engine and the contest it belongs to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatchMessage {
    /// The engine that it is for.
    pub engine: Digest,
    /// The contest.
    pub contest: Digest,
    /// The jobs with everything they depend on.
    pub batch: Batch,
}

/// The results of a batch. The jobs are repeated, so that a coordinator that cuts other batches can use them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatchOutcome {
    /// The engine that played.
    pub engine: Digest,
    /// The contest.
    pub contest: Digest,
    /// The worker.
    pub worker: String,
    /// The jobs.
    pub jobs: Vec<Job>,
    /// A digit for each pair of all jobs.
    pub pairs: String,
    /// The seconds it took.
    pub seconds: f64,
}

/// A worker, as it introduces itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkerCard {
    /// The name.
    pub name: String,
    /// The machine.
    pub host: String,
    /// The version of isotune.
    pub version: String,
    /// The engine.
    pub engine: Digest,
    /// The number of threads.
    pub threads: u16,
    /// The games played since it joined.
    pub games: u64,
    /// The games per second of the last seconds.
    pub games_per_second: f64,
    /// The number of messages it has refused.
    pub refused: u64,
    /// Why it refused the last one.
    pub refusal: Option<String>,
}

/// A coordinator that asks who is there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RollCall {
    /// The coordinator's version of isotune.
    pub version: String,
    /// Its engine.
    pub engine: Digest,
}

/// Why a message is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MessageError {
    /// It has too many bytes.
    #[error("{0} bytes are too many")]
    Bytes(usize),
    /// It cannot be read.
    #[error("not a message of this format: {0}")]
    Syntax(String),
    /// It is a message of another engine.
    #[error("a message of another build of isotune")]
    Engine,
    /// Its parts contradict each other.
    #[error("its parts contradict each other")]
    Contradiction,
    /// The batch is impossible.
    #[error(transparent)]
    Batch(#[from] BatchError),
}

fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8], most: usize) -> Result<T, MessageError> {
    if bytes.len() > most {
        return Err(MessageError::Bytes(bytes.len()));
    }
    serde_json::from_slice(bytes).map_err(|error| MessageError::Syntax(error.to_string()))
}

impl BatchMessage {
    /// Reads and checks a batch for an engine.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, is for another engine, or asks for something impossible.
    pub fn read(bytes: &[u8], engine: Digest) -> Result<Self, MessageError> {
        let message: Self = read(bytes, Batch::MOST_BYTES)?;
        if message.engine != engine {
            return Err(MessageError::Engine);
        }
        message.batch.check()?;
        Ok(message)
    }
}

impl BatchOutcome {
    /// Reads and checks an outcome that came on a subject, with its results job by job.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, or is not what the subject says.
    pub fn read(
        bytes: &[u8],
        from: &str,
        (engine, contest): (Digest, Digest),
    ) -> Result<(Self, Vec<Vec<PairResult>>), MessageError> {
        let outcome: Self = read(bytes, MOST_OUTCOME_BYTES)?;
        if outcome.engine != engine {
            return Err(MessageError::Engine);
        }
        let named = subject::is_name(&outcome.worker) && from == subject::result(contest, &outcome.worker);
        if outcome.contest != contest || !named || !(0.0..1e6).contains(&outcome.seconds) {
            return Err(MessageError::Contradiction);
        }
        let results = outcome.results().ok_or(MessageError::Contradiction)?;
        Ok((outcome, results))
    }

    fn results(&self) -> Option<Vec<Vec<PairResult>>> {
        let mut digits = self.pairs.chars();
        let pairs = self.pairs.len();
        let of_job = |job: &Job| {
            // A forged number must not reserve memory.
            (job.pairs <= pairs).then_some(())?;
            (0..job.pairs).map(|_| digits.next().and_then(PairResult::from_digit)).collect::<Option<Vec<_>>>()
        };
        let results = self.jobs.iter().map(of_job).collect::<Option<Vec<_>>>()?;
        digits.next().is_none().then_some(results)
    }
}

impl WorkerCard {
    /// Reads and checks an introduction that came on a subject.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, or is not what the subject says.
    pub fn read(bytes: &[u8], from: &str) -> Result<Self, MessageError> {
        let card: Self = read(bytes, MOST_CARD_BYTES)?;
        let named = subject::is_name(&card.name) && from == subject::worker(&card.name);
        let sane = (1..=1024).contains(&card.threads) && (0.0..1e12).contains(&card.games_per_second);
        if named && sane { Ok(card) } else { Err(MessageError::Contradiction) }
    }
}

impl RollCall {
    /// Reads a roll call.
    ///
    /// # Errors
    /// Returns an error if it cannot be read.
    pub fn read(bytes: &[u8]) -> Result<Self, MessageError> {
        read(bytes, MOST_CARD_BYTES)
    }
}

/// Returns a message as bytes.
pub(in crate::cluster) fn to_bytes(message: &impl Serialize) -> Vec<u8> {
    // Plain data has a JSON form.
    serde_json::to_vec(message).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome() -> BatchOutcome {
        let digest = Digest::of(b"x");
        let jobs = vec![Job::from([0, 1, 0, 2]), Job::from([3, 1, 4, 1])];
        BatchOutcome {
            engine: digest,
            contest: digest,
            worker: "a".to_owned(),
            jobs,
            pairs: "031".to_owned(),
            seconds: 0.5,
        }
    }

    fn read_back(outcome: &BatchOutcome) -> Result<(BatchOutcome, Vec<Vec<PairResult>>), MessageError> {
        let digest = Digest::of(b"x");
        BatchOutcome::read(&to_bytes(outcome), &subject::result(digest, "a"), (digest, digest))
    }

    #[test]
    fn an_outcome_survives_its_bytes() {
        let lost = PairResult { as_first: false, as_second: false };
        let won = PairResult { as_first: true, as_second: true };
        let first = PairResult { as_first: true, as_second: false };
        assert_eq!(read_back(&outcome()), Ok((outcome(), vec![vec![lost, won], vec![first]])));
    }

    #[test]
    fn contradictions_are_refused() {
        let wrong = [
            BatchOutcome { pairs: "03".to_owned(), ..outcome() },
            BatchOutcome { pairs: "0311".to_owned(), ..outcome() },
            BatchOutcome { pairs: "034".to_owned(), ..outcome() },
            BatchOutcome { worker: "b".to_owned(), ..outcome() },
            BatchOutcome { contest: Digest::of(b"y"), ..outcome() },
            BatchOutcome { seconds: -1.0, ..outcome() },
            BatchOutcome { jobs: vec![Job::from([0, 0, 0, usize::MAX])], ..outcome() },
        ];
        for outcome in wrong {
            assert_eq!(read_back(&outcome), Err(MessageError::Contradiction), "{outcome:?}");
        }
        assert_eq!(read_back(&BatchOutcome { engine: Digest::of(b"y"), ..outcome() }), Err(MessageError::Engine));
    }
}
