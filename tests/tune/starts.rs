//! Starting a run: what a kill leaves behind, two processes at once, folders that cannot be used.
#![cfg(unix)]

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use crate::tuning::{Place, SMALL, files, stderr};

#[test]
fn what_a_kill_within_the_first_write_leaves_is_taken_over() {
    let expected = Place::new(SMALL).tuned("one");
    let leftovers: [&[&str]; 4] = [&[], &["lock"], &["config.ron.tmp"], &["lock", "config.ron.tmp"]];
    for names in leftovers {
        let place = Place::new(SMALL);
        fs::create_dir_all(place.run("one")).unwrap();
        for name in names {
            fs::write(place.run("one").join(name), "(na").unwrap();
        }
        assert_eq!(place.tuned("one"), expected, "{names:?}");
        assert!(!place.run("one").join("config.ron.tmp").exists());
    }
    // Anything else is somebody's.
    let place = Place::new(SMALL);
    fs::create_dir_all(place.run("one")).unwrap();
    fs::write(place.run("one").join("notes"), "mine").unwrap();
    place.refused(&["tune", "job.ron", "--name", "one"], &["already exists in checkpoints/one", "--name"]);
    assert_eq!(files(&place.run("one")), [("notes".to_owned(), b"mine".to_vec())]);
}

#[test]
fn whoever_comes_second_leaves_the_folder_of_the_first_alone() {
    let place = Place::new(SMALL);
    let run = place.run("one");
    fs::create_dir_all(&run).unwrap();
    // As the first process stands between its lock and its configuration.
    let lock = File::create(run.join("lock")).unwrap();
    lock.lock().unwrap();
    fs::write(run.join("lock"), "4711\n").unwrap();
    place.refused(&["tune", "job.ron", "--name", "one"], &["checkpoints/one is in use by process 4711"]);
    assert_eq!(fs::read_to_string(run.join("lock")).unwrap(), "4711\n");
    drop(lock);
    place.tuned("one");
}

/// Many starts of one name: one works, the others change nothing and say why they do not.
#[test]
fn of_many_starts_of_one_name_one_works() {
    crate::stress::starts(&Place::new(SMALL), 8);
}

#[test]
fn of_many_resumes_of_one_run_one_works() {
    crate::stress::resumes(&Place::new(SMALL), 8);
}

#[test]
fn a_folder_of_runs_that_cannot_be_read_is_no_empty_one() {
    let place = Place::new(SMALL);
    // Nobody can follow a link to itself, not even root.
    symlink("loop", place.path("loop")).unwrap();
    for runs in ["loop", "job.ron"] {
        for arguments in [&["runs"] as &[&str], &["best", "x"], &["resume", "x"], &["tune", "job.ron"]] {
            let arguments: Vec<&str> = arguments.iter().copied().chain(["--runs", runs]).collect();
            let sentence = place.refused(&arguments, &[runs, "--runs"]);
            assert!(!sentence.contains("no runs"), "{sentence}");
        }
    }
    assert!(place.done(&["runs"]).contains("/checkpoints; start one with 'isotune tune'"));
}

#[test]
fn a_configuration_that_cannot_be_written_promises_no_resume() {
    let place = Place::new(SMALL);
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" tune job.ron --name one";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_isotune")]).current_dir(place.path(""));
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let sentence = stderr(&output);
    assert!(
        sentence.contains("cannot write checkpoints/one/") && sentence.contains("nothing was started"),
        "{sentence}"
    );
    assert!(!sentence.contains("isotune resume"), "{sentence}");
    assert!(!place.run("one").exists());
}

#[test]
fn the_environment_cannot_ask_for_countless_threads() {
    let place = Place::new(SMALL);
    let mut command = place.command(&["tune", "job.ron", "--name", "one"]);
    let output = command.env("RAYON_NUM_THREADS", "99999999").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}
