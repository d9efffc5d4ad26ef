//! Signals and readers that go away: what was done is shown or named, and a run is saved.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::tuning::{Place, SMALL, endless, rows, signal, stderr, stdout, wait_until};

#[test]
fn a_match_that_is_interrupted_says_so() {
    let place = Place::new(SMALL);
    place.tuned("one");
    let calls: [&[&str]; 7] = [
        &["verify", "one", "--pairs", "100000", "--budget", "nodes:2000000"],
        &["ablate", "one", "--pairs", "100000", "--budget", "nodes:2000000"],
        &["grade", "improved", "--positions", "1000000", "--no-cache"],
        &["check", "job.ron", "--set", "budget=nodes:100000000"],
        &["tune", "job.ron", "--name", "two", "--set", "budget=nodes:100000000"],
        &["resume", "three"],
        &["solve", "0,0 7,7", "--board", "8x8"],
    ];
    // A run that has not begun.
    fs::create_dir(place.run("three")).unwrap();
    fs::write(place.run("three").join("config.ron"), SMALL.replace("nodes:60", "nodes:100000000")).unwrap();
    for arguments in calls {
        let process = place.start(&[arguments, &["--json"]].concat());
        sleep(Duration::from_millis(1500));
        signal(&process, "-INT");
        let output = process.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{arguments:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "", "{arguments:?}: half an object");
        let sentence = stderr(&output);
        assert!(sentence.lines().any(|line| line.starts_with("stopped before ")), "{arguments:?}: {sentence}");
    }
    assert!(!place.run("two").exists());
}

/// What was played or saved by then is a complete object.
#[test]
fn work_that_has_something_to_show_shows_it_after_a_signal() {
    let place = Place::new(&endless());
    let long = ["--budget", "nodes:200000", "--json"];
    for call in [&["compare", "open", "improved", "--pairs", "2000"][..], &["tournament", "--matches", "2000"]] {
        let process = place.start(&[call, &long].concat());
        sleep(Duration::from_millis(1500));
        signal(&process, "-INT");
        let output = process.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{call:?}: {}", stderr(&output));
        let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(object["partial"], true, "{call:?}: {object}");
    }
    for call in [["tune", "job.ron"], ["resume", "small"]] {
        let mut process = place.start(&[&call[..], &["--json"]].concat());
        let seen = rows(&place.run("small"));
        assert!(wait_until(&mut process, || rows(&place.run("small")) > seen));
        signal(&process, "-INT");
        let output = process.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{call:?}: {}", stderr(&output));
        let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(object["status"], "stopped", "{call:?}: {object}");
    }
}

/// A run whose reader takes two lines and goes, like `head -2`.
#[test]
fn a_run_without_a_reader_is_saved_and_ends() {
    let place = Place::new(&endless());
    let mut process = place.start(&["tune", "job.ron", "--name", "one"]);
    let mut output = BufReader::new(process.stdout.take().unwrap());
    for _ in 0..2 {
        output.read_line(&mut String::new()).unwrap();
    }
    assert!(wait_until(&mut process, || rows(&place.run("one")) > 1));
    drop(output);
    let output = process.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    let said = stderr(&output);
    assert!(said.contains("all finished work is saved") && said.ends_with("isotune resume one\n"), "{said}");
    // And again, by the shell.
    let script = "\"$0\" resume one 2>said | head -2";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_isotune")]).current_dir(place.path(""));
    assert!(command.stdout(Stdio::null()).status().unwrap().success());
    let said = std::fs::read_to_string(place.path("said")).unwrap();
    assert!(said.ends_with("isotune resume one\n"), "{said}");
}

/// Whoever ignores the end of the terminal, as `nohup` does, wants the run to go on.
#[test]
fn a_run_that_is_to_outlive_its_reader_goes_on() {
    let place = Place::new(&endless());
    let script = "trap '' HUP; exec \"$0\" tune job.ron --name one";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_isotune")]).current_dir(place.path(""));
    let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let output = process.stdout.take().unwrap();
    assert!(wait_until(&mut process, || rows(&place.run("one")) > 1));
    drop(output);
    let seen = rows(&place.run("one"));
    sleep(Duration::from_millis(500));
    assert!(wait_until(&mut process, || rows(&place.run("one")) > seen + 2));
    signal(&process, "-TERM");
    process.wait().unwrap();
}
