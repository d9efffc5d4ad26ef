//! Kills, starts and resumes by the hundred.
//!
//! The test run does a few of each. All of them:
//!
//! ```text
//! cargo test --release --test tune stress:: -- --ignored --nocapture
//! ```
//!
//! `ISOTUNE_STRESS` is the factor on all numbers, 1 by default.
#![cfg(unix)]

use std::fs;
use std::process::Child;
use std::thread;
use std::time::Duration;

use crate::tuning::{
    Chance, ENDLESS, Lasting, Place, SMALL, endless, kill, rows, signal, stderr, unconverging, wait_until,
};

/// Starts a name many times at once: one process works, the others say who does.
pub(crate) fn starts(place: &Place, count: usize) {
    fs::write(place.path("job.ron"), endless()).unwrap();
    one_works(
        place,
        (0..count).map(|_| place.start(&["tune", "job.ron", "--name", "one", "--threads", "1"])).collect(),
    );
}

/// Resumes a run many times at once: one process works, the others say who does.
pub(crate) fn resumes(place: &Place, count: usize) {
    fs::write(place.path("job.ron"), unconverging()).unwrap();
    place.tuned("one");
    let config = fs::read_to_string(place.run("one").join("config.ron")).unwrap();
    fs::write(place.run("one").join("config.ron"), config.replace("Generations(6)", ENDLESS)).unwrap();
    one_works(place, (0..count).map(|_| place.start(&["resume", "one", "--threads", "1"])).collect());
}

/// Waits until one process is left, and checks that the others named it; then stops it.
fn one_works(place: &Place, mut processes: Vec<Child>) {
    while processes.iter_mut().filter_map(|process| process.try_wait().unwrap()).count() + 1 < processes.len() {
        thread::sleep(Duration::from_millis(10));
    }
    let alive = processes.iter_mut().position(|process| process.try_wait().unwrap().is_none());
    let mut worker = processes.swap_remove(alive.expect("one process works"));
    assert!(wait_until(&mut worker, || rows(&place.run("one")) > 0), "the last one ended as well");
    let id = worker.id();
    for process in processes {
        let output = process.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(&format!("in use by process {id}")), "{id}: {}", stderr(&output));
    }
    signal(&worker, "-TERM");
    assert_eq!(worker.wait_with_output().unwrap().status.code(), Some(130));
}

/// Kills runs at random moments and resumes each until it ends, with one to three threads: the bytes are the same.
fn kills(kills: usize, runs: usize, longest: u64) {
    let config = SMALL.replace("nodes:60", "nodes:400").replace("Generations(6)", "Generations(10)");
    let expected = Place::new(&config).tuned("one");
    let (mut hits, mut finished, mut chance) = (0, 0, Chance::new(1));
    while hits < kills || finished < runs {
        let place = Place::new(&config);
        let mut arguments: &[&str] = &["tune", "job.ron", "--name", "one"];
        loop {
            let threads = (1 + chance.below(3)).to_string();
            let process = place.start(&[arguments, &["--threads", &threads]].concat());
            thread::sleep(Duration::from_micros(chance.below(longest)));
            if !kill(process) {
                break;
            }
            hits += 1;
            arguments = if place.run("one").join("config.ron").exists() {
                &["resume", "one"]
            } else {
                &["tune", "job.ron", "--name", "one"]
            };
        }
        assert_eq!(Lasting::of(&place.run("one")), expected, "after {hits} kills, run {finished}");
        finished += 1;
    }
    println!("{hits} kills in {finished} runs");
}

/// A number times the factor asked for.
fn times(number: usize) -> usize {
    let factor = std::env::var("ISOTUNE_STRESS").ok().and_then(|factor| factor.parse::<f64>().ok()).unwrap_or(1.0);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let number = (number as f64 * factor) as usize;
    number.max(2)
}

#[test]
#[ignore = "takes half an hour; see the head of the file"]
fn a_thousand_kills() {
    kills(times(1000), times(100), 2_000_000);
}

#[test]
#[ignore = "starts 500 processes at once; see the head of the file"]
fn five_hundred_starts() {
    starts(&Place::new(SMALL), times(500));
}

#[test]
#[ignore = "starts 200 processes at once; see the head of the file"]
fn two_hundred_resumes() {
    resumes(&Place::new(SMALL), times(200));
}
