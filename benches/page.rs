//! What the page of a run costs: its size, the time to write and to draw it, and what serving it takes from the run.
//!
//! Plays a run of 500 generations with 24 weights while a server shows it to a page, then writes its report. The generations
//! are many times as fast as those of any embedded configuration, so that the page is asked for as often as it can be.

#![allow(clippy::expect_used, clippy::print_stdout, clippy::unwrap_used)]

#[path = "../tests/common/browser.rs"]
mod browser;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use browser::Browser;
use isotune::features::Feature;

const GENERATIONS: usize = 500;
const WEIGHTS: usize = 24;
/// How often a report is written, of which the fastest counts.
const ROUNDS: usize = 9;
/// The bars: bytes, milliseconds to write, milliseconds to draw, percent of the run's processor time.
const BARS: [f64; 4] = [1.5e6, 200.0, 1000.0, 1.0];

fn main() {
    let place = tempfile::tempdir().expect("there is room for a folder");
    let place = place.path();
    fs::write(place.join("page.ron"), config()).expect("a file can be written");
    let (served, updates) = served_run(place);
    let (bytes, written) = report(place);
    let drawn = drawing(place);
    println!("page of {GENERATIONS} generations with {WEIGHTS} weights");
    let mut missed = false;
    let mut line = |what: &str, figure: f64, unit: &str, bar: f64, more: &str| {
        println!("{what:<28} {figure:>9.2} {unit:<3} (at most {bar}) {more}");
        missed |= figure > bar;
    };
    line("size", bytes / 1e6, "MB", BARS[0] / 1e6, "");
    line("written within", written, "ms", BARS[1], &format!("best of {ROUNDS}, games and their judgement included"));
    match drawn {
        Some(drawn) => {
            line("drawn within", drawn, "ms", BARS[2], "from navigation to the second frame with all charts");
        }
        None => println!("drawn within: not measured, there is no chromium"),
    }
    line("serving, of the run's time", served, "%", BARS[3], &format!("processor time, {updates} updates of one page"));
    if missed {
        std::process::exit(1);
    }
}

/// A job of half a minute.
fn config() -> String {
    let feature = |feature: &Feature| format!("        \"{}\": 0.01,\n", feature.name());
    let moving: String =
        Feature::ALL.iter().filter(|one| one.name() != "own-moves").take(WEIGHTS).map(feature).collect();
    format!(
        "(\n    name: \"page\",\n    seed: 1,\n    protocol: \"modern\",\n    budget: \"nodes:2000\",\n    features: {{\n        \
         \"own-moves\": (start: 1.0, frozen: true),\n{moving}    }},\n    optimizer: Surface(population: 16, \
         games_per_candidate: 14),\n    total: Generations({GENERATIONS}),\n    validation: (every: 10, pairs: 10),\n    \
         finals: (select_pairs: 20, final_pairs: 20),\n)\n"
    )
}

fn isotune(place: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isotune"));
    command.current_dir(place).args(arguments).stdin(Stdio::null());
    command
}

/// Plays the run beside a server with one open page, and returns the server's share of the run's processor time in percent,
/// and how often the page was brought up to date.
fn served_run(place: &Path) -> (f64, u64) {
    let mut run = isotune(place, &["tune", "page.ron", "-q"]).stdout(Stdio::null()).spawn().expect("it starts");
    while !place.join("checkpoints/page/config.ron").exists() {
        thread::sleep(Duration::from_millis(5));
    }
    let mut server = isotune(place, &["watch", "page"]).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut address = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let host = address.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let updates = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&updates);
    // It ends with the server.
    thread::spawn(move || follow(&host, &counted));
    let mut played = 0.0;
    while run.try_wait().unwrap().is_none() {
        played = processor_time(&run).unwrap_or(played);
        thread::sleep(Duration::from_millis(20));
    }
    let spent = processor_time(&server).expect("the server is at work");
    server.kill().and_then(|()| server.wait()).expect("the server can be ended");
    (100.0 * spent / played, updates.load(Ordering::Relaxed))
}

/// Does what a live page does: fetches the data after every event.
fn follow(host: &str, updates: &AtomicU64) {
    let get = |path: &str| {
        let mut stream = TcpStream::connect(host).ok()?;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").ok()?;
        Some(stream)
    };
    let Some(events) = get("/events") else { return };
    for _ in BufReader::new(events).lines().map_while(Result::ok).filter(|line| line == "event: change") {
        let mut data = Vec::new();
        if get("/data.json").is_some_and(|mut stream| stream.read_to_end(&mut data).is_ok()) {
            updates.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Returns the seconds that a process has worked so far, by Linux's /proc.
fn processor_time(process: &Child) -> Option<f64> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.id())).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    // The times in user and in system mode, in hundredths of a second: fields 14 and 15, of which the first two are gone.
    let ticks = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}

/// Returns the bytes of the report, and the milliseconds of the fastest of some.
fn report(place: &Path) -> (f64, f64) {
    let write = || {
        let begun = Instant::now();
        let status = isotune(place, &["report", "page", "-q"]).status().expect("it starts");
        assert!(status.success());
        begun.elapsed().as_secs_f64() * 1000.0
    };
    let fastest = (0..ROUNDS).map(|_| write()).fold(f64::MAX, f64::min);
    (fs::metadata(place.join("checkpoints/page/report.html")).expect("it is there").len() as f64, fastest)
}

/// Returns the milliseconds after which the page has drawn its charts and answers, where there is a browser.
fn drawing(place: &Path) -> Option<f64> {
    let mut browser = Browser::start()?;
    browser.set(1200, "light");
    browser.open(&format!("file://{}", place.join("checkpoints/page/report.html").display()));
    browser.wait("performance.getEntriesByName('drawn').length === 1");
    browser.value("performance.getEntriesByName('drawn')[0].startTime").as_f64()
}
