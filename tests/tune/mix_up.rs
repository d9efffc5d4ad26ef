//! Files of one run copied into another that differs in one field: each is refused or has no effect.
//!
//! A foreign history.csv may also be set aside with a note: the state does not hold its rows, so they cannot be restored.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use crate::tuning::{Lasting, Place, copy, files, kill, rows, stderr, stdout, wait_until};

/// The run that receives the files of others: a fraction of a second long, but with enough jobs in a generation that a
/// kill can hit it.
const TARGET: &str = r#"(
    name: "mixed",
    seed: 11,
    board: "7x7",
    opponents: [(name: "first", agent: "id:open@nodes:20"), (name: "second", agent: "random")],
    budget: "nodes:10",
    features: {
        "own-moves": (start: 1.0, frozen: true),
        "opponent-moves": -1.0,
        "own-ring-2": 0.0,
    },
    optimizer: Cma(population: 60, games_per_candidate: 16),
    total: Generations(4),
    plies: 2,
    validation: (every: 2, pairs: 60),
    finals: (select_pairs: 60, final_pairs: 80),
)
"#;

const GENERATIONS: usize = 4;

/// Every file of a run but its lock.
const FILES: [&str; 6] = ["config.ron", "state.ron", "state.ron.previous", "journal", "history.csv", "best.ron"];

/// Moments at which a run is killed, each with unfinished work in its journal.
///
/// The candidates of the first generation and the weights that a verdict compares with are the same for runs that differ
/// in how games are played, so that their journals are the easiest to confuse.
const MOMENTS: [Moment; 3] = [Moment::FirstGeneration, Moment::LaterGeneration, Moment::Verdict];

#[derive(Clone, Copy, PartialEq, Debug)]
enum Moment {
    FirstGeneration,
    LaterGeneration,
    Verdict,
}

impl Moment {
    /// Returns whether a run that has finished some generations is at this moment.
    fn is_at(self, finished: usize) -> bool {
        match self {
            Self::FirstGeneration => finished == 0,
            Self::LaterGeneration => finished == 2,
            Self::Verdict => finished == GENERATIONS,
        }
    }
}

/// An undisturbed run of a configuration, and copies of it that were killed at each of `MOMENTS`.
struct Runs {
    undisturbed: Lasting,
    killed: Vec<Place>,
}

impl Runs {
    fn of(config: &str) -> Self {
        let undisturbed = Place::new(config).tuned("one");
        Self { undisturbed, killed: MOMENTS.iter().map(|&moment| killed(config, moment)).collect() }
    }
}

static TARGETS: LazyLock<Runs> = LazyLock::new(|| Runs::of(TARGET));

fn journal_lines(run: &Path) -> usize {
    fs::read_to_string(run.join("journal")).map_or(0, |text| text.lines().count())
}

/// Returns a run that was killed at a moment, with lines in its journal.
fn killed(config: &str, moment: Moment) -> Place {
    for _ in 0..40 {
        let place = Place::new(config);
        let run = place.run("one");
        let mut process = place.start(&["tune", "job.ron", "--name", "one", "--threads", "1"]);
        // An empty journal shows that the state is as far as the history.
        let mut empty = moment == Moment::FirstGeneration;
        wait_until(&mut process, || {
            empty |= moment.is_at(rows(&run)) && journal_lines(&run) == 1;
            empty && journal_lines(&run) > 20
        });
        if kill(process) && moment.is_at(rows(&run)) && journal_lines(&run) > 20 {
            return place;
        }
    }
    panic!("no kill met a run at {moment:?}");
}

/// Copies each file of a run with `change` into the target, at each moment, and resumes the target.
fn assert_refused_or_without_effect(change: (&str, &str)) {
    assert_eq!(TARGET.matches(change.0).count(), 1, "{change:?}");
    let donors = Runs::of(&TARGET.replace(change.0, change.1));
    assert_ne!(donors.undisturbed.history, TARGETS.undisturbed.history, "{change:?} makes no difference");
    let mut faults = Vec::new();
    for (moment, (donor, target)) in MOMENTS.iter().zip(donors.killed.iter().zip(&TARGETS.killed)) {
        for file in FILES {
            let Ok(bytes) = fs::read(donor.run("one").join(file)) else {
                // Only a run without a finished generation may lack a file.
                assert_eq!(*moment, Moment::FirstGeneration, "{file} is missing");
                continue;
            };
            let place = Place::new(TARGET);
            let run = place.run("one");
            copy(&target.run("one"), &run);
            fs::write(run.join(file), &bytes).unwrap();
            let before = files(&run);
            let output = place.isotune(&["resume", "one"]);
            let said = stderr(&output);
            let fault = match output.status.code() {
                Some(0) if Lasting::of(&run) == TARGETS.undisturbed => None,
                Some(0) if file == "history.csv" && is_set_aside(&run, &bytes, &said) => None,
                Some(0) => Some(format!("changes the outcome {said}")),
                Some(2) if !stdout(&output).is_empty() => Some(format!("prints while it is refused: {said}")),
                Some(2) if files(&run) != before => Some(format!("is refused, but files have changed: {said}")),
                Some(2) => None,
                code => Some(format!("ends with {code:?}: {said}")),
            };
            faults.extend(fault.map(|fault| format!("{moment:?}: {file} {fault}")));
        }
    }
    assert!(faults.is_empty(), "{} -> {}:\n{}", change.0, change.1, faults.join("\n"));
}

/// Returns whether a foreign history was noticed and kept, and the run ended as it would have otherwise, with the rows that
/// it wrote itself.
fn is_set_aside(run: &Path, foreign: &[u8], said: &str) -> bool {
    let (found, expected) = (Lasting::of(run), &TARGETS.undisturbed);
    let rows = |history: &str| history.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    said.contains("history.csv")
        && fs::read(run.join("history.csv.damaged")).is_ok_and(|kept| kept == foreign)
        && found.best == expected.best
        && found.history.lines().next() == expected.history.lines().next()
        && rows(&expected.history).ends_with(&rows(&found.history))
}

#[test]
fn a_killed_target_resumes_to_the_same_bytes() {
    for (moment, target) in MOMENTS.iter().zip(&TARGETS.killed) {
        let place = Place::new(TARGET);
        copy(&target.run("one"), &place.run("one"));
        assert_eq!(place.resumed("one"), TARGETS.undisturbed, "{moment:?}");
    }
}

/// The opponents have budgets of their own: only the candidates' differs.
#[test]
fn files_of_a_run_with_another_budget() {
    assert_refused_or_without_effect(("nodes:10", "nodes:40"));
}

#[test]
fn files_of_a_run_on_another_board() {
    assert_refused_or_without_effect(("7x7", "6x7"));
}

#[test]
fn files_of_a_run_with_longer_openings() {
    assert_refused_or_without_effect(("plies: 2", "plies: 4"));
}

#[test]
fn files_of_a_run_with_another_seed() {
    assert_refused_or_without_effect(("seed: 11", "seed: 12"));
}

/// The opponents keep their names: only what is behind one of them differs.
#[test]
fn files_of_a_run_with_another_opponent() {
    assert_refused_or_without_effect(("id:open", "id:center"));
}

#[test]
fn files_of_a_run_with_another_feature() {
    assert_refused_or_without_effect(("own-ring-2", "own-ring-3"));
}
