//! What people see in terminals of 120, 80 and 40 columns, against golden files and for what must hold of all of them.
//!
//! After an intended change: `ISOTUNE_UPDATE_GOLDEN=1 cargo test --test cli screens && git diff tests/golden/screens`.
#![cfg(unix)]

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use crate::screen::{Screen, interrupted, written};
use crate::tuning::{Place, SMALL, endless};

const WIDTHS: [usize; 3] = [120, 80, 40];

/// Set to rewrite the golden files.
const UPDATE: &str = "ISOTUNE_UPDATE_GOLDEN";

/// Compares the screens of calls at all widths with a golden file for each width.
fn assert_golden(name: &str, place: &Place, calls: &[&[&str]]) {
    for columns in WIDTHS {
        let mut text = String::new();
        for call in calls {
            let screen = Screen::of(&written(place, columns, &[], call), columns);
            assert_eq!(screen.overflows, 0, "{call:?} at {columns} columns:\n{}", screen.text());
            // A cell or a line may end before a '±', but not between it and the error.
            let torn = |line: &str| line.split('|').any(|cell| cell.trim_end().ends_with('±'));
            assert!(!screen.text().lines().any(torn), "{call:?} at {columns} columns:\n{}", screen.text());
            writeln!(text, "$ isotune {}\n{}", shell_words::join(*call), steady(&screen.text())).unwrap();
        }
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/screens").join(format!("{columns}/{name}.txt"));
        if env::var_os(UPDATE).is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, &text).unwrap();
        }
        let golden = fs::read_to_string(&path).unwrap_or_default();
        let differs = golden.lines().zip(text.lines()).find(|(golden, now)| golden != now);
        assert!(golden == text, "{} is another now, first at {differs:?}; see {UPDATE}", path.display());
    }
}

/// Returns a screen without the lines that tell speeds and times, which no two runs have in common.
fn steady(text: &str) -> String {
    let mut kept = String::new();
    let mut left_out = false;
    for line in text.lines() {
        let begins = ["speed      ", "ready      ", "errors     ", "search finished after "]
            .iter()
            .any(|start| line.starts_with(start));
        // Such a line goes on in those that are indented.
        left_out = begins || (left_out && line.starts_with(' '));
        let line = match line.split_once(" games, ").or_else(|| line.split_once(" nodes, ")) {
            Some((count, rest)) if rest.ends_with(" games/s") || rest.ends_with(" s") => format!("{count} …"),
            _ => line.to_owned(),
        };
        if !left_out {
            kept += &timeless(&line);
            kept.push('\n');
        }
    }
    kept
}

/// Returns a line of a table with seconds as on a machine that needs none.
fn timeless(line: &str) -> String {
    let is_time = |cell: &str| cell.trim().strip_suffix(" s").is_some_and(|count| count.parse::<u32>().is_ok());
    let steady = |cell: &str| {
        if is_time(cell) { format!("{:>1$} ", "0 s", cell.chars().count() - 1) } else { cell.to_owned() }
    };
    if line.starts_with('|') { line.split('|').map(steady).collect::<Vec<_>>().join("|") } else { line.to_owned() }
}

#[test]
fn screens_of_tuning_are_golden() {
    let place = Place::new(SMALL);
    assert_golden(
        "tune",
        &place,
        &[
            &["init", "isotune.ron", "--force"],
            &["check", "job.ron"],
            &["check", "classic", "--set", "total=Games(400000)"],
        ],
    );
    place.tuned("a-run-with-a-rather-long-name");
    place.tuned("short");
    assert_golden(
        "runs",
        &place,
        &[
            &["resume", "short"],
            &["resume", "short", "--set", "seed=12"],
            &["tune", "job.ron", "--name", "short"],
            &["runs"],
            &["best", "short"],
            &["best", "improved"],
            &["verify", "short", "--pairs", "20", "-q"],
            &["ablate", "short", "--pairs", "8", "-q"],
            &["export", "short", "-o", "out.py", "--force"],
        ],
    );
}

#[test]
fn screens_of_games_are_golden() {
    let place = Place::new(SMALL);
    assert_golden(
        "play",
        &place,
        &[
            &["tournament", "open", "null", "--budget", "nodes:20", "--matches", "2", "-q"],
            &["tournament", "open", "--budget", "nodes:20", "--matches", "1", "--protocol", "classic", "-q"],
            &["compare", "open", "improved", "--pairs", "100", "--budget", "nodes:50", "-q"],
            &["compare", "open", "null", "--sprt", "0,40", "--budget", "nodes:50", "-q"],
            &["compare", "null", "open", "--sprt", "0,40", "--budget", "nodes:50", "-q"],
            &["compare", "open", "improved", "--census", "--protocol", "classic", "--budget", "depth:1", "-q"],
            &["grade", "open", "--only", "--positions", "20", "--budget", "nodes:40", "--no-cache", "-q"],
            &["play", "greedy:open", "random"],
        ],
    );
}

