//! Whether anything but results is printed.

use std::sync::atomic::{AtomicBool, Ordering};

/// Set once, before the work starts.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Prints results and errors only, from now on.
pub(crate) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Returns whether only results and errors are printed.
pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}
