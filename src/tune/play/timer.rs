//! The speed of games, by playing a few.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::tune::deadline::with_deadline;
use crate::tune::error::TuneError;

/// Measures how fast pairs of games are played.
pub(super) struct Timer<'a> {
    /// When to give up.
    pub(super) longest: Duration,
    /// Raised to end the work.
    pub(super) stop: &'a AtomicBool,
}

impl Timer<'_> {
    /// Plays up to `most` pairs for about the time of a sample, more at a time while they are fast. Returns the games per
    /// second, `None` if no game has ended.
    ///
    /// `play` plays a range of pairs until the flag is raised, counts games by its function, and returns whether all of them
    /// have ended.
    pub(super) fn games_per_second(
        &self,
        sample: Duration,
        most: usize,
        mut play: impl FnMut(Range<usize>, &AtomicBool, &(dyn Fn(u64) + Sync)) -> bool,
    ) -> Result<Option<f64>, TuneError> {
        let (start, mut pairs, mut more_pairs, games) = (Instant::now(), 0, 1, AtomicU64::new(0));
        let played = |more| {
            games.fetch_add(more, Ordering::Relaxed);
        };
        with_deadline(self.stop, start.checked_add(self.longest), |halt| {
            while pairs < most && (pairs == 0 || start.elapsed() < sample) {
                let (before, end) = (Instant::now(), most.min(pairs + more_pairs));
                if !play(pairs..end, halt, &played) {
                    break;
                }
                pairs = end;
                // More at a time, or a wide cluster is measured by its round trips.
                if before.elapsed() < sample / 8 {
                    more_pairs *= 2;
                }
            }
        });
        if self.stop.load(Ordering::Relaxed) {
            return Err(TuneError::Stopped);
        }
        let games = games.load(Ordering::Relaxed);
        Ok((games > 0).then(|| games as f64 / start.elapsed().as_secs_f64().max(1e-6)))
    }
}