#[test]
fn screens_of_what_there_is_are_golden() {
    let place = Place::new(SMALL);
    fs::write(place.path("positions"), "{\"moves\": [[0,0],[1,1]]}\n").unwrap();
    let inspect = ["inspect", "positions", "--board", "4x4", "--heuristic", "improved", "--heuristic", "polosin-final"];
    assert_golden(
        "look",
        &place,
        &[
            &["heuristics"],
            &["heuristics", "weighted-position"],
            &["heuristics", "own-ring-2"],
            &["agents"],
            &inspect,
            &[&inspect[..], &["--depth", "2"]].concat(),
            &["solve", "0,0 1,1", "--board", "4x4"],
            &["solve", "--openings", "--board", "4x4", "-q"],
            &["perft", "3,3 0,0", "6"],
        ],
    );
}

#[test]
fn screens_of_the_help_are_golden() {
    let place = Place::new(SMALL);
    assert_golden("help", &place, &[&["--help"], &["compare", "-h"]]);
}

/// What people ran into, and what they read now.
#[test]
fn screens_of_mistakes_are_golden() {
    let place = Place::new(SMALL);
    place.tuned("t1");
    fs::write(place.path("latin.ron"), b"(name: \"caf\xe9\")").unwrap();
    fs::write(place.path("empty.ron"), "").unwrap();
    let before = fs::read(place.run("t1").join("state.ron")).unwrap();
    assert_golden(
        "mistakes",
        &place,
        &[
            &["compare", "checkpoints/t2", "improved"],
            &["compare", "t2", "improved"],
            &["resume", "t3", "--fork", "t2"],
            &["resume", "t1", "--fork", "t1"],
            &["check", "--set", "seed=1.5"],
            &["check", "--set", "total=Games(-5)"],
            &["check", "--set", "total=Hours(1e300)"],
            &["check", "latin.ron"],
            &["check", "empty.ron"],
            &["best", "nothere"],
            &["check", "--threads", "-1"],
            &["tune", "quick.ron"],
            &["tune", "nothere"],
            &["compare", "improved", "open", "--sprt", "5"],
            &["compare", "improved", "open", "--budget", "100"],
            &["export", "t1"],
            &["inspct"],
            &["best"],
        ],
    );
    assert_eq!(fs::read(place.run("t1").join("state.ron")).unwrap(), before, "nothing was changed");
}

#[test]
fn columns_are_left_out_and_not_words_cut() {
    let place = Place::new(SMALL);
    place.tuned("a-run-with-a-rather-long-name");
    let narrow = written(&place, 40, &[], &["runs"]);
    assert!(narrow.contains("run"), "{narrow}");
    // What is missing is named below the table.
    let (table, below) = narrow.split_once("no room for: ").unwrap();
    assert!(!table.contains("games") && below.contains("games"), "{narrow}");
    let wide = written(&place, 120, &[], &["runs"]);
    assert!(!wide.contains("no room for"), "{wide}");
    assert!(
        wide.contains("finished") && wide.contains("games") && wide.contains("a-run-with-a-rather-long-name"),
        "{wide}"
    );
}

#[test]
fn code_stays_as_it_is() {
    let place = Place::new(SMALL);
    for call in [
        &["agents", "modern"][..],
        &["agents", "--json"],
        &["best", "improved", "--csv", "-"],
        &["export", "improved", "--format", "python"],
        &["check", "quick", "--print"],
    ] {
        let piped = place.done(call);
        assert_eq!(written(&place, 40, &[], call).replace("\r\n", "\n"), piped, "{call:?}");
        assert!(piped.lines().any(|line| line.chars().count() > 40) || call[0] == "best", "{call:?}");
    }
}

#[test]
fn colours_are_shown_where_they_are_wanted() {
    let place = Place::new(SMALL);
    place.tuned("one");
    let red = "\u{1b}[31merror:";
    let wrong = ["best", "nothere"];
    assert!(written(&place, 80, &[], &wrong).contains(red));
    assert!(written(&place, 80, &[], &["inspct"]).contains(red));
    for off in [("NO_COLOR", "1"), ("CLICOLOR", "0"), ("TERM", "dumb")] {
        assert!(!written(&place, 80, &[off], &wrong).contains('\u{1b}'), "{off:?}");
    }
    let verdict = written(&place, 80, &[], &["resume", "one"]);
    assert!(verdict.contains("\u{1b}[1mverdict:") || verdict.contains("\u{1b}[3"), "{verdict}");
}

