//! What is known already: states and who wins them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::memory::Memory;
use super::state::State;

/// The parts of a table that are locked one by one: many more than threads, so that hardly ever two want the same.
const MOST_SHARDS: usize = 1024;

/// The entries among which a state is looked for: one keeps what took long, the other whatever came last.
const BUCKET: usize = 2;

/// A state in 128 bits: the blank cells; then both cells, whether it is won, and a bit that says there is something.
type Entry = [u64; 2];
const WON: u64 = 1 << 16;
const USED: u64 = 1 << 17;

/// A table of states and their values, for any number of threads.
///
/// An entry is a whole state, so a look-up is never wrong; a full table only forgets. Its memory is zeros that the system
/// hands out page by page as they are written to.
#[derive(Debug)]
pub(super) struct Table {
    shards: Vec<Mutex<Vec<Entry>>>,
    /// The buckets of each shard.
    buckets: u64,
}

impl Table {
    /// Makes an empty table of at most the memory given, but of one bucket at least.
    pub(super) fn new(memory: Memory) -> Table {
        let buckets = (memory.in_bytes() / (BUCKET * size_of::<Entry>())).max(1);
        let shards = buckets.min(MOST_SHARDS);
        let each = buckets / shards;
        let shard = || Mutex::new(vec![[0; 2]; each * BUCKET]);
        Table { shards: (0..shards).map(|_| shard()).collect(), buckets: each as u64 }
    }

    /// Says whether the player to move wins, if that is known.
    #[inline]
    pub(super) fn get(&self, state: State) -> Option<bool> {
        let [blank, rest] = entry(state);
        let (shard, first) = self.place(blank, rest);
        let found = shard[first..first + BUCKET].iter().find(|known| known[0] == blank && known[1] & !WON == rest)?;
        Some(found[1] & WON != 0)
    }

    /// Remembers whether the player to move wins.
    #[inline]
    pub(super) fn put(&self, state: State, won: bool) {
        let [blank, rest] = entry(state);
        let (mut shard, first) = self.place(blank, rest);
        // More blank cells are more work, and a state without an entry has none.
        let keeps = shard[first][0].count_ones() > blank.count_ones() && shard[first][1] & USED != 0;
        shard[first + usize::from(keeps)] = [blank, rest | if won { WON } else { 0 }];
    }

    /// The shard a state belongs to, and where in it its bucket begins.
    #[inline]
    fn place(&self, blank: u64, rest: u64) -> (MutexGuard<'_, Vec<Entry>>, usize) {
        let mut hash = (blank ^ rest << 46).wrapping_mul(0x9FB2_1C65_1E98_DF25);
        hash = (hash ^ hash >> 35 ^ hash >> 47).wrapping_mul(0x9FB2_1C65_1E98_DF25);
        hash ^= hash >> 28;
        let below =
            |number: u64, hash: u64| usize::try_from((u128::from(hash) * u128::from(number)) >> 64).unwrap_or(0);
        let shard = &self.shards[below(self.shards.len() as u64, hash)];
        // The shard took the upper bits.
        let bucket = below(self.buckets, hash.rotate_left(32));
        // A thread that panicked cannot have left half an entry behind: it is written at once.
        (shard.lock().unwrap_or_else(PoisonError::into_inner), bucket * BUCKET)
    }
}

/// The entry of a state that is lost.
fn entry(state: State) -> Entry {
    [state.blank.word(), USED | (state.mover.index() as u64) << 8 | state.waiter.index() as u64]
}
