//! Answers to requests.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tiny_http::{Header, Method, Request, Response};

use super::address::Address;
use super::events::write_events;
use super::route::{Route, route};
use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::changes::Stamp;
use crate::cli::signals::raised_after;
use crate::report::{IndexPage, Page, RunData};
use crate::tune::{RunFolder, RunStatus};

/// How long the games of a page may take.
const GAME_TIME: Duration = Duration::from_secs(2);

const HTML: &str = "text/html; charset=utf-8";
const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";

/// What requests are answered from.
pub(super) struct Answers {
    pub(super) address: Arc<Address>,
    pub(super) runs: RunsFolder,
    /// The only run, if there is one.
    pub(super) run: Option<String>,
    /// Open pages.
    pub(super) pages: Arc<AtomicUsize>,
    /// What the last answer took, in microseconds.
    pub(super) cost: AtomicU64,
}

impl Answers {
    /// Answers a request.
    pub(super) fn answer(&self, request: Request) {
        let host = request.headers().iter().find(|header| header.field.equiv("Host"));
        if !self.address.is_host(host.map(|header| header.value.as_str())) {
            return refuse(request, 421, "this server is not known by that name");
        }
        if *request.method() != Method::Get {
            return refuse(request, 405, "only GET is answered");
        }
        let Some(route) = route(request.url(), &self.address.base(), self.run.as_deref()) else {
            return refuse(request, 404, "there is no such page");
        };
        match route {
            Route::Index => self.index(request),
            Route::IndexEvents => self.events(request, || self.folders()),
            Route::Redirect(place) => redirect(request, &place),
            Route::Page(name) => self.with_run(request, &name, page),
            Route::Data(name) => self.with_run(request, &name, data),
            Route::Events(name) => match self.find(&name) {
                Some(folder) => self.events(request, || vec![folder.clone()]),
                None => refuse(request, 404, "there is no such run"),
            },
        }
    }

    fn folders(&self) -> Vec<RunFolder> {
        self.runs.names().unwrap_or_default().iter().map(|name| self.runs.place(name)).collect()
    }

    /// Finds a run among the names of the runs' folder, or as the only run, which may lie elsewhere.
    fn find(&self, name: &str) -> Option<RunFolder> {
        if let Some(run) = &self.run {
            return self.runs.find_if_there(run).or_else(|| Some(self.runs.place(run)));
        }
        let names = self.runs.names().unwrap_or_default();
        names.iter().find(|known| *known == name).map(|name| self.runs.place(name))
    }

    fn index(&self, request: Request) {
        let page = self.timed(|| {
            let runs = self.folders().iter().map(|folder| (folder.name(), RunData::read(folder))).collect();
            IndexPage::new(runs).html()
        });
        respond(request, 200, HTML, page);
    }

    /// Does work whose time decides how often pages are told of changes.
    fn timed<T>(&self, work: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let done = work();
        self.cost.store(u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
        done
    }

    fn with_run(&self, request: Request, name: &str, render: fn(&RunFolder) -> Result<(&'static str, String), String>) {
        match self.find(name).map(|folder| self.timed(|| render(&folder))) {
            Some(Ok((kind, text))) => respond(request, 200, kind, text),
            Some(Err(sentence)) => refuse(request, 500, &sentence),
            None => refuse(request, 404, "there is no such run"),
        }
    }

    fn events(&self, request: Request, folders: impl Fn() -> Vec<RunFolder>) {
        self.pages.fetch_add(1, Ordering::Relaxed);
        // Ends with an error when the page is closed.
        let cost = || Duration::from_micros(self.cost.load(Ordering::Relaxed));
        let _ = write_events(request.into_writer(), || Stamp::of(&folders()), cost);
        self.pages.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Reads a run; one that is about to start has no folder yet.
fn read(folder: &RunFolder) -> Result<RunData, String> {
    if folder.path().exists() {
        RunData::read(folder).map_err(|error| error.to_string())
    } else {
        Ok(RunData::expected(folder))
    }
}

fn page(folder: &RunFolder) -> Result<(&'static str, String), String> {
    let run = read(folder)?;
    let run = run.with_games(folder, &raised_after(GAME_TIME));
    Ok((HTML, Page::new(vec![run]).live().html().map_err(|error| error.to_string())?))
}

/// Returns the data of a page, without games while the run works: they would take its time.
fn data(folder: &RunFolder) -> Result<(&'static str, String), String> {
    let mut run = read(folder)?;
    if run.status != RunStatus::Running {
        run = run.with_games(folder, &raised_after(GAME_TIME));
    }
    Ok((JSON, Page::new(vec![run]).live().json().map_err(|error| error.to_string())?))
}

/// Refuses a request with a sentence.
pub(super) fn refuse(request: Request, status: u16, sentence: &str) {
    respond(request, status, TEXT, format!("{sentence}\n"));
}

fn redirect(request: Request, place: &str) {
    let response = Response::empty(308);
    // The reader may be gone.
    let _ = match header("Location", place) {
        Some(location) => request.respond(response.with_header(location)),
        None => request.respond(response),
    };
}

fn respond(request: Request, status: u16, kind: &str, text: String) {
    let headers = [
        ("Content-Type", kind),
        ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Content-Security-Policy", "frame-ancestors 'none'"),
    ];
    let allow = (status == 405).then_some(("Allow", "GET"));
    let mut response = Response::from_data(text).with_status_code(status);
    for header in headers.into_iter().chain(allow).filter_map(|(name, value)| header(name, value)) {
        response.add_header(header);
    }
    // The reader may be gone.
    let _ = request.respond(response);
}

/// Creates a header, unless it is not ASCII.
fn header(name: &str, value: &str) -> Option<Header> {
    Header::from_bytes(name.as_bytes(), value.as_bytes()).ok()
}
