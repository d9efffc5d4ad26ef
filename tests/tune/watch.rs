//! The server of live pages: what it answers, to whom, and that it leaves runs alone.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::tuning::{Place, SMALL, copy, files, kill};

/// A server at work.
struct Server {
    process: Option<Child>,
    /// Host and port.
    host: String,
    /// What all paths begin with.
    base: String,
}

impl Server {
    fn start(place: &Place, arguments: &[&str]) -> Server {
        let mut command = place.command(&["watch"]);
        let mut process = command.args(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (host, base) = line.trim().strip_prefix("http://").expect("an address").split_once('/').unwrap();
        let base = base.trim_end_matches('/');
        let base = if base.is_empty() { String::new() } else { format!("/{base}") };
        Server { process: Some(process), host: host.to_owned(), base }
    }

    /// Opens a connection and sends a request.
    fn send(&self, method: &str, path: &str, host: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.host.replace("localhost", "127.0.0.1")).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let request =
            format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    /// Returns the status and the text of an answer.
    fn ask(&self, method: &str, path: &str, host: &str) -> (u16, String) {
        let mut answer = Vec::new();
        self.send(method, path, host).read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8(answer).unwrap();
        (answer.split(' ').nth(1).unwrap().parse().unwrap(), answer)
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.ask("GET", path, &self.host)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            kill(process);
        }
    }
}

#[test]
fn all_runs_of_a_folder_are_served_by_name() {
    let place = Place::new(SMALL);
    place.tuned("small");
    let odd = "a b<c>";
    copy(&place.run("small"), &place.path("checkpoints").join(odd));
    fs::create_dir_all(place.path("checkpoints/broken")).unwrap();
    fs::write(place.path("checkpoints/broken/state.ron"), "nothing").unwrap();
    let before = files(&place.run("small"));
    let server = Server::start(&place, &[]);
    let (status, index) = server.get("/");
    assert_eq!(status, 200);
    for part in [
        "href=\"run/small/\"",
        "href=\"run/a%20b%3Cc%3E/\"",
        "a b&lt;c&gt;",
        "damaged",
        "nosniff",
        "frame-ancestors 'none'",
    ] {
        assert!(index.contains(part), "no {part} in {index}");
    }
    assert!(!index.contains("<c>"));
    let (status, page) = server.get("/run/small/");
    assert!(status == 200 && page.contains("\"live\":true") && page.contains("connect-src 'self'"));
    let (status, data) = server.get("/run/a%20b%3Cc%3E/data.json");
    assert!(status == 200 && data.contains("\"name\":\"a b<c>\"") && data.contains("application/json"));
    assert_eq!(server.get("/run/broken/").0, 500);
    assert!(server.get("/run/broken/").1.contains("state.ron"));
    assert_eq!(server.get("/run/small").0, 308);
    assert_eq!(files(&place.run("small")), before, "nothing in the folder changes");
}

#[test]
fn other_requests_are_refused() {
    let place = Place::new(SMALL);
    place.tuned("small");
    fs::write(place.path("secret.ron"), "secret").unwrap();
    fs::create_dir_all(place.path("outside")).unwrap();
    fs::copy(place.run("small").join("config.ron"), place.path("outside/config.ron")).unwrap();
    let server = Server::start(&place, &[]);
    for path in [
        "/run/other/",
        "/run/../outside/",
        "/run/..%2Foutside/",
        "/run/%2e%2e/",
        "/run/./",
        "/run/small/state.ron",
        "/run/small/../../secret.ron",
        "/../secret.ron",
        "/secret.ron",
        "/run/small%2F..%2Fsmall/",
        "/data.json",
        "/x",
    ] {
        let (status, answer) = server.get(path);
        assert_eq!(status, 404, "{path}: {answer}");
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"] {
        let (status, answer) = server.ask(method, "/", &server.host);
        assert!(status == 405 && answer.contains("Allow: GET"), "{method}: {answer}");
    }
    for host in ["evil.example", "evil.example:8017", "127.0.0.1", "localhost", ""] {
        assert_eq!(server.ask("GET", "/", host).0, 421, "{host}");
    }
    let port = server.host.split(':').nth(1).unwrap();
    assert_eq!(server.ask("GET", "/", &format!("localhost:{port}")).0, 200);
}

#[test]
fn a_server_that_others_can_reach_has_a_secret() {
    let place = Place::new(SMALL);
    place.tuned("small");
    let server = Server::start(&place, &["small", "--bind", "0.0.0.0"]);
    assert_eq!(server.base.len(), 33, "{}", server.base);
    for path in ["/", "/data.json", "/run/small/", &format!("/{}/", "0".repeat(32))] {
        assert_eq!(server.get(path).0, 404, "{path}");
    }
    assert_eq!(server.get(&format!("{}/", server.base)).0, 200);
    assert_eq!(server.get(&format!("{}/data.json", server.base)).0, 200);
}

#[test]
fn events_follow_a_run_that_nobody_locks() {
    let place = Place::new(SMALL);
    let config = fs::read_to_string(place.path("job.ron")).unwrap();
    fs::create_dir_all(place.run("small")).unwrap();
    fs::write(place.run("small").join("config.ron"), config).unwrap();
    let server = Server::start(&place, &["small"]);
    let mut events = BufReader::new(server.send("GET", "/events", &server.host)).lines().map_while(Result::ok);
    let change = |line: &String| line == "event: change";
    assert!(events.by_ref().any(|line| change(&line)), "the first comes at once");
    // The watched run starts, works and ends as it would alone.
    let watched = place.resumed("small");
    assert!(events.by_ref().any(|line| change(&line)), "and one when the run has moved on");
    let alone = Place::new(SMALL).tuned("small");
    assert_eq!(watched, alone);
}

#[test]
fn bad_places_are_refused() {
    let place = Place::new(SMALL);
    place.refused(&["watch", "nothing"], &["unknown run 'nothing'"]);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    place.refused(&["watch", "--port", &port], &["cannot listen at 127.0.0.1", &port, "--port"]);
    place.refused(&["watch", "--bind", "192.0.2.1"], &["cannot listen at 192.0.2.1", "--bind"]);
    place.refused(&["watch", "--bind", "here"], &["invalid value 'here'"]);
}
