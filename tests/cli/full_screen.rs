//! `watch --terminal`: what it shows at 120, 80 and 40 columns, its keys, and that it gives the terminal back.
#![cfg(unix)]

use std::fs;

use serde_json::{Value, json};

use crate::keys::answer;
use crate::tuning::{Place, SMALL, copy, endless, kill, rows, wait_until};

/// Watches in a terminal of some columns and rows while keys are pressed, and returns the screens that were waited for.
fn watched(place: &Place, (columns, rows): (usize, usize), arguments: &[&str], steps: &Value) -> Vec<Vec<String>> {
    let answer = answer(place, (columns, rows), arguments, steps);
    let screens = answer["screens"].as_array().unwrap();
    let lines = |screen: &Value| -> Vec<String> {
        screen.as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned()).collect()
    };
    screens.iter().map(lines).collect()
}

fn assert_sizes(screens: &[Vec<String>], size: (usize, usize)) {
    for screen in screens {
        assert_size(screen, size);
    }
}

fn assert_size(screen: &[String], (columns, rows): (usize, usize)) {
    assert_eq!(screen.len(), rows, "{screen:#?}");
    for line in screen {
        assert_eq!(line.chars().count(), columns, "{line:?}");
    }
}

#[test]
fn a_run_fits_the_terminal_and_keys_change_the_view() {
    let place = Place::new(SMALL);
    place.tuned("small");
    // Room for everything at once.
    let size = (120, 40);
    let steps = json!([
        ["wait", "small"],
        ["press", "?"],
        ["wait", "quit; the run goes on"],
        ["press", "?\t\r"],
        ["wait", " opponents  weights "],
        ["press", "q"]
    ]);
    let screens = watched(&place, size, &["small"], &steps);
    assert_sizes(&screens, size);
    let all = screens[0].join("\n");
    for part in ["finished", "generation 6 of 6", "── win rate", "── opponents", "── weights", "── log", "● hold-out"]
    {
        assert!(all.contains(part), "no {part} in\n{all}");
    }
    for part in ["centre", "own-ring-2", "fixed", "hold-out after    4", "verdict: "] {
        assert!(all.contains(part), "no {part} in\n{all}");
    }
    assert!(!screens[2].join("\n").contains("── weights"), "the opponents alone");

    // One panel at a time.
    for size in [(80, 24), (40, 20)] {
        let next = "\u{1b}[C";
        let steps = json!([
            ["wait", "●"],
            ["press", "\t"],
            ["wait", "change"],
            ["press", next],
            ["wait", "own-ring-2"],
            ["press", "\t"],
            ["wait", "hold-out after"],
            ["press", "1"],
            ["wait", "games"],
            ["press", "q"]
        ]);
        let screens = watched(&place, size, &["small"], &steps);
        assert_sizes(&screens, size);
        let panels = ["● hold-out", "random", "opponent-moves", "generation        6"];
        for (screen, part) in screens.iter().zip(panels) {
            assert!(screen.join("\n").contains(part), "no {part} in\n{}", screen.join("\n"));
        }
        assert!(screens[0].join("\n").contains("small") && screens[0].join("\n").contains("finished"));
        // The outcome has four lines at most; where it goes on, that is seen.
        let outcome: Vec<&str> = screens[0][1..5].iter().map(|line| line.trim_end()).collect();
        assert_eq!(outcome[3].ends_with('…'), size.0 == 40, "{outcome:#?}");
    }
}

#[test]
fn a_resized_terminal_is_filled_again() {
    let place = Place::new(SMALL);
    place.tuned("small");
    let steps = json!([
        ["wait", "── log"],
        ["resize", 40, 20],
        ["wait", " opponents  weights "],
        ["resize", 120, 40],
        ["wait", "── log"],
        ["resize", 10, 3],
        ["wait", " isotune …"],
        ["resize", 80, 30],
        ["wait", "own-moves"],
        ["press", "q"]
    ]);
    // The weights are chosen at first, so that the last screen has something to wait for.
    let steps = Value::Array(
        [&[json!(["wait", "small"]), json!(["press", "3"])], steps.as_array().unwrap().as_slice()].concat(),
    );
    let screens = watched(&place, (120, 40), &["small"], &steps);
    assert_size(&screens[1], (120, 40));
    assert_size(&screens[2], (40, 20));
    assert_size(&screens[3], (120, 40));
    assert_size(&screens[5], (80, 30));
}

#[test]
fn a_list_of_runs_is_opened_and_left() {
    let place = Place::new(SMALL);
    place.tuned("one");
    copy(&place.run("one"), &place.run("two"));
    fs::create_dir_all(place.run("wrong")).unwrap();
    fs::write(place.run("wrong/state.ron"), "nothing").unwrap();
    let steps = json!([
        ["wait", "▶ one"],
        ["press", "\u{1b}[B"],
        ["wait", "▶ two"],
        ["press", "\r"],
        ["wait", "── log"],
        ["press", "\u{1b}"],
        ["wait", "▶ two"],
        ["press", "jj\r"],
        ["wait", "state.ron"],
        ["press", "\u{3}"]
    ]);
    let screens = watched(&place, (120, 40), &[], &steps);
    let list = screens[0].join("\n");
    assert!(list.contains("wrong  cannot be read") && list.contains("finished"), "{list}");
    assert!(screens[2][0].contains("isotune  two"), "{}", screens[2][0]);
    assert!(screens[4].join("\n").contains("cannot be read"));
    // Nothing yet.
    watched(&Place::new(SMALL), (80, 24), &[], &json!([["wait", "no runs yet"], ["press", "q"]]));
}

