//! What the verbs print for programs, against the schemas in docs.

use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::program::{isotune, json as record};
use crate::schema::assert_valid;

#[test]
fn every_verb_keeps_to_its_schema() {
    let quick = ["--budget", "nodes:40", "--json"];
    let with = |arguments: &[&'static str]| [arguments, &quick[..]].concat();
    let calls: [(&str, Vec<&str>); 16] = [
        ("check", vec!["check", "quick", "--set", "budget=nodes:20", "--json"]),
        ("runs", vec!["runs", "--runs", "src", "--json"]),
        ("best", vec!["best", "improved", "--json"]),
        ("verify", with(&["verify", "open", "--pairs", "3"])),
        ("ablate", with(&["ablate", "open", "--pairs", "3"])),
        ("compare", with(&["compare", "open", "improved", "--pairs", "4"])),
        ("compare", with(&["compare", "null", "improved", "--pairs", "64", "--sprt", "0,30"])),
        ("tournament", with(&["tournament", "open", "--matches", "2"])),
        ("published", vec!["published", "--pairs", "1", "--json"]),
        ("grade", with(&["grade", "open", "--only", "--positions", "5", "--no-cache"])),
        ("heuristics", vec!["heuristics", "--json"]),
        ("agents", vec!["agents", "--json"]),
        ("agents", vec!["agents", "modern", "--json"]),
        ("play", vec!["play", "greedy:open", "random", "--json"]),
        ("solve", vec!["solve", "0,0 1,1", "--board", "4x4", "--json"]),
        ("perft", vec!["perft", "3,3 0,0", "3", "--json"]),
    ];
    for (verb, arguments) in calls {
        assert_valid(verb, &record(&arguments));
    }
    assert_valid("bench", &record(&["bench", "--rounds", "1", "--json"]));
    let mut inspect = Command::new(env!("CARGO_BIN_EXE_isotune"))
        .args(["inspect", "--json", "--heuristic", "open"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut inspect.stdin.take().unwrap(), b"{\"moves\": [[3,3]]}\n").unwrap();
    let printed = inspect.wait_with_output().unwrap().stdout;
    assert_valid("inspect", &serde_json::from_slice::<Value>(&printed).unwrap());
}

#[test]
fn an_even_match_has_no_minus_before_its_elo() {
    // The two searches find the same moves, and in the classic rules nothing else is left to chance.
    let even = ["compare", "ab:open@depth:1", "mm:open@depth:1", "--protocol", "classic", "--pairs", "4", "--json"];
    let elo = record(&even)["result"]["elo"]["elo"].as_f64().unwrap();
    assert!(elo.abs() < 1e-9 && elo.is_sign_positive(), "{elo:?}");
}

#[test]
#[should_panic(expected = "'score' is missing")]
fn a_missing_key_is_noticed() {
    assert_valid("tournament", &json!({"schema": "isotune/1", "version": "0", "agents": [{"name": "x"}]}));
}

#[test]
fn tables_are_written_as_csv_with_the_keys_of_the_json() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.csv");
    let file = path.to_str().unwrap();
    let positions = folder.path().join("positions");
    std::fs::write(&positions, "{\"moves\": [[3,3],[0,0]]}\n").unwrap();
    let inspect = ["inspect", positions.to_str().unwrap(), "--heuristic", "improved", "--depth", "2", "--features"];
    let inspected = "line,position,to_move,finished,kind,name,player1,player2,value,best,nodes\n1,2....../";
    for (arguments, header) in [
        (&["perft", "3,3 0,0", "3"][..], "depth,sequences,finished"),
        (&["compare", "open", "improved", "--pairs", "4", "--budget", "nodes:40"], "a.name,a.agent,a.budget,b.name"),
        (&["ablate", "open", "--pairs", "3", "--budget", "nodes:40"], "name,weight,delta,se,low,high"),
        (&["verify", "open", "--pairs", "3", "--budget", "nodes:40"], "name,score,se,low,high"),
        (&["heuristics"], "name,report,formula,published.score"),
        (&["agents"], "roster,name,agent\n"),
        (&["agents", "classic"], "roster,name,agent\nclassic,"),
        (&["best", "improved"], "feature,early,late\nown-moves,1,1\n"),
        (&["runs", "--runs", "src"], ""),
        (&["play", "greedy:open", "random"], "player,value,depth,nodes"),
        (&inspect, inspected),
    ] {
        let text = String::from_utf8(isotune(&[arguments, &["--csv", file, "--force"]].concat()).stdout).unwrap();
        let table = std::fs::read_to_string(&path).unwrap();
        assert!(table.starts_with(header), "{arguments:?}: {table}");
        let printed = String::from_utf8(isotune(&[arguments, &["--csv", "-"]].concat()).stdout).unwrap();
        assert_eq!(printed, table, "{arguments:?}");
        assert!(text.is_empty() || text != table);
    }
    crate::program::refused(&["runs", "--json", "--csv", "-"], &["--json", "--csv", "drop one"]);
}
