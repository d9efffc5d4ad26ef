//! Random streams, all of which are created here.
//!
//! All randomness is a function of a run's seed, a purpose and indices; no generator is shared. So results do not
//! depend on threads, machines or interruptions.
//!
//! ```
//! # use isotune_engine as isotune;
//! use isotune::seed::{Purpose, Seed};
//! use rand::RngExt;
//!
//! let draw = |index| Seed(7).stream(Purpose::Draw, [index, 0, 0]).random::<u64>();
//! assert_eq!(draw(1), draw(1));
//! assert_ne!(draw(1), draw(2));
//! ```

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// A stream of random numbers.
pub type Stream = ChaCha8Rng;

/// The seed of all randomness of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seed(pub u64);

/// The purpose of a stream; streams of different purposes are independent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The choices of an agent in a game: random moves, and ties broken by a shuffled move order.
    Agent = 1,
    /// The random plies of an opening.
    Opening = 2,
    /// The order in which openings are drawn.
    Draw = 3,
    /// The sample of a candidate of the optimizer.
    Candidate = 4,
    /// The start of a restart of the optimizer.
    Restart = 5,
    /// The seed of a contest within a tuning run.
    Contest = 6,
    /// The games from which graded positions are drawn.
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

    /// Returns a derived seed for a purpose and three indices.
    #[must_use]
    pub fn derived(self, purpose: Purpose, indices: [u64; 3]) -> Self {
        Self(self.stream(purpose, indices).next_u64())
    }
}
