//! The only maker of random streams.
//!
//! All randomness is a function of a run's seed, a purpose and indices, never of a generator that was handed around.
//! So results cannot depend on the thread, the machine or an interruption.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// A stream of random numbers.
pub type Stream = ChaCha8Rng;

/// The number that all randomness of a run comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seed(pub u64);

/// What a stream is for; streams of different purposes have nothing in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The choices of an agent in a game: random moves, and ties broken by a shuffled move order.
    Agent = 1,
    /// The random plies that a game opens with.
    Opening = 2,
    /// The order in which openings are drawn.
    Draw = 3,
    /// The sample behind a candidate of the optimizer.
    Candidate = 4,
    /// The point at which the optimizer begins anew.
    Restart = 5,
    /// The seed of a contest within a tuning run.
    Contest = 6,
    /// The games that positions to be graded on are taken from.
    Grade = 7,
}

impl Seed {
    /// Returns the stream for a purpose and three indices.
    ///
    /// The seed, the purpose and two indices are the 256-bit key of `ChaCha8`, the third index is its stream number:
    /// different arguments are different streams by construction.
    #[must_use]
    pub fn stream(self, purpose: Purpose, indices: [u64; 3]) -> Stream {
        let mut key = [0; 32];
        let words = [self.0, purpose as u64, indices[0], indices[1]];
        for (bytes, word) in key.chunks_exact_mut(8).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        let mut stream = ChaCha8Rng::from_seed(key);
        stream.set_stream(indices[2]);
        stream
    }

    /// Returns a seed of its own for a purpose and three indices.
    #[must_use]
    pub fn derived(self, purpose: Purpose, indices: [u64; 3]) -> Self {
        Self(self.stream(purpose, indices).next_u64())
    }
}
