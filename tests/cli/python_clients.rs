//! The programs of `examples/python`, run against the program; those whose package is missing are skipped and say so.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_isotune");

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn python(arguments: &[&str]) -> Output {
    let mut command = Command::new("python3");
    command.arg("-B").args(arguments).current_dir(folder("examples/python")).env("ISOTUNE", PROGRAM);
    command.output().unwrap()
}

/// Runs Python that must succeed, and returns what it prints.
fn printed(arguments: &[&str]) -> String {
    let output = python(arguments);
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{arguments:?}: {text}{errors}");
    text.into_owned()
}

/// Returns whether all packages can be imported.
fn installed(packages: &[&str]) -> bool {
    let there = python(&["-c", &format!("import {}", packages.join(", "))]).status.success();
    if !there {
        // The lint is for the program; a test reports through the harness.
        #[allow(clippy::print_stderr)]
        {
            eprintln!("skipped: python3 has no {}; pip install {}", packages.join(" or "), packages.join(" "));
        }
    }
    there
}

/// Tunes for a few games and checks the report: all weights, and two scores of the same games.
fn tunes(script: &str, packages: &[&str], more: &[&str]) {
    if !installed(packages) {
        return;
    }
    let few = ["quick", "--set", "budget=nodes:20", "--total", "1400", "--final-pairs", "10"];
    let text = printed(&[&[script][..], &few, more].concat());
    let lines: Vec<&str> = text.lines().collect();
    let free = "from isotune_client import Client\nwith Client('quick') as client:\n    print(*client.names)";
    let names = printed(&["-c", free]);
    let names: Vec<&str> = names.split_whitespace().collect();
    assert_eq!(lines.len(), names.len() + 2, "every free weight and two scores: {text}");
    for (line, name) in lines.iter().zip(&names) {
        assert!(line.starts_with(&format!("{name} ")), "no '{name}' in {text}");
    }
    for (line, name) in lines[names.len()..].iter().zip(["start: ", "found: "]) {
        let measured = line.contains(" ± ") && line.ends_with(" % (95 %) of 140 games on the final block");
        assert!(line.starts_with(name) && measured, "{text}");
    }
    assert_eq!(text, printed(&[&[script][..], &few, more].concat()), "the seed decides");
}

#[test]
fn pycma_tunes() {
    tunes("tune_pycma.py", &["cma"], &[]);
}

#[test]
fn nevergrad_tunes() {
    tunes("tune_nevergrad.py", &["nevergrad"], &[]);
}

#[test]
fn optuna_tunes() {
    tunes("tune_optuna.py", &["optuna", "cmaes"], &[]);
    tunes("tune_optuna.py", &["optuna"], &["--sampler", "tpe"]);
}

#[test]
fn scipy_tunes() {
    tunes("tune_scipy.py", &["scipy"], &[]);
}

#[test]
fn the_client_needs_no_package() {
    let script = r#"
from isotune_client import Client, IsotuneError
with Client("quick", ["budget=nodes:20"], threads=1) as client:
    assert client.names[0] == "own-moves" and client.start[0] == 1 and client.lower[0] is None
    assert client.round == client.games == 14
    named, listed = client.evaluate([{"opponent-moves": -1}, client.start], games=70, index=0)
    assert (named["index"], listed["index"], named["games"]) == (0, 1, 70)
    (again,) = client.evaluate([client.start], pairs=5, index=1)
    assert again == listed
    assert client.costs([client.start], pairs=5, index=1) == [1 - listed["score"]]
    lower, upper = client.box(steps=2)
    assert lower[0] == 1 - 2 * client.steps[0] and upper[1] == -1 + 2 * client.steps[1]
    for bad in ([1.0], [float("nan")] * 4):
        try:
            client.evaluate([bad])
        except IsotuneError as error:
            print(error)
        else:
            raise AssertionError(bad)
    assert client.evaluate([client.start], pairs=5, index=1) == [listed], "it goes on"
    assert client.close() == 2
try:
    Client("quick", ["budget=time:150"])
except IsotuneError as error:
    print(error)
"#;
    let text = printed(&["-c", script]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[0].contains("4 are free") && lines[1].contains("NaN") && lines[2].contains("code 2"), "{text}");
}

