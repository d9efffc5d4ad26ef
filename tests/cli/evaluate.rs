//! `isotune evaluate`, through the binary: the games of a run, for an optimizer outside it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use isotune::optimize::{Coordinate, Optimizer, Space};
use isotune::seed::Seed;
use isotune::tune::{Slot, TuneConfig, TunePlan};
use serde_json::{Value, json};

use crate::schema::assert_valid;
use crate::tuning::{Place, SMALL, signal, stderr, stdout};

/// The start weights of `SMALL`.
const START: &str = r#"{"weights": [-1, 0, 0, 0]}"#;

/// A search of directions on a response surface, whose mean is among the candidates.
const SURFACE: &str = r#"(
    name: "surface",
    seed: 5,
    opponents: [(agent: "open"), (agent: "random", weight: 2.0)],
    budget: "nodes:40",
    features: {
        "own-moves": (start: 1.0, frozen: true),
        "opponent-moves": -1.0,
        "own-ring-2": 0.0,
        "to-move-own-moves": (start: 0.0, tapered: true),
    },
    objective: Weighted,
    // All candidates play the opponents, as those of another optimizer do.
    optimizer: Surface(duels: false),
    total: Games(2400),
    validation: (every: 100, pairs: 2),
    finals: (select_pairs: 2, final_pairs: 2),
)
"#;

