//! The same bytes whatever happens on the way: threads, kills, signals.
#![cfg(unix)]

use std::process::Child;
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::tuning::{Chance, Lasting, Place, SMALL, kill, rows, signal, stderr, stdout, wait_until};

const GENERATIONS: usize = 12;
const KILLS: usize = 20;

/// A run of a second or two, half of it generations and hold-outs, half of it the verdict.
fn longer() -> String {
    SMALL
        .replace("nodes:60", "effort:500")
        .replace("games_per_candidate: 12", "games_per_candidate: 24")
        .replace("Generations(6)", &format!("Generations({GENERATIONS})"))
        .replace("pairs: 20", "pairs: 40")
        .replace("pairs: 30", "pairs: 120")
}

/// `SMALL` with another optimizer.
fn with_optimizer(optimizer: &str) -> String {
    SMALL.replace("Cma(population: 8, games_per_candidate: 12)", optimizer)
}

/// What `longer` comes to when nothing stops it.
static LONG: LazyLock<Lasting> = LazyLock::new(|| Place::new(&longer()).tuned("long"));

/// Ends a run by a signal once it has written down some generations, and checks what it prints last.
fn stop(place: &Place, mut process: Child, run: &str, generations: usize, name: &str) {
    let folder = place.run(run);
    let lives = wait_until(&mut process, || folder.join("state.ron").exists() && rows(&folder) >= generations);
    assert!(lives, "{run} was over before it could be stopped");
    let sent = Instant::now();
    signal(&process, name);
    let output = process.wait_with_output().unwrap();
    assert!(sent.elapsed() < Duration::from_secs(10), "{name}: {:?}", sent.elapsed());
    assert_eq!(output.status.code(), Some(130), "{name}: {}", stderr(&output));
    assert_eq!(stdout(&output).lines().last(), Some(format!("isotune resume {run}").as_str()), "{name}");
    assert_eq!(stderr(&output), "", "{name}");
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    for config in [SMALL.to_owned(), with_optimizer("Surface(population: 8, games_per_candidate: 12)")] {
        let run = |threads: &str| {
            let place = Place::new(&config);
            place.done(&["tune", "job.ron", "--threads", threads]);
            Lasting::of(&place.run("small"))
        };
        let one = run("1");
        assert!(one.best.contains("verified: true"));
        assert_eq!(one.history.lines().count(), 7);
        assert_eq!(one, run("2"));
        assert_eq!(one, run("8"));
        // The seed does, or the comparison would say nothing.
        let place = Place::new(&config);
        place.done(&["tune", "job.ron", "--set", "seed=12"]);
        assert_ne!(Lasting::of(&place.run("small")).history, one.history);
    }
}