#[test]
fn every_signal_gives_the_terminal_back() {
    let place = Place::new(SMALL);
    place.tuned("small");
    // SIGHUP, SIGINT, SIGQUIT, SIGTERM.
    for signal in [1, 2, 3, 15] {
        watched(&place, (80, 24), &["small"], &json!([["wait", "●"], ["signal", signal]]));
    }
    // Twice, as the impatient do.
    watched(&place, (80, 24), &["small"], &json!([["wait", "●"], ["signal", 2], ["signal", 2]]));
}

#[test]
fn keys_leave_the_mode_of_the_terminal_alone() {
    let place = Place::new(SMALL);
    place.tuned("small");
    // Whoever sets the mode for a key may do so when the terminal has been given back already.
    let steps = json!([
        ["wait", "small"],
        ["mark"],
        ["press", "?"],
        ["wait", "quit; the run goes on"],
        ["mark"],
        ["press", "?q"]
    ]);
    let answer = answer(&place, (80, 24), &["small"], &steps);
    assert_eq!(answer["marks"], json!([false, true]), "whether the mark was there when it was set");
}

#[test]
fn a_screen_follows_a_run_to_its_end() {
    let place = Place::new(&endless());
    let mut run = place.start(&["tune", "job.ron", "-q"]);
    assert!(wait_until(&mut run, || rows(&place.run("small")) > 0));
    // Some generations later the run is stopped.
    let history = place.run("small").join("history.csv");
    let count = format!("$(wc -l < {})", history.display());
    let stop = format!("n={count}; until [ {count} -gt $((n + 3)) ]; do sleep 0.05; done; kill -INT {}", run.id());
    let steps = json!([["wait", "running"], ["shell", stop], ["wait", "stopped"], ["press", "q"]]);
    let screens = watched(&place, (100, 40), &["small"], &steps);
    run.wait().unwrap();
    let generation = |screen: &[String]| -> u64 {
        screen[0].split("generation ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
    };
    assert!(generation(&screens[1]) > generation(&screens[0]), "{:?} {:?}", screens[0][0], screens[1][0]);
    assert_eq!(generation(&screens[1]), rows(&place.run("small")) as u64);
    let mut again = place.start(&["resume", "small", "-q"]);
    assert!(wait_until(&mut again, || true));
    watched(&place, (100, 40), &["small"], &json!([["wait", "running"], ["press", "q"]]));
    kill(again);
}

#[test]
fn names_from_elsewhere_are_not_obeyed() {
    let hostile = "a\\u{1b}]0;t\\u{7}\\u{f0009}b";
    let place = Place::new(&SMALL.replace("(agent: \"open\")", &format!("(name: \"{hostile}\", agent: \"open\")")));
    place.tuned("small");
    let answer =
        answer(&place, (120, 40), &["small"], &json!([["wait", "a\\u001b]0;t\\u0007\u{fffd}b"], ["press", "q"]]));
    assert!(!answer["output"].as_str().unwrap().contains("\u{1b}]0"));
}

#[test]
fn a_pipe_gets_plain_text() {
    let place = Place::new(SMALL);
    assert_eq!(place.done(&["watch", "--terminal"]), "no runs yet; start one with 'isotune tune'\n");
    place.tuned("small");
    let text = place.done(&["watch", "small", "--terminal"]);
    assert!(text.starts_with("small, finished\n") && !text.contains('\u{1b}'), "{text}");
    for part in
        ["\nwin rate\n", "● hold-out", "\nopponents\n", "\nweights\n", "own-ring-2", "\nlog\n", "hold-out after"]
    {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    let list = place.done(&["watch", "--terminal"]);
    assert!(list.starts_with("small, finished\n") && !list.contains("weights\n"), "{list}");
    // A terminal that can do nothing.
    let mut dumb = std::process::Command::new("python3");
    let screen = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/screen.py");
    dumb.args([screen, "80", env!("CARGO_BIN_EXE_isotune"), "watch", "--terminal"]);
    let dumb = dumb.current_dir(place.path("")).env("TERM", "dumb").output().unwrap();
    assert!(String::from_utf8_lossy(&dumb.stdout).starts_with("small, finished"), "{dumb:?}");

    place.refused(&["watch", "smal", "--terminal"], &["unknown run 'smal'", "small"]);
    place.refused(&["watch", "--terminal", "--port", "8017"], &["cannot be used with"]);
    fs::write(place.run("small").join("state.ron"), "nothing").unwrap();
    fs::remove_file(place.run("small").join("state.ron.previous")).unwrap();
    place.refused(&["watch", "small", "--terminal"], &["state.ron"]);
}
