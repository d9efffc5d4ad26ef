//! The table of solved states.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::memory::Memory;
use super::state::State;

/// The largest number of separately locked parts of a table, many more than threads, so that they rarely contend.
const MOST_SHARDS: usize = 1024;

/// The number of entries of a bucket: one keeps the most expensive state, the other the latest.
const BUCKET: usize = 2;

/// An entry has 128 bits: the blank cells; then both cells, a bit that marks it as used, and what is known.
type Entry = [u64; 2];
const USED: u64 = 1 << 16;
/// The key of a state: both cells and the used bit.
const KEY: u64 = USED | 0xFFFF;
const VALUED: u64 = 1 << 17;
const WON: u64 = 1 << 18;
const FOR_MOVER: u64 = 1 << 19;
const LEAST_AT: u32 = 20;
const MOST_AT: u32 = 26;
/// An upper bound of the plies of a game on 64 cells.
pub(super) const FOREVER: u32 = 63;

/// What is known of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// Whether the player to move wins.
    pub(super) won: Option<bool>,
    /// What is known of the length of the game if one player wins.
    pub(super) end: End,
}

/// Bounds of the number of plies in which a player wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct End {
    /// Whether it is the player to move.
    pub(super) for_mover: bool,
    /// The lower bound.
    pub(super) least: u32,
    /// The upper bound, [`FOREVER`] if none is known.
    pub(super) most: u32,
}

impl End {
    /// Nothing known.
    pub(super) fn unknown(for_mover: bool) -> Self {
        Self { for_mover, least: 0, most: FOREVER }
    }
}

impl Known {
    fn of(entry: Entry) -> Self {
        let plies = |at: u32| u32::try_from(entry[1] >> at & u64::from(FOREVER)).unwrap_or(0);
        let won = (entry[1] & VALUED != 0).then_some(entry[1] & WON != 0);
        let for_mover = entry[1] & FOR_MOVER != 0;
        Self { won, end: End { for_mover, least: plies(LEAST_AT), most: FOREVER - plies(MOST_AT) } }
    }

    fn bits(self) -> u64 {
        let flag = |is: bool, bit: u64| if is { bit } else { 0 };
        let value = self.won.map_or(0, |won| VALUED | flag(won, WON));
        let bounds = u64::from(self.end.least) << LEAST_AT | u64::from(FOREVER - self.end.most) << MOST_AT;
        value | flag(self.end.for_mover, FOR_MOVER) | bounds
    }
}

/// A table of states and their values, for any number of threads.
///
/// An entry is a whole state, so a look-up is never wrong; a full table overwrites entries. Its memory is zeroed pages
/// that the system allocates when they are first written.
#[derive(Debug)]
pub(super) struct Table {
    shards: Vec<Mutex<Vec<Entry>>>,
    /// The buckets of each shard.
    buckets: u64,
}

impl Table {
    /// Creates an empty table of at most the given memory, but at least one bucket.
    pub(super) fn new(memory: Memory) -> Self {
        let buckets = (memory.in_bytes() / (BUCKET * size_of::<Entry>())).max(1);
        let shards = buckets.min(MOST_SHARDS);
        let each = buckets / shards;
        let shard = || Mutex::new(vec![[0; 2]; each * BUCKET]);
        Self { shards: (0..shards).map(|_| shard()).collect(), buckets: each as u64 }
    }

    /// Returns whether the player to move wins, if that is known.
    #[inline]
    pub(super) fn get(&self, state: State) -> Option<bool> {
        self.look(state)?.won
    }

    /// Returns what is known of a state.
    #[inline]
    pub(super) fn look(&self, state: State) -> Option<Known> {
        let [blank, rest] = entry(state);
        let (shard, first) = self.place(blank, rest);
        let found = shard[first..first + BUCKET].iter().find(|known| known[0] == blank && known[1] & KEY == rest)?;
        Some(Known::of(*found))
    }

    /// Stores whether the player to move wins.
    #[inline]
    pub(super) fn put(&self, state: State, won: bool) {
        self.note(state, Known { won: Some(won), end: End::unknown(won) });
    }

    /// Stores what is known of a state, replacing earlier knowledge.
    #[inline]
    pub(super) fn note(&self, state: State, known: Known) {
        let [blank, rest] = entry(state);
        let (mut shard, first) = self.place(blank, rest);
        let bucket = &mut shard[first..first + BUCKET];
        let is_same = |entry: &Entry| entry[0] == blank && entry[1] & KEY == rest;
        // States with more blank cells are more expensive, and an unused entry has none.
        let keeps = || usize::from(bucket[0][0].count_ones() > blank.count_ones() && bucket[0][1] & USED != 0);
        let at = bucket.iter().position(is_same).unwrap_or_else(keeps);
        bucket[at] = [blank, rest | known.bits()];
    }

    /// Returns the shard of a state and the start of its bucket.
    #[inline]
    fn place(&self, blank: u64, rest: u64) -> (MutexGuard<'_, Vec<Entry>>, usize) {
        let mut hash = (blank ^ rest << 46).wrapping_mul(0x9FB2_1C65_1E98_DF25);
        hash = (hash ^ hash >> 35 ^ hash >> 47).wrapping_mul(0x9FB2_1C65_1E98_DF25);
        hash ^= hash >> 28;
        let below =
            |number: u64, hash: u64| usize::try_from((u128::from(hash) * u128::from(number)) >> 64).unwrap_or(0);
        let shard = &self.shards[below(self.shards.len() as u64, hash)];
        // The upper bits select the shard.
        let bucket = below(self.buckets, hash.rotate_left(32));
        // A thread that panicked cannot have left a partial entry, as entries are written at once.
        (shard.lock().unwrap_or_else(PoisonError::into_inner), bucket * BUCKET)
    }
}

/// The entry of a state that is lost.
fn entry(state: State) -> Entry {
    [state.blank.word(), USED | (state.mover.index() as u64) << 8 | state.waiter.index() as u64]
}
