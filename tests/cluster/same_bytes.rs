//! A run has the same bytes on local threads and on any workers.

use std::sync::LazyLock;

use crate::nats::Server;
use crate::tuning::{Lasting, Place, SMALL};

/// What the run comes to on local threads.
pub(crate) static LOCAL: LazyLock<Lasting> = LazyLock::new(|| {
    let run = |threads| {
        let place = Place::new(SMALL);
        place.done(&["tune", "job.ron", "--threads", threads]);
        Lasting::of(&place.run("small"))
    };
    let one = run("1");
    assert_eq!(one, run("2"));
    one
});

/// Tunes on a cluster and returns what it leaves behind.
pub(crate) fn tuned(server: &Server, threads: &str) -> Lasting {
    let place = Place::new(SMALL);
    place.done(&["tune", "job.ron", "--cluster", &server.url(), "--threads", threads]);
    Lasting::of(&place.run("small"))
}

#[test]
fn one_two_and_four_workers_change_no_byte() {
    let Some(server) = Server::start() else { return };
    let mut workers = vec![server.worker("a")];
    assert_eq!(tuned(&server, "0"), *LOCAL, "one worker");
    assert_eq!(tuned(&server, "1"), *LOCAL, "one worker and an own thread");
    workers.push(server.worker_with("b", 2, &[]));
    // The same job within minutes: nothing of the first run is in the way.
    assert_eq!(tuned(&server, "0"), *LOCAL, "two workers");
    workers.extend([server.worker("c"), server.worker("d")]);
    assert_eq!(tuned(&server, "0"), *LOCAL, "four workers");
    for worker in &mut workers {
        worker.signal("-TERM");
        assert_eq!(worker.wait(), Some(0), "{}", worker.log());
        assert!(worker.games() > 100, "{}", worker.log());
    }
}

#[test]
fn a_coordinator_without_workers_plays_alone() {
    let Some(server) = Server::start() else { return };
    assert_eq!(tuned(&server, "2"), *LOCAL);
}

#[test]
fn two_runs_share_the_workers() {
    let Some(server) = Server::start() else { return };
    let _workers = [server.worker("a"), server.worker("b")];
    let both = std::thread::scope(|scope| {
        let runs = [(); 2].map(|()| scope.spawn(|| tuned(&server, "0")));
        runs.map(|run| run.join().unwrap())
    });
    assert_eq!(both, [LOCAL.clone(), LOCAL.clone()]);
}

#[test]
fn every_verb_that_plays_can_use_workers() {
    let Some(server) = Server::start() else { return };
    let _worker = server.worker("a");
    let place = Place::new(SMALL);
    place.done(&["tune", "job.ron"]);
    let url = server.url();
    for verb in [
        &["tournament", "open", "--matches", "8", "--budget", "nodes:50", "--json"][..],
        &["compare", "open", "improved", "--pairs", "20", "--budget", "nodes:50", "--json"],
        &["verify", "small", "--pairs", "12", "--json"],
        &["ablate", "small", "--pairs", "12", "--json"],
        &["published", "--pairs", "1", "--json"],
    ] {
        let local = place.done(&[verb, &["--threads", "2"]].concat());
        assert_eq!(place.done(&[verb, &["--cluster", &url, "--threads", "0"]].concat()), local, "{verb:?}");
        assert!(local.len() > 100, "{verb:?}");
    }
}

/// A clock's games depend on the machine, so nobody else plays them.
#[test]
fn a_budget_in_time_stays_at_home() {
    let Some(server) = Server::start() else { return };
    let mut worker = server.worker("a");
    let arguments = ["tournament", "open", "--matches", "1", "--budget", "time:1", "--cluster", &server.url()];
    let output = Place::new(SMALL).isotune(&arguments);
    assert!(crate::tuning::stderr(&output).contains("depend on the machine"), "{}", crate::tuning::stderr(&output));
    worker.signal("-TERM");
    worker.wait();
    assert_eq!(worker.games(), 0);
}
