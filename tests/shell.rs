//! Completions and manual pages, which the feature `shell` adds, through the program.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use assert_cmd::Command;

/// What the program prints, where it ends well.
fn printed(folder: &Path, environment: &[(&str, &str)], arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isotune"));
    let assert = command.args(arguments).envs(environment.iter().copied()).current_dir(folder).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

#[test]
fn every_shell_gets_a_script() {
    let folder = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(folder.path(), &[("COMPLETE", shell)], &[]);
        assert!(script.contains("isotune") && script.contains("COMPLETE"), "{shell}: {script}");
    }
}

/// What bash is offered for the last of these words.
fn offered(folder: &Path, words: &[&str]) -> Vec<String> {
    let place = (words.len() - 1).to_string();
    let environment = [
        ("COMPLETE", "bash"),
        ("_CLAP_COMPLETE_INDEX", &*place),
        ("_CLAP_IFS", "\n"),
        ("_CLAP_COMPLETE_COMP_TYPE", "9"),
    ];
    let arguments = [&["--"], words].concat();
    printed(folder, &environment, &arguments).lines().map(str::to_owned).collect()
}

#[test]
fn verbs_configurations_runs_and_heuristics_are_completed() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("checkpoints/my-run");
    fs::create_dir_all(&run).unwrap();
    fs::write(run.join("config.ron"), "()").unwrap();
    let first = |words: &[&str]| offered(folder.path(), words);
    assert_eq!(first(&["isotune", "tourn"]), ["tournament"]);
    assert_eq!(first(&["isotune", "tune", "overn"]), ["overnight"]);
    assert_eq!(first(&["isotune", "resume", "my-"]), ["my-run"]);
    assert_eq!(first(&["isotune", "best", "my-"]), ["my-run"]);
    assert_eq!(first(&["isotune", "compare", "polosin"]), ["polosin-final"]);
    assert!(first(&["isotune", "compare", "isotune-"]).contains(&"isotune-small".to_owned()));
}

#[test]
fn there_is_a_page_for_the_program_and_for_every_verb() {
    let folder = tempfile::tempdir().unwrap();
    let page = printed(folder.path(), &[], &["man"]);
    assert!(page.contains(".TH isotune 1"), "{page}");
    for verb in ["tune", "compare", "export", "verify"] {
        assert!(page.contains(verb), "{verb}");
        let page = printed(folder.path(), &[], &["man", verb]);
        assert!(page.contains(&format!(".TH isotune-{verb} 1")), "{page}");
    }
    let refused = Command::new(env!("CARGO_BIN_EXE_isotune")).args(["man", "nothing"]).assert().code(2);
    let said = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(said.contains("unknown verb 'nothing'"), "{said}");
}
