//! External agents: the examples of docs/protocol.md, and programs that fail in every way.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::program::{json, refused};
use crate::schema::assert_valid;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Returns the hostile agent in one of its modes, with a time for a move.
fn hostile(mode: &str, milliseconds: u32) -> String {
    format!("exec:python3 -B '{}' {mode}@time:{milliseconds}", path("tests/python/hostile_agent.py").display())
}

fn example() -> String {
    format!("exec:python3 -B '{}'@time:60000", path("examples/protocol/agent.py").display())
}

/// Plays four games of an agent against a random player.
fn four_games(agent: &str) -> Value {
    let record = json(&["compare", agent, "random", "--pairs", "2", "--seed", "3", "--json"]);
    assert_valid("compare", &record);
    assert_eq!(record["repeatable"], false);
    record
}

#[test]
fn the_examples_play_the_same_sound_games() {
    let folder = tempfile::tempdir().unwrap();
    let binary = folder.path().join("agent");
    // By the line that its own head tells.
    let source = fs::read_to_string(path("examples/protocol/agent.rs")).unwrap();
    let line = source.lines().find_map(|line| line.strip_prefix("//! rustc ")).unwrap();
    let compiled = Command::new("rustc")
        .args(line.strip_suffix(" -o agent").unwrap().split(' '))
        .args(["-D", "warnings", "-o"])
        .arg(&binary)
        .current_dir(path(""))
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let rust = format!("exec:'{}'@time:60000", binary.display());
    for opening in ["3,3 0,0", "", "6,5"] {
        let game = |agent: &str| {
            let record = json(&["play", agent, "greedy:open", "--opening", opening, "--seed", "5", "--json"]);
            assert_valid("play", &record);
            assert_eq!(record["forfeit"], Value::Null);
            record["moves"].clone()
        };
        assert_eq!(game(&example()), game(&rust), "after '{opening}'");
    }
    let record = json(&["tournament", &rust, "--matches", "3", "--budget", "nodes:20", "--json"]);
    assert_valid("tournament", &record);
    assert_eq!(record["forfeits"], Value::Array(Vec::new()));
    assert_eq!(record["repeatable"], false);
    let against_random = &record["agents"][1]["opponents"][0];
    assert!(against_random["won"].as_u64().unwrap() >= 4, "{against_random}");
    let record = json(&["grade", &rust, "--only", "--positions", "20", "--no-cache", "--json"]);
    assert_valid("grade", &record);
    let agent = record["agents"].as_array().unwrap().iter().find(|agent| agent["name"] == *rust).unwrap();
    assert!(agent["score"].as_f64().unwrap() > 0.2, "{agent}");
}

#[test]
fn every_failure_is_a_loss_with_its_reason() {
    let cases = [
        ("silent", "no answer within 300 ms"),
        ("crashes", "it ended with exit code 1: ValueError: nothing works"),
        ("closes", "it ended"),
        ("babbles", "it answered 'I resign', which is not a move"),
        ("binary", "which is not a move"),
        ("endless-line", "its answer has more than 1000 bytes"),
        ("endless-lines", "it answered by more than one line|which is not a move"),
        ("twice", "it answered by more than one line"),
        ("illegal", "cannot go to"),
        ("outside", "which is not a move|off the 7x7 board"),
    ];
    for (mode, reason) in cases {
        let milliseconds = if mode == "silent" { 300 } else { 60_000 };
        let record = four_games(&hostile(mode, milliseconds));
        assert_eq!(record["result"]["won"], 0, "{mode}: {record}");
        assert_eq!(record["result"]["lost"], 2, "{mode}: {record}");
        let forfeits = record["forfeits"].as_array().unwrap();
        let count: u64 = forfeits.iter().map(|forfeit| forfeit["count"].as_u64().unwrap()).sum();
        assert_eq!(count, 4, "{mode}: {record}");
        for forfeit in forfeits {
            let told = forfeit["reason"].as_str().unwrap();
            assert!(reason.split('|').any(|reason| told.contains(reason)), "{mode}: {told}");
            assert!(!told.contains('\u{1b}'), "{told}");
        }
    }
}

#[test]
fn noise_on_standard_error_is_no_failure() {
    let record = four_games(&hostile("floods-errors", 60_000));
    assert_eq!(record["forfeits"], Value::Array(Vec::new()), "{record}");
}

