//! Every text that is read, changed at random: it is refused with a short sentence, or accepted and the same when it is
//! written and read again. Nothing panics, hangs, or takes memory without bounds.
//!
//! The test run tries a few thousand inputs. A long run, a million inputs for each reader:
//!
//! ```text
//! ISOTUNE_FUZZ=1000000 ISOTUNE_FUZZ_SEED=1 cargo test --release --test tune fuzz:: -- --nocapture
//! ```

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64};

use isotune::agent::{AgentSpec, NamedAgent, Roster};
use isotune::export::Format;
use isotune::game::{Board, BoardSize, Position, Setup, parse_moves};
use isotune::heuristic::{CostProfile, HeuristicSource, WeightsDocument};
use isotune::search::Budget;
use isotune::store::Digest;
use isotune::tune::{TuneConfig, TunePlan};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::forged::{body, resume_forged};
use crate::memory_files::MemoryFiles;
use crate::mutation::{cases, fuzz, read};
use crate::tiny_run::{RUN, StopAfter, finished, folder, resume_until, stopped_with_journal};
use crate::tuning::{Place, SMALL, stderr};

const SEVEN: BoardSize = BoardSize::SEVEN;

fn configs() -> Vec<&'static str> {
    TuneConfig::NAMES.iter().map(|name| TuneConfig::text(name).unwrap()).chain([SMALL]).collect()
}

#[test]
fn configurations_and_plans() {
    fuzz(cases(1500), &configs(), |text| {
        let Some(config) = read(|| TuneConfig::from_ron(text))? else { return Ok(()) };
        let written = config.to_ron().unwrap();
        prop_assert_eq!(TuneConfig::from_ron(&written).unwrap().to_ron().unwrap(), written);
        // Counting the openings of a large board takes its time.
        if config.board.cells() <= 20
            && let Some(plan) = read(|| TunePlan::new(config, Path::new("unused")))?
        {
            read(|| plan.policy(1000.0))?;
        }
        Ok(())
    });
}

#[test]
fn assignments() {
    let seeds = [
        "seed=7",
        "name=other",
        "total=Games(50000)",
        "total=Hours(1.5)",
        "budget=nodes:50",
        "board=5x6",
        "features.own-ring-2=(start: 0.5, bounds: (-1.0, 1.0), tapered: true)",
        "opponents=[(agent: \"open\", weight: 2.0)]",
        "finals=(select_pairs: 20, final_pairs: 20)",
        "optimizer=Cma(population: 8, games_per_candidate: 12)",
        "objective=Weighted",
    ];
    fuzz(cases(2000), &seeds, |text| {
        let mut config = TuneConfig::named("quick").unwrap();
        if read(|| config.assign(text))?.is_some() {
            let written = config.to_ron().unwrap();
            prop_assert_eq!(TuneConfig::from_ron(&written).unwrap().to_ron().unwrap(), written);
        }
        Ok(())
    });
}

const WEIGHTS: [&str; 4] = [
    r#"(name: "mine", weights: {"own-moves": 1, "opponent-moves": (early: -1.5, late: -1.0)})"#,
    r#"(name: "a b", board: "7x7", note: "n", weights: {"own-ring-2": 0.25, "moves-per-blank": 1e-3, "own-centre-distance": -2.0})"#,
    r#"(name: "run", board: "5x6", provenance: (run: "one", seed: 3, config: "abc", generation: 4, games: 500, score: (win_rate:
        51.2, se: 0.5, pairs: 100, block: "final", roster: "modern", budget: "nodes:50", delta_vs_improved: 1.5, delta_se: 0.7),
        verified: true, version: "0.1.0", date: "2026-01-01"), weights: {"own-moves": 1.0, "own-lookahead-total": 0.5})"#,
    r#"(name: "run", provenance: (run: "one", seed: 3, config: "abc", generation: 4, games: 500, score: (score: 0.512, se: 0.005,
        pairs: 100, block: "final", roster: "modern", budget: "nodes:50", delta: 0.015, delta_se: 0.007), verified: true,
        version: "0.2.0"), weights: {"own-moves": 1.0})"#,
];

