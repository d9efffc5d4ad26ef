//! Nothing is lost: damaged files, full disks, two processes on one run.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;

use crate::tuning::{Chance, Lasting, Place, SMALL, copy, files, kill, rows, stderr, stdout, wait_until};

const GENERATIONS: usize = 8;

fn config() -> String {
    SMALL.replace("population: 8", "population: 30").replace("(6)", &format!("({GENERATIONS})"))
}

/// A run that was killed in the middle of a generation, with finished work in its journal, and what becomes of it when
/// nothing is damaged.
static KILLED: LazyLock<(Place, Lasting)> = LazyLock::new(|| {
    let expected = Place::new(&config()).tuned("one");
    let place = Place::new(&config());
    let run = place.run("one");
    let journal = || fs::read_to_string(run.join("journal")).unwrap_or_default().lines().count();
    let mut process = place.start(&["tune", "job.ron", "--name", "one", "--threads", "1"]);
    loop {
        // A cleared journal tells that the state is as far as the history.
        let mut cleared = false;
        let lives = wait_until(&mut process, || {
            cleared |= rows(&run) >= 3 && journal() == 1;
            cleared && journal() > 10
        });
        assert!(lives, "it was over before it could be killed");
        assert!(kill(process));
        if journal() > 10 && place.json(&["runs", "--json"])["runs"][0]["generation"] == rows(&run) {
            break;
        }
        process = place.start(&["resume", "one", "--threads", "1"]);
    }
    assert!(rows(&run) < GENERATIONS);
    (place, expected)
});

/// A copy of the killed run.
fn killed() -> (Place, Lasting) {
    let (from, expected) = &*KILLED;
    let place = Place::new(&config());
    copy(&from.run("one"), &place.run("one"));
    (place, expected.clone())
}

