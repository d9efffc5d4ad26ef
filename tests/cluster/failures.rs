//! Workers, servers and coordinators that are killed, frozen or gone for good.

use std::process::Child;
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::Duration;

use crate::nats::{Server, Worker, until};
use crate::tuning::{Chance, Lasting, Place, SMALL, kill, rows, stderr, wait_until};

const GENERATIONS: usize = 10;

/// A run of some seconds.
fn longer() -> String {
    SMALL
        .replace("nodes:60", "effort:1500")
        .replace("games_per_candidate: 12", "games_per_candidate: 60")
        .replace("Generations(6)", &format!("Generations({GENERATIONS})"))
        .replace("pairs: 20", "pairs: 60")
        .replace("pairs: 30", "pairs: 120")
}

/// What `longer` comes to on local threads.
static LOCAL: LazyLock<Lasting> = LazyLock::new(|| Place::new(&longer()).tuned("long"));

/// Starts the run on a cluster.
fn start(place: &Place, server: &Server, threads: &str) -> Child {
    place.start(&["tune", "job.ron", "--name", "long", "--cluster", &server.url(), "--threads", threads])
}

/// Waits until the run has written down some generations.
fn reach(place: &Place, process: &mut Child, generations: usize) {
    let folder = place.run("long");
    let lives = wait_until(process, || folder.join("state.ron").exists() && rows(&folder) >= generations);
    assert!(lives, "the run was over too early");
}

/// Waits for the end of the run, checks its bytes, and returns what it said on standard error.
fn ends_well(place: &Place, process: Child, what: &str) -> String {
    let output = process.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{what}: {}", stderr(&output));
    assert!(!stderr(&output).contains("panicked"), "{what}: {}", stderr(&output));
    assert_eq!(Lasting::of(&place.run("long")), *LOCAL, "{what}");
    stderr(&output)
}

#[test]
fn twenty_killed_workers_change_no_byte() {
    let Some(server) = Server::start() else { return };
    let (mut chance, mut kills, mut round) = (Chance::new(16), 0, 0);
    while kills < 20 {
        round += 1;
        let place = Place::new(&longer());
        let mut workers = vec![server.worker(&format!("a{round}")), server.worker(&format!("b{round}"))];
        let mut process = start(&place, &server, "0");
        let mut number = 0;
        while process.try_wait().unwrap().is_none() && kills < 20 {
            sleep(Duration::from_millis(50 + chance.below(400)));
            workers.remove(usize::try_from(chance.below(2)).unwrap()).kill();
            kills += 1;
            number += 1;
            workers.push(server.worker(&format!("c{round}-{number}")));
        }
        ends_well(&place, process, &format!("{kills} kills"));
        assert!(round < 20, "the runs are too short to be disturbed");
    }
}

#[test]
fn twenty_killed_servers_change_no_byte() {
    let Some(mut server) = Server::start() else { return };
    let workers = [server.worker("a"), server.worker("b")];
    let (mut chance, mut kills) = (Chance::new(4222), 0);
    while kills < 20 {
        let place = Place::new(&longer());
        // With and without a thread that goes on meanwhile.
        let mut process = start(&place, &server, if kills % 2 == 0 { "0" } else { "1" });
        // Without a server a run does not start; it must have met one.
        wait_until(&mut process, || place.run("long").join("config.ron").exists());
        while process.try_wait().unwrap().is_none() && kills < 20 {
            sleep(Duration::from_millis(100 + chance.below(500)));
            server.kill();
            kills += 1;
            sleep(Duration::from_millis(chance.below(300)));
            // Every fourth time its disk is lost as well.
            if kills % 4 == 0 {
                server.wipe();
            }
            server.revive();
        }
        ends_well(&place, process, &format!("{kills} kills"));
    }
    assert!(workers.iter().all(|worker| worker.log().contains("connected again")));
}