/// Green is for what is better, red for what is worse, and what is neither is only bold.
#[test]
fn a_verdict_has_the_colour_of_what_it_shows() {
    let place = Place::new(SMALL);
    for (heuristic, style, sentence) in [
        ("isotune-small", "\u{1b}[32m", "isotune-small is better than improved by +"),
        ("center", "\u{1b}[31m", "no improvement shown: center is worse than improved, -"),
        ("open", "\u{1b}[1m", "no improvement shown: open against improved is "),
    ] {
        let call = ["verify", heuristic, "--budget", "nodes:100", "--pairs", "40", "-q"];
        let text = written(&place, 120, &[], &call);
        assert!(text.contains(&format!("\n{style}verdict: {sentence}")), "{text}");
        let rest = text.split("verdict: ").nth(1).unwrap();
        assert!(rest.split("\u{1b}[0m").next().unwrap().ends_with(" %"), "the style ends with the sentence: {text}");
        assert_eq!(text.matches('\u{1b}').count(), 2, "nothing else is styled: {text}");
        assert!(!written(&place, 120, &[("NO_COLOR", "1")], &call).contains('\u{1b}'));
    }
}

#[test]
fn a_run_leaves_its_hold_outs_and_a_curve_on_the_screen() {
    let place = Place::new(SMALL);
    for columns in WIDTHS {
        let name = format!("at-{columns}");
        let text = written(&place, columns, &[], &["tune", "job.ron", "--name", &name]);
        let seen = Screen::of(&text, columns).text();
        assert!(seen.contains("hold-out before the first generation:") && !seen.contains("generation 0"), "{seen}");
        for generation in [2, 4] {
            assert!(seen.contains(&format!("hold-out after generation {generation}:")), "{seen}");
        }
        assert!(seen.contains("hold-outs  ") && seen.contains("▁"), "{seen}");
        assert!(!seen.contains(" left"), "the display of work in progress is gone: {seen}");
        // The title is set and given back.
        assert!(
            text.contains("\u{1b}[22;0t")
                && text.contains(&format!("isotune {name} "))
                && text.contains("\u{1b}[23;0t")
        );
        assert!(!text.contains("\u{1b}]9;4"), "this terminal has no taskbar");
        let verdict = seen.split("holds for: ").nth(1).unwrap();
        assert!(verdict.contains("modern rules"), "{verdict}");
    }
    let taskbar = written(&place, 80, &[("TERM_PROGRAM", "ghostty")], &["tune", "job.ron", "--name", "bar"]);
    assert!(taskbar.contains("\u{1b}]9;4;1;") && taskbar.contains("\u{1b}]9;4;0;0"), "{taskbar}");
    let bell = written(&place, 80, &[], &["tune", "job.ron", "--name", "bell", "--bell", "-q"]);
    assert!(bell.contains('\u{7}') && bell.contains("verdict: ") && !bell.contains("hold-out after"), "{bell}");
}

/// The figures of a sequential test are seen while it is played, at every width.
#[test]
fn a_sequential_test_is_followed_live() {
    let place = Place::new(SMALL);
    for columns in WIDTHS {
        let call = ["compare", "open", "improved", "--sprt", "0,5", "--pairs", "1500", "--budget", "nodes:300"];
        let text = written(&place, columns, &[], &call);
        for part in ["LLR ", "Elo ", " pairs", " games", "at most "] {
            assert!(text.split("open vs improved").next().unwrap().contains(part), "no '{part}' at {columns}: {text}");
        }
        let seen = Screen::of(&text, columns).text();
        assert!(seen.starts_with("open vs improved"), "the display of work in progress is gone: {seen}");
    }
}

/// The terminal shows Ctrl-C itself, which moves the cursor below the display of work in progress.
#[test]
fn an_interrupt_leaves_nothing_of_the_display() {
    let place = Place::new(&endless());
    for columns in WIDTHS {
        let call = ["compare", "open", "improved", "--sprt", "0,1", "--budget", "nodes:3000"];
        let text = interrupted(&place, columns, "LLR ", &call);
        assert!(text.contains("^C"), "{text}");
        let seen = Screen::of(&text, columns).text();
        assert!(seen.trim_start().starts_with("open vs improved") && seen.contains("PARTIAL"), "{seen}");
        let name = format!("at-{columns}");
        let text = interrupted(&place, columns, "hold-out after", &["tune", "job.ron", "--name", &name]);
        let seen = Screen::of(&text, columns).text();
        assert!(text.contains("^C") && seen.contains("stopped; all finished work is saved"), "{seen}");
        assert!(!seen.contains(" left") && !seen.contains("^C") && !seen.contains("scores  "), "{seen}");
    }
}
