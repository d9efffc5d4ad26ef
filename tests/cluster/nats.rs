//! A server on a free port of the loopback interface, with a folder of its own, and workers.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::tuning::signal;

/// How long anything may take on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Finds the server's program; `None`, with a line that says so, where there is none.
pub(crate) fn program() -> Option<PathBuf> {
    let named = std::env::var_os("ISOTUNE_NATS_SERVER").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    let found = named.or_else(|| folders.map(|folder| folder.join("nats-server")).find(|program| program.is_file()));
    if found.is_none() {
        let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
        assert!(!is("CI", "true") && !is("ISOTUNE_NATS_REQUIRED", "1"), "there is no nats-server");
        println!("skipped: there is no nats-server (apt-get install nats-server)");
    }
    found
}

/// A server, which ends with its value.
pub(crate) struct Server {
    program: PathBuf,
    folder: TempDir,
    config: String,
    port: u16,
    process: Option<Child>,
}

impl Server {
    /// Starts a server, where there is one.
    pub(crate) fn start() -> Option<Server> {
        Self::with("")
    }

    /// Starts a server with more configuration; `FOLDER` in it stands for its folder.
    pub(crate) fn with(config: &str) -> Option<Server> {
        let program = program()?;
        let folder = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let config = config.replace("FOLDER", folder.path().to_str().unwrap());
        let mut server = Server { program, folder, config, port, process: None };
        server.revive();
        Some(server)
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Starts the server again, with the files it has.
    pub(crate) fn revive(&mut self) {
        assert!(self.process.is_none());
        let file = self.folder.path().join("server.conf");
        let (port, store) = (self.port, self.folder.path().join("store"));
        let store = store.display();
        let text = format!(
            "listen: \"127.0.0.1:{port}\"\njetstream {{ store_dir: \"{store}\", max_file_store: 2GB }}\n{}\n",
            self.config
        );
        fs::write(&file, text).unwrap();
        let log = fs::File::create(self.folder.path().join("server.log")).unwrap();
        let process =
            Command::new(&self.program).arg("-c").arg(&file).stdout(Stdio::null()).stderr(log).spawn().unwrap();
        self.process = Some(process);
        until(|| TcpStream::connect(("127.0.0.1", port)).is_ok());
    }

    /// Kills the server as a power cut would.
    pub(crate) fn kill(&mut self) {
        let mut process = self.process.take().unwrap();
        process.kill().unwrap();
        process.wait().unwrap();
    }

    /// Removes everything the server has stored.
    pub(crate) fn wipe(&self) {
        assert!(self.process.is_none());
        fs::remove_dir_all(self.folder.path().join("store")).unwrap();
    }

    pub(crate) fn signal(&self, name: &str) {
        signal(self.process.as_ref().unwrap(), name);
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Starts a worker with one thread.
    pub(crate) fn worker(&self, name: &str) -> Worker {
        self.worker_with(name, 1, &[])
    }

    /// Starts a worker with some threads and variables of the environment.
    pub(crate) fn worker_with(&self, name: &str, threads: u16, variables: &[(&str, &str)]) -> Worker {
        let log = self.folder.path().join(format!("{name}.log"));
        let process = Command::new(env!("CARGO_BIN_EXE_isotune"))
            .args(["worker", &self.url(), "--name", name, "--threads", &threads.to_string()])
            .envs(variables.iter().copied())
            .stdout(Stdio::null())
            .stderr(fs::File::options().create(true).append(true).open(&log).unwrap())
            .spawn()
            .unwrap();
        let worker = Worker { process, log };
        until(|| worker.log().contains("joined"));
        worker
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            // A frozen process ends as well.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// A worker, which ends with its value.
pub(crate) struct Worker {
    process: Child,
    log: PathBuf,
}

impl Worker {
    /// What it has said.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    pub(crate) fn signal(&self, name: &str) {
        signal(&self.process, name);
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    pub(crate) fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Waits until it ends of itself, and returns its exit code.
    pub(crate) fn wait(&mut self) -> Option<i32> {
        until(|| self.process.try_wait().unwrap().is_some());
        self.process.wait().unwrap().code()
    }

    /// The games it had played when it left.
    pub(crate) fn games(&self) -> u64 {
        let log = self.log();
        let line = log.lines().rfind(|line| line.contains("left after")).expect("it has left");
        line.split_whitespace().rev().nth(1).unwrap().parse().unwrap()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Waits for a condition.
pub(crate) fn until(mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < TIMEOUT, "timed out");
        sleep(Duration::from_millis(5));
    }
}
