//! What people see in terminals of 120, 80 and 40 columns.
#![cfg(unix)]

use std::process::Command;

use crate::tuning::{Place, SMALL};

const SCREEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/screen.py");

/// What the program writes to a terminal of some columns, with variables of the environment.
fn screen(place: &Place, columns: u16, variables: &[(&str, &str)], arguments: &[&str]) -> String {
    let mut command = Command::new("python3");
    command.arg(SCREEN).arg(columns.to_string()).arg(env!("CARGO_BIN_EXE_isotune")).args(arguments);
    command.current_dir(place.path("")).env("TERM", "xterm").env_remove("NO_COLOR").env_remove("CLICOLOR");
    let output = command.envs(variables.iter().copied()).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// A line as it is shown: without what the terminal obeys, and what a later part of it replaces.
fn shown(line: &str) -> String {
    let mut text = String::new();
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' if chars.peek() == Some(&'[') => {
                chars.next();
                while chars.next().is_some_and(|c| !c.is_ascii_alphabetic()) {}
            }
            '\u{1b}' => while chars.next().is_some_and(|c| c != '\u{7}') {},
            '\r' => text.clear(),
            c => text.push(c),
        }
    }
    text
}

#[test]
fn tables_and_sentences_fit_the_terminal() {
    let place = Place::new(SMALL);
    place.tuned("a-run-with-a-rather-long-name");
    for columns in [120, 80, 40] {
        for arguments in [
            &["runs"][..],
            &["tournament", "open", "--budget", "nodes:20", "--matches", "2"],
            &["ablate", "open", "--pairs", "4", "--budget", "nodes:20"],
            &["heuristics"],
            &["-h"],
        ] {
            let text = screen(&place, columns, &[], arguments);
            let widest = text.lines().map(|line| shown(line).chars().count()).max().unwrap();
            assert!(widest <= usize::from(columns), "{arguments:?} at {columns} columns is {widest} wide:\n{text}");
        }
    }
    // Columns are left out, not words cut.
    let narrow = screen(&place, 40, &[], &["runs"]);
    assert!(narrow.contains("run") && !narrow.contains("games"), "{narrow}");
    let wide = screen(&place, 120, &[], &["runs"]);
    assert!(
        wide.contains("finished") && wide.contains("games") && wide.contains("a-run-with-a-rather-long-name"),
        "{wide}"
    );
}

#[test]
fn colours_are_shown_where_they_are_wanted() {
    let place = Place::new(SMALL);
    place.tuned("one");
    let red = "\u{1b}[31merror:";
    let wrong = ["best", "nothere"];
    assert!(screen(&place, 80, &[], &wrong).contains(red));
    assert!(screen(&place, 80, &[], &["inspct"]).contains(red));
    for off in [("NO_COLOR", "1"), ("CLICOLOR", "0"), ("TERM", "dumb")] {
        assert!(!screen(&place, 80, &[off], &wrong).contains('\u{1b}'), "{off:?}");
    }
    let verdict = screen(&place, 80, &[], &["resume", "one"]);
    assert!(verdict.contains("\u{1b}[1mverdict:") || verdict.contains("\u{1b}[3"), "{verdict}");
}

#[test]
fn a_run_leaves_its_hold_outs_and_a_curve_on_the_screen() {
    let place = Place::new(SMALL);
    for columns in [120, 80, 40] {
        let name = format!("at-{columns}");
        let text = screen(&place, columns, &[], &["tune", "job.ron", "--name", &name]);
        for generation in [0, 2, 4] {
            assert!(text.contains(&format!("hold-out after generation {generation}:")), "{text}");
        }
        assert!(text.contains("hold-outs  ") && text.contains("▁"), "{text}");
        // The title is set and given back.
        assert!(
            text.contains("\u{1b}[22;0t")
                && text.contains(&format!("isotune {name} "))
                && text.contains("\u{1b}[23;0t")
        );
        assert!(!text.contains("\u{1b}]9;4"), "this terminal has no taskbar");
        let verdict = text.split("holds for: ").nth(1).unwrap();
        assert!(verdict.contains("modern rules"), "{verdict}");
    }
    let taskbar = screen(&place, 80, &[("TERM_PROGRAM", "ghostty")], &["tune", "job.ron", "--name", "bar"]);
    assert!(taskbar.contains("\u{1b}]9;4;1;") && taskbar.contains("\u{1b}]9;4;0;0"), "{taskbar}");
    let bell = screen(&place, 80, &[], &["tune", "job.ron", "--name", "bell", "--bell", "-q"]);
    assert!(bell.contains('\u{7}') && bell.contains("verdict: ") && !bell.contains("hold-out after"), "{bell}");
}
