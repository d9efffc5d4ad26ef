//! The program, run with arguments.
// Each test binary uses only a part of this module.
#![allow(dead_code, clippy::unwrap_used)]

use std::process::{Command, Output};

use serde_json::Value;

/// Runs the program.
pub(crate) fn isotune(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_isotune")).args(arguments).output().unwrap()
}

/// Runs the program and reads the one JSON object it must print, with nothing on standard error.
pub(crate) fn json(arguments: &[&str]) -> Value {
    let output = isotune(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "nothing but the result: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Checks that the arguments are refused with exit code 2, nothing on standard output, and all of the words.
pub(crate) fn refused(arguments: &[&str], words: &[&str]) {
    let output = isotune(arguments);
    let sentence = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {sentence}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    for word in words {
        assert!(sentence.contains(word), "{arguments:?}: no '{word}' in: {sentence}");
    }
}