#[test]
fn reasons_are_printed_below_the_results() {
    let agent = hostile("babbles", 60_000);
    let text = |arguments: &[&str]| {
        let output = crate::program::isotune(arguments);
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let compared = text(&["compare", &agent, "random", "--pairs", "2"]);
    assert!(compared.contains("not repeatable"), "{compared}");
    assert!(
        compared.contains("babbles@time:60000 lost 4 games by forfeit: first: it answered 'I resign'"),
        "{compared}"
    );
    let played = text(&["play", "random", &agent, "--seed", "1"]);
    assert!(played.contains("player 2 forfeits: it answered 'I resign'"), "{played}");
    assert!(played.contains("player 1 wins"), "{played}");
    let seeded = text(&["compare", "open", "improved", "--pairs", "2", "--budget", "nodes:20"]);
    assert!(!seeded.contains("repeatable"), "{seeded}");
}

#[test]
fn a_roster_may_have_external_opponents() {
    let folder = tempfile::tempdir().unwrap();
    let roster = folder.path().join("mine.ron");
    let agent = hostile("crashes", 60_000);
    let text = format!(
        r#"(name: "mine", about: "", order: Shuffled, costs: "udacity-modern", budget: "nodes:20",
            agents: [(name: "Broken", agent: "{agent}"), (name: "Random", agent: "random")])"#
    );
    std::fs::write(&roster, text).unwrap();
    let path = roster.to_str().unwrap();
    // A file from elsewhere starts nothing unasked.
    refused(&["tournament", "--roster", path], &["starts the program", "python3", "--allow-exec"]);
    let broken = format!("{path}/Broken");
    for verb in [&["play"][..], &["compare"], &["tournament"], &["grade"], &["compare", "--roster", path]] {
        refused(&[verb, &[&broken, "random"]].concat(), &["starts the program", "exec:COMMAND"]);
    }
    refused(&["compare", &broken, "random"], &["or add --allow-exec"]);
    // Neither plays against the roster: nothing is started.
    json(&["compare", "open", "improved", "--roster", path, "--pairs", "2", "--json"]);
    let record = json(&["compare", &broken, "random", "--pairs", "2", "--allow-exec", "--json"]);
    assert_eq!(record["forfeits"][0]["agent"], broken, "{record}");
    assert!(json(&["play", &broken, "random", "--allow-exec", "--json"])["forfeit"].is_string());
    let record = json(&["tournament", "--roster", path, "--allow-exec", "--matches", "2", "--json"]);
    assert_eq!(record["forfeits"][0]["agent"], "Broken", "{record}");
    assert_eq!(record["agents"][0]["opponents"][0]["won"], 4, "{record}");
}

#[test]
fn what_cannot_play_is_refused_before_the_first_game() {
    let versus = |agent: &str, words: &[&str]| refused(&["compare", agent, "random", "--pairs", "2"], words);
    versus("exec:", &["needs a command"]);
    versus("exec:python3 'my agent.py", &["quotation"]);
    versus(
        "exec:no-such-program-here --fast",
        &["cannot start the program", "no-such-program-here", "check the command"],
    );
    versus("exec:python3 x.py@nodes:50", &["does not take nodes:50", "@time:1000"]);
    versus("exec:python3 x.py@time:0", &["time:0"]);
    versus("exec:python3 -c pass", &["does not follow the protocol", "it ended with exit code 0", "docs/protocol.md"]);
    versus("exec:python3 -B no-such-file.py", &["No such file"]);
    versus(&hostile("rude", 1000), &["it answered 'hello' instead of 'ready'"]);
    let opponents = format!("opponents=[(agent: \"{}\")]", example());
    for verb in ["tune", "check", "evaluate"] {
        refused(&[verb, "quick", "--set", &opponents], &["external program", "cannot be repeated", "isotune compare"]);
    }
}

/// Returns whether a process is there and not merely waiting to be reaped.
#[cfg(target_os = "linux")]
fn is_alive(process: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    status.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}

/// Checks that a process has been killed: nobody waits for a child of a program, and on a busy machine it may be there a moment
/// longer than isotune.
#[cfg(target_os = "linux")]
fn assert_ended(process: &str) {
    let ended = (0..200).any(|_| {
        let alive = is_alive(process);
        if alive {
            std::thread::sleep(Duration::from_millis(50));
        }
        !alive
    });
    assert!(ended, "{process}");
}

#[test]
#[cfg(target_os = "linux")]
fn no_process_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let numbers = folder.path().join("numbers");
    let agent = hostile(&format!("parent '{}'", numbers.display()), 300);
    four_games(&agent);
    let text = std::fs::read_to_string(&numbers).unwrap();
    let processes: Vec<&str> = text.split_whitespace().collect();
    assert_eq!(processes.len(), 8, "a program and its child for each game");
    for process in processes {
        assert_ended(process);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_does_not_wait_for_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let numbers = folder.path().join("numbers");
    let agent = hostile(&format!("parent '{}'", numbers.display()), 3_000_000);
    let child = Command::new(env!("CARGO_BIN_EXE_isotune"))
        .args(["compare", &agent, "random", "--pairs", "2", "--threads", "1"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let processes = loop {
        let text = std::fs::read_to_string(&numbers).unwrap_or_default();
        if text.ends_with('\n') {
            break text;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("no pair of games was finished") && !text.contains("forfeit"), "{text}");
    for process in processes.split_whitespace() {
        assert_ended(process);
    }
}