/// Passes lines to the program and returns its output.
fn evaluate(place: &Place, more: &[&str], input: &str) -> Output {
    let mut child = place
        .command(&[&["evaluate", "job.ron"], more].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text = input.to_owned();
    let writer = thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    // It may end without having read everything.
    let _ = writer.join().unwrap();
    assert!(!stderr(&output).contains("panicked"), "{}", stderr(&output));
    output
}

/// The answers to lines that are all good.
fn answers(place: &Place, more: &[&str], input: &str) -> Vec<Value> {
    let output = evaluate(place, more, input);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "{}", stdout(&output));
    stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A program that waits for lines.
struct Server {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: mpsc::Receiver<String>,
}

impl Server {
    fn start(place: &Place) -> Server {
        let mut command = place.command(&["evaluate", "job.ron"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (sender, lines) = mpsc::channel();
        let stdout: ChildStdout = child.stdout.take().unwrap();
        thread::spawn(move || BufReader::new(stdout).lines().for_each(|line| sender.send(line.unwrap()).unwrap()));
        Server { stdin: child.stdin.take(), child, lines }
    }

    fn send(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        writeln!(stdin, "{line}").unwrap();
        stdin.flush().unwrap();
    }

    fn ask(&mut self, line: &str) -> Value {
        self.send(line);
        let line = self.lines.recv_timeout(Duration::from_secs(120)).expect("an answer before the next line");
        serde_json::from_str(&line).unwrap()
    }
}

/// The last line of a run's history: its mean after the search.
fn mean_in_history(run: &Path) -> Vec<f64> {
    let text = fs::read_to_string(run.join("history.csv")).unwrap();
    let header: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let last = text.lines().last().unwrap().split(',');
    let weights = header.iter().zip(last).filter(|(name, _)| name.starts_with("weight:"));
    weights.map(|(_, value)| value.parse().unwrap()).collect()
}

/// Drives the library's optimizer by the answers of the program, as a program of somebody else would.
fn replay(place: &Place, config: &str) -> (Vec<f64>, u64) {
    let plan = TunePlan::new(TuneConfig::from_ron(config).unwrap(), Path::new("nowhere")).unwrap();
    let policy = plan.policy(1.0).unwrap();
    let coordinate = |slot: &Slot| {
        let step = if plan.scale() == Some(slot) { slot.spread_step() } else { slot.coordinate.step };
        Coordinate { step, ..slot.coordinate }
    };
    let slots = plan.encoding().slots();
    let space = Space::new(slots.iter().map(coordinate).collect()).unwrap();
    let mut optimizer = Optimizer::new(space, policy.config(Seed(plan.config().seed))).unwrap();
    let mut server = Server::start(place);
    while optimizer.stop().is_none() {
        let generation = optimizer.ask();
        let named = |vector: &Vec<f64>| -> Value {
            slots.iter().zip(vector).map(|(slot, value)| (slot.name(), json!(value))).collect()
        };
        let candidates: Vec<Value> = generation.candidates.iter().map(named).collect();
        let answer = server.ask(&json!({ "candidates": candidates }).to_string());
        let results = answer["results"].as_array().unwrap();
        assert_eq!(results[0]["generation"], generation.number);
        let costs: Vec<f64> = results.iter().map(|result| result["cost"].as_f64().unwrap()).collect();
        optimizer.tell(&costs).unwrap();
    }
    (plan.encoding().scaled(&optimizer.mean()), optimizer.progress().generations)
}

#[test]
fn candidates_get_the_games_they_get_in_a_run() {
    for (config, generations) in [(SMALL, 6), (SURFACE, 0)] {
        let place = Place::new(config);
        place.done(&["tune", "job.ron", "--name", "run"]);
        let expected = mean_in_history(&place.run("run"));
        let (found, replayed) = replay(&place, config);
        assert_eq!(found, expected, "every digit of the mean after {replayed} generations");
        assert!(replayed > 2 && (generations == 0 || replayed == generations), "{replayed}");
    }
}

#[test]
fn neither_threads_nor_how_lines_arrive_change_a_byte() {
    let place = Place::new(SMALL);
    let input: String = (0..40)
        .map(|number| match number % 4 {
            0 => format!("{{\"id\": {number}, \"weights\": [-1.{number}, 0.1, 0.2, -0.2]}}\n"),
            1 => format!("{{\"candidates\": [[-0.{number}, 0, 0, 0], [0, 0, 0.5, 0], [1, 0, 0, 1]], \"games\": 24}}\n"),
            2 => format!("{{\"weights\": {{\"own-ring-2\": 0.3}}, \"generation\": {number}, \"index\": 3}}\n"),
            _ => "{\"weights\": [1, 1, 1, 1], \"seed\": 3, \"index\": 1}\n".to_owned(),
        })
        .collect();
    let one = evaluate(&place, &["--threads", "1"], &input);
    assert_eq!(one.status.code(), Some(0), "{}", stderr(&one));
    assert_eq!(stdout(&one).lines().count(), 40);
    assert_eq!(one.stdout, evaluate(&place, &["--threads", "2"], &input).stdout);
    let mut server = Server::start(&place);
    let apart: Vec<Value> = input.lines().map(|line| server.ask(line)).collect();
    let together: Vec<Value> = stdout(&one).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(apart, together);
    drop(server.stdin.take());
    assert_eq!(server.child.wait().unwrap().code(), Some(0), "the end of the input is the end");
}

#[test]
fn an_answer_is_a_function_of_weights_generation_and_index() {
    let place = Place::new(SMALL);
    let line = |more: &str| START.replace('}', more) + "\n";
    let candidates = r#"{"candidates": [[-1, 0, 0, 0], [-1, 0, 0, 0], [-1, 0, 0, 0]], "generation": 2, "index": 4}"#;
    let found = answers(
        &place,
        &[],
        &[
            line("}"),
            line("}"),
            line(r#", "generation": 2, "index": 5}"#),
            candidates.to_owned() + "\n",
            line("}"),
            line(r#", "generation": 0, "index": 1}"#),
            line(r#", "seed": 12, "generation": 0, "index": 1}"#),
        ]
        .concat(),
    );
    let numbered = |answer: &Value| (answer["generation"].as_u64().unwrap(), answer["index"].as_u64().unwrap());
    let places = [0, 1, 2, 4, 5, 6].map(|at| numbered(&found[at]));
    assert_eq!(places, [(0, 0), (0, 1), (2, 5), (0, 2), (0, 1), (0, 1)], "given ones use up no numbers");
    let played = |answer: &Value| (answer["wins"].clone(), answer["opponents"].clone());
    let batch = found[3]["results"].as_array().unwrap();
    assert_eq!(played(&batch[1]), played(&found[2]));
    assert_eq!(played(&found[1]), played(&found[5]));
    // The same weights elsewhere have other openings.
    let distinct = [&found[0], &found[1], &found[4], &batch[0], &batch[1], &batch[2], &found[6]].map(played);
    assert!(distinct.iter().any(|other| *other != distinct[0]), "{distinct:?}");
    for answer in found.iter().filter(|answer| answer["results"].is_null()) {
        assert_eq!((&answer["schema"], &answer["games"]), (&json!("isotune/1"), &json!(12)));
        assert_eq!(answer["version"], env!("CARGO_PKG_VERSION"));
        let opponents = answer["opponents"].as_array().unwrap();
        let sum = |key: &str| opponents.iter().map(|opponent| opponent[key].as_u64().unwrap()).sum::<u64>();
        assert_eq!((json!(sum("wins")), json!(sum("games"))), (answer["wins"].clone(), answer["games"].clone()));
        let score = answer["wins"].as_f64().unwrap() / 12.0;
        assert!((answer["score"].as_f64().unwrap() - score).abs() < 1e-12);
        assert!((answer["cost"].as_f64().unwrap() - (1.0 - score)).abs() < 1e-12);
    }
}

#[test]
fn numbers_run_on_into_the_next_generation() {
    let place = Place::new(SMALL);
    let found = answers(&place, &[], &format!("{START}\n").repeat(17));
    let places: Vec<(u64, u64)> = found
        .iter()
        .map(|answer| (answer["generation"].as_u64().unwrap(), answer["index"].as_u64().unwrap()))
        .collect();
    let expected: Vec<(u64, u64)> = (0..17).map(|number| (number / 8, number % 8)).collect();
    assert_eq!(places, expected);
    let in_one_line = format!("{{\"candidates\": [{}]}}", vec!["[-1, 0, 0, 0]"; 17].join(", "));
    let batch = answers(&place, &[], &in_one_line);
    for (one, other) in found.iter().zip(batch[0]["results"].as_array().unwrap()) {
        assert_eq!((&one["opponents"], &one["index"]), (&other["opponents"], &other["index"]));
    }
}

#[test]
fn weights_may_be_listed_or_named() {
    let place = Place::new(SMALL);
    let parts = json!({
        "opponent-moves": -0.5, "own-ring-2": 0.1, "own-centre-distance:early": 0.25, "own-centre-distance:late": 0.4,
    });
    let whole = json!({
        "opponent-moves": -0.5, "own-ring-2": 0.1, "own-centre-distance": {"early": 0.25, "late": 0.4}, "own-moves": 1,
    });
    let description = &answers(&place, &["--describe"], "")[0];
    let names = description["weights"].as_array().unwrap().iter().map(|weight| weight["name"].as_str().unwrap());
    let listed: Vec<&Value> = names.map(|name| &parts[name]).collect();
    let line = |weights: Value| json!({"weights": weights, "generation": 1, "pairs": 40}).to_string() + "\n";
    let input = [json!(listed), parts.clone(), whole].map(line).concat();
    let found = answers(&place, &[], &input);
    assert!(found.len() == 3 && found.iter().all(|answer| *answer == found[0]), "{found:?}");
    assert_eq!(found[0]["games"], 240);
    assert!(found[0]["se"].as_f64().unwrap() > 0.0);
    // What is not named keeps its start.
    let found = answers(&place, &[], &[json!([-1, 0, 0, 0]), json!({})].map(line).concat());
    assert_eq!(found[0], found[1]);
}

#[test]
fn only_directions_matter_where_a_frozen_weight_sets_the_scale() {
    let place = Place::new(SURFACE);
    let found = answers(
        &place,
        &[],
        concat!(
            r#"{"weights": {"own-moves": 1, "opponent-moves": -3, "own-ring-2": 0.5}, "index": 0, "pairs": 100}"#,
            "\n",
            r#"{"weights": {"own-moves": 2, "opponent-moves": -6, "own-ring-2": 1.0}, "index": 0, "pairs": 100}"#,
            "\n",
            r#"{"weights": {"own-moves": -2, "opponent-moves": -6, "own-ring-2": 1.0}, "index": 0, "pairs": 100}"#,
        ),
    );
    assert_eq!(found[0], found[1]);
    assert_ne!(found[0]["wins"], found[2]["wins"]);
    let describe = &answers(&place, &["--describe"], "")[0];
    assert_eq!(describe["frozen"][0]["name"], "own-moves");
    assert!(describe["frozen"][0]["step"].as_f64().unwrap() > 0.0);
}

#[test]
fn every_answer_keeps_to_its_schema() {
    let place = Place::new(SMALL);
    let lines = [START, r#"{"candidates": [[-1, 0, 0, 0], [-2, 0, 0, 0]]}"#, r#"{"describe": true}"#, "[]"];
    let output = evaluate(&place, &[], &lines.map(|line| line.to_owned() + "\n").concat());
    let answers: Vec<Value> = stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let schemas = ["evaluate", "evaluate-candidates", "evaluate-describe", "evaluate-error"];
    assert_eq!(answers.len(), schemas.len());
    schemas.iter().zip(&answers).for_each(|(schema, answer)| assert_valid(schema, answer));
}

#[test]
fn the_description_is_all_that_a_program_needs() {
    let place = Place::new(SMALL);
    let found = &answers(&place, &["--describe"], "")[0];
    assert_eq!(found, &answers(&place, &[], r#"{"describe": true}"#)[0]);
    assert_eq!((&found["schema"], &found["block"]), (&json!("isotune/1"), &json!("train")));
    assert_eq!((&found["population"], &found["pairs"], &found["games"]), (&json!(8), &json!(2), &json!(12)));
    let ring = found["weights"].as_array().unwrap().iter().find(|weight| weight["name"] == "own-ring-2").unwrap();
    assert_eq!((&ring["lower"], &ring["upper"], &ring["start"]), (&json!(-1.0), &json!(1.0), &json!(0.0)));
    assert!(ring["step"].as_f64().unwrap() > 0.0);
    let free = &found["weights"][0];
    assert_eq!((&free["name"], &free["lower"]), (&json!("opponent-moves"), &Value::Null));
    // Two frozen or bounded weights fix more than the scale.
    assert_eq!(found["frozen"], json!([{"name": "own-moves", "start": 1.0, "step": null}]));
    let set = &answers(&place, &["--describe", "--set", "optimizer=Cma(population: 30)", "--block", "final"], "")[0];
    assert_eq!((&set["population"], &set["block"]), (&json!(30), &json!("final")));
    assert!(set["openings"].as_u64().unwrap() < found["openings"].as_u64().unwrap());
    // Hours would make the number of games a matter of the machine.
    let hours = &answers(&place, &["--describe", "--set", "total=Hours(8.0)"], "")[0];
    assert_eq!((&hours["population"], &hours["games"]), (&json!(8), &json!(12)));
}

#[test]
fn blocks_have_openings_of_their_own() {
    let place = Place::new(SMALL);
    let line = START.replace('}', r#", "pairs": 100, "index": 0}"#);
    let [train, select, last] =
        ["train", "select", "final"].map(|block| answers(&place, &["--block", block], &line)[0]["opponents"].clone());
    assert!(train != select && select != last && train != last, "{train} {select} {last}");
    let set = answers(&place, &["--set", "seed=12"], &line)[0]["opponents"].clone();
    assert_ne!(train, set);
    assert_eq!(set, answers(&place, &[], &line.replace('}', r#", "seed": 12}"#))[0]["opponents"]);
}

#[test]
fn a_line_that_is_refused_is_answered_and_the_others_are_played() {
    let place = Place::new(SMALL);
    let bad: [(&str, &[&str]); 21] = [
        ("rubbish", &["not JSON", "column 1"]),
        (r#"{"weights": [NaN, 0, 0, 0]}"#, &["NaN", "finite"]),
        (r#"{"weights": [1e999, 0, 0, 0]}"#, &["out of range"]),
        (r#"{"weights": [-1, 0, 0]}"#, &["3 weights given", "4 are free", "own-ring-2"]),
        (r#"{"weights": ["a"]}"#, &["list of numbers"]),
        (r#"{"weights": {"own-rng-2": 1}}"#, &["own-rng-2", "did you mean 'own-ring-2'"]),
        (r#"{"weights": {"own-ring-2": 2}}"#, &["own-ring-2", "outside -1 to 1"]),
        (r#"{"weights": {"own-moves": 2}}"#, &["own-moves", "frozen at 1"]),
        (r#"{"weights": {"own-ring-2": {"early": 0, "late": 1}}}"#, &["own-ring-2", "not tapered"]),
        (r#"{"weights": {"own-centre-distance": 1, "own-centre-distance:late": 1}}"#, &["given twice"]),
        (r#"{"wieghts": [1]}"#, &["wieghts", "weights"]),
        (r#"{"id": 1}"#, &["no weights given", "describe"]),
        (r#"{"weights": [-1, 0, 0, 0], "describe": true}"#, &["one of"]),
        (r#"{"weights": [-1, 0, 0, 0], "pairs": 0}"#, &["0 pairs", "train", "1 to"]),
        (r#"{"weights": [-1, 0, 0, 0], "pairs": 100000}"#, &["100000 pairs", "1 to"]),
        (r#"{"weights": [-1, 0, 0, 0], "games": 16}"#, &["16 games", "multiple of 6", "18"]),
        (r#"{"weights": [-1, 0, 0, 0], "games": 6, "pairs": 1}"#, &["keep one"]),
        (r#"{"weights": [-1, 0, 0, 0], "index": -1}"#, &["-1"]),
        (r#"{"candidates": [[-1, 0, 0, 0], [0]]}"#, &["candidate 1", "4 are free"]),
        ("[[-1, 0, 0, 0]]", &["column"]),
        ("{\"weights\": [-1, 0, 0, 0]", &["not JSON"]),
    ];
    let input = bad.map(|(line, _)| format!("{line}\n\n{START}\n")).concat();
    let output = evaluate(&place, &[], &input);
    let found: Vec<Value> = stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(found.len(), 2 * bad.len());
    for (number, ((line, words), two)) in (0..).zip(bad.iter().zip(found.chunks(2))) {
        let error = two[0]["error"].as_str().unwrap_or_else(|| panic!("{line}: {}", two[0]));
        for word in *words {
            assert!(error.contains(word), "{line}: no '{word}' in: {error}");
        }
        assert_eq!(two[0]["line"], 3 * number + 1);
        let place = two[1]["generation"].as_u64().unwrap() * 8 + two[1]["index"].as_u64().unwrap();
        assert_eq!(place, number, "only candidates that are played have numbers");
    }
    assert_eq!(found[22]["id"], 1, "the answer says which line it is about");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains(&format!("{} of {} lines", bad.len(), 2 * bad.len())), "{}", stderr(&output));
    let output = evaluate(&place, &[], "\u{feff}{\"describe\": true, \"id\": {\"a\": [1]}}\n");
    assert_eq!(serde_json::from_str::<Value>(&stdout(&output)).unwrap()["id"], json!({"a": [1]}));
}

#[test]
fn a_line_without_end_does_not_fill_the_memory() {
    let place = Place::new(SMALL);
    let output = evaluate(&place, &[], &format!("{}\n{START}\n", "[".repeat((64 << 20) + 1)));
    let found: Vec<Value> = stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(found[0]["error"].as_str().unwrap().contains("longer than 67108864 bytes"), "{}", found[0]);
    assert_eq!((found.len(), &found[1]["games"], output.status.code()), (2, &json!(12), Some(2)));
    // Within that length it is read, but not as deep as it goes.
    let output = evaluate(&place, &[], &"[".repeat(1 << 20));
    assert!(stdout(&output).contains("not JSON"), "{}", stdout(&output));
}

#[test]
fn what_cannot_be_played_at_all_is_refused() {
    let place = Place::new(SMALL);
    place.refused(&["evaluate", "job.ron", "--block", "all"], &["train, select, final"]);
    place.refused(&["evaluate", "job.ron", "--block", "trian"], &["did you mean 'train'"]);
    place.refused(&["evaluate", "overnigth"], &["overnight"]);
    place.refused(&["evaluate", "job.ron", "--set", "budget=time:150"], &["time:150", "effort"]);
    place.refused(&["evaluate", "job.ron", "--set", "total=Games(10)"], &["10"]);
    assert!(!place.path("checkpoints").exists(), "nothing is written");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_at_once() {
    let place = Place::new(SMALL);
    // While it waits for a line.
    let mut server = Server::start(&place);
    server.ask(START);
    signal(&server.child, "-TERM");
    assert_eq!(server.child.wait().unwrap().code(), Some(130));
    // In the middle of a line that would take hours.
    let mut server = Server::start(&place);
    server.ask(START);
    let candidates = vec!["[-1, 0, 0, 0]"; 10_000].join(", ");
    server.send(&format!("{{\"candidates\": [{candidates}], \"pairs\": 1000}}"));
    thread::sleep(Duration::from_millis(500));
    signal(&server.child, "-INT");
    assert_eq!(server.child.wait().unwrap().code(), Some(130));
    assert!(server.lines.recv().is_err(), "no half answer");
}

#[test]
fn a_large_board_is_played_too() {
    let place = Place::new(SMALL);
    let found = answers(&place, &["--set", "board=9x11", "--set", "budget=nodes:10"], START);
    assert_eq!(found[0]["games"], 12);
}

#[test]
fn empty_lines_are_not_answered_but_numbered() {
    let place = Place::new(SMALL);
    let output = evaluate(&place, &[], &format!("\u{feff}\n\n{START}\n  \n{{\n\r\n"));
    let answers: Vec<Value> = stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 2, "{answers:?}");
    assert!(answers[0]["score"].is_number());
    assert_eq!(answers[1]["line"], 5);
    assert!(stderr(&output).contains("1 of 2 lines was refused"), "{}", stderr(&output));
}
