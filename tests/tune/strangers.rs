//! What is not a plain file in a run's folder: links are not followed, pipes are not waited for.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command, Output};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::tuning::{Place, SMALL, copy, files, stderr};

/// A finished run, and its configuration raised by a generation, so that a resume writes every file.
static FINISHED: LazyLock<Place> = LazyLock::new(|| {
    let place = Place::new(SMALL);
    place.tuned("one");
    place
});

fn finished() -> Place {
    let place = Place::new(SMALL);
    copy(&FINISHED.run("one"), &place.run("one"));
    let config = fs::read_to_string(place.run("one").join("config.ron")).unwrap();
    fs::write(place.run("one").join("config.ron"), config.replace("Generations(6)", "Generations(7)")).unwrap();
    place
}

/// The files that a resume reads or writes, and those it writes on the way.
const NAMES: [&str; 10] = [
    "lock",
    "config.ron",
    "state.ron",
    "state.ron.previous",
    "history.csv",
    "journal",
    "best.ron",
    "state.ron.tmp",
    "state.ron.previous.tmp",
    "best.ron.tmp",
];

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

/// Puts something in the place of each file, and checks that `resume` names it and changes nothing.
fn refused_in_place_of_each_file(what: &str, plant: impl Fn(&Path)) {
    for name in NAMES {
        let place = finished();
        let planted = place.run("one").join(name);
        let _ = fs::remove_file(&planted);
        plant(&planted);
        let before: Vec<_> = plain(&place);
        let output = ended(&place, &["resume", "one"]);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{name}: {}", stderr(&output));
        let sentence = stderr(&output);
        assert!(sentence.contains(name) && sentence.contains(what), "{name}: {sentence}");
        assert!(!sentence.contains("panicked"), "{sentence}");
        let kept = |name: &str| !["lock", "journal"].contains(&name);
        // Only the files are compared that were there before: a state may have been written before the bad one came up.
        let after = plain(&place);
        for (file, bytes) in before.iter().filter(|(file, _)| kept(file) && file == name) {
            assert_eq!(after.iter().find(|(other, _)| other == file).map(|(_, bytes)| bytes), Some(bytes), "{name}");
        }
        assert!(planted.symlink_metadata().is_ok(), "{name} is gone");
        let listed = ended(&place, &["runs", "--json"]);
        assert_eq!(listed.status.code(), Some(0), "{name}: {}", stderr(&listed));
        ended(&place, &["best", "one"]);
        ended(&place, &["verify", "one", "--pairs", "2"]);
    }
}

/// The plain files of the run.
fn plain(place: &Place) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(place.run("one")).unwrap().map(|entry| entry.unwrap());
    let plain = entries.filter(|entry| entry.file_type().unwrap().is_file());
    plain.map(|entry| (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap())).collect()
}

#[test]
fn a_pipe_is_refused_and_not_waited_for() {
    refused_in_place_of_each_file("a pipe or a device", |path| {
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    });
}

#[test]
fn a_folder_is_refused() {
    refused_in_place_of_each_file("a folder", |path| fs::create_dir(path).unwrap());
}

#[test]
fn a_dangling_link_is_refused() {
    refused_in_place_of_each_file("a symbolic link", |path| symlink("nowhere", path).unwrap());
}

#[test]
fn a_link_is_not_followed() {
    let victim = tempfile::tempdir().unwrap();
    let precious = victim.path().join("precious");
    refused_in_place_of_each_file("a symbolic link", |path| {
        fs::write(&precious, "precious").unwrap();
        symlink(&precious, path).unwrap();
    });
    assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");
    assert_eq!(files(victim.path()).len(), 1);
}

#[test]
fn a_link_to_a_device_is_refused() {
    refused_in_place_of_each_file("a symbolic link", |path| symlink("/dev/zero", path).unwrap());
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
