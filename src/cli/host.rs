//! Calls of the program from within another one, such as Python.

use std::cell::RefCell;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;

use clap::FromArgMatches;
use erased_serde::Serialize;

use crate::cli::output::failure::Failure;
use crate::cli::output::verbosity::be_quiet;
use crate::cli::{Cli, command, dispatch, usage};

/// Takes lines of JSON, from any thread.
pub type Listener = Arc<dyn Fn(&str) + Send + Sync>;

/// A program that calls this one.
pub struct Host {
    /// Ends the work when it is set, as a signal does.
    pub stop: Arc<AtomicBool>,
    /// Is told progress, notes, and what `--events -` asks for, an object of JSON each.
    pub listener: Listener,
    /// The lines in place of standard input.
    pub input: Option<Receiver<String>>,
}

/// Why a call failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct CallError {
    /// The exit code that the program would have had: 1 failure, 2 bad input, 130 stopped.
    pub code: u8,
    /// The sentence that it would have printed.
    pub message: String,
}

thread_local! {
    /// The host of the call that this thread works for.
    static HOST: RefCell<Option<Host>> = const { RefCell::new(None) };
}

/// Set by the first call: standard output belongs to the host from then on.
static HOSTED: AtomicBool = AtomicBool::new(false);

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host").field("stop", &self.stop).finish_non_exhaustive()
    }
}

/// Does what the program does with these arguments, the verb first; results are written to `out`.
///
/// No signal is handled and nothing is printed; other threads may make calls of their own.
///
/// # Errors
/// Returns the program's error. Results may have been written nevertheless, if the host has stopped the work.
pub fn call<S: Into<String>>(
    arguments: impl IntoIterator<Item = S>,
    host: Host,
    out: &mut dyn Write,
) -> Result<(), CallError> {
    HOSTED.store(true, Ordering::Relaxed);
    be_quiet();
    let arguments = std::iter::once("isotune".to_owned()).chain(arguments.into_iter().map(Into::into));
    let arguments: Vec<OsString> = arguments.map(OsString::from).collect();
    let parsed = command().try_get_matches_from(&arguments).and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            let text = usage::message(&error, &arguments);
            let message = text.trim().trim_start_matches("error:").trim().to_owned();
            return Err(CallError { code: 2, message });
        }
        Err(help) => return out.write_all(help.render().to_string().as_bytes()).map_err(|error| failed(error.into())),
    };
    HOST.set(Some(host));
    let done = dispatch(cli.verb, out);
    HOST.take();
    done.and_then(|()| out.flush().map_err(Failure::from)).map_err(failed)
}

fn failed(failure: Failure) -> CallError {
    let (code, message) = match failure {
        Failure::Input(sentence) => (2, sentence),
        Failure::Work(sentence) => (1, sentence),
        Failure::Output(error) => (1, format!("cannot write the output: {error}")),
        Failure::Stopped => (130, "stopped".to_owned()),
        Failure::Interrupted(what) => (130, format!("stopped {what}")),
    };
    CallError { code, message }
}

/// Returns whether standard output belongs to a host.
pub(crate) fn is_hosted() -> bool {
    HOSTED.load(Ordering::Relaxed)
}

/// Returns the host's stop flag.
pub(crate) fn stop() -> Option<Arc<AtomicBool>> {
    HOST.with_borrow(|host| host.as_ref().map(|host| Arc::clone(&host.stop)))
}

/// Returns the host's listener.
pub(crate) fn listener() -> Option<Listener> {
    HOST.with_borrow(|host| host.as_ref().map(|host| Arc::clone(&host.listener)))
}

/// Takes the host's input.
pub(crate) fn input() -> Option<Receiver<String>> {
    HOST.with_borrow_mut(|host| host.as_mut().and_then(|host| host.input.take()))
}

/// Sends an event to the host, and returns whether there is a host.
pub(crate) fn tell(event: &dyn Serialize) -> bool {
    let (Some(listener), Ok(text)) = (listener(), serde_json::to_string(event)) else { return false };
    listener(&text);
    true
}

/// Passes whole lines to a listener.
pub(crate) struct LineWriter {
    listener: Listener,
    begun: Vec<u8>,
}

impl LineWriter {
    pub(crate) fn new(listener: Listener) -> Self {
        Self { listener, begun: Vec::new() }
    }
}

impl Write for LineWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        while let Some(end) = self.begun.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.begun.drain(..=end).collect();
            (self.listener)(String::from_utf8_lossy(&line).trim_end());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