/// Writes a document in all formats; those that can be read again hold the same.
fn exported(document: &WeightsDocument) -> Result<(), TestCaseError> {
    let size = document.board.unwrap_or(SEVEN);
    for format in Format::ALL {
        let Some(text) = read(|| format.exporter().export(document, size))? else { continue };
        prop_assert!(!text.contains(isotune::text::is_harmful), "{format}: {text:?}");
        let again = match format {
            Format::Ron => WeightsDocument::from_ron(&text),
            Format::Json => WeightsDocument::from_json(&text),
            Format::Python | Format::Rust => continue,
        };
        // A number that is none is not equal to itself.
        let again = again.unwrap();
        prop_assert!(again == *document || format!("{again:?}") == format!("{document:?}"), "{format}: {again:?}");
    }
    Ok(())
}

#[test]
fn weights_in_ron() {
    fuzz(cases(1500), &WEIGHTS, |text| match read(|| WeightsDocument::from_ron(text))? {
        Some(document) => exported(&document),
        None => Ok(()),
    });
}

#[test]
fn weights_in_json() {
    let json = |text: &&str| Format::Json.exporter().export(&WeightsDocument::from_ron(text).unwrap(), SEVEN).unwrap();
    let seeds: Vec<String> = WEIGHTS.iter().map(json).collect();
    let seeds: Vec<&str> = seeds.iter().map(String::as_str).collect();
    fuzz(cases(1500), &seeds, |text| match read(|| WeightsDocument::from_json(text))? {
        Some(document) => exported(&document),
        None => Ok(()),
    });
}

#[test]
fn rosters() {
    let seeds: Vec<&str> = Roster::NAMES.iter().map(|name| Roster::text(name).unwrap()).collect();
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("roster.ron");
    fuzz(cases(1000), &seeds, |text| {
        fs::write(&path, text).unwrap();
        let Some(roster) = read(|| Roster::named(path.to_str().unwrap()))? else { return Ok(()) };
        for member in &roster.agents {
            let written = member.agent.to_string();
            prop_assert_eq!(written.parse::<AgentSpec>().unwrap().to_string(), written);
        }
        Ok(())
    });
}

#[test]
fn cost_profiles() {
    let seeds = [include_str!("../../configs/costs/native.ron"), include_str!("../../configs/costs/python.ron")];
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("costs.ron");
    fuzz(cases(1000), &seeds, |text| {
        fs::write(&path, text).unwrap();
        read(|| CostProfile::named(path.to_str().unwrap())).map(|_| ())
    });
}

#[test]
fn agents() {
    let seeds = [
        "random",
        "id:improved@nodes:5000",
        "mm:open@depth:3",
        "ab:null@depth:5",
        "greedy:center",
        "perfect",
        "modern/AB_Open",
        "id:mine.ron@effort:17300:python",
        "id:improved@time:150",
        "perfect:improved",
    ];
    let budget: Budget = "nodes:50".parse().unwrap();
    fuzz(cases(4000), &seeds, |text| {
        if let Some(agent) = read(|| text.parse::<AgentSpec>())? {
            let written = agent.to_string();
            prop_assert_eq!(written.parse::<AgentSpec>().unwrap().to_string(), written);
        }
        read(|| NamedAgent::find(text, &budget))?;
        read(|| text.parse::<HeuristicSource>())?;
        Ok(())
    });
}

#[test]
fn budgets_and_boards() {
    let seeds = ["depth:4", "nodes:5000", "effort:17300", "effort:2880:native", "time:150", "7x7", "9x11", "2x64"];
    fuzz(cases(4000), &seeds, |text| {
        if let Some(budget) = read(|| text.parse::<Budget>())? {
            prop_assert_eq!(budget.to_string().parse::<Budget>().unwrap(), budget);
        }
        if let Some(size) = read(|| text.parse::<BoardSize>())? {
            prop_assert_eq!(size.to_string().parse::<BoardSize>().unwrap(), size);
        }
        Ok(())
    });
}

#[test]
fn moves() {
    let board = Board::<u64>::new(SEVEN).unwrap();
    let seeds = ["3,3 0,0", "(2,3) (0,0) (4,4)", "[[2,3],[0,0],[0,2],[2,1]]", "3 3 0 0 5 4"];
    fuzz(cases(4000), &seeds, |text| {
        if let Some(moves) = read(|| parse_moves(text))? {
            read(|| Position::replay(&board, moves.iter().copied()))?;
        }
        Ok(())
    });
}

