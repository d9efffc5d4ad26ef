//! Compares the search's speed with bare loops that have no abstraction at all, in one run on one machine.
//!
//! `cargo bench --bench yardstick` builds the yardstick beside the project (`../shared/yardstick`) into its own target
//! folder, with the compiler flags this project is built with and with none, and runs it in turns with our own
//! workloads, so that a noisy machine disturbs both alike. Where that folder does not exist there is nothing to
//! compare with, and it says so.
#![allow(clippy::print_stdout, clippy::expect_used, missing_docs)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use isotune::search::Workload;

const ROUNDS: usize = 5;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = root.join("../shared/yardstick");
    if !source.join("Cargo.toml").exists() {
        println!("there is no {}, so there is nothing to compare with", source.display());
        return;
    }
    for (flags, name) in [("", "the default target"), ("-C target-cpu=native", "target-cpu=native")] {
        let yardstick = build(&source, root, flags);
        let mut rows = [("improved", 0.0_f64, 0.0_f64), ("rich", 0.0, 0.0)];
        for _ in 0..ROUNDS {
            let theirs = Command::new(&yardstick).arg("speed").output().expect("the yardstick runs");
            let theirs: serde_json::Value = serde_json::from_slice(&theirs.stdout).expect("the yardstick prints JSON");
            for (row, workload) in rows.iter_mut().zip(&Workload::all()) {
                row.1 = row.1.max(speed(workload));
                row.2 = row.2.max(theirs[row.0].as_f64().expect("a speed"));
            }
        }
        println!("yardstick built for {name}, isotune as it is; million nodes a second, best of {ROUNDS} in turns");
        for (workload, ours, theirs) in rows {
            println!(
                "  {workload:<9} ours {:>6.1}  yardstick {:>6.1}  ratio {:.2}",
                ours / 1e6,
                theirs / 1e6,
                ours / theirs
            );
        }
    }
}

fn build(source: &Path, root: &Path, flags: &str) -> PathBuf {
    let target = root.join("target/yardstick").join(if flags.is_empty() { "plain" } else { "native" });
    let manifest = source.join("Cargo.toml");
    // Built from its own folder, where this project's compiler flags do not apply.
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "--locked", "--manifest-path"])
        .arg(&manifest)
        .current_dir(source)
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTFLAGS", flags)
        .status()
        .expect("cargo runs");
    assert!(built.success(), "the yardstick does not build");
    target.join("release/yardstick")
}

fn speed(workload: &Workload) -> f64 {
    (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            let nodes = workload.nodes(workload.speed_depth);
            nodes as f64 / start.elapsed().as_secs_f64()
        })
        .fold(0.0, f64::max)
}
