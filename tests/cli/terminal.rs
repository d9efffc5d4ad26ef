//! What a terminal would obey is printed as an escape, whoever wrote it; and nothing is printed or read without bounds.
#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use isotune::text::is_harmful;

/// Sets the title of a terminal, clears the screen, and reverses the direction of writing.
const EVIL: &str = "x\u{1b}]0;title\u{7}\u{9b}2J\u{202e}\u{7f}";
/// The same in RON and JSON.
const ESCAPED: &str = r"x\u{1b}]0;title\u{7}\u{9b}2J\u{202e}\u{7f}";
const JSON: &str = r"x\u001b]0;title\u0007\u009b2J\u202e\u007f";

fn isotune(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isotune"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Checks that neither output has a character that a terminal obeys, and returns both.
fn harmless(output: &Output, call: &str) -> String {
    let mut both = String::new();
    for bytes in [&output.stdout, &output.stderr] {
        let text = String::from_utf8(bytes.clone()).unwrap();
        assert!(!text.contains(is_harmful), "{call}: {text:?}");
        both += &text;
    }
    assert!(!both.contains("panicked"), "{call}: {both}");
    both
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let weights = r#"{"own-moves": 1.0, "opponent-moves": -1.5}"#;
    write("weights.ron", &format!("(name: \"{ESCAPED}\", note: \"{ESCAPED}\", weights: {weights})"));
    write("raw.ron", &format!("(name: \"{EVIL}\", weights: {weights})"));
    write("weights.json", &format!("{{\"name\": \"{JSON}\", \"weights\": {weights}}}"));
    write("feature.ron", &format!("(name: \"a\", weights: {{\"{ESCAPED}\": 1.0}})"));
    write("feature.json", &format!("{{\"name\": \"a\", \"weights\": {{\"{JSON}\": 1.0}}}}"));
    write("field.json", &format!("{{\"{JSON}\": 1}}"));
    write("board.ron", &format!("(name: \"a\", board: \"{ESCAPED}\", weights: {weights})"));
    let roster = |name: &str, agent: &str| {
        format!(
            "(name: \"{name}\", about: \"{ESCAPED}\", order: Fixed, costs: \"native\", budget: \"nodes:20\", agents: [(name: \
             \"{agent}\", agent: \"random\")])"
        )
    };
    write("roster.ron", &roster("r", "a"));
    write("roster-name.ron", &roster(ESCAPED, "a"));
    write("roster-agent.ron", &roster("r", ESCAPED));
    let job = include_str!("../../configs/quick.ron");
    write("job.ron", &format!("{job}\u{1b}]0;title\u{7}"));
    folder
}

#[test]
fn nothing_printed_is_obeyed_by_a_terminal() {
    let folder = folder();
    let evil_name = format!("{EVIL}.ron");
    fs::copy(folder.path().join("weights.ron"), folder.path().join(&evil_name)).unwrap();
    let run = folder.path().join("runs").join(EVIL);
    fs::create_dir_all(&run).unwrap();
    fs::write(run.join("state.ron"), EVIL).unwrap();
    let (agent, named) = (format!("id:{evil_name}@nodes:20"), format!("name={EVIL}"));
    let position = format!("{{\"moves\": [], \"position\": \"{JSON}\"}}\n");
    fs::write(folder.path().join("positions"), position).unwrap();
    fs::write(folder.path().join("not-json"), EVIL).unwrap();
    let calls: Vec<Vec<&str>> = vec![
        vec!["export", "weights.ron", "--format", "ron"],
        vec!["export", "weights.ron", "--format", "json"],
        vec!["export", "weights.ron", "--format", "python"],
        vec!["export", "weights.ron", "--format", "rust"],
        vec!["export", "weights.json", "--format", "json"],
        vec!["export", &evil_name, "--format", "json", "-o", EVIL],
        vec!["export", "raw.ron", "--format", "json"],
        vec!["export", "feature.ron", "--format", "json"],
        vec!["export", "feature.json", "--format", "json"],
        vec!["export", "field.json", "--format", "json"],
        vec!["export", "board.ron", "--format", "json"],
        vec!["export", EVIL, "--format", "json"],
        vec!["export", "improved", "--format", EVIL],
        vec!["play", &agent, "random"],
        vec!["play", EVIL, "random"],
        vec!["agents", EVIL],
        vec!["tournament", "weights.ron", "--roster", "roster.ron", "--pairs", "2", "--budget", "nodes:20"],
        vec!["tournament", &evil_name, "--roster", "roster.ron", "--pairs", "2", "--json", "--budget", "nodes:20"],
        vec!["tournament", "improved", "--roster", "roster-name.ron"],
        vec!["tournament", "improved", "--roster", "roster-agent.ron"],
        vec!["tournament", "improved", "--roster", EVIL],
        vec!["compare", &evil_name, "improved", "--pairs", "2", "--budget", "nodes:20"],
        vec!["verify", &evil_name, "--pairs", "2", "--budget", "nodes:20"],
        vec!["verify", "weights.ron", "--pairs", "2", "--budget", "nodes:20", "--json"],
        vec!["ablate", "weights.ron", "--pairs", "2", "--budget", "nodes:20"],
        vec!["inspect", "positions"],
        vec!["inspect", "not-json"],
        vec!["inspect", EVIL],
        vec!["inspect", "--heuristic", EVIL],
        vec!["inspect", "--board", EVIL],
        vec!["solve", EVIL],
        vec!["runs", "--runs", "runs"],
        vec!["runs", "--runs", "runs", "--json"],
        vec!["runs", "--runs", EVIL],
        vec!["best", EVIL, "--runs", "runs"],
        vec!["resume", EVIL, "--runs", "runs"],
        vec!["resume", "other", "--runs", "runs"],
        vec!["check", "job.ron"],
        vec!["check", "quick", "--set", EVIL],
        vec!["check", "quick", "--set", &named],
        vec!["tune", "quick", "--name", EVIL],
        vec!["heuristics", EVIL],
        vec!["published", EVIL],
        vec![EVIL],
        vec!["tune", EVIL, EVIL],
    ];
    for call in calls {
        let output = isotune(folder.path(), &call);
        harmless(&output, &format!("{call:?}"));
    }
}

#[test]
fn an_escaped_name_in_json_is_the_same_name() {
    let folder = folder();
    let output = isotune(folder.path(), &["export", "weights.ron", "--format", "json"]);
    let text = harmless(&output, "json");
    let read: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(read["name"], EVIL);
    isotune(folder.path(), &["export", "weights.ron", "--format", "json", "-o", "again.json"]);
    let written = fs::read_to_string(folder.path().join("again.json")).unwrap();
    assert!(!written.contains(is_harmful), "{written:?}");
    isotune(folder.path(), &["export", "weights.ron", "--format", "ron", "-o", "again.ron"]);
    let written = fs::read_to_string(folder.path().join("again.ron")).unwrap();
    assert!(!written.contains(is_harmful), "{written:?}");
    let again = isotune(folder.path(), &["export", "again.ron", "--format", "json"]);
    assert_eq!(harmless(&again, "again"), text);
}

/// Checks that a call is refused with a message of less than 2 kB.
fn briefly_refused(folder: &Path, call: &[&str], words: &[&str]) {
    let output = isotune(folder, call);
    let call: String = format!("{call:?}").chars().take(100).collect();
    let message = harmless(&output, &call);
    assert_eq!(output.status.code(), Some(2), "{call}: {message}");
    assert!(message.len() < 2000, "{call}: {} bytes", message.len());
    for word in words {
        assert!(message.contains(word), "{call}: no '{word}' in {message}");
    }
}

#[test]
fn what_is_too_large_is_refused_briefly() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let feature = "f".repeat(900_000);
    write("feature.ron", &format!("(name: \"a\", weights: {{\"{feature}\": 1.0}})"));
    write("feature.json", &format!("{{\"name\": \"a\", \"weights\": {{\"{feature}\": 1.0}}}}"));
    write("field.ron", &format!("({feature}: 1)"));
    write("large.ron", &" ".repeat(10_000_000));
    let opponents = "(agent: \"open\"),".repeat(40_000);
    let quick = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/configs/quick.ron")).unwrap();
    let end = quick.rfind(')').unwrap();
    write("opponents.ron", &format!("{}opponents: [{opponents}],\n)", &quick[..end]));
    let agent = |number: u32| format!("(name: \"{number}\", agent: \"random\"),");
    let agents = (0..20_000).map(agent).collect::<Vec<_>>().concat();
    write(
        "roster.ron",
        &format!(
            "(name: \"r\", about: \"\", order: Fixed, costs: \"native\", budget: \"nodes:20\", agents: [{agents}])"
        ),
    );
    let long = "a".repeat(100_000);
    let at = folder.path();
    briefly_refused(at, &["export", "feature.ron", "--format", "json"], &["unknown feature 'fff", "line 1"]);
    briefly_refused(at, &["export", "feature.json", "--format", "json"], &["unknown feature 'fff", "line 1"]);
    briefly_refused(at, &["export", "field.ron", "--format", "json"], &["unknown field 'fff"]);
    briefly_refused(at, &["export", "large.ron", "--format", "json"], &["larger than 1048576 bytes"]);
    briefly_refused(at, &["check", "opponents.ron"], &["40000 opponents are too many"]);
    briefly_refused(at, &["tournament", "improved", "--roster", "roster.ron"], &["20000 agents", "at most 1000"]);
    for call in [
        &["play", &long, "random"] as &[&str],
        &["check", &long],
        &["check", "quick", "--set", &long],
        &["check", "quick", "--set", &format!("features.{long}=1")],
        &["check", "quick", "--set", &format!("budget={long}")],
        &["solve", &long],
        &["heuristics", &long],
        &["tune", "quick", "--name", &long],
        &["inspect", "--heuristic", &long],
        &["resume", &long],
    ] {
        briefly_refused(at, call, &["aaa"]);
    }
}

#[test]
fn an_endless_line_is_refused() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isotune"));
    let mut process =
        command.arg("inspect").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = process.stdin.take().unwrap();
    // The program stops reading long before.
    let blanks = vec![b' '; 1 << 20];
    let written = (0..1000).map(|_| input.write_all(&blanks)).find(Result::is_err);
    assert!(written.is_some());
    drop(input);
    let output = process.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(harmless(&output, "inspect").contains("line 1: cannot be read: it is longer than 1048576 bytes"));
}

/// Some programs begin a file with a byte-order mark.
#[test]
fn a_byte_order_mark_is_no_mistake() {
    let folder = tempfile::tempdir().unwrap();
    let weights = r#"{"own-moves": 1.0}"#;
    fs::write(folder.path().join("a.ron"), format!("\u{feff}(name: \"a\", weights: {weights})")).unwrap();
    fs::write(folder.path().join("a.json"), format!("\u{feff}{{\"name\": \"a\", \"weights\": {weights}}}")).unwrap();
    for file in ["a.ron", "a.json"] {
        let output = isotune(folder.path(), &["export", file, "--format", "json"]);
        assert_eq!(output.status.code(), Some(0), "{}", harmless(&output, file));
    }
}
