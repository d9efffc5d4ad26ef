//! The program: every verb, its JSON, and its figures against recorded and naive ones.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command as Process, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use assert_cmd::Command;
use isotune::agent::Roster;
use isotune::features::Feature;
use isotune::heuristic::{CATALOGUE, Tuned};
use isotune::search::signature;
use serde_json::Value;

use crate::naive::{self, Naive, Square, close, random_positions, stream};
use crate::recorded;

const PROGRAM: &str = env!("CARGO_BIN_EXE_isotune");

/// What the program prints when all goes well.
fn output(arguments: &[&str], input: &str) -> String {
    let assert = Command::new(PROGRAM).args(arguments).write_stdin(input).assert().success();
    let output = assert.get_output();
    assert!(output.stderr.is_empty(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(!text.contains('\u{1b}'), "{arguments:?} prints escape codes into a pipe");
    assert!(text.is_empty() || text.ends_with('\n'), "{arguments:?} ends within a line");
    text
}

fn json(arguments: &[&str], input: &str) -> Value {
    let text = output(arguments, input);
    assert_eq!(text.lines().count(), 1, "one object, one line: {text}");
    serde_json::from_str(&text).unwrap()
}

fn json_lines(arguments: &[&str], input: &str) -> Vec<Value> {
    output(arguments, input).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn line(position: &Naive) -> String {
    let moves: Vec<[i32; 2]> = position.moves.iter().map(|&(row, column)| [row, column]).collect();
    format!("{{\"moves\": {moves:?}}}\n")
}

fn cells(value: &Value) -> Vec<[usize; 2]> {
    serde_json::from_value(value.clone()).unwrap()
}

#[test]
fn every_verb_runs_for_people_and_for_programs() {
    let calls: [(&[&str], &str); 11] = [
        (&["heuristics"], ""),
        (&["heuristics", "polosin-final"], ""),
        (&["heuristics", "lookahead-own"], ""),
        (&["heuristics", "own-ring-2"], ""),
        (&["agents"], ""),
        (&["inspect"], "{\"moves\": [[3,3],[0,0]]}\n"),
        (&["inspect", "--depth", "2", "--features", "--heuristic", "open"], "{\"moves\": [[3,3]]}\n"),
        (&["inspect", "--board", "9x11", "--heuristic", "open"], "{\"moves\": [[10,8],[0,0]]}\n"),
        (&["play", "greedy:open", "random"], ""),
        (&["perft", "3,3 0,0", "4"], ""),
        (&["bench", "--rounds", "1"], ""),
    ];
    for (arguments, input) in calls {
        let text = output(arguments, input);
        assert!(text.lines().count() > 3, "{arguments:?} prints a page: {text}");
        json(&[arguments, &["--json"]].concat(), input);
    }
    assert!(output(&["agents", "modern"], "").contains("MM_Center"));
    for verb in ["heuristics", "agents", "inspect", "play", "perft", "bench"] {
        assert!(output(&[verb, "--help"], "").contains("Usage: isotune"), "{verb}");
    }
    assert!(output(&["--version"], "").starts_with("isotune "));
}

#[test]
fn inspect_equals_the_recorded_positions() {
    let found = json_lines(&["inspect", "--json"], recorded::TEXT);
    let expected = recorded::recorded();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found["to_move"], expected.to_move);
        assert_eq!(found["finished"], expected.finished);
        // Sorted, and so equal as lists.
        assert_eq!(cells(&found["legal1"]), expected.legal1);
        assert_eq!(cells(&found["legal2"]), expected.legal2);
        let scores = found["scores"].as_object().unwrap();
        assert_eq!(scores.len(), expected.scores.len());
        for (name, both) in &expected.scores {
            for (found, expected) in scores[name].as_array().unwrap().iter().zip(both) {
                let (found, expected) = (recorded::number(found), recorded::number(expected));
                assert!(close(found, expected), "{name} is {found}, not {expected}");
            }
        }
    }
}

#[test]
fn inspect_searches_like_naive_minimax() {
    const NAMES: [&str; 5] = ["improved", "center", "weighted-8", "minshull-eccc", "lookahead-own"];
    let positions = random_positions((7, 7), 2, 30, &mut stream(51));
    let input: String = positions.iter().map(line).collect();
    for depth in 1..=4_u32 {
        let number = depth.to_string();
        let mut arguments = vec!["inspect", "--json", "--depth", &number];
        arguments.extend(NAMES.iter().flat_map(|name| ["--heuristic", name]));
        for (found, root) in json_lines(&arguments, &input).iter().zip(&positions) {
            assert_eq!(found["scores"].as_object().unwrap().len(), NAMES.len());
            for name in NAMES {
                let full = naive::search::minimax(root, depth, &|node, player| node.published(name, player));
                let (search, mut best) = (&found["search"][name], full.best);
                best.sort_unstable();
                let found: Vec<Square> = serde_json::from_value(search["best"].clone()).unwrap();
                assert_eq!(found, best, "{name} at depth {depth} after {:?}", root.moves);
                assert!(close(recorded::number(&search["value"]), full.value));
                assert_eq!(search["nodes"], full.nodes);
            }
        }
    }
}

#[test]
fn inspect_tells_a_finished_game() {
    let game = naive::random_game((7, 7), usize::MAX, &mut stream(52));
    let found = json(&["inspect", "--json", "--depth", "3", "--heuristic", "improved"], &line(&game));
    let lost = game.to_move();
    assert_eq!(found["finished"], true);
    assert_eq!(found["scores"]["improved"][lost], "-inf");
    assert_eq!(found["scores"]["improved"][1 - lost], "inf");
    let search = &found["search"]["improved"];
    assert_eq!((&search["value"], search["best"].as_array().unwrap().len()), (&Value::from("-inf"), 0));
    let text = output(&["inspect", "--heuristic", "improved"], &line(&game));
    assert!(text.contains(&format!("player {} has no move and has lost", lost + 1)), "{text}");
}

#[test]
fn inspect_reads_a_file_a_dash_and_standard_input_alike() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.jsonl");
    fs::write(&path, recorded::TEXT).unwrap();
    let arguments = ["inspect", "--json", "--heuristic", "improved"];
    let from_file = output(&[&arguments[..], &[path.to_str().unwrap()]].concat(), "");
    assert_eq!(from_file.lines().count(), 60);
    assert_eq!(from_file, output(&arguments, recorded::TEXT));
    assert_eq!(from_file, output(&[&arguments[..], &["-"]].concat(), recorded::TEXT));
    assert_eq!(output(&arguments, ""), "");
    // Blank lines are no positions, and the last line need not end.
    assert_eq!(output(&arguments, "\n{\"moves\": []}\n\n{\"moves\": [[0,0]]}").lines().count(), 2);
}

