//! A search under argmin: killed, resumed, and refused where it must be.

use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::time::Duration;

use argmin::core::observers::ObserverMode;
use argmin::core::{Error, Executor, OptimizationResult, State, TerminationReason};
use isotune::optimize::argmin::{
    CheckpointError, GenerationCost, Offer, ProgressObserver, Refusal, RonCheckpoint, Tuner, TunerState,
};
use isotune::optimize::{Config, Coordinate, Generation, Method, Optimizer, Progress, Snapshot, Space, StopRules};
use isotune::seed::Seed;
use isotune::store::Digest;

const GENERATIONS: u64 = 12;
const POPULATION: usize = 10;
const METHODS: [Method; 5] = [
    Method::Cma,
    Method::Surface { horizon: GENERATIONS, scale_free: false, couples: 0 },
    Method::LraCma,
    Method::Spsa { horizon: GENERATIONS },
    Method::Random,
];

fn config(method: Method) -> Config {
    Config {
        method,
        population: POPULATION,
        rank_mu: 1.0,
        restarts: 0,
        stop: StopRules::BUDGET_ONLY,
        seed: Seed(4),
        evaluations: GENERATIONS * POPULATION as u64,
    }
}

fn optimizer(config: Config) -> Optimizer {
    let space = Space::new(vec![Coordinate::free(1.0, 0.5).within(-2.0, 2.0); 4]).unwrap();
    Optimizer::new(space, config).unwrap()
}

fn checkpoint(folder: &Path, config: Config) -> RonCheckpoint {
    let objective = Digest::of(b"ripples");
    RonCheckpoint::new(folder.join("state.ron"), &optimizer(config), objective).unwrap()
}

fn ripples(generation: &Generation) -> Vec<f64> {
    let cost = |x: &Vec<f64>| x.iter().map(|v| v * v + (7.0 * v).cos()).sum();
    generation.candidates.iter().map(cost).collect()
}

type Run<F> = Result<OptimizationResult<GenerationCost<F>, Tuner, TunerState>, Error>;

/// Runs with checkpoints in a folder, on an objective of the caller's.
fn run<F>(folder: &Path, config: Config, objective: F) -> Run<F>
where
    F: Fn(&Generation) -> Result<Vec<f64>, Error>,
{
    Executor::new(GenerationCost(objective), Tuner::new(optimizer(config)))
        .checkpointing(checkpoint(folder, config))
        .ctrlc(false)
        .timer(true)
        .run()
}

/// Runs to the end and returns what the search has become.
fn finish(folder: &Path, config: Config) -> Snapshot {
    let result = run(folder, config, |generation| Ok(ripples(generation))).unwrap();
    result.solver.optimizer().snapshot().clone()
}

/// Runs until the objective breaks down in the given generation.
fn break_down(folder: &Path, config: Config, at: u64) {
    let stopped = run(folder, config, |generation| {
        if generation.number == at {
            return Err(Error::msg("power cut"));
        }
        Ok(ripples(generation))
    });
    assert!(stopped.is_err());
}

/// Why a run is refused, with what is offered instead.
fn refusal(folder: &Path, config: Config) -> (Refusal, Offer, String) {
    let error = checkpoint(folder, config).read().map(|_| ()).unwrap_err();
    let sentence = error.to_string();
    match error {
        CheckpointError::Refused { reason, offer, .. } => (reason, offer, sentence),
        other => panic!("{other}"),
    }
}

#[test]
fn a_search_broken_off_anywhere_ends_with_the_same_bits() {
    for method in METHODS {
        let whole = finish(tempfile::tempdir().unwrap().path(), config(method));
        for at in 0..GENERATIONS {
            let folder = tempfile::tempdir().unwrap();
            break_down(folder.path(), config(method), at);
            assert_eq!(finish(folder.path(), config(method)), whole, "{method:?}, generation {at}");
        }
    }
}

