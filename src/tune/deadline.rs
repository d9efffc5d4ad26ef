//! Work that ends when it is stopped, or when its time is up.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// The interval at which the clock and the stop flag are polled.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Does some work with a flag that is raised together with `stop`, or at a time.
pub(super) fn with_deadline<R>(stop: &AtomicBool, until: Option<Instant>, work: impl FnOnce(&AtomicBool) -> R) -> R {
    // Without a clock to look at, the flag itself is seen immediately.
    let Some(until) = until else { return work(stop) };
    let (halt, done) = (AtomicBool::new(stop.load(Ordering::Relaxed)), AtomicBool::new(false));
    thread::scope(|scope| {
        let watch = scope.spawn(|| {
            while !done.load(Ordering::Acquire) {
                let late = Instant::now() >= until;
                halt.store(late || stop.load(Ordering::Relaxed), Ordering::Relaxed);
                thread::park_timeout(POLL_INTERVAL);
            }
        });
        let _end = EndOnDrop { done: &done, watch: watch.thread().clone() };
        work(&halt)
    })
}

/// Ends the thread that polls when dropped, also on a panic: otherwise it would never end.
struct EndOnDrop<'a> {
    done: &'a AtomicBool,
    watch: Thread,
}

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Release);
        self.watch.unpark();
    }
}
