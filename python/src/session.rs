//! `isotune evaluate` as an object: a line in, a line out.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use isotune::cli::{self, Host};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::call::{Message, next};
use crate::exception;

/// A call that reads lines and answers each by a line.
#[pyclass(frozen)]
pub(crate) struct Session {
    stop: Arc<AtomicBool>,
    channels: Mutex<Channels>,
}

struct Channels {
    questions: Option<Sender<String>>,
    messages: Receiver<Message>,
}

#[pymethods]
impl Session {
    /// Starts a call with arguments, the verb first.
    #[new]
    fn new(arguments: Vec<String>) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (questions, input) = mpsc::channel();
        let (sender, messages) = mpsc::channel();
        let flag = Arc::clone(&stop);
        thread::spawn(move || {
            let lines = sender.clone();
            let mut out = Lines { begun: Vec::new(), lines };
            let host = Host { stop: flag, listener: Arc::new(|_: &str| ()), input: Some(input) };
            let done = cli::call(arguments, host, &mut out);
            let _ = sender.send(Message::Done(done, Vec::new()));
        });
        Self { stop, channels: Mutex::new(Channels { questions: Some(questions), messages }) }
    }

    /// Sends a line and returns the answer.
    fn ask(&self, py: Python<'_>, line: String) -> PyResult<String> {
        let mut channels = self.channels.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let Channels { questions, messages } = &mut *channels;
        let closed = || PyRuntimeError::new_err("the session is closed");
        questions.as_ref().and_then(|questions| questions.send(line).ok()).ok_or_else(closed)?;
        loop {
            match next(py, messages, Duration::from_millis(50)) {
                Ok(Message::Line(answer)) => return Ok(answer),
                Ok(Message::Event(_)) => {}
                Ok(Message::Done(Err(error), _)) => return Err(exception(py, error)),
                Ok(Message::Done(Ok(()), _)) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(closed());
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(interrupt) = py.check_signals() {
                        // The answer would belong to the next question: the session ends with the interrupt.
                        self.stop.store(true, Ordering::Relaxed);
                        *questions = None;
                        return Err(interrupt);
                    }
                }
            }
        }
    }

    /// Ends the session.
    fn close(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Passes whole lines on.
struct Lines {
    begun: Vec<u8>,
    lines: Sender<Message>,
}

impl std::io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        while let Some(end) = self.begun.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.begun.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line).trim_end().to_owned();
            self.lines.send(Message::Line(line)).map_err(|_| std::io::ErrorKind::BrokenPipe)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