#[test]
fn twenty_killed_coordinators_change_no_byte() {
    let Some(server) = Server::start() else { return };
    let _workers = [server.worker("a"), server.worker("b")];
    let (mut chance, mut kills, mut starts) = (Chance::new(7), 0, 0);
    let mut place = Place::new(&longer());
    let url = server.url();
    while kills < 20 {
        starts += 1;
        assert!(starts < 100, "only {kills} kills met a living process");
        let run = place.run("long");
        let fresh = !run.join("config.ron").exists();
        let arguments: &[&str] = if fresh { &["tune", "job.ron", "--name", "long"] } else { &["resume", "long"] };
        let mut process = place.start(&[arguments, &["--cluster", &url, "--threads", "0"]].concat());
        let id = process.id().to_string();
        wait_until(&mut process, || std::fs::read_to_string(run.join("lock")).is_ok_and(|text| text.trim() == id));
        sleep(Duration::from_millis(chance.below(2500)));
        if kill(process) {
            kills += 1;
        } else {
            assert_eq!(Lasting::of(&run), *LOCAL, "after {kills} kills");
            place = Place::new(&longer());
        }
    }
    // A run may change between a cluster and local threads at any resume.
    if place.run("long").join("config.ron").exists() {
        assert_eq!(place.resumed("long"), *LOCAL);
    }
}

/// What workers finish while there is no coordinator is used, not played again.
#[test]
fn a_resumed_coordinator_uses_what_came_meanwhile() {
    let Some(server) = Server::start() else { return };
    let mut worker = server.worker("a");
    let place = Place::new(&longer());
    let mut process = start(&place, &server, "0");
    reach(&place, &mut process, 2);
    kill(process);
    // The queue is emptied.
    sleep(Duration::from_millis(1500));
    place.done(&["resume", "long", "--cluster", &server.url(), "--threads", "0"]);
    assert_eq!(Lasting::of(&place.run("long")), *LOCAL);
    worker.signal("-TERM");
    worker.wait();
    let record = place.json(&["runs", "--json"]);
    assert!(record.to_string().contains("long"), "{record}");
}

fn frozen_for(worker: &Worker, time: Duration) {
    worker.signal("-STOP");
    sleep(time);
    worker.signal("-CONT");
}

#[test]
fn a_frozen_worker_holds_nobody_up() {
    let Some(server) = Server::start() else { return };
    let (frozen, _other) = (server.worker("a"), server.worker("b"));
    let place = Place::new(&longer());
    let mut process = start(&place, &server, "0");
    reach(&place, &mut process, 1);
    frozen_for(&frozen, Duration::from_secs(17));
    ends_well(&place, process, "frozen worker");
}

#[test]
fn a_frozen_server_changes_no_byte() {
    let Some(server) = Server::start() else { return };
    let _worker = server.worker("a");
    let place = Place::new(&longer());
    let mut process = start(&place, &server, "1");
    reach(&place, &mut process, 2);
    server.signal("-STOP");
    sleep(Duration::from_secs(12));
    server.signal("-CONT");
    ends_well(&place, process, "frozen server");
}

#[test]
fn without_its_server_a_run_ends_by_itself_and_says_so() {
    let Some(mut server) = Server::start() else { return };
    let worker = server.worker("a");
    let place = Place::new(&longer());
    let mut process = start(&place, &server, "1");
    reach(&place, &mut process, 2);
    server.kill();
    let said = ends_well(&place, process, "no server");
    assert!(said.contains("lost the connection") && said.contains("own threads"), "{said}");
    until(|| worker.log().contains("lost the connection"));
}

#[test]
fn a_worker_leaves_in_the_middle_of_a_search_and_waits_for_a_server() {
    let Some(mut server) = Server::start() else { return };
    let mut worker = server.worker("a");
    // A move takes seconds, and a batch minutes.
    let place = Place::new(&longer().replace("effort:1500", "effort:300000000"));
    let process = start(&place, &server, "0");
    sleep(Duration::from_millis(1500));
    worker.signal("-TERM");
    assert_eq!(worker.wait(), Some(0));
    assert_eq!(worker.games(), 0);
    kill(process);
    server.kill();
    let late = std::process::Command::new(env!("CARGO_BIN_EXE_isotune"))
        .args(["worker", &server.url(), "--name", "late"])
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    sleep(Duration::from_millis(300));
    server.revive();
    let url = server.url();
    until(|| place.done(&["workers", &url]).contains("late"));
    crate::tuning::signal(&late, "-TERM");
    let output = late.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).contains("waiting: "), "{}", stderr(&output));
}
