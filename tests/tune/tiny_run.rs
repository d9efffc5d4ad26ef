//! A run of milliseconds, worked on by the library as the program does it; on files in memory or on the disk.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use isotune::arena::Threads;
use isotune::tune::{
    GenerationReport, Observer, Outcome, RunFolder, Session, Throughput, TuneConfig, TuneError, TunePlan,
};

use crate::memory_disk::Disk;
use crate::memory_files::MemoryFiles;
use crate::tuning::timeless as without_times;

/// The folder of the run.
pub(crate) const RUN: &str = "runs/one";

/// A run of milliseconds that writes every file several times.
const TINY: &str = r#"(
    name: "one",
    board: "4x4",
    seed: 3,
    opponents: [(agent: "open"), (agent: "random")],
    budget: "nodes:12",
    features: {"own-moves": (start: 1.0, frozen: true), "opponent-moves": -1.0, "own-ring-2": 0.0},
    optimizer: Cma(population: 4, games_per_candidate: 8),
    total: Generations(3),
    validation: (every: 2, pairs: 3),
    finals: (select_pairs: 3, final_pairs: 3),
)
"#;

static THREAD: LazyLock<Threads> = LazyLock::new(|| Threads::new(Some(1)).unwrap());

/// What an undisturbed run leaves behind.
pub(crate) static EXPECTED: LazyLock<Lasting> = LazyLock::new(|| Lasting::of(&finished().contents()));

static PLAN: LazyLock<TunePlan> =
    LazyLock::new(|| TunePlan::new(TuneConfig::from_ron(TINY).unwrap(), Path::new(RUN)).unwrap());

fn speed() -> Throughput {
    Throughput { games_per_second: 1000.0, duels_per_second: 1000.0, variance: 0.1, fixed_variance: 0.1 }
}

/// The folder of the run on a machine.
pub(crate) fn folder(files: &MemoryFiles) -> RunFolder {
    RunFolder::on(Arc::new(files.clone()), RUN)
}