/// Not a test of its own: the process that `a_killed_process_is_resumed_exactly` kills.
#[test]
#[ignore = "started by a_killed_process_is_resumed_exactly"]
fn victim() {
    let folder = std::env::var("ISOTUNE_VICTIM").unwrap();
    let slowly = |generation: &Generation| {
        std::thread::sleep(Duration::from_millis(3));
        Ok(ripples(generation))
    };
    run(Path::new(&folder), config(Method::Cma), slowly).unwrap();
}

#[test]
fn a_killed_process_is_resumed_exactly() {
    let whole = finish(tempfile::tempdir().unwrap().path(), config(Method::Cma));
    let folder = tempfile::tempdir().unwrap();
    for milliseconds in [5, 12, 7, 21, 9, 16] {
        let mut victim = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "checkpoint::victim", "--ignored"])
            .env("ISOTUNE_VICTIM", folder.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // The first one must have come to something; after that it is killed wherever it is.
        while !folder.path().join("state.ron").exists() {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(milliseconds));
        victim.kill().unwrap();
        victim.wait().unwrap();
    }
    assert!(folder.path().join("state.ron").exists());
    assert_eq!(finish(folder.path(), config(Method::Cma)), whole);
}

#[test]
fn counters_go_on_after_a_resume() {
    let folder = tempfile::tempdir().unwrap();
    break_down(folder.path(), config(Method::Cma), 9);
    let (tuner, state) = checkpoint(folder.path(), config(Method::Cma)).read().unwrap().unwrap();
    let before = state.get_time().unwrap();
    assert!(before > Duration::ZERO);
    assert_eq!(state.get_iter(), 9);
    assert_eq!(state.get_best_param(), Some(&tuner.optimizer().recommendation()));

    let result = run(folder.path(), config(Method::Cma), |g| Ok(ripples(g))).unwrap();
    assert_eq!(result.state.get_iter(), GENERATIONS);
    assert_eq!(result.state.get_func_counts()["cost_count"], GENERATIONS * POPULATION as u64);
    assert!(result.state.get_time().unwrap() > before);
    assert_eq!(result.state.get_termination_reason(), Some(&TerminationReason::MaxItersReached));
}

#[test]
fn a_finished_search_goes_on_when_its_budget_grows() {
    let folder = tempfile::tempdir().unwrap();
    let more = Config { evaluations: 2 * config(Method::Cma).evaluations, ..config(Method::Cma) };
    finish(folder.path(), config(Method::Cma));
    let whole = finish(tempfile::tempdir().unwrap().path(), more);
    assert_eq!(finish(folder.path(), more), whole);
}

#[test]
fn every_generation_is_observed_once() {
    let seen = Rc::new(RefCell::new(Vec::new()));
    let log = Rc::clone(&seen);
    let watch = ProgressObserver(move |progress: &Progress| log.borrow_mut().push(progress.generations));
    Executor::new(GenerationCost(|g: &Generation| Ok(ripples(g))), Tuner::new(optimizer(config(Method::Cma))))
        .add_observer(watch, ObserverMode::Always)
        .ctrlc(false)
        .run()
        .unwrap();
    assert_eq!(*seen.borrow(), (1..=GENERATIONS).collect::<Vec<_>>());
}

#[test]
fn another_search_or_objective_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    break_down(folder.path(), config(Method::Cma), 5);
    let path = folder.path().join("state.ron");
    let other_seed = Config { seed: Seed(5), ..config(Method::Cma) };
    let larger = Config { population: 12, ..config(Method::Cma) };
    for other in [other_seed, larger, config(Method::LraCma)] {
        let (reason, offer, sentence) = refusal(folder.path(), other);
        assert_eq!((reason, offer), (Refusal::OtherSearch, Offer::Nothing));
        assert!(sentence.contains("go back to the configuration"), "{sentence}");
        assert!(run(folder.path(), other, |g| Ok(ripples(g))).is_err());
    }
    let search = optimizer(config(Method::Cma));
    let elsewhere = RonCheckpoint::new(&path, &search, Digest::of(b"waves")).unwrap();
    let error = elsewhere.read().map(|_| ()).unwrap_err();
    assert!(matches!(error, CheckpointError::Refused { reason: Refusal::OtherObjective, .. }));
}