/// The benchmark runs a cell once, goes on where it was stopped, and prints what it has.
#[test]
fn the_benchmark_of_peers_resumes() {
    let place = tempfile::tempdir().unwrap();
    let results = place.path().join("peers.jsonl");
    let script = folder("benches/peers.py");
    let few = ["--landscapes", "classic", "--peers", "random", "isotune", "--pairs", "2", "--seeds", "1"];
    let run = |budgets: &[&str]| {
        let fixed = [script.to_str().unwrap(), "--results", results.to_str().unwrap(), "--table", "--budgets"];
        printed(&[&fixed[..], budgets, &few].concat())
    };
    let text = run(&["1500"]);
    let first = std::fs::read_to_string(&results).unwrap();
    assert_eq!(first.lines().count(), 3, "the start weights and two peers: {first}");
    assert_eq!(text.lines().filter(|line| line.starts_with("| ")).count(), 4, "{text}");
    // A line cut short by a power cut is played again, and nothing else.
    let cut = &first[..first.len() - 20];
    std::fs::write(&results, cut).unwrap();
    let text = run(&["1500"]);
    assert_eq!(text.lines().filter(|line| line.contains("games, seed 0")).count(), 1, "{text}");
    let again = std::fs::read_to_string(&results).unwrap();
    let weights = |line: &str| line.split("\"weights\"").nth(1).unwrap().to_owned();
    assert_eq!(weights(again.lines().last().unwrap()), weights(first.lines().last().unwrap()));
    assert!(!run(&["1500"]).contains("games, seed 0"), "all is there");
    let unknown = python(&[script.to_str().unwrap(), "--peers", "pycma"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("unknown peer 'pycma'"));
}

/// Where all openings are played, points around an outcome are measured as well, on longer openings too, and once for
/// older results.
#[test]
fn the_benchmark_of_peers_measures_around_a_census() {
    let place = tempfile::tempdir().unwrap();
    let results = place.path().join("peers.jsonl");
    let script = r#"
import json, math, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import peers
path, found = Path(sys.argv[2]), {"opponent-moves": -2.0, "own-ring-2": 0.3, "own-ring-3": 0.0}
census, sample = peers.Landscape("classic", 472), peers.Landscape("classic", 471)
steps = {weight["name"]: weight["step"] for key in ("weights", "frozen") for weight in census.final.description[key]}
length = lambda weights: math.hypot(*(weight / steps[name] for name, weight in weights.items()))
full = dict.fromkeys(steps, 0.0) | {"own-moves": 1.0} | found
points = peers.around(found, census.final.description)
assert points == peers.around(found, census.final.description) and len(points) == 9
for point in points:
    away = {name: weight - full[name] for name, weight in point.items()}
    assert abs(length(away) / length(full) - 0.01) < 1e-9
    assert {name for name in away if away[name]} == {"own-moves", "opponent-moves", "own-ring-2"}, "0 stays 0"
played = []
def play(weights):
    played.append(weights)
    return {"score": 0.5 + 0.001 * len(played), "se": 0.01, "games": 10}
description = census.longer.description
assert (description["block"], description["seed"], description["plies"]) == ("final", peers.FINAL_SEED, 4)
assert description["openings"] > 9 * 300
census.longer.close()
class Longer:
    def __init__(self):
        self.asked, self.closed = [], False
    def evaluate(self, candidates, **options):
        self.asked.append((candidates, options))
        return [{"score": 0.7 + 0.01 * index, "games": 4200} for index in range(len(candidates))]
    def close(self):
        self.closed = True
for landscape in (census, sample):
    landscape.measure_final, landscape.longer = play, Longer()
measured = census.measure(found)
assert abs(measured["around"]["score"] - 0.506) < 1e-12 and measured["around"]["games"] == 90
assert measured["final"]["score"] == 0.501 and played == [found, *points]
assert abs(measured["longer"]["score"] - 0.74) < 1e-12 and measured["longer"]["games"] == 37800
assert census.longer.asked == [(points, {"pairs": 300, "index": 0})]
assert set(sample.measure(found)) == {"final"}
assert set(census.measure({})) == {"final", "longer"}, "the start weights are what they are"
assert census.longer.asked[1][0] == [{}] * 9
results = peers.Results(path)
for landscape in (census, sample):
    results.append({**landscape.cell("start", 0, 0), "weights": {}, "final": {"score": 0.4}})
    results.append({**landscape.cell("random", 1000, 0), "weights": found, "final": {"score": 0.5}})
around = {"around": {"score": 0.6}}
results.append({**census.cell("random", 2000, 0), "weights": found, "final": {"score": 0.5}, **around})
for landscape in (census, census, sample):
    for peer, budgets in (("start", [0]), ("random", [1000, 2000, 3000])):
        peers.complete(landscape, peer, budgets, 0, peers.Results(path))
lines = [json.loads(line) for line in path.read_text().splitlines()]
print(len(played), [(line["budget"], "around" in line, "longer" in line) for line in lines[5:]])
peers.table([census, sample], ["random"], [1000, 2000], [0], peers.Results(path))
longer = census.longer
for landscape in (census, sample):
    landscape.close()
assert longer.closed
"#;
    let text = printed(&["-c", script, folder("benches").to_str().unwrap(), results.to_str().unwrap()]);
    // Twelve points before, and nine around the outcome that lacks them; each line only once.
    let completed = "21 [(0, False, True), (1000, True, True), (2000, True, True)]";
    assert_eq!(text.lines().next(), Some(completed), "{text}");
    // The mean of points 13 to 21, which are measured last, and the tables of the other two scores for the census alone.
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| random")).collect();
    assert_eq!(
        rows,
        [
            "| random | +10.00 ± ? (1) | +10.00 ± ? (1) |",
            "| random | +11.70 ± ? (1) | +20.00 ± ? (1) |",
            "| random | +0.00 ± ? (1) | +0.00 ± ? (1) |",
            "| random | +10.00 ± ? (1) |  |"
        ],
        "{text}"
    );
}

#[test]
fn the_line_of_the_docs_validates() {
    if !installed(&["jsonschema"]) {
        return;
    }
    let docs = include_str!("../../docs/json.md");
    let line = docs.lines().find(|line| line.contains("jsonschema.validate")).unwrap();
    let program = Path::new(PROGRAM).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let run = |line: &str| Command::new("sh").args(["-c", line]).env("PATH", &path).output().unwrap();
    let output = run(line);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let other = run(&line.replace("$defs/best", "$defs/runs"));
    assert!(String::from_utf8_lossy(&other.stderr).contains("'runs' is a required property"), "another verb's schema");
}