#[test]
fn positions() {
    let board = Board::<u64>::new(SEVEN).unwrap();
    let played = |moves: &str| Position::replay(&board, parse_moves(moves).unwrap()).unwrap().to_string();
    let seeds: Vec<String> = ["", "3,3", "3,3 0,0", "3,3 0,0 5,4 1,2 3,5"].iter().map(|moves| played(moves)).collect();
    let seeds: Vec<&str> = seeds.iter().map(String::as_str).collect();
    fuzz(cases(4000), &seeds, |text| {
        let Some(setup) = read(|| text.parse::<Setup>())? else { return Ok(()) };
        if let Some(position) = read(|| setup.position(&board))? {
            let written = position.to_string();
            prop_assert_eq!(written.parse::<Setup>().unwrap().position(&board).unwrap().to_string(), written);
        }
        Ok(())
    });
}

/// A disk of a finished run, and one of a run that was stopped within a generation.
static RUNS: LazyLock<[crate::memory_disk::Disk; 2]> = LazyLock::new(|| [finished(), stopped_with_journal()]);

/// Resumes a run for some jobs; it may go on or be refused, but not by a panic or as a bug.
fn resumed(files: &MemoryFiles) -> Result<(), TestCaseError> {
    let stop = Arc::new(AtomicBool::new(false));
    let observer = StopAfter { left: AtomicU64::new(30), stop: Arc::clone(&stop) };
    match read(|| resume_until(&folder(files), &observer, &stop)) {
        Err(error) => Err(error),
        Ok(_) => Ok(()),
    }
}

/// Forged states: whatever they hold, the run goes on or is refused; and that is not called a bug.
#[test]
fn states() {
    let seeds: Vec<String> = RUNS.iter().map(body).collect();
    let seeds: Vec<&str> = seeds.iter().map(String::as_str).collect();
    fuzz(cases(300), &seeds, |body| {
        resume_forged(&RUNS[1], body, "forged");
        Ok(())
    });
}

#[test]
fn journals() {
    let text = String::from_utf8(RUNS[1].contents()[Path::new("runs/one/journal")].clone()).unwrap();
    // Each line is signed again, as a forger does.
    let sign = |line: &str| match line.rsplit_once(' ') {
        Some((fields, _)) if !line.starts_with("isotune") => format!("{fields} {}\n", Digest::of(fields.as_bytes())),
        _ => format!("{line}\n"),
    };
    fuzz(cases(200), &[&text], |changed| {
        for journal in [changed.to_owned(), changed.lines().map(sign).collect()] {
            let files = MemoryFiles::new(RUNS[1].clone());
            files.put(&format!("{RUN}/journal"), journal.as_bytes());
            resumed(&files)?;
        }
        Ok(())
    });
}

/// Lines for the program: `evaluate` answers each, `inspect` stops at the first bad one.
#[test]
fn lines() {
    let seeds = [
        r#"{"weights": [-1.0, 0.3, 0.1, 0.2], "pairs": 2}"#,
        r#"{"weights": {"opponent-moves": -1.0}, "pairs": 1, "id": "a"}"#,
        r#"{"candidates": [[1.0, 0.5, 0.0, 0.1], [0.0, 0.0, 1.0, 1.0]], "generation": 1, "index": 2}"#,
        r#"{"describe": true}"#,
        r#"{"moves": [[3,3],[0,0]]}"#,
        r#"{"position": "2....../......./......./...1.../......./......./....... 1"}"#,
    ];
    let place = Place::new(SMALL);
    let lines = std::cell::RefCell::new(Vec::new());
    fuzz(cases(300).min(100_000), &seeds, |text| {
        // More games than a test has time for are no fault.
        let small = !text.contains(|c: char| c.is_ascii_digit()) || !text.contains("0000") && !text.contains("65536");
        if small {
            lines.borrow_mut().push(text.replace(['\n', '\r'], " "));
        }
        Ok(())
    });
    let lines = lines.into_inner();
    for (arguments, input) in
        [(["evaluate", "job.ron"], lines.join("\n")), (["inspect", "-"], lines.first().unwrap().clone())]
    {
        let mut process = place.command(&arguments);
        let mut process = process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = process.stdin.take().unwrap();
        let writer = std::thread::spawn(move || {
            // The program may stop reading.
            let _ = stdin.write_all(input.as_bytes());
        });
        let output = process.wait_with_output().unwrap();
        writer.join().unwrap();
        // A panic has another code.
        assert!(matches!(output.status.code(), Some(0 | 2)), "{arguments:?}: {}", stderr(&output));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(!text.contains(isotune::text::is_harmful), "{arguments:?}: {text:?}");
    }
}