#[test]
fn another_format_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    break_down(folder.path(), config(Method::Cma), 5);
    let path = folder.path().join("state.ron");
    let text = fs::read_to_string(&path).unwrap();
    // An intact file of an earlier format, whose checksum covered the body alone.
    let body = text.split_once('\n').unwrap().1;
    let checksum = Digest::of(body.as_bytes());
    fs::write(&path, format!("// isotune search, format 0, checksum {checksum}\n{body}")).unwrap();
    let (reason, offer, sentence) = refusal(folder.path(), config(Method::Cma));
    assert_eq!(reason, Refusal::Format { found: 0, known: 4 });
    assert!(matches!(offer, Offer::Previous { generations: 4, .. }));
    assert!(sentence.contains("format 0") && sentence.contains("restore_previous"), "{sentence}");
    // A changed digit is damage.
    fs::write(&path, text.replacen("format 4", "format 0", 1)).unwrap();
    assert_eq!(refusal(folder.path(), config(Method::Cma)).0, Refusal::Damaged);
}

#[test]
fn any_cut_and_any_flipped_byte_is_refused_and_the_previous_one_serves() {
    let folder = tempfile::tempdir().unwrap();
    break_down(folder.path(), config(Method::Cma), 8);
    let path = folder.path().join("state.ron");
    let sound = fs::read(&path).unwrap();
    let check = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let (reason, offer, _) = refusal(folder.path(), config(Method::Cma));
        assert!(matches!(reason, Refusal::Damaged | Refusal::Format { .. }));
        assert!(matches!(offer, Offer::Previous { generations: 7, .. }));
    };
    for length in (0..sound.len()).step_by(13) {
        check(&sound[..length]);
    }
    for place in (0..80).chain((80..sound.len()).step_by(13)) {
        let mut bytes = sound.clone();
        bytes[place] ^= 1 << (place % 8);
        check(&bytes);
    }

    let search = config(Method::Cma);
    assert!(run(folder.path(), search, |g| Ok(ripples(g))).is_err());
    checkpoint(folder.path(), search).restore_previous().unwrap();
    let whole = finish(tempfile::tempdir().unwrap().path(), search);
    assert_eq!(finish(folder.path(), search), whole);
}

#[test]
fn a_lost_file_does_not_restart_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let search = config(Method::Cma);
    assert!(checkpoint(folder.path(), search).read().unwrap().is_none());
    break_down(folder.path(), search, 3);
    fs::remove_file(folder.path().join("state.ron")).unwrap();
    let (reason, offer, _) = refusal(folder.path(), search);
    assert_eq!(reason, Refusal::Missing);
    assert!(matches!(offer, Offer::Previous { generations: 2, .. }));
}

#[test]
fn one_search_at_a_time_writes_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let optimizer = optimizer(config(Method::Cma));
    let open = |name: &str| RonCheckpoint::new(folder.path().join(name), &optimizer, Digest::of(b"ripples"));
    let first = open("night.1").unwrap();
    let busy = open("night.1").unwrap_err();
    assert!(matches!(&busy, CheckpointError::Busy { .. }));
    assert!(busy.to_string().contains("in use by another process"), "{busy}");
    // Names that differ only in their ending share nothing.
    let second = open("night.2").unwrap();
    assert_ne!(first.previous_path(), second.previous_path());
    drop(first);
    assert!(open("night.1").is_ok());
    let nowhere = RonCheckpoint::new(folder.path().join("no/such/folder"), &optimizer, Digest::of(b""));
    assert!(matches!(nowhere, Err(CheckpointError::File { .. })));
}
