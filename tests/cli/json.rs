//! What the verbs print for programs, against the schemas in docs.

use std::collections::HashMap;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::program::{isotune, json as record};
use crate::schema::assert_valid;

#[test]
fn every_verb_keeps_to_its_schema() {
    let quick = ["--budget", "nodes:40", "--json"];
    let with = |arguments: &[&'static str]| [arguments, &quick[..]].concat();
    let calls: [(&str, Vec<&str>); 17] = [
        ("check", vec!["check", "quick", "--set", "budget=nodes:20", "--json"]),
        ("runs", vec!["runs", "--runs", "src", "--json"]),
        ("best", vec!["best", "improved", "--json"]),
        ("best", vec!["best", "isotune-python", "--json"]),
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
        (&["ablate", "open", "--pairs", "3", "--budget", "nodes:40"], "part,name,score,se,low,high"),
        (&["verify", "open", "--pairs", "3", "--budget", "nodes:40"], "part,name,score,se,low,high"),
        (&["heuristics"], "name,report,formula,published.score"),
        (&["agents"], "roster,name,agent\n"),
        (&["agents", "classic"], "roster,name,agent\nclassic,"),
        (&["best", "improved"], "feature,early,late\nown-moves,1,1\n"),
        (&["runs", "--runs", "src"], ""),
        (&["play", "greedy:open", "random"], "ply,player,cell,value,depth,nodes\n3,1,\""),
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

/// The table of a benchmark differs from call to call in its speeds, and that of the reports takes a while.
#[test]
fn tables_of_long_verbs_have_a_header_and_rows() {
    let published = lines(&["published", "--pairs", "2"]);
    let object = record(&["published", "--pairs", "2", "--json"]);
    let reports = object["reports"].as_array().unwrap();
    let heuristics: Vec<(&Value, &Value)> = reports
        .iter()
        .flat_map(|report| report["heuristics"].as_array().unwrap().iter().map(|entry| (&report["report"], entry)))
        .collect();
    assert!(published.len() > 5 && published.len() == heuristics.len(), "{published:?}");
    for (line, (report, entry)) in published.iter().zip(heuristics) {
        let words = [line["report"].clone(), line["name"].clone(), line["agreement"].clone()];
        assert_eq!(words.map(Value::from), [report.clone(), entry["name"].clone(), entry["agreement"].clone()]);
        assert_same(line, entry, &["published"]);
        let delta = line["versus_improved.delta"].parse::<f64>().ok();
        assert_eq!(delta, entry["versus_improved"]["delta"].as_f64(), "{line:?} and {entry}");
    }
    let bench = lines(&["bench", "--rounds", "1"]);
    assert_eq!(bench.len(), 1, "{bench:?}");
    assert_eq!(bench[0]["signature"], isotune::search::signature().to_string());
    for heuristic in ["improved", "rich", "all"] {
        assert!(bench[0][&format!("speed.{heuristic}")].parse::<u64>().unwrap() > 0, "{bench:?}");
    }
}

/// What is checked without a configuration is what a run without one plays.
#[test]
fn the_default_configuration_is_quick_and_modern() {
    let folder = tempfile::tempdir().unwrap();
    let plan = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_isotune"));
        let output = command.current_dir(folder.path()).args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let plan: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_valid("check", &plan);
        plan
    };
    let default = plan(&["check", "--json"]);
    assert_eq!((&default["name"], &default["protocol"]), (&"quick".into(), &"modern".into()));
    let quick = plan(&["check", "quick", "--json"]);
    for key in ["seed", "board", "opponents", "budget", "method", "features", "search_games", "verdict_games"] {
        assert!(!default[key].is_null() && default[key] == quick[key], "{key} of {default} and {quick}");
    }
    // The name alone says little: others have other rules.
    assert_eq!(plan(&["check", "classic", "--json", "--set", "budget=nodes:20"])["protocol"], "classic");
}

/// The lines of a table, each by the names of its columns.
fn lines(arguments: &[&str]) -> Vec<HashMap<String, String>> {
    let printed = isotune(&[arguments, &["--csv", "-"]].concat()).stdout;
    csv::Reader::from_reader(&*printed).deserialize().map(Result::unwrap).collect()
}

/// Checks that a line has the numbers of an object.
fn assert_same(line: &HashMap<String, String>, object: &Value, keys: &[&str]) {
    for key in keys {
        let found = line[*key].parse::<f64>().ok();
        assert_eq!(found, object[*key].as_f64(), "{key} of {line:?} and {object}");
    }
}

#[test]
fn a_table_of_a_verification_has_all_of_its_comparisons() {
    let call = ["verify", "open", "--pairs", "4", "--budget", "nodes:40", "--perfect"];
    let object = record(&[&call[..], &["--json"]].concat());
    let lines = lines(&call);
    let opponents = object["opponents"].as_array().unwrap();
    let part = |part: &str| {
        let found: Vec<_> = lines.iter().filter(|line| line["part"] == part).collect();
        assert_eq!(found.len(), 1, "{part}");
        found[0]
    };
    let score = ["score", "se", "low", "high", "pairs", "games"];
    assert_eq!((part("overall")["name"].as_str(), lines.len()), ("open", opponents.len() + 5));
    assert_same(part("overall"), &object, &score);
    for (line, opponent) in lines.iter().filter(|line| line["part"] == "opponents").zip(opponents) {
        assert_eq!(line["name"], opponent["name"].as_str().unwrap());
        assert_same(line, opponent, &score);
    }
    assert_same(part("improved"), &object["improved"], &score);
    assert_same(part("perfect"), &object["perfect"], &score);
    let versus = &object["versus_improved"];
    assert_same(part("versus_improved"), versus, &["delta", "se", "low", "high", "p"]);
    let together = part("versus_improved.head_to_head");
    assert_same(together, &versus["head_to_head"], &["score", "lost", "split", "won", "los"]);
    assert_eq!(together["elo.elo"].parse::<f64>().ok(), versus["head_to_head"]["elo"]["elo"].as_f64());
    assert!(part("versus_improved")["p"].parse::<f64>().is_ok() && together["won"].parse::<u64>().is_ok());
}

#[test]
fn a_table_of_an_ablation_begins_with_the_score_of_all_features() {
    let call = ["ablate", "improved", "--pairs", "4", "--budget", "nodes:40"];
    let object = record(&[&call[..], &["--json"]].concat());
    let lines = lines(&call);
    assert_eq!((lines[0]["part"].as_str(), lines[0]["name"].as_str(), lines.len()), ("overall", "improved", 3));
    assert_same(&lines[0], &object, &["score", "se", "low", "high", "call_cost"]);
    for (line, feature) in lines[1..].iter().zip(object["features"].as_array().unwrap()) {
        assert_eq!([line["part"].as_str(), &line["name"]], ["features", feature["name"].as_str().unwrap()]);
        assert_same(line, feature, &["weight", "delta", "se", "p", "cost"]);
    }
}

#[test]
fn a_table_of_a_game_has_its_moves() {
    let call = ["play", "greedy:open", "random", "--seed", "3"];
    let object = record(&[&call[..], &["--json"]].concat());
    let (moves, opening) = (object["moves"].as_array().unwrap(), object["opening"].as_u64().unwrap());
    let lines = lines(&call);
    assert_eq!(lines.len() as u64 + opening, moves.len() as u64);
    for (line, ply) in lines.iter().zip(opening + 1..) {
        let target = &moves[usize::try_from(ply).unwrap() - 1];
        assert_eq!((&line["ply"], &line["cell"]), (&ply.to_string(), &format!("{},{}", target[0], target[1])));
    }
    assert_eq!(object["thoughts"][0]["ply"], opening + 1);
}

#[test]
fn a_difference_has_no_column_beside_those_of_its_keys() {
    let call = ["grade", "open", "--only", "--positions", "5", "--no-cache", "--budget", "nodes:40"];
    let lines = lines(&call);
    assert!(lines[0].contains_key("versus_improved.delta") && !lines[0].contains_key("versus_improved"), "{lines:?}");
    assert!(!lines[0].contains_key("by_ply"), "a list is only in the JSON");
}

#[test]
fn published_figures_have_the_digits_that_were_published() {
    let object = record(&["heuristics", "--json"]);
    let figures = object["heuristics"].as_array().unwrap().iter().map(|entry| &entry["published"]);
    let replayed = record(&["published", "--pairs", "1", "--json"]);
    let reports = replayed["reports"].as_array().unwrap().iter().flat_map(|one| one["heuristics"].as_array().unwrap());
    let figures = figures.flat_map(|one| [&one["score"], &one["improved"], &one["delta"]]);
    let numbers: Vec<String> = figures
        .chain(reports.map(|one| &one["published"]))
        .filter(|one| one.is_number())
        .map(Value::to_string)
        .collect();
    assert!(numbers.iter().any(|number| number == "0.086"), "{numbers:?}");
    assert!(numbers.iter().all(|number| number.len() <= "-0.12345".len()), "{numbers:?}");
}

#[test]
fn the_help_of_best_names_the_columns_of_its_table() {
    let help = String::from_utf8(isotune(&["best", "--help"]).stdout).unwrap();
    let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("with the columns feature, early and late;") && !words.contains("keys of the JSON"),
        "{help}"
    );
}

/// Returns the columns of a table.
fn header(arguments: &[&str]) -> String {
    let printed = String::from_utf8(isotune(&[arguments, &["--csv", "-"]].concat()).stdout).unwrap();
    printed.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn a_table_has_the_same_columns_whatever_is_known() {
    let quick = ["--budget", "nodes:40"];
    // All pairs split, so that there is no normalized Elo; and one with a sequential test.
    let even = ["compare", "ab:open@depth:1", "mm:open@depth:1", "--protocol", "classic", "--pairs", "4"];
    let columns = header(&even);
    let test = ["compare", "null", "improved", "--pairs", "64", "--sprt", "0,30", "--budget", "nodes:40"];
    assert_eq!(columns, header(&test));
    for key in ["result.normalized_elo.elo", "result.sprt.llr", "result.census"] {
        assert!(columns.split(',').any(|column| column == key), "{key} in {columns}");
    }
    // A verification of improved by improved has neither.
    let verified = |name: &'static str, more: &[&'static str]| header(&[&["verify", name], &quick[..], more].concat());
    assert_eq!(verified("open", &["--pairs", "9"]), verified("improved", &["--pairs", "2", "--protocol", "classic"]));
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let tapered = file("tapered.json", r#"{"own-moves": {"early": 1.0, "late": 2.0}, "opponent-moves": -1.0}"#);
    let call = ["ablate", &tapered, "--pairs", "2", "--budget", "nodes:40"];
    assert_eq!(header(&call), header(&["ablate", "improved", "--pairs", "2", "--budget", "nodes:40"]));
    let weights: Vec<_> = lines(&call).into_iter().map(|line| [line["weight"].clone(), line["late"].clone()]).collect();
    assert_eq!(weights[1..], [["", "2"], ["-1", "-1"]]);
    // Tables without lines.
    assert!(header(&["runs", "--runs", "src"]).starts_with("name,status,process,problem,"));
    assert!(header(&["runs", "--runs", "src"]).ends_with(",measured.versus_improved.p"));
    assert_eq!(header(&["best", "null"]), "feature,early,late");
}

#[test]
fn a_comparison_is_a_census_if_every_opening_was_played_without_chance() {
    let census = |more: &[&'static str]| {
        let call = ["compare", "open", "improved", "--board", "4x4", "--budget", "nodes:20", "--json"];
        let object = record(&[&call[..], more].concat());
        assert_eq!(object["census"], object["result"]["census"], "{more:?}");
        object["census"].as_bool().unwrap()
    };
    assert!(census(&["--protocol", "classic", "--census"]));
    // All 16 · 15 openings, though not by that name.
    assert!(census(&["--protocol", "classic", "--pairs", "240"]));
    assert!(!census(&["--protocol", "classic", "--pairs", "239"]));
    // Modern agents choose at random among equal moves.
    assert!(!census(&["--protocol", "modern", "--census"]));
}

#[test]
fn what_was_measured_is_a_score_with_all_its_keys() {
    let measured = &record(&["best", "isotune-python", "--json"])["measured"];
    assert_eq!(measured["games"].as_u64().unwrap(), 2 * measured["pairs"].as_u64().unwrap());
    assert_eq!((&measured["census"], &measured["sample_se"]), (&false.into(), &Value::Null));
    assert!(measured["versus_improved"]["p"].is_null());
}

#[test]
fn more_pairs_than_openings_are_noted() {
    let quick = ["open", "--board", "4x4", "--budget", "nodes:10", "--json"];
    let told = |verb: &str, more: &[&str]| {
        let output = isotune(&[&[verb], &quick[..], more].concat());
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    for (verb, block) in [("verify", "final"), ("ablate", "select")] {
        let note = told(verb, &["--pairs", "900"]);
        assert!(note.starts_with(&format!("note: 900 pairs asked for, but block '{block}' has ")), "{note}");
        assert!(note.contains(" openings after 2 plies; each is played once"), "{note}");
        assert_eq!([told(verb, &["--pairs", "900", "-q"]), told(verb, &["--pairs", "4"]), told(verb, &[])], [""; 3]);
    }
}

#[test]
fn weights_alone_are_a_weights_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let bare = file("mine.json", r#"{"own-moves": 1.0, "opponent-moves": -1.0}"#);
    let object = record(&["best", &bare, "--json"]);
    assert_eq!((&object["name"], &object["weights"]["opponent-moves"]), (&"mine".into(), &(-1.0).into()));
    let same = ["--pairs", "3", "--budget", "nodes:20", "--json"];
    let verified = |name: &str| record(&[&["verify", name], &same[..]].concat());
    assert_eq!(verified(&bare)["opponents"], verified("improved")["opponents"]);
    let wrong = file("wrong.json", r#"{"own-move": 1.0}"#);
    crate::program::refused(&["best", &wrong], &["wrong.json, line 1", "unknown feature 'own-move'", "own-moves"]);
    for (name, text) in
        [("empty.json", "{}"), ("half.json", r#"{"name": "x", "own-moves": 1.0}"#), ("list.json", "[1]")]
    {
        crate::program::refused(&["best", &file(name, text)], &[name, "line 1"]);
    }
}

/// Two features that need the same work save nothing one by one, and the table says why.
#[test]
fn an_ablation_names_the_features_that_share_their_work() {
    let text = |weights: &str| {
        let output = isotune(&["ablate", weights, "--pairs", "2", "--budget", "nodes:20", "-q"]);
        String::from_utf8(output.stdout).unwrap()
    };
    let shared = text("isotune-small");
    assert_eq!(shared.matches("0.00* |").count(), 2, "{shared}");
    assert!(shared.contains("* own-territory: its work is shared with opponent-territory\n"), "{shared}");
    let apart = text("improved");
    assert!(apart.contains("own-moves") && !apart.contains('*'), "{apart}");
}