/// Kills the program twenty times at seeded moments, spread over the start, the generations with their hold-outs, and the
/// verdict. A run that finishes before a kill is compared and another one started.
#[test]
fn twenty_kills_change_no_byte() {
    let place = Place::new(&longer());
    let begun = Instant::now();
    let expected = place.tuned("long");
    let longest = u64::try_from(begun.elapsed().as_micros()).unwrap() / 40;
    let run = place.run("long");
    std::fs::remove_dir_all(&run).unwrap();
    let mut chance = Chance::new(2017);
    let (mut hits, mut starts, mut torn) = (0, 0, 0);
    let journal = || std::fs::metadata(run.join("journal")).map_or(0, |metadata| metadata.len());
    while hits < KILLS {
        starts += 1;
        assert!(starts <= 5 * KILLS, "only {hits} of {starts} kills met a living process");
        // The first two while the run sets up, the last five in the verdict.
        let generations = match hits {
            0 | 1 => 0,
            _ if hits >= KILLS - 5 => GENERATIONS,
            _ => hits * GENERATIONS / (KILLS - 5),
        };
        let fresh = !run.exists();
        let arguments: &[&str] = if fresh { &["tune", "job.ron", "--name", "long"] } else { &["resume", "long"] };
        let mut process = place.start(arguments);
        // From the third kill on the program is past its preparations: its results go to the journal.
        let (id, before) = (process.id().to_string(), journal());
        let locked = || std::fs::read_to_string(run.join("lock")).is_ok_and(|text| text.trim() == id);
        let at_work = || locked() && run.join("config.ron").exists() && (hits < 2 || journal() != before);
        wait_until(&mut process, || at_work() && rows(&run) >= generations);
        sleep(Duration::from_micros(chance.below(longest)));
        if kill(process) {
            hits += 1;
            torn += usize::from(journal() > 100);
        } else {
            assert_eq!(Lasting::of(&run), expected, "after {hits} kills");
            std::fs::remove_dir_all(&run).unwrap();
        }
    }
    assert!(torn >= 3, "only {torn} kills left work in the journal");
    let output = place.isotune(&["resume", "long"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("verdict: "), "{}", stdout(&output));
    assert_eq!(Lasting::of(&run), expected);
}

#[test]
fn signals_save_everything_and_say_how_to_go_on() {
    for (name, generations) in [("-INT", 2), ("-TERM", 5), ("-HUP", GENERATIONS)] {
        let place = Place::new(&longer());
        let process = place.start(&["tune", "job.ron", "--name", "long"]);
        stop(&place, process, "long", generations, name);
        assert!(rows(&place.run("long")) >= generations);
        // Twice, as a resumed run can be stopped again.
        if generations < 5 {
            stop(&place, place.start(&["resume", "long"]), "long", generations + 2, name);
        }
        assert_eq!(place.resumed("long"), *LONG, "{name}");
    }
}

/// While a resumed run still measures how fast it plays, too.
#[test]
fn a_signal_right_after_the_start_says_how_to_go_on() {
    let place = Place::new(&longer());
    let process = place.start(&["tune", "job.ron", "--name", "long"]);
    stop(&place, process, "long", 1, "-INT");
    for _ in 0..3 {
        let mut process = place.start(&["resume", "long"]);
        let id = process.id().to_string();
        let lock = place.run("long").join("lock");
        assert!(wait_until(&mut process, || std::fs::read_to_string(&lock).is_ok_and(|text| text.trim() == id)));
        stop(&place, process, "long", 0, "-TERM");
    }
    assert_eq!(place.resumed("long"), *LONG);
}

#[test]
fn the_last_line_is_a_command_that_works_elsewhere_too() {
    let place = Place::new(&longer());
    let run = place.path("all my runs/long");
    let stopped = |arguments: &[&str], generations| {
        let mut process = place.start(arguments);
        assert!(wait_until(&mut process, || rows(&run) >= generations));
        signal(&process, "-TERM");
        let output = process.wait_with_output().unwrap();
        stdout(&output).lines().last().unwrap().to_owned()
    };
    let command = stopped(&["tune", "job.ron", "--name", "long", "--runs", "all my runs"], 1);
    assert_eq!(command, "isotune resume long --runs 'all my runs'");
    // Found by its path, it is named by its path.
    let command = stopped(&["resume", "all my runs/long"], 3);
    assert_eq!(command, "isotune resume 'all my runs/long'");
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_isotune")).parent().unwrap().display().to_string();
    let search = format!("{program}:{}", std::env::var("PATH").unwrap());
    let shell = std::process::Command::new("sh")
        .args(["-c", &command])
        .current_dir(place.path(""))
        .env("PATH", search)
        .output()
        .unwrap();
    assert_eq!(shell.status.code(), Some(0), "{}", stderr(&shell));
    assert_eq!(rows(&run), GENERATIONS);
}

#[test]
fn a_second_signal_ends_at_once_and_damages_nothing() {
    let place = Place::new(&longer());
    for generations in [1, 4, 9] {
        let arguments: &[&str] =
            if generations == 1 { &["tune", "job.ron", "--name", "long"] } else { &["resume", "long"] };
        let mut process = place.start(arguments);
        assert!(wait_until(&mut process, || rows(&place.run("long")) >= generations));
        let both = format!("kill -INT {0}; kill -TERM {0}", process.id());
        std::process::Command::new("sh").args(["-c", &both]).output().unwrap();
        let output = process.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        assert!(!stderr(&output).contains("panicked"));
    }
    assert_eq!(place.resumed("long"), *LONG);
}

/// Stops a run in the middle and compares it with one that was not stopped.
fn stopped_in_the_middle(config: &str, generations: usize) {
    let expected = Place::new(config).tuned("one");
    let place = Place::new(config);
    let process = place.start(&["tune", "job.ron", "--name", "one"]);
    stop(&place, process, "one", generations, "-INT");
    let before = rows(&place.run("one"));
    assert_eq!(place.resumed("one"), expected, "{config}");
    assert!(expected.history.lines().count() > before + 1, "nothing was left to do after the stop: {config}");
}

#[test]
fn every_optimizer_goes_on_exactly() {
    for optimizer in [
        "Cma(population: 8, games_per_candidate: 12, restarts: 2, plateau: 0.9)",
        "Surface(population: 8, games_per_candidate: 12, duels: true)",
        "Surface(population: 8, games_per_candidate: 12, duels: false)",
        "LraCma(population: 8, games_per_candidate: 12)",
        "Spsa(population: 40, games_per_candidate: 8)",
        "Random(population: 10, games_per_candidate: 12)",
    ] {
        let config = with_optimizer(optimizer).replace("nodes:60", "nodes:150").replace("(6)", "(24)");
        stopped_in_the_middle(&config, 3);
    }
}

#[test]
fn an_automatic_division_goes_on_exactly() {
    let config = with_optimizer("Auto").replace("nodes:60", "nodes:100").replace("Generations(6)", "Games(8000)");
    stopped_in_the_middle(&config, 4);
}

#[test]
fn objectives_and_weights_of_opponents_go_on_exactly() {
    for objective in ["Weighted", "MeanLogit", "WorstOpponent"] {
        let config = SMALL
            .replace("total:", &format!("objective: {objective}, total:"))
            .replace("agent: \"center\"", "agent: \"center\", weight: 2.5")
            .replace("nodes:60", "nodes:150")
            .replace("(6)", "(20)");
        stopped_in_the_middle(&config, 3);
    }
}

#[test]
fn a_board_of_more_than_64_cells_goes_on_exactly() {
    let config = SMALL.replace("seed: 11,", "seed: 11, board: \"9x11\",").replace("(6)", "(12)");
    stopped_in_the_middle(&config, 2);
}
