//! What is not a plain file: links are not written through, pipes are not waited for.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Child, Command, Output};
use std::time::{Duration, Instant};

use crate::tuning::{Place, SMALL, stderr};

/// Runs the program and gives up if it does not end.
fn ended(place: &Place, arguments: &[&str]) -> Output {
    let mut process: Child = place.start(arguments);
    let begun = Instant::now();
    while process.try_wait().unwrap().is_none() {
        if begun.elapsed() > Duration::from_secs(60) {
            process.kill().unwrap();
            panic!("{arguments:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    process.wait_with_output().unwrap()
}

#[test]
fn a_pipe_among_the_files_of_a_run_is_not_waited_for() {
    let place = Place::new(SMALL);
    place.tuned("one");
    for name in ["state.ron", "lock", "best.ron"] {
        let path = place.run("one").join(name);
        fs::remove_file(&path).unwrap();
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        let calls: [&[&str]; 5] = [
            &["resume", "one"],
            &["runs"],
            &["best", "one"],
            &["export", "one", "--format", "json"],
            &["report", "one"],
        ];
        for arguments in calls {
            let output = ended(&place, arguments);
            assert!(!stderr(&output).contains("panicked"), "{arguments:?}: {}", stderr(&output));
        }
    }
    place.refused(&["best", "one"], &["best.ron", "a pipe or a device"]);
}

/// A configuration, weights or a roster may be a link, but not a pipe or a device.
#[test]
fn a_document_may_be_a_link_but_not_a_pipe() {
    let place = Place::new(SMALL);
    fs::write(place.path("weights.ron"), r#"(name: "w", weights: {"own-moves": 1.0})"#).unwrap();
    symlink("weights.ron", place.path("link.ron")).unwrap();
    place.done(&["export", "link.ron", "--format", "json"]);
    assert!(Command::new("mkfifo").arg(place.path("pipe.ron")).status().unwrap().success());
    symlink("/dev/zero", place.path("zero.ron")).unwrap();
    let calls: [&[&str]; 4] = [
        &["export", "FILE", "--format", "json"],
        &["check", "FILE"],
        &["tournament", "improved", "--roster", "FILE"],
        &["play", "id:FILE@nodes:10", "random"],
    ];
    for file in ["pipe.ron", "zero.ron"] {
        for arguments in calls {
            let arguments: Vec<String> = arguments.iter().map(|argument| argument.replace("FILE", file)).collect();
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let output = ended(&place, &arguments);
            assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
            assert!(stderr(&output).contains("a pipe or a device"), "{}", stderr(&output));
        }
    }
}

/// Whoever can write to the folder cannot make an export write elsewhere.
#[test]
fn an_export_does_not_write_through_a_planted_name() {
    let place = Place::new(SMALL);
    fs::write(place.path("precious"), "precious").unwrap();
    let script = "ln -s precious out.py.$$.tmp; exec \"$0\" export improved --format python -o out.py";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_isotune")]).current_dir(place.path(""));
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(place.path("precious")).unwrap(), "precious");
    assert!(fs::read_to_string(place.path("out.py")).unwrap().contains("def custom_score"));
}
