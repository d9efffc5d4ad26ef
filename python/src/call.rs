//! Calls that do their work on a thread of their own, so that Python sees signals meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use isotune::cli::{self, CallError, Host, Listener};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::exception;
use crate::heuristic::Functions;

/// How often Python looks for signals and is told progress.
const INTERVAL: Duration = Duration::from_millis(50);

/// What comes from the thread that works.
pub(crate) enum Message {
    /// An event as JSON.
    Event(String),
    /// A line of output.
    Line(String),
    /// The end of the work, with what it has written.
    Done(Result<(), CallError>, Vec<u8>),
}

/// Calls the program with arguments, the verb first, and returns what it prints.
///
/// The listener is told events as JSON, on the thread that calls. Ctrl-C stops the work, which saves what it has done, and
/// raises `KeyboardInterrupt`; an exception of the listener does the same. `heuristics` are names and functions: the
/// function of NAME is the heuristic `host:NAME` during the call.
// PyO3 hands arguments over.
#[allow(clippy::needless_pass_by_value)]
#[pyfunction]
#[pyo3(signature = (arguments, listener=None, heuristics=None))]
pub(crate) fn call(
    py: Python<'_>,
    arguments: Vec<String>,
    listener: Option<Py<PyAny>>,
    heuristics: Option<Vec<(String, Py<PyAny>)>>,
) -> PyResult<String> {
    let stop = Arc::new(AtomicBool::new(false));
    let functions = Functions::new(heuristics.unwrap_or_default(), &stop);
    let (sender, mut messages) = mpsc::channel();
    let (events, flag) = (sender.clone(), Arc::clone(&stop));
    thread::spawn(move || {
        let listener: Listener = Arc::new(move |text: &str| {
            // There is no receiver any more once the call is over.
            let _ = events.send(Message::Event(text.to_owned()));
        });
        let mut out = Vec::new();
        let done = cli::call(arguments, Host { stop: flag, listener, input: None }, &mut out);
        let _ = sender.send(Message::Done(done, out));
    });
    let (done, out) = wait(py, &mut messages, &stop, listener.as_ref())?;
    functions.result()?;
    done.map_err(|error| exception(py, error))?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// Waits for the end, and passes events on; what went wrong meanwhile is raised once the work has stopped.
fn wait(
    py: Python<'_>,
    messages: &mut Receiver<Message>,
    stop: &AtomicBool,
    listener: Option<&Py<PyAny>>,
) -> PyResult<(Result<(), CallError>, Vec<u8>)> {
    let (mut raised, mut progress, mut looked) = (None, None, Instant::now());
    loop {
        let message = next(py, messages, INTERVAL);
        let tell = |text: String| listener.map_or(Ok(()), |listener| listener.call1(py, (text,)).map(drop));
        let mut told = Ok(());
        match message {
            // The latest is enough.
            Ok(Message::Event(text)) if text.starts_with(r#"{"event":"progress""#) => progress = Some(text),
            Ok(Message::Event(text)) => told = tell(text),
            Ok(Message::Line(_)) | Err(RecvTimeoutError::Timeout) => {}
            Ok(Message::Done(done, out)) => {
                if let (Some(text), None) = (progress, &raised) {
                    tell(text)?;
                }
                return raised.map_or(Ok((done, out)), Err);
            }
            Err(RecvTimeoutError::Disconnected) => {
                let broken = || PyRuntimeError::new_err("isotune has failed unexpectedly; please report this");
                return Err(raised.unwrap_or_else(broken));
            }
        }
        if looked.elapsed() >= INTERVAL {
            looked = Instant::now();
            let shown = progress.take().map_or(Ok(()), &tell);
            told = told.and(shown).and(py.check_signals());
        }
        if let Err(error) = told {
            stop.store(true, Ordering::Relaxed);
            raised.get_or_insert(error);
        }
    }
}

/// Waits for a message without holding the interpreter.
pub(crate) fn next(
    py: Python<'_>,
    messages: &mut Receiver<Message>,
    time: Duration,
) -> Result<Message, RecvTimeoutError> {
    py.detach(move || messages.recv_timeout(time))
}