/// Damages a copy of the killed run, resumes it, and returns its notes.
fn after(damage: impl Fn(&Path)) -> (Place, Lasting, String) {
    let (place, expected) = killed();
    damage(&place.run("one"));
    let output = place.isotune(&["resume", "one"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let notes = stderr(&output);
    (place, expected, notes)
}

/// Changes the bytes of a file.
fn change(path: &Path, change: impl Fn(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).unwrap();
    change(&mut bytes);
    fs::write(path, bytes).unwrap();
}

fn truncate(path: &Path, kept: usize) {
    change(path, |bytes| bytes.truncate(bytes.len() * kept / 100));
}

/// Flips one bit at a seeded place.
fn flip(path: &Path, chance: &mut Chance) {
    let (place, bit) = (chance.below(u64::MAX), chance.below(8));
    change(path, |bytes| {
        let at = usize::try_from(place % bytes.len() as u64).unwrap();
        bytes[at] ^= 1 << bit;
    });
}

#[test]
fn a_kill_alone_needs_no_repair() {
    let (place, expected, notes) = after(|_| ());
    assert_eq!(Lasting::of(&place.run("one")), expected);
    assert_eq!(notes, "");
}

#[test]
fn a_damaged_state_gives_way_to_the_one_before() {
    for kept in [0, 40, 99] {
        let (place, expected, notes) = after(|run| truncate(&run.join("state.ron"), kept));
        assert_eq!(Lasting::of(&place.run("one")), expected, "{kept} %");
        assert!(notes.contains("state.ron is truncated or changed") && notes.contains("generation "), "{notes}");
        assert!(place.run("one").join("state.ron.damaged").exists());
    }
    let mut chance = Chance::new(5);
    for _ in 0..3 {
        let (place, expected) = killed();
        flip(&place.run("one").join("state.ron"), &mut chance);
        let listed = place.json(&["runs", "--json"]);
        assert!(listed["runs"][0]["problem"].as_str().unwrap().contains("state.ron"), "{listed}");
        let notes = stderr(&place.isotune(&["resume", "one"]));
        assert_eq!(Lasting::of(&place.run("one")), expected);
        assert!(notes.contains("resuming from the previous state"), "{notes}");
    }
}

#[test]
fn a_deleted_state_gives_way_to_the_one_before() {
    let (place, expected, notes) = after(|run| fs::remove_file(run.join("state.ron")).unwrap());
    assert_eq!(Lasting::of(&place.run("one")), expected);
    assert!(notes.contains("state.ron is missing"), "{notes}");
}

#[test]
fn a_damaged_state_before_the_last_does_not_matter() {
    let mut chance = Chance::new(6);
    let (place, expected, _) = after(|run| truncate(&run.join("state.ron.previous"), 50));
    assert_eq!(Lasting::of(&place.run("one")), expected);
    let (place, expected) = killed();
    flip(&place.run("one").join("state.ron.previous"), &mut chance);
    assert_eq!(place.resumed("one"), expected);
}

/// Checks that a run without a state is refused, and that not a byte of it changes.
fn is_lost(place: &Place, words: &[&str]) {
    let before = files(&place.run("one"));
    let sentence = place.refused(&["resume", "one"], words);
    assert!(sentence.contains("'isotune tune checkpoints/one/config.ron --name NEW' starts a new run"), "{sentence}");
    assert_eq!(files(&place.run("one")), before);
    let listed = place.json(&["runs", "--json"]);
    assert_eq!(listed["runs"][0]["status"], "damaged");
}

#[test]
fn a_lost_state_is_never_a_silent_restart() {
    let (place, _) = killed();
    truncate(&place.run("one").join("state.ron"), 50);
    truncate(&place.run("one").join("state.ron.previous"), 50);
    is_lost(&place, &["state.ron", "truncated or changed", "best.ron"]);
    let (place, _) = killed();
    for file in ["state.ron", "state.ron.previous"] {
        fs::remove_file(place.run("one").join(file)).unwrap();
    }
    is_lost(&place, &["state.ron", "is missing"]);
    // Without its history it is still no fresh run: there is a recommendation that a restart would overwrite.
    fs::remove_file(place.run("one").join("history.csv")).unwrap();
    is_lost(&place, &["state.ron", "is missing"]);
}

#[test]
fn with_nothing_but_its_configuration_a_run_says_that_it_begins() {
    let (place, expected) = killed();
    for (name, _) in files(&place.run("one")).iter().filter(|(name, _)| name != "config.ron") {
        fs::remove_file(place.run("one").join(name)).unwrap();
    }
    let text = place.done(&["resume", "one"]);
    assert!(text.contains("nothing was saved yet; starting with the first generation"), "{text}");
    assert_eq!(Lasting::of(&place.run("one")).history, expected.history);
}

#[test]
fn damaged_lines_of_the_journal_are_played_again() {
    let mut chance = Chance::new(7);
    for kept in [0, 33, 90] {
        let (place, expected, _) = after(|run| truncate(&run.join("journal"), kept));
        assert_eq!(Lasting::of(&place.run("one")), expected, "{kept} %");
    }
    for _ in 0..3 {
        let (place, expected) = killed();
        flip(&place.run("one").join("journal"), &mut chance);
        let output = place.isotune(&["resume", "one"]);
        assert_eq!(Lasting::of(&place.run("one")), expected);
        assert!(stderr(&output).contains("damaged lines in the journal: "), "{}", stderr(&output));
    }
    let (place, expected, notes) = after(|run| fs::remove_file(run.join("journal")).unwrap());
    assert_eq!(Lasting::of(&place.run("one")), expected);
    assert_eq!(notes, "");
}

/// Results that were never played, with a checksum that fits, change the outcome: so what is in the journal is used.
#[test]
fn finished_work_is_taken_from_the_journal() {
    let (place, expected) = killed();
    let path = place.run("one").join("journal");
    let text = fs::read_to_string(&path).unwrap();
    let forged = text.lines().map(|line| match line.split(' ').collect::<Vec<_>>()[..] {
        [contest, job, results, _] if !line.starts_with("isotune") => {
            let line = format!("{contest} {job} {}", "3".repeat(results.len()));
            format!("{line} {}\n", isotune::store::Digest::of(line.as_bytes()))
        }
        _ => format!("{line}\n"),
    });
    fs::write(&path, forged.collect::<String>()).unwrap();
    let now = place.resumed("one");
    assert_ne!(now.history, expected.history);
    let generations = rows(&KILLED.0.run("one"));
    let before = |history: &str| history.lines().take(1 + generations).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(before(&now.history), before(&expected.history));
}

#[test]
fn a_damaged_recommendation_is_written_again() {
    let mut chance = Chance::new(8);
    let (place, expected, notes) = after(|run| truncate(&run.join("best.ron"), 50));
    assert_eq!(Lasting::of(&place.run("one")), expected);
    assert!(notes.contains("best.ron was missing or changed"), "{notes}");
    let (place, expected) = killed();
    flip(&place.run("one").join("best.ron"), &mut chance);
    assert_eq!(place.resumed("one"), expected);
    // Before it is repaired, `best` refuses it.
    let (place, expected) = killed();
    truncate(&place.run("one").join("best.ron"), 50);
    place.refused(&["best", "one"], &["best.ron", "line"]);
    fs::remove_file(place.run("one").join("best.ron")).unwrap();
    place.refused(&["best", "one"], &["best.ron"]);
    assert_eq!(place.resumed("one"), expected);
}

#[test]
fn a_damaged_history_is_put_aside_and_the_search_goes_on() {
    let mut chance = Chance::new(9);
    for case in 0..3 {
        let (place, expected) = killed();
        let run = place.run("one");
        let path = run.join("history.csv");
        match case {
            0 => truncate(&path, 60),
            1 => flip(&path, &mut chance),
            _ => fs::remove_file(&path).unwrap(),
        }
        let damaged = fs::read(&path).ok();
        let notes = stderr(&place.isotune(&["resume", "one"]));
        assert!(notes.contains("history.csv was missing or changed"), "{notes}");
        let now = Lasting::of(&run);
        assert_eq!(now.best, expected.best);
        assert_eq!(damaged, fs::read(run.join("history.csv.damaged")).ok());
        let tail: Vec<&str> = now.history.lines().skip(1).collect();
        assert!(!tail.is_empty() && tail.len() <= GENERATIONS - 3, "{case}: {}", now.history);
        let expected: Vec<&str> = expected.history.lines().collect();
        assert_eq!(expected[0], now.history.lines().next().unwrap());
        assert_eq!(expected[expected.len() - tail.len()..], tail);
    }
}

/// The remains of a history may look like a new one.
#[test]
fn a_history_cut_to_its_headline_is_put_aside_at_once() {
    let (place, expected) = killed();
    let path = place.run("one").join("history.csv");
    change(&path, |bytes| bytes.truncate(1 + bytes.iter().position(|byte| *byte == b'\n').unwrap()));
    let output = place.isotune(&["resume", "one"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(Lasting::of(&place.run("one")).best, expected.best);
}

/// A changed digit of the format is damage, not another version.
#[test]
fn a_flipped_digit_of_the_format_gives_way_to_the_state_before() {
    for digit in "0123456789".bytes() {
        let (place, expected) = killed();
        let path = place.run("one").join("state.ron");
        let (at, before) = {
            let bytes = fs::read(&path).unwrap();
            let at = "// isotune run, format ".len();
            (at, bytes[at])
        };
        if digit == before {
            continue;
        }
        change(&path, |bytes| bytes[at] = digit);
        assert_eq!(place.resumed("one"), expected, "{}", char::from(digit));
    }
}

#[test]
fn a_second_repair_keeps_what_the_first_put_aside() {
    let (place, _) = killed();
    let run = place.run("one");
    for name in ["state.ron", "history.csv"] {
        fs::write(run.join(format!("{name}.damaged")), "earlier").unwrap();
        truncate(&run.join(name), 50);
    }
    let notes = stderr(&place.isotune(&["resume", "one"]));
    for name in ["state.ron", "history.csv"] {
        assert_eq!(fs::read_to_string(run.join(format!("{name}.damaged"))).unwrap(), "earlier");
        assert!(run.join(format!("{name}.damaged-2")).exists(), "{notes}");
        assert!(notes.contains(&format!("{name}.damaged-2")), "{notes}");
    }
}

#[test]
fn a_deleted_configuration_is_written_again() {
    let (place, expected, notes) = after(|run| fs::remove_file(run.join("config.ron")).unwrap());
    assert_eq!(Lasting::of(&place.run("one")), expected);
    assert!(notes.contains("config.ron was missing"), "{notes}");
    let again = fs::read_to_string(place.run("one").join("config.ron")).unwrap();
    let read = |text: &str| isotune::tune::TuneConfig::from_ron(text).unwrap();
    assert_eq!(read(&again), isotune::tune::TuneConfig { name: "one".to_owned(), ..read(&config()) });
}

#[test]
fn a_damaged_configuration_is_refused_with_its_line() {
    let (place, expected) = killed();
    let path = place.run("one").join("config.ron");
    let text = fs::read(&path).unwrap();
    truncate(&path, 50);
    let before = files(&place.run("one"));
    place.refused(&["resume", "one"], &["config.ron", "line", "column"]);
    assert_eq!(files(&place.run("one")), before);
    fs::write(&path, text).unwrap();
    assert_eq!(place.resumed("one"), expected);
}

#[test]
fn two_processes_do_not_work_on_one_run() {
    let (place, expected) = killed();
    let run = place.run("one");
    let long = config().replace("Generations(8)", "Generations(100000)");
    fs::write(run.join("config.ron"), long.replace("\"small\"", "\"one\"")).unwrap();
    let mut first = place.start(&["resume", "one"]);
    let id = first.id().to_string();
    let generations = rows(&run);
    assert!(wait_until(&mut first, || rows(&run) > generations));
    place.refused(&["resume", "one"], &["one", &format!("process {id}")]);
    place.refused(&["tune", "job.ron", "--name", "one"], &["one"]);
    let listed = place.json(&["runs", "--json"]);
    assert_eq!(
        (&listed["runs"][0]["status"], listed["runs"][0]["process"].to_string()),
        (&"running".into(), id.clone())
    );
    // Readers need no lock.
    place.done(&["best", "one"]);
    assert!(kill(first));
    // The lock file is still there, but not locked.
    assert_eq!(fs::read_to_string(run.join("lock")).unwrap().trim(), id);
    assert_eq!(place.json(&["runs", "--json"])["runs"][0]["status"], "stopped");
    let generations = rows(&run);
    let enough = format!("Generations({})", generations.max(GENERATIONS));
    fs::write(run.join("config.ron"), config().replace("Generations(8)", &enough).replace("\"small\"", "\"one\""))
        .unwrap();
    let history = place.resumed("one").history;
    let expected: Vec<&str> = expected.history.lines().collect();
    assert_eq!(history.lines().take(expected.len()).collect::<Vec<_>>(), expected);
}

/// Runs the program where no file may grow beyond a number of blocks, as on a full disk.
fn with_blocks(place: &Place, blocks: u32, arguments: &str) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" {arguments}");
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_isotune")]).current_dir(place.path(""));
    command.output().unwrap()
}

#[test]
fn a_full_disk_loses_nothing() {
    let mut failures = 0;
    for blocks in [0, 1, 2, 4, 7, 9, 10] {
        let (place, expected) = killed();
        let output = with_blocks(&place, blocks, "resume one");
        let sentence = stderr(&output);
        assert!(!sentence.contains("panicked"), "{sentence}");
        if output.status.code() != Some(0) {
            failures += 1;
            assert_eq!(output.status.code(), Some(1), "{blocks} blocks: {sentence}");
            assert!(sentence.contains("error: cannot") && sentence.contains("too large"), "{sentence}");
            assert!(sentence.contains("isotune resume"), "no word of what to do: {sentence}");
        }
        assert_eq!(place.resumed("one"), expected, "{blocks} blocks");
    }
    assert!(failures >= 3, "the disk was full only {failures} times");
}

#[test]
fn a_run_that_cannot_begin_leaves_nothing_in_the_way() {
    let place = Place::new(&config());
    let output = with_blocks(&place, 0, "tune job.ron --name one");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("error: cannot"), "{}", stderr(&output));
    assert_eq!(place.tuned("one"), KILLED.1);
    // A folder that cannot be made, here below a file.
    let output = place.isotune(&["tune", "job.ron", "--runs", "job.ron/runs"]);
    assert!(matches!(output.status.code(), Some(1 | 2)), "{}", stderr(&output));
    assert!(stderr(&output).contains("job.ron/runs") && stderr(&output).contains("--runs"));
}

#[test]
fn a_read_only_folder_is_named_and_loses_nothing() {
    use std::os::unix::fs::PermissionsExt;
    let (place, expected) = killed();
    let run = place.run("one");
    let rights = |mode| fs::set_permissions(&run, fs::Permissions::from_mode(mode)).unwrap();
    rights(0o555);
    let binding = fs::write(run.join("probe"), "").is_err();
    if binding {
        let before = files(&run);
        let output = place.isotune(&["resume", "one"]);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{}", stdout(&output));
        assert!(stderr(&output).contains("checkpoints/one") && stderr(&output).contains("rights"));
        assert_eq!(files(&run), before);
    }
    rights(0o755);
    assert_eq!(place.resumed("one"), expected);
}
