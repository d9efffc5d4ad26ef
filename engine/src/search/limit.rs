//! Limits of a search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A limit that a search checks at every inner node.
///
/// Checking late is safe: a depth counts only if it was finished within the limit, and the limit is checked once more
/// at its end.
pub(super) trait Limit {
    /// Returns whether the search may continue after a number of nodes and heuristic calls.
    fn allows(&mut self, nodes: u64, calls: u64) -> bool;
}

/// A limit on nodes and heuristic calls, each at its price.
pub(super) struct Spending {
    /// Prices and limit are in thousandths, so that sums are exact.
    node: u64,
    call: u64,
    limit: u64,
}

impl Spending {
    const UNIT: u64 = 1000;

    /// No limit, without a type of its own for which the search would be compiled once more.
    pub(super) fn unlimited() -> Self {
        Self { node: 0, call: 0, limit: 0 }
    }

    /// A limit on the nodes.
    pub(super) fn nodes(limit: u64) -> Self {
        Self { node: 1, call: 0, limit }
    }

    /// A limit on the effort, with the price of a heuristic call in nodes.
    pub(super) fn effort(units: u64, call: f64) -> Self {
        // A cost profile's prices are from 0 to 1e6.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let call = (call * Self::UNIT as f64).round() as u64;
        Self { node: Self::UNIT, call, limit: units.saturating_mul(Self::UNIT) }
    }
}

impl Limit for Spending {
    #[inline(always)]
    fn allows(&mut self, nodes: u64, calls: u64) -> bool {
        nodes * self.node + calls * self.call <= self.limit
    }
}

/// A limit on wall time.
pub(super) struct Clock {
    end: Instant,
    asked: u32,
}

impl Clock {
    /// The number of checks per look at the clock.
    const CHECK_INTERVAL: u32 = 64;

    pub(super) fn new(milliseconds: u64) -> Self {
        Self { end: Instant::now() + Duration::from_millis(milliseconds), asked: 0 }
    }
}

impl Limit for Clock {
    #[inline(always)]
    fn allows(&mut self, _nodes: u64, _calls: u64) -> bool {
        self.asked = self.asked.wrapping_add(1);
        !self.asked.is_multiple_of(Self::CHECK_INTERVAL) || Instant::now() < self.end
    }
}

/// Another limit, and a flag that ends the search as well.
pub(super) struct Until<'a, L> {
    limit: L,
    stop: &'a AtomicBool,
    asked: u32,
}

impl<'a, L> Until<'a, L> {
    /// The number of checks per look at the flag, small enough to see it many times a second.
    const CHECK_INTERVAL: u32 = 1024;

    pub(super) fn new(limit: L, stop: &'a AtomicBool) -> Self {
        Until { limit, stop, asked: 0 }
    }
}

impl<L: Limit> Limit for Until<'_, L> {
    #[inline(always)]
    fn allows(&mut self, nodes: u64, calls: u64) -> bool {
        self.asked = self.asked.wrapping_add(1);
        let stopped = self.asked.is_multiple_of(Self::CHECK_INTERVAL) && self.stop.load(Ordering::Relaxed);
        !stopped && self.limit.allows(nodes, calls)
    }
}
