//! The server of live pages: it reads the runs' folders as `report` does, and sends events when they change.

mod address;
mod answer;
mod events;
mod route;

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tiny_http::Request;

use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::output::failure::Failure;
use address::Address;
use answer::Answers;

/// The port that is tried first.
const PORT: u16 = 8017;
/// How long a request is waited for before the stop flag is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// Requests that are answered at the same time, open pages included.
const MOST_REQUESTS: usize = 64;
/// How long open pages are given to fetch the last state.
const LAST_UPDATE_TIME: Duration = Duration::from_millis(2500);

/// Where to listen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The address, the loopback by default.
    pub(crate) bind: IpAddr,
    /// The port; one that is free if omitted.
    pub(crate) port: Option<u16>,
}

/// A server at work in threads of its own.
pub(crate) struct Server {
    url: String,
    stop: Arc<AtomicBool>,
    /// Open pages.
    pages: Arc<AtomicUsize>,
    listener: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts to serve one run, or all runs of a folder.
    pub(crate) fn start(place: Place, runs: PathBuf, run: Option<String>) -> Result<Self, Failure> {
        let listener = listen(place)?;
        let local = listener.local_addr()?;
        let address = Arc::new(Address::new(local));
        let url = address.url();
        let http = tiny_http::Server::from_listener(listener, None)
            .map_err(|error| Failure::Work(format!("cannot serve at {local}: {error}")))?;
        let (stop, pages) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let (runs, cost) = (RunsFolder { runs }, AtomicU64::new(0));
        let answers = Arc::new(Answers { address, runs, run, pages: Arc::clone(&pages), cost });
        let stopped = Arc::clone(&stop);
        let listener = thread::spawn(move || serve(&http, &answers, &stopped));
        Ok(Self { url, stop, pages, listener: Some(listener) })
    }

    /// Returns the address to open in a browser.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Waits for open pages to fetch the last state.
    pub(crate) fn wait_for_pages(&self) {
        if self.pages.load(Ordering::Relaxed) > 0 {
            thread::sleep(LAST_UPDATE_TIME);
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(listener) = self.listener.take() {
            // A panic in the thread has been printed; there is nothing left to serve.
            let _ = listener.join();
        }
    }
}

fn listen(Place { bind, port }: Place) -> Result<TcpListener, Failure> {
    let at = |port| TcpListener::bind(SocketAddr::new(bind, port));
    let failed = |port: u16, error: &io::Error| {
        let remedy = match error.kind() {
            io::ErrorKind::AddrInUse => "choose another with --port",
            io::ErrorKind::PermissionDenied => "choose a port above 1023 with --port",
            _ => "choose another address with --bind",
        };
        Failure::Input(format!("cannot listen at {}: {error}; {remedy}", SocketAddr::new(bind, port)))
    };
    match port {
        Some(port) => at(port).map_err(|error| failed(port, &error)),
        // The port is in use by another program; any other will do.
        None => at(PORT).or_else(|_| at(0)).map_err(|error| failed(PORT, &error)),
    }
}

fn serve(http: &tiny_http::Server, answers: &Arc<Answers>, stop: &AtomicBool) {
    let busy = Arc::new(AtomicUsize::new(0));
    while !stop.load(Ordering::Relaxed) {
        // An error concerns one connection; the next request may be fine.
        let Ok(Some(request)) = http.recv_timeout(POLL_INTERVAL) else { continue };
        answer_in_thread(request, answers, &busy);
    }
}

/// Answers a request in a thread of its own: a slow reader does not delay others.
fn answer_in_thread(request: Request, answers: &Arc<Answers>, busy: &Arc<AtomicUsize>) {
    if busy.fetch_add(1, Ordering::Relaxed) >= MOST_REQUESTS {
        busy.fetch_sub(1, Ordering::Relaxed);
        answer::refuse(request, 503, "too many open pages; close one");
        return;
    }
    let (answers, busy) = (Arc::clone(answers), Arc::clone(busy));
    thread::spawn(move || {
        answers.answer(request);
        busy.fetch_sub(1, Ordering::Relaxed);
    });
}