/// Works on the run with a session.
fn with_session<R>(observer: &dyn Observer, stop: &AtomicBool, work: impl FnOnce(&Session<'_, Threads>) -> R) -> R {
    work(&Session { executor: &*THREAD, stop, deadline: None, observer })
}

/// Starts the run, as `tune` does.
pub(crate) fn start(folder: &RunFolder, observer: &dyn Observer) -> Result<Outcome, TuneError> {
    start_until(folder, observer, &AtomicBool::new(false))
}

/// Starts the run with a flag that stops it.
pub(crate) fn start_until(
    folder: &RunFolder,
    observer: &dyn Observer,
    stop: &AtomicBool,
) -> Result<Outcome, TuneError> {
    with_session(observer, stop, |session| session.start(&PLAN, folder, None, &speed()))
}

/// Resumes the run, as `resume` does.
pub(crate) fn resume(folder: &RunFolder, observer: &dyn Observer) -> Result<Outcome, TuneError> {
    resume_until(folder, observer, &AtomicBool::new(false))
}

/// Resumes the run with a flag that stops it.
pub(crate) fn resume_until(
    folder: &RunFolder,
    observer: &dyn Observer,
    stop: &AtomicBool,
) -> Result<Outcome, TuneError> {
    let folder = folder.lock()?;
    with_session(observer, stop, |session| {
        if let Some(reopened) = folder.reopen(observer)? {
            session.resume(folder, reopened, &speed())
        } else {
            let config = folder.config()?.ok_or(TuneError::NoRun { path: RUN.into() })?;
            session.start_locked(&TunePlan::new(config, Path::new(RUN))?, folder, &speed())
        }
    })
}

/// Starts or resumes the run, whichever a user can, and checks that it ends as if nothing had happened.
pub(crate) fn ends_well(files: &MemoryFiles, what: &str) {
    let folder = folder(files);
    let unused = folder.is_unused().unwrap();
    let outcome = if unused { start(&folder, &()) } else { resume(&folder, &()) };
    if let Err(error) = outcome {
        panic!("{what}: {error}");
    }
    Lasting::of(&files.disk().contents()).expect(what);
}

/// Checks that an error is one short sentence that blames nobody but the file.
pub(crate) fn is_sentence(error: &TuneError, what: &str) {
    let sentence = error.to_string();
    assert!(!sentence.contains("report this"), "{what}: {sentence}");
    assert!(sentence.len() < 2000 && !sentence.contains(char::is_control), "{what}: {sentence}");
}

/// What must be the same for every run of the configuration: the bytes of all files, but for the times.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lasting(BTreeMap<String, String>);

impl Lasting {
    pub(crate) fn of(contents: &BTreeMap<PathBuf, Vec<u8>>) -> Lasting {
        let inside = |(path, bytes): (&PathBuf, &Vec<u8>)| {
            let name = path.strip_prefix(RUN).ok()?.to_str()?.to_owned();
            // Damaged files are kept for the user; the state before the last depends on where the run was stopped.
            let left = name == "lock" || name == "state.ron.previous" || name.contains(".damaged");
            let text = String::from_utf8_lossy(bytes);
            let timeless = |line: &&str| !line.starts_with("times:") && !line.starts_with("// isotune run");
            let text = if name == "history.csv" { without_times(&text) } else { text.into_owned() };
            (!left).then(|| (name, text.lines().filter(timeless).collect::<Vec<_>>().join("\n")))
        };
        Lasting(contents.iter().filter_map(inside).collect())
    }

    /// The same without a file.
    pub(crate) fn without(mut self, name: &str) -> Lasting {
        self.0.remove(name);
        self
    }

    /// Checks that it is what an undisturbed run leaves behind.
    pub(crate) fn expect(&self, what: &str) {
        assert!(*self == *EXPECTED, "{what}: {}", self.difference(&EXPECTED));
    }

    /// The beginnings of the files that differ.
    fn difference(&self, other: &Lasting) -> String {
        let names = self.0.keys().chain(other.0.keys());
        let differing = names.filter(|name| self.0.get(*name) != other.0.get(*name));
        let shown = |text: Option<&String>| text.map(|text| text.chars().take(300).collect::<String>());
        differing
            .map(|name| format!("{name}: {:?}\n{:?}\n", shown(self.0.get(name)), shown(other.0.get(name))))
            .collect::<Vec<_>>()
            .concat()
    }
}

/// The disk of a finished run.
pub(crate) fn finished() -> Disk {
    let files = MemoryFiles::new(Disk::default());
    start(&folder(&files), &()).unwrap();
    files.disk().synced()
}

/// Marks recorded disks with the number of generations that were reported as saved.
pub(crate) struct Marks(pub(crate) MemoryFiles);

impl Observer for Marks {
    fn generation_finished(&self, report: &GenerationReport) {
        self.0.set_mark(report.generation);
    }
}

/// Raises a flag after a number of jobs, and so stops the run within a generation.
pub(crate) struct StopAfter {
    pub(crate) left: AtomicU64,
    pub(crate) stop: Arc<AtomicBool>,
}

impl Observer for StopAfter {
    fn games_played(&self, _: u64) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// A run that was stopped with as much as possible in its journal.
pub(crate) fn stopped_with_journal() -> Disk {
    let lines = |disk: &Disk| {
        let journal = &disk.contents()[Path::new(RUN).join("journal").as_path()];
        journal.split(|byte| *byte == b'\n').count() - 1
    };
    let fullest = (1..36).map(stopped_after).max_by_key(lines).unwrap();
    assert!(lines(&fullest) > 6, "{} lines", lines(&fullest));
    fullest
}

/// A run that was stopped after a number of jobs.
pub(crate) fn stopped_after(jobs: u64) -> Disk {
    let files = MemoryFiles::new(Disk::default());
    let stop = Arc::new(AtomicBool::new(false));
    let observer = StopAfter { left: AtomicU64::new(jobs), stop: Arc::clone(&stop) };
    let stopped = start_until(&folder(&files), &observer, &stop);
    assert!(matches!(stopped, Err(TuneError::Stopped)), "it was over before it could be stopped");
    files.disk()
}