#[test]
fn inspect_reads_the_position_it_prints_and_weights_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.ron");
    fs::write(&path, "(name: \"mine\", weights: {\"own-moves\": 2, \"own-ring-2\": (early: 1, late: 0)})").unwrap();
    let path = path.to_str().unwrap();
    for root in random_positions((7, 7), 2, 10, &mut stream(53)) {
        let text = output(&["inspect", "--heuristic", "improved"], &line(&root));
        let position = text.lines().find(|line| line.contains('/')).unwrap();
        let arguments = ["inspect", "--json", "--features", "--heuristic", path];
        let found = json(&arguments, &format!("{{\"position\": \"{position}\"}}"));
        assert_eq!(found, json(&arguments, &line(&root)));
        let share = root.blanks().len() as f64 / 47.0;
        for player in 0..2 {
            let [moves, ring] = ["own-moves", "own-ring-2"].map(|name| root.feature(name, player));
            assert!(close(recorded::number(&found["scores"][path][player]), 2.0 * moves + share * ring));
            for feature in Feature::ALL {
                let value = recorded::number(&found["features"][feature.name()][player]);
                assert!(close(value, root.feature(feature.name(), player)), "{feature}");
            }
        }
    }
}

#[test]
fn inspect_answers_each_line_before_it_reads_the_next() {
    let mut program = Process::new(PROGRAM)
        .args(["inspect", "--json", "--heuristic", "open"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut input, answers) = (program.stdin.take().unwrap(), BufReader::new(program.stdout.take().unwrap()));
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || answers.lines().try_for_each(|answer| sender.send(answer.unwrap())));
    for moves in ["[]", "[[3,3]]", "[[3,3],[0,0]]"] {
        writeln!(input, "{{\"moves\": {moves}}}").unwrap();
        input.flush().unwrap();
        let answer = receiver.recv_timeout(Duration::from_secs(20)).expect("an answer comes while the input is open");
        assert!(serde_json::from_str::<Value>(&answer).unwrap()["scores"]["open"].is_array());
    }
    drop(input);
    assert!(program.wait().unwrap().success());
}

