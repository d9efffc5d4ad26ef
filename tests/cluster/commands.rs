//! What the commands of a cluster say.

use crate::nats::Server;
use crate::tuning::{Place, SMALL, stderr};

#[test]
fn the_roll_is_a_table_or_json() {
    let Some(server) = Server::start() else { return };
    let place = Place::new(SMALL);
    let url = server.url();
    assert!(place.done(&["workers", &url]).contains("no workers"));
    let _workers = [server.worker("attic"), server.worker_with("lab-2", 2, &[])];
    let table = place.done(&["workers", &url]);
    assert!(table.contains("attic") && table.contains("lab-2") && table.contains(env!("CARGO_PKG_VERSION")), "{table}");
    let json = place.json(&["workers", &url, "--json"]);
    crate::schema::assert_valid("workers", &json);
    assert_eq!(json["workers"][0]["name"], "attic");
    assert_eq!(json["workers"][1]["threads"], 2);
    assert_eq!(json["workers"][1]["same_build"], true);
}

#[test]
fn bad_addresses_and_names_are_refused_with_a_sentence() {
    let place = Place::new(SMALL);
    for verb in [&["workers"][..], &["worker"], &["tune", "job.ron", "--cluster"]] {
        let with = |url| [verb, &[url]].concat();
        place.refused(&with("http://a:1"), &["http://a:1", "nats://HOST:4222"]);
        let said = place.refused(&with("nats://user:hidden@127.0.0.1:1"), &["ISOTUNE_NATS_TOKEN"]);
        assert!(!said.contains("hidden"), "{said}");
    }
    place.refused(&["worker", "nats://127.0.0.1:1", "--name", "a b"], &["a b", "letters"]);
    place.refused(&["tune", "job.ron", "--threads", "0"], &["--threads", "--cluster"]);
    // Port 1 of this machine: nobody listens.
    place.refused(&["workers", "nats://127.0.0.1:1"], &["127.0.0.1:1", "start the server"]);
    place.refused(&["tune", "job.ron", "--cluster", "nats://127.0.0.1:1"], &["127.0.0.1:1"]);
    assert!(!place.run("small").exists());
}

#[test]
fn a_server_without_jetstream_is_refused() {
    let Some(program) = crate::nats::program() else { return };
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut server = std::process::Command::new(program)
        .args(["-a", "127.0.0.1", "-p", &port.to_string()])
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    crate::nats::until(|| std::net::TcpStream::connect(("127.0.0.1", port)).is_ok());
    let place = Place::new(SMALL);
    let output = place.isotune(&["tune", "job.ron", "--cluster", &format!("nats://127.0.0.1:{port}")]);
    server.kill().unwrap();
    server.wait().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("JetStream"), "{}", stderr(&output));
    assert!(!place.run("small").exists());
}

/// A run says who plays.
#[test]
fn the_plan_and_the_lines_name_the_workers() {
    let Some(server) = Server::start() else { return };
    let _worker = server.worker("attic");
    let text = Place::new(SMALL).done(&["tune", "job.ron", "--cluster", &server.url(), "--threads", "0"]);
    assert!(text.contains("cluster    1 worker, 1 thread, ") && text.contains("attic"), "{text}");
    let line = text.lines().find(|line| line.starts_with("generation 6/6")).unwrap();
    assert!(line.contains("1 worker") && line.contains(" games/s; attic ") && line.contains("0 own threads"), "{line}");
}

/// While a run is at work its page and its full screen say who plays.
#[test]
fn the_page_and_the_screen_show_the_workers_of_a_run_at_work() {
    let Some(server) = Server::start() else { return };
    let _worker = server.worker("attic");
    let place = Place::new(&crate::tuning::endless().replace("nodes:60", "effort:3000"));
    let mut process = place.start(&["tune", "job.ron", "--cluster", &server.url(), "--threads", "0"]);
    assert!(crate::tuning::wait_until(&mut process, || crate::tuning::rows(&place.run("small")) >= 2));
    place.done(&["report", "small", "-o", "page.html"]);
    let page = std::fs::read_to_string(place.path("page.html")).unwrap();
    assert!(page.contains("1 worker") && page.contains(" games/s; attic "), "the page does not show the worker");
    let steps = serde_json::json!([["wait", " games/s; attic "], ["press", "q"]]);
    crate::keys::answer(&place, (120, 40), &["small"], &steps);
    crate::tuning::signal(&process, "-TERM");
    process.wait().unwrap();
    assert!(!place.run("small").join("workers.txt").exists());
    place.done(&["report", "small", "-o", "later.html"]);
    assert!(!std::fs::read_to_string(place.path("later.html")).unwrap().contains("attic"));
}
