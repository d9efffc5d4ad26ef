//! Compares the oracle with a plain exact solver, in one run on one machine.
//!
//! `cargo bench --bench oracle` solves the first classes of openings of 7x7 on one thread, in turns with the yardstick
//! beside the project (`../shared/yardstick`), which is built into its own target folder with the compiler flags this
//! project is built with, and prints the time per class; `-- --classes N` says how many, 40 by default. Then it solves
//! all 315 classes on all cores. Where the yardstick does not exist there is nothing to compare with, and it says so. When a
//! bar is missed, it ends with code 1.
#![allow(clippy::print_stdout, clippy::expect_used, missing_docs)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use isotune::game::{Board, BoardSize, Position};
use isotune::oracle::{Memory, Oracle, SolvedOpenings};

const ROUNDS: usize = 3;
/// What must hold: the share of the yardstick's time, and the seconds for all openings on two cores.
const MOST_OF_THEIRS: f64 = 0.8;
const MOST_SECONDS: f64 = 40.0;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let asked = arguments.iter().position(|argument| argument == "--classes").and_then(|at| arguments.get(at + 1));
    let classes: usize = asked.map_or(40, |number| number.parse().expect("a number of classes"));
    let quick = compare(classes);
    let oracle = Oracle::new(BoardSize::SEVEN, Memory::DEFAULT).expect("memory");
    let start = Instant::now();
    let solved = SolvedOpenings::solve(&oracle, None, &AtomicBool::new(false), &|_| ()).expect("nothing stops it");
    let seconds = start.elapsed().as_secs_f64();
    println!("all {} classes on all cores: {seconds:.1} s, at most {MOST_SECONDS} s must hold", solved.classes);
    if !quick || seconds > MOST_SECONDS {
        println!("a bar was missed");
        std::process::exit(1);
    }
}

/// Returns whether the oracle is as much faster than the yardstick as required; `true` where there is no yardstick.
fn compare(classes: usize) -> bool {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = root.join("../shared/yardstick");
    if !source.join("Cargo.toml").exists() {
        println!("there is no {}, so there is nothing to compare with", source.display());
        return true;
    }
    let yardstick = build(&source, root);
    let mut rounds: Vec<[f64; 4]> = (0..ROUNDS)
        .map(|_| {
            let (seconds, nodes) = ours(classes);
            let theirs = Command::new(&yardstick).args(["solve", &classes.to_string()]).output();
            let theirs: serde_json::Value =
                serde_json::from_slice(&theirs.expect("the yardstick runs").stdout).expect("it prints JSON");
            assert_eq!(theirs["classes"], classes, "both solve the same openings");
            let figure = |name: &str| theirs[name].as_f64().expect("a figure");
            [seconds / classes as f64, figure("seconds") / classes as f64, nodes as f64, figure("nodes")]
        })
        .collect();
    rounds.sort_by(|a, b| (a[0] / a[1]).total_cmp(&(b[0] / b[1])));
    let [own, other, nodes, other_nodes] = rounds[ROUNDS / 2];
    println!("{classes} classes of openings on one thread, median of {ROUNDS} rounds in turns");
    println!("  ours      {:>7.1} ms a class, {:>6.2} million nodes in all", 1e3 * own, nodes / 1e6);
    println!("  yardstick {:>7.1} ms a class, {:>6.2} million nodes in all", 1e3 * other, other_nodes / 1e6);
    println!("  ratio of the times {:.2}, at most {MOST_OF_THEIRS} must hold", own / other);
    own / other <= MOST_OF_THEIRS
}

/// The seconds and nodes that the first classes take, from an empty table.
fn ours(classes: usize) -> (f64, u64) {
    let board = Board::seven();
    let cell = |index: i64| [index / 7, index % 7];
    let pairs = (0..49).flat_map(|a| (0..49).filter(move |b| *b != a).map(move |b| [cell(a), cell(b)]));
    let mut seen = BTreeSet::new();
    let openings: Vec<Position<'_, u64>> = pairs
        .map(|moves| Position::replay(&board, moves).expect("two different cells"))
        .filter(|position| seen.insert(position.canonical()))
        .take(classes)
        .collect();
    let oracle = Oracle::new(board.size(), Memory::DEFAULT).expect("memory");
    let go_on = AtomicBool::new(false);
    let start = Instant::now();
    let nodes = openings.iter().map(|opening| oracle.winner(opening, &go_on).expect("nothing stops it").1).sum();
    (start.elapsed().as_secs_f64(), nodes)
}

fn build(source: &Path, root: &Path) -> PathBuf {
    let target = root.join("target/yardstick/native");
    // Built from its own folder, where this project's compiler flags do not apply.
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "--locked", "--manifest-path"])
        .arg(source.join("Cargo.toml"))
        .current_dir(source)
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTFLAGS", "-C target-cpu=native")
        .status()
        .expect("cargo runs");
    assert!(built.success(), "the yardstick does not build");
    target.join("release/yardstick")
}