#[test]
fn perft_takes_every_documented_form_of_moves() {
    // Reference.md section 5.
    let version = env!("CARGO_PKG_VERSION");
    let expected = serde_json::json!({
        "schema": "isotune/1", "version": version, "perft": [8, 14, 68, 264, 996], "finished": [0, 0, 0, 0, 0]
    });
    for moves in ["3,3 0,0", "(3,3) (0,0)", "[[3,3],[0,0]]", "3 3 0 0"] {
        assert_eq!(json(&["perft", moves, "5", "--json"], ""), expected, "{moves}");
    }
    assert_eq!(json(&["perft", "", "3", "--json"], "")["perft"], serde_json::json!([49, 2352, 11280]));
    let large = Naive::after((9, 11), &[(10, 8), (0, 0)]).perft(4);
    let found = json(&["perft", "10,8 0,0", "4", "--board", "9x11", "--json"], "");
    assert_eq!(found["perft"], Value::from(large.iter().map(|row| row.0).collect::<Vec<_>>()));
    assert!(output(&["perft", "3,3 0,0", "7"], "").lines().any(|row| row.contains("16440") && row.contains("36")));
}

/// The tree of this position is far too large, so only rows printed on the way can be seen.
#[test]
fn perft_prints_depth_by_depth() {
    let mut program = Process::new(PROGRAM)
        .args(["perft", "3,3 0,0", "60"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let rows = BufReader::new(program.stdout.take().unwrap()).lines().skip(2).take(5);
    let counts = [8, 14, 68, 264, 996];
    for (row, count) in rows.zip(counts) {
        assert!(row.unwrap().contains(&count.to_string()));
    }
    program.kill().unwrap();
    program.wait().unwrap();
    // Where all games end, so does the count.
    let small = json(&["perft", "", "60", "--board", "3x2", "--json"], "");
    assert!(small["perft"].as_array().unwrap().len() < 10, "{small}");
}

#[test]
fn play_plays_a_legal_game_that_its_seed_alone_decides() {
    let game = |seed: &str| json(&["play", "id:improved@effort:2000", "modern/AB_Open", "--seed", seed, "--json"], "");
    let found = game("7");
    assert_eq!(found, game("7"));
    assert_ne!(found["moves"], game("8")["moves"]);
    let moves: Vec<Square> = serde_json::from_value(found["moves"].clone()).unwrap();
    let end = Naive::after((7, 7), &moves);
    assert_eq!(found["winner"], end.winner().unwrap() + 1);
    assert_eq!(found["opening"], 2);
    assert_eq!(found["players"][0], "id:improved@effort:2000");
    assert_eq!(found["players"][1], "id:open@effort:17300");
    let thoughts = found["thoughts"].as_array().unwrap();
    assert_eq!(thoughts.len(), moves.len() - 2);
    for (thought, (ply, to)) in thoughts.iter().zip(moves.iter().enumerate().skip(2)) {
        assert_eq!((&thought["player"], &thought["cell"]), (&Value::from(ply % 2 + 1), &serde_json::json!(to)));
    }
    assert_eq!((&found["roster"], &found["board"], &found["seed"]), (&"modern".into(), &"7x7".into(), &7.into()));
    assert_eq!(found["budgets"], serde_json::json!(["effort:2000", "effort:17300"]));
    let short = json(&["play", "improved", "id:open@nodes:9", "--budget", "nodes:50", "--json"], "");
    assert_eq!(short["players"], serde_json::json!(["id:improved@nodes:50", "id:open@nodes:9"]));
    let text = output(&["play", "improved", "open", "--budget", "nodes:50", "--protocol", "classic"], "");
    assert!(text.contains("\nrules: classic, nodes:50, 7x7, seed 0\n"), "{text}");
    let tuned = Process::new(PROGRAM).args(["play", "isotune-classic", "random"]).output().unwrap();
    let note = String::from_utf8_lossy(&tuned.stderr).into_owned();
    assert!(tuned.status.success() && note.contains("isotune-classic was tuned for classic rules"), "{note}");
    let opened = json(&["play", "random", "random", "--opening", "3,3 0,0 1,2", "--json"], "");
    assert_eq!((&opened["opening"], &opened["moves"][2]), (&Value::from(3), &serde_json::json!([1, 2])));
    let large = json(&["play", "greedy:open", "random", "--board", "9x11", "--protocol", "classic", "--json"], "");
    assert!(Naive::after((9, 11), &serde_json::from_value::<Vec<Square>>(large["moves"].clone()).unwrap()).finished());
}

#[test]
fn heuristics_lists_the_catalogue_and_the_features() {
    let all = json(&["heuristics", "--json"], "");
    let names = |key: &str| -> Vec<String> {
        all[key].as_array().unwrap().iter().map(|record| record["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("heuristics"), CATALOGUE.iter().map(|entry| entry.name).collect::<Vec<_>>());
    assert_eq!(names("features"), Feature::ALL.map(Feature::name));
    let text = output(&["heuristics"], "");
    assert!(CATALOGUE.iter().all(|entry| text.contains(entry.name) && text.contains(entry.formula)));
    // Published.md and reference.md section 4.
    let one = json(&["heuristics", "open-space-hybrid", "--json"], "");
    let record = &one["heuristics"][0];
    assert_eq!((one["heuristics"].as_array().unwrap().len(), record["report"].as_str()), (1, Some("002")));
    assert_eq!((&record["published"]["score"], &record["published"]["p"]), (&0.775.into(), &5e-33.into()));
    assert!((record["cost"]["udacity-modern"].as_f64().unwrap() - 4.61).abs() < 0.06);
    assert_eq!(record["weights"]["opponent-moves"], -8.0);
}

#[test]
fn the_sets_that_isotune_found_are_taken_wherever_heuristics_are() {
    let all = json(&["heuristics", "--json"], "");
    let listed: Vec<&str> = all["tuned"].as_array().unwrap().iter().map(|set| set["name"].as_str().unwrap()).collect();
    assert_eq!(listed, Tuned::ALL.map(Tuned::name));
    let text = output(&["heuristics", "isotune-small"], "");
    assert!(text.contains("found by isotune") && text.contains("points (95 %) against modern"), "{text}");
    for set in Tuned::ALL.map(Tuned::name) {
        assert!(output(&["export", set, "--format", "python"], "").contains("def custom_score(game, player)"), "{set}");
        let played = json(&["compare", set, "null", "--budget", "nodes:30", "--pairs", "4", "--json"], "");
        assert_eq!(played["a"]["agent"], format!("id:{set}@nodes:30"));
    }
    assert!(output(&["heuristics", "own-territory"], "").contains("used by    isotune-modern, isotune-python"));
    let misspelled = Command::new(PROGRAM).args(["export", "isotune-smal", "--format", "json"]).assert().code(2);
    let said = String::from_utf8_lossy(&misspelled.get_output().stderr).into_owned();
    assert!(said.contains("did you mean 'isotune-small'?"), "{said}");
}

#[test]
fn agents_prints_rosters_that_can_be_read_back() {
    for name in Roster::NAMES {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("copy.ron");
        fs::write(&path, output(&["agents", name], "")).unwrap();
        assert_eq!(Roster::named(path.to_str().unwrap()).unwrap(), Roster::named(name).unwrap());
    }
    let all = json(&["agents", "--json"], "");
    assert_eq!(
        (&all["rosters"][0]["name"], &all["rosters"][1]["agents"][6]["agent"]),
        (&"modern".into(), &"ab:improved@depth:5".into())
    );
}

/// The help says that a roster is printed as RON, and no JSON was asked for.
#[test]
fn agents_prints_a_roster_file_as_ron_too() {
    let folder = tempfile::tempdir().unwrap();
    let (mine, copy) = (folder.path().join("mine.ron"), folder.path().join("copy.ron"));
    fs::write(&mine, Roster::text("modern").unwrap()).unwrap();
    fs::write(&copy, output(&["agents", mine.to_str().unwrap()], "")).unwrap();
    let read = Roster::named(copy.to_str().unwrap());
    assert_eq!(read.expect("what was printed is a roster"), Roster::named("modern").unwrap());
}

#[test]
fn bench_prints_the_signature_and_three_speeds() {
    let found = json(&["bench", "--rounds", "1", "--json"], "");
    assert_eq!(found["signature"], signature());
    let speeds = found["speed"].as_object().unwrap();
    assert_eq!(speeds.keys().collect::<Vec<_>>(), ["all", "improved", "rich"]);
    assert!(speeds.values().all(|speed| speed.as_u64().unwrap() > 0));
}

#[test]
fn output_into_a_file_is_plain_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.txt");
    for arguments in [&["heuristics"][..], &["play", "random", "random"], &["agents"]] {
        let status = Process::new(PROGRAM)
            .args(arguments)
            .env("CLICOLOR_FORCE", "1")
            .stdout(File::create(&path).unwrap())
            .status()
            .unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(status.success() && !text.is_empty() && !text.contains('\u{1b}'));
        assert_eq!(text, output(arguments, ""), "a file gets what a pipe gets");
    }
}
