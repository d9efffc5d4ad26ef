//! What a cluster costs: two workers of one thread each, the server and the coordinator on the same cores, in turns with two
//! local threads.
//!
//! Plays generations of 300 candidates of the overnight configuration, 21,000 games each. Needs nats-server, and Linux for the
//! processor times. A worker is idle while the thread that plays neither runs nor waits for a core, so that other work of the
//! machine is not counted; it makes the other figures worse than they are, since what is done every few milliseconds is then done
//! more often for each game.

#![allow(clippy::expect_used, clippy::print_stdout)]

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::thread::sleep;
use std::time::{Duration, Instant};

use isotune::arena::{Executor, OpeningBlock, Threads};
use isotune::cluster::{CheckRate, Cluster, ClusterOptions, Credentials, ServerAddress};
use isotune::game::Board;
use isotune::tune::{Trial, TrialRunner, TuneConfig, TunePlan};

const CANDIDATES: u64 = 300;
const ROUNDS: u64 = 5;
/// The least share of the local speed.
const LEAST: f64 = 0.97;
/// The largest share of the processor time of server and coordinator, and of the workers' idle time.
const MOST: f64 = 0.03;

fn main() {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    let Some(program) = folders.map(|folder| folder.join("nats-server")).find(|program| program.is_file()) else {
        println!("there is no nats-server: nothing measured");
        return;
    };
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port is free").port();
    let store = folder.path().display().to_string();
    let arguments = ["-a", "127.0.0.1", "-p", &port.to_string(), "-js", "-sd", &store];
    let server = Running::start(&program, &arguments);
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        sleep(Duration::from_millis(10));
    }
    let url = format!("nats://127.0.0.1:{port}");
    let workers = ["a", "b"].map(|name| {
        let arguments = ["worker", &url, "--threads", "1", "--name", name];
        Running::start(Path::new(env!("CARGO_BIN_EXE_isotune")), &arguments)
    });
    sleep(Duration::from_millis(500));
    let address = ServerAddress::new(&url, Credentials::None, None).expect("a valid address");
    let note = Box::new(|note: &isotune::cluster::ClusterNote| println!("note: {note}"));
    let options = ClusterOptions { threads: 0, check: CheckRate::default(), note };
    let cluster = Cluster::new(&address, options).expect("the server is there");
    let local = Threads::new(Some(2)).expect("there are threads");
    let plan = TunePlan::new(TuneConfig::named("overnight").expect("it is embedded"), Path::new("unused"))
        .expect("the configuration can be done");
    let (board, stop) = (Board::<u64>::new(plan.conditions().board()).expect("a small board"), AtomicBool::new(false));
    let (alone, together) = (runner(&plan, &board, &local, &stop), runner(&plan, &board, &cluster, &stop));
    // The first generation brings the workers past their probation.
    play(&plan, &together, 0);
    println!(
        "round   local games/s   cluster games/s   ratio   server + coordinator of all processor time   workers idle"
    );
    let (mut best, mut overheads, mut idles) = ([0.0_f64; 2], Vec::new(), Vec::new());
    for round in 1..=ROUNDS {
        let (here, scores) = play(&plan, &alone, round);
        let seconds = || [server.seconds(), own_seconds(), workers[0].seconds() + workers[1].seconds()];
        let (before, busy) = (seconds(), workers.each_ref().map(Running::busy));
        let begun = Instant::now();
        let (there, same) = play(&plan, &together, round);
        let wall = begun.elapsed().as_secs_f64();
        let (after, now) = (seconds(), workers.each_ref().map(Running::busy));
        assert_eq!(scores, same, "the results must be the same");
        let [server, own, players] = [0, 1, 2].map(|index| after[index] - before[index]);
        let all = server + own + players;
        let share = (server + own) / all;
        let idle = 1.0 - (0..2).map(|index| now[index] - busy[index]).sum::<f64>() / (2.0 * wall);
        println!(
            "{round:>5}   {here:>13.0}   {there:>15.0}   {:>5.3}   {:>6.2} % + {:>11.2} %                         {:>10.2} %",
            there / here,
            100.0 * server / all,
            100.0 * own / all,
            100.0 * idle
        );
        best = [best[0].max(here), best[1].max(there)];
        overheads.push(share);
        idles.push(idle);
    }
    let least = |values: &[f64]| values.iter().copied().fold(f64::INFINITY, f64::min);
    let (ratio, share, idle) = (best[1] / best[0], least(&overheads), least(&idles));
    println!(
        "best of {ROUNDS}: {ratio:.3} of the local speed (at least {LEAST}), server and coordinator {:.2} %, workers idle {:.2} % (at most {} %)",
        100.0 * share,
        100.0 * idle,
        100.0 * MOST
    );
    drop((workers, server));
    if ratio < LEAST || share > MOST || idle > MOST {
        std::process::exit(1);
    }
}

/// Prepares what a run prepares once.
fn runner<'a, E: Executor>(
    plan: &'a TunePlan,
    board: &'a Board<u64>,
    executor: &'a E,
    stop: &'a AtomicBool,
) -> TrialRunner<'a, u64, E> {
    TrialRunner::new(plan, board, OpeningBlock::Train, executor, stop).expect("the plan can be played")
}

/// Plays a generation of candidates and returns the games per second and the costs.
fn play<E: Executor>(plan: &TunePlan, runner: &TrialRunner<'_, u64, E>, generation: u64) -> (f64, Vec<f64>) {
    let first = Trial { generation, pairs: 5, ..Trial::first(plan).expect("the plan has a start") };
    let trials: Vec<Trial> = (0..CANDIDATES).map(|index| Trial { index, ..first.clone() }).collect();
    let begun = Instant::now();
    let scores = runner.play(&trials).expect("nothing stops it");
    let games: u64 = scores.iter().map(isotune::tune::TrialScore::games).sum();
    (games as f64 / begun.elapsed().as_secs_f64(), scores.iter().map(|score| score.cost).collect())
}

/// A process that ends with its value.
struct Running(Child);

impl Running {
    fn start(program: &Path, arguments: &[&str]) -> Running {
        let command = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        Running(command.expect("the program starts"))
    }

    /// The processor time so far.
    fn seconds(&self) -> f64 {
        processor_seconds(&format!("/proc/{}/stat", self.0.id()))
    }

    /// The time that its busiest thread has run or waited for a core, in seconds.
    fn busy(&self) -> f64 {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.0.id())).into_iter().flatten().flatten();
        let times = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("schedstat")).ok());
        // Nanoseconds on a core, and in its queue.
        let busy = times.map(|text| text.split_whitespace().take(2).filter_map(|time| time.parse::<f64>().ok()).sum());
        busy.fold(0.0, f64::max) / 1e9
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended of itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn own_seconds() -> f64 {
    processor_seconds("/proc/self/stat")
}

/// Reads user and system time, in ticks of 10 ms; zero elsewhere than on Linux.
fn processor_seconds(path: &str) -> f64 {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let fields: Vec<f64> =
        text.rsplit(')').next().unwrap_or_default().split_whitespace().filter_map(|field| field.parse().ok()).collect();
    // After the name and the state, the eleventh and twelfth number.
    (fields.get(10).unwrap_or(&0.0) + fields.get(11).unwrap_or(&0.0)) / 100.0
}
