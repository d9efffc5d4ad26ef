//! `isotune watch --terminal` in a pseudo-terminal while keys are pressed.

use std::process::Command;

use serde_json::Value;

use crate::tuning::Place;

const KEYS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/keys.py");
const ENTER: &str = "\u{1b}[?1049h";
const LEAVE: &str = "\u{1b}[?25h\u{1b}[?1049l";

/// Watches, and checks that the terminal is as it was before.
pub(crate) fn answer(place: &Place, (columns, rows): (usize, usize), arguments: &[&str], steps: &Value) -> Value {
    let mut command = Command::new("python3");
    command.args([KEYS, &columns.to_string(), &rows.to_string(), &steps.to_string()]);
    command.arg(env!("CARGO_BIN_EXE_isotune")).args(["watch", "--terminal"]).args(arguments);
    command.current_dir(place.path("")).env("TERM", "xterm").env_remove("NO_COLOR").env_remove("CLICOLOR");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = answer["output"].as_str().unwrap();
    assert_eq!(answer["code"], 0, "{text}");
    assert_eq!(answer["restored"], true, "the mode of the terminal");
    assert!(text.contains(ENTER) && text.ends_with(LEAVE), "{text:?}");
    assert_eq!(text.matches(LEAVE).count(), 1);
    answer
}
