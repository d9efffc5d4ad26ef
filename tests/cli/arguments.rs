//! Arguments that are refused: what is said helps, and nothing was done.

use std::fs;

use crate::tuning::{Place, SMALL, files, stdout};

#[test]
fn a_field_of_the_configuration_given_as_an_option_is_shown_as_an_assignment() {
    let place = Place::new(SMALL);
    let calls: [(&[&str], &str); 7] = [
        (&["tune", "--seed", "1"], "--set seed=1\n"),
        (&["tune", "--seed=7"], "--set seed=7\n"),
        (&["check", "quick", "--seed", "-1"], "--set seed=-1\n"),
        (&["-q", "tune", "--budget", "effort:10"], "--set budget=effort:10\n"),
        (&["tune", "--total", "Games(100)"], "--set total='Games(100)'\n"),
        (&["resume", "one", "--protocol", "classic"], "--set protocol=classic\n"),
        (&["evaluate", "--seed"], "--set seed=VALUE\n"),
    ];
    for (call, tip) in calls {
        let sentence =
            place.refused(call, &["unexpected argument '--", "tip: to set a field of the configuration, write"]);
        assert!(sentence.contains(tip), "{call:?}: {sentence}");
        assert!(!sentence.contains("similar argument") && !sentence.contains("Usage"), "{sentence}");
    }
    // Verbs without assignments, and what is no field, have clap's own tips.
    for call in [&["runs", "--seed", "1"][..], &["tune", "--nam", "x"]] {
        assert!(!place.refused(call, &["unexpected argument"]).contains("a field of the configuration"));
    }
}

#[test]
fn what_a_number_may_be_is_said() {
    let place = Place::new(SMALL);
    let compare = ["compare", "open", "null"];
    let calls: [(&[&str], &str); 10] = [
        (&["--seed", "-1"], "'--seed <SEED>': it must not be negative"),
        (&["--seed", "abc"], "it must be a whole number"),
        (&["--seed", "1.5"], "it must be a whole number"),
        (&["--seed", "-"], "it must be a whole number"),
        (&["--seed", "99999999999999999999999"], "it is too large"),
        (&["--threads", "abc"], "'--threads <N>': it must be a whole number"),
        (&["--threads", "-1"], "'--threads <N>': it must be from 0 to 1024"),
        (&["--threads", "5000"], "it must be from 0 to 1024"),
        (&["--pairs", "5000000000"], "'--pairs <N>': it is too large"),
        (&["--pairs", "-3"], "'--pairs <N>': it must be at least 1"),
    ];
    for (arguments, allowed) in calls {
        let sentence = place.refused(&[&compare, arguments].concat(), &["invalid value", allowed]);
        assert!(!sentence.contains("digit") && !sentence.contains(".."), "{sentence}");
    }
    place.refused(&["compare", "open", "null", "--sprt", "0,5", "--alpha", "x"], &["'--alpha", "it must be a number"]);
}

#[test]
fn only_blocks_that_are_possible_are_named() {
    let place = Place::new(SMALL);
    for verb in [&["evaluate", "job.ron"], &["ablate", "open"]] {
        for block in ["foo", "all"] {
            let sentence = place.refused(&[&verb[..], &["--block", block]].concat(), &["train, select, final", block]);
            assert!(!sentence.contains("available: all"), "{sentence}");
        }
    }
}

#[test]
fn a_folder_of_runs_that_was_chosen_must_exist() {
    let place = Place::new(SMALL);
    for more in [&[][..], &["--json"], &["--csv", "-"]] {
        place.refused(&[&["runs", "--runs", "nope"], more].concat(), &["there is no folder nope", "--runs"]);
    }
    // The usual one appears with the first run.
    let none = |folder: &str| {
        let folder = place.path(folder).canonicalize().unwrap_or_else(|_| place.path(folder));
        format!("no runs in {}; start one with 'isotune tune', or name another folder with --runs\n", folder.display())
    };
    assert_eq!(place.done(&["runs"]), none("checkpoints"));
    fs::create_dir(place.path("mine")).unwrap();
    assert_eq!(place.done(&["runs", "--runs", "mine"]), none("mine"));
    // Where runs are looked for is said wherever one may have been meant.
    let words = ["'quick'", "'isotune runs' (those in checkpoints; --runs names another folder)"];
    for arguments in
        [&["compare", "quick", "improved"][..], &["export", "quick", "--format", "ron"], &["udacity", ".", "quick"]]
    {
        place.refused(arguments, &words);
    }
    place.refused(&["best", "quick"], &["unknown run 'quick'", none("checkpoints").trim_end()]);
}

#[test]
fn files_to_follow_a_run_are_refused_before_anything_is_done() {
    let place = Place::new(SMALL);
    place.tuned("one");
    let before = files(&place.run("one"));
    for option in ["--events", "--candidates"] {
        for file in ["nowhere/x", "checkpoints"] {
            let calls: [&[&str]; 3] = [
                &["tune", "job.ron", "--dry-run"],
                &["tune", "job.ron", "--name", "two"],
                &["resume", "one", "--set", "total=Generations(12)"],
            ];
            for call in calls {
                place.refused(&[call, &[option, file]].concat(), &["cannot write", file, "give another file"]);
            }
        }
        // What can be written is not created by a plan.
        place.done(&["tune", "job.ron", "--dry-run", option, "new"]);
        assert!(!place.path("new").exists());
    }
    // Unlike that of events, a table of candidates is not printed.
    for call in [&["tune", "job.ron", "--name", "two"][..], &["resume", "one", "--set", "total=Generations(12)"]] {
        place.refused(&[call, &["--candidates", "-"]].concat(), &["--candidates", "standard output", "give a file"]);
    }
    assert!(!place.path("-").exists());
    assert_eq!(files(&place.run("one")), before);
    assert!(!place.run("two").exists());
}

#[test]
fn a_quiet_check_says_nothing_about_what_is_right() {
    let place = Place::new(SMALL);
    for call in [&["check", "job.ron", "-q"][..], &["tune", "job.ron", "--dry-run", "-q"]] {
        let output = place.isotune(call);
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(0), ""), "{call:?}");
    }
    place.refused(&["check", "job.ron", "-q", "--set", "total=Games(1)"], &["not enough"]);
    assert!(place.json(&["check", "job.ron", "-q", "--json"])["generations"] == 6);
}
