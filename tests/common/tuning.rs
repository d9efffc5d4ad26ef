//! Runs in folders of their own, through the binary: started, stopped, killed and compared.
// Each test binary uses only a part of this module.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
#[cfg(unix)]
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// A run of a fraction of a second, with everything that a run has: a frozen, a bounded and a tapered weight, an opponent
/// that leaves its moves to chance, hold-outs, finals.
pub(crate) const SMALL: &str = r#"(
    name: "small",
    seed: 11,
    opponents: [(agent: "open"), (agent: "random"), (name: "centre", agent: "center")],
    budget: "nodes:60",
    features: {
        "own-moves": (start: 1.0, frozen: true),
        "opponent-moves": -1.0,
        "own-ring-2": (start: 0.0, bounds: (-1.0, 1.0)),
        "own-centre-distance": (start: 0.0, tapered: true),
    },
    optimizer: Cma(population: 8, games_per_candidate: 12),
    total: Generations(6),
    validation: (every: 2, pairs: 20),
    finals: (select_pairs: 30, final_pairs: 30),
)
"#;

/// The same job, which only its total ends: a fast machine plays hundreds of generations a second, and converges.
pub(crate) fn unconverging() -> String {
    SMALL.replace("games_per_candidate: 12", "games_per_candidate: 12, plateau: 0.0")
}

/// A job that goes on until it is stopped.
pub(crate) fn endless() -> String {
    unconverging().replace("Generations(6)", ENDLESS)
}

/// More generations than any test waits for.
pub(crate) const ENDLESS: &str = "Generations(1000000)";

/// How long anything may take on a busy machine before the test gives up.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A folder with a configuration, `job.ron`, in which the program works.
pub(crate) struct Place {
    folder: TempDir,
}

impl Place {
    /// Creates a folder with a configuration.
    pub(crate) fn new(config: &str) -> Place {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("job.ron"), config).unwrap();
        Place { folder }
    }

    /// The path of a file in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The folder of a run.
    pub(crate) fn run(&self, name: &str) -> PathBuf {
        self.path("checkpoints").join(name)
    }

    /// The program with arguments, working in the folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        undo_nohup();
        let mut command = Command::new(env!("CARGO_BIN_EXE_isotune"));
        command.current_dir(self.folder.path()).args(arguments);
        command
    }

    /// Runs the program with arguments and checks that it does not panic.
    pub(crate) fn isotune(&self, arguments: &[&str]) -> Output {
        let output = self.command(arguments).output().unwrap();
        assert!(!stderr(&output).contains("panicked"), "{arguments:?}: {}", stderr(&output));
        output
    }

    /// What the program prints when it succeeds.
    pub(crate) fn done(&self, arguments: &[&str]) -> String {
        let output = self.isotune(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    /// The JSON object that the program prints when it succeeds.
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.done(arguments)).unwrap()
    }

    /// Checks that arguments are refused: exit code 2, nothing printed but one sentence with all of the words.
    pub(crate) fn refused(&self, arguments: &[&str], words: &[&str]) -> String {
        let output = self.isotune(arguments);
        let sentence = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {sentence}");
        assert!(output.stdout.is_empty(), "{arguments:?}: {}", stdout(&output));
        for word in words {
            assert!(sentence.contains(word), "{arguments:?}: no '{word}' in: {sentence}");
        }
        sentence
    }

    /// Starts the program and leaves it running.
    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        self.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Tunes by `job.ron` without a stop and returns what it leaves behind.
    pub(crate) fn tuned(&self, name: &str) -> Lasting {
        self.done(&["tune", "job.ron", "--name", name]);
        Lasting::of(&self.run(name))
    }

    /// Resumes a run to its end and returns what it leaves behind.
    pub(crate) fn resumed(&self, name: &str) -> Lasting {
        self.done(&["resume", name]);
        Lasting::of(&self.run(name))
    }
}

/// Makes SIGHUP end the programs that tests start, even if the tests run under `nohup`: a child inherits an ignored signal as
/// ignored, but a handled one as the default. The test process itself then outlives its terminal.
fn undo_nohup() {
    #[cfg(unix)]
    {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            signal_hook::flag::register(signal_hook::consts::SIGHUP, Arc::default()).unwrap();
        });
    }
}

/// What a run leaves behind that must be the same for every run of the same configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lasting {
    pub(crate) best: String,
    /// state.ron without its times and the checksum over them.
    pub(crate) state: String,
    /// history.csv without its times.
    pub(crate) history: String,
}

impl Lasting {
    /// Reads a run's folder.
    pub(crate) fn of(run: &Path) -> Lasting {
        let read = |name: &str| fs::read_to_string(run.join(name)).unwrap();
        let state = read("state.ron");
        let (kept, left): (Vec<&str>, Vec<&str>) =
            state.lines().partition(|line| !line.starts_with("times:") && !line.starts_with("// isotune run"));
        assert_eq!(left.len(), 2, "{state}");
        Lasting { best: read("best.ron"), state: kept.join("\n"), history: timeless(&read("history.csv")) }
    }
}

/// A history without its last column, the times.
pub(crate) fn timeless(history: &str) -> String {
    history.lines().map(|line| line.rsplit_once(',').map_or(line, |(rest, _)| rest).to_owned() + "\n").collect()
}

/// The number of generations in a run's history.
pub(crate) fn rows(run: &Path) -> usize {
    fs::read_to_string(run.join("history.csv")).map_or(0, |text| text.lines().count().saturating_sub(1))
}

/// All files of a folder but the lock, in order of their names.
pub(crate) fn files(run: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(run).unwrap().map(|entry| entry.unwrap());
    let named = entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()));
    let mut files: Vec<_> =
        named.filter(|(name, _)| name != "lock").map(|(name, path)| (name, fs::read(path).unwrap())).collect();
    files.sort();
    files
}

/// Copies the files of a run's folder to another.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for (name, bytes) in files(from) {
        fs::write(to.join(name), bytes).unwrap();
    }
}

/// Waits for a condition or the end of the process, and returns whether the process is alive.
pub(crate) fn wait_until(process: &mut Child, mut is_so: impl FnMut() -> bool) -> bool {
    let begun = Instant::now();
    loop {
        if process.try_wait().unwrap().is_some() {
            return false;
        }
        if is_so() {
            return true;
        }
        assert!(begun.elapsed() < TIMEOUT, "timed out");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Sends a signal to a process.
pub(crate) fn signal(process: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &process.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Kills a process as a power cut would, and returns whether it was alive.
pub(crate) fn kill(mut process: Child) -> bool {
    let lived = process.try_wait().unwrap().is_none();
    // It may end of itself in between.
    let _ = process.kill();
    process.wait().unwrap().code().is_none() && lived
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Pseudo-random numbers from a seed.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// A number below another, by splitmix64.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }
}
