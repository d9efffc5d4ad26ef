//! Signals: the first asks the work to stop, the second ends the program.

use std::ffi::c_int;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::cli::host;

/// The signals that end a program, besides that of a closed terminal.
#[cfg(unix)]
const ENDING: &[c_int] = &[SIGINT, SIGTERM, signal_hook::consts::SIGQUIT];
#[cfg(not(unix))]
const ENDING: &[c_int] = &[SIGINT, SIGTERM];

/// The exit code after a second signal.
const INTERRUPTED: c_int = 130;

/// Creates a flag that is raised by Ctrl-C, by a request to terminate and, on Unix, by a closed terminal; that of
/// the host, if there is one.
pub(crate) fn stop_flag() -> io::Result<Arc<AtomicBool>> {
    if let Some(stop) = host::stop() {
        return Ok(stop);
    }
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM].into_iter().chain(hangup()) {
        // In this order: the first signal finds the flag down and raises it, the second finds it up.
        flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&stop))?;
        flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

/// Creates a flag that every signal raises which would end the program, the second as well: for work that ends by itself
/// soon after it is raised, and has something to put right before.
pub(crate) fn flag_alone() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in ENDING.iter().copied().chain(hangup()) {
        flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

/// Creates a flag that is raised after a time.
pub(crate) fn raised_after(time: Duration) -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    thread::spawn(move || {
        thread::sleep(time);
        raised.store(true, Ordering::Relaxed);
    });
    flag
}

/// Returns whether the program is to outlive its terminal and the reader of its output, as under `nohup`.
#[cfg(unix)]
pub(crate) fn outlives_terminal() -> bool {
    use signal_hook::consts::SIGHUP;

    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    // Signal n is bit n − 1.
    ignored & (1 << (SIGHUP - 1)) != 0
}

/// Returns `false`: only Unix has a signal for a closed terminal.
#[cfg(not(unix))]
pub(crate) fn outlives_terminal() -> bool {
    false
}

/// Returns the signal of a closed terminal, unless the program is to outlive it.
#[cfg(unix)]
fn hangup() -> Option<c_int> {
    (!outlives_terminal()).then_some(signal_hook::consts::SIGHUP)
}

/// Returns nothing: only Unix has a signal for a closed terminal.
#[cfg(not(unix))]
fn hangup() -> Option<c_int> {
    None
}
