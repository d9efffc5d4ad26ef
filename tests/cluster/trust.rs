//! Whom a coordinator believes, and what workers and coordinators make of messages from elsewhere.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::Client;
use futures_util::StreamExt;
use isotune::cluster::{BatchMessage, BatchOutcome, Engine, subject};
use isotune::store::Digest;

use crate::double::{Double, End, card};
use crate::nats::{Server, until};
use crate::same_bytes::LOCAL;
use crate::tuning::{Chance, Lasting, Place, SMALL, rows, signal, stderr, wait_until};

/// Tunes on a cluster without own threads, and returns what was left behind and said.
fn tuned(server: &Server, more: &[&str]) -> (Lasting, String) {
    let place = Place::new(SMALL);
    let url = server.url();
    let output = place.isotune(&[&["tune", "job.ron", "--cluster", &url, "--threads", "0"], more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    (Lasting::of(&place.run("small")), stderr(&output))
}

/// Turns a digit of an outcome into another.
fn flip(outcome: &mut BatchOutcome, at: usize) {
    let mut digits = outcome.pairs.clone().into_bytes();
    digits[at] = if digits[at] == b'0' { b'3' } else { b'0' };
    outcome.pairs = String::from_utf8(digits).unwrap();
}

/// Flips pairs of a worker, counted over all its outcomes.
fn flipping(mut lies: impl FnMut(usize) -> bool + Send + 'static) -> impl FnMut(&mut BatchOutcome) + Send + 'static {
    let mut played = 0;
    move |outcome| {
        for at in 0..outcome.pairs.len() {
            played += 1;
            if lies(played) {
                flip(outcome, at);
            }
        }
    }
}

#[test]
fn a_worker_that_flips_one_result_in_a_hundred_leaves_no_trace() {
    let Some(server) = Server::start() else { return };
    let _honest = server.worker("honest");
    let liar = Double::start(&server.url(), "liar", flipping(|pair| pair.is_multiple_of(100)));
    let (left, said) = tuned(&server, &[]);
    assert_eq!(liar.end(), End::SentHome, "{said}");
    assert!(said.contains("liar reported wrong results"), "{said}");
    assert!(!said.contains("honest"), "{said}");
    assert_eq!(left, *LOCAL);
}

/// At random this time: whether a pair is flipped does not follow from its number.
#[test]
fn a_worker_that_flips_results_at_random_leaves_no_trace() {
    let Some(server) = Server::start() else { return };
    let _honest = server.worker("honest");
    let lies = |seed| {
        let mut chance = Chance::new(seed);
        move |_| chance.below(100) == 0
    };
    // The job is small: those that lie within their first 100 pairs.
    let early = (0..).filter(|&seed| (0..100).any(lies(seed))).take(3);
    for seed in early {
        let liar = Double::start(&server.url(), "liar", flipping(lies(seed)));
        let (left, said) = tuned(&server, &[]);
        assert_eq!(liar.end(), End::SentHome, "seed {seed}: {said}");
        assert!(said.contains("liar reported wrong results"), "seed {seed}: {said}");
        assert_eq!(left, *LOCAL, "seed {seed}");
    }
}

#[test]
fn a_worker_that_begins_to_lie_is_found_where_everything_is_checked() {
    let Some(server) = Server::start() else { return };
    let _honest = server.worker("honest");
    let liar = Double::start(&server.url(), "liar", flipping(|pair| pair == 700));
    let (left, said) = tuned(&server, &["--check-one-in", "1"]);
    assert_eq!(liar.end(), End::SentHome, "{said}");
    assert!(said.contains("liar reported wrong results"), "{said}");
    assert_eq!(left, *LOCAL);
}

/// From end to end: the coordinator is frozen while the liar reports, and finds the report and no server when it goes on.
#[test]
fn a_liar_that_is_found_without_its_server_holds_nobody_up() {
    let Some(mut server) = Server::start() else { return };
    let [lies, has_lied, is_back] = [(); 3].map(|()| Arc::new(AtomicBool::new(false)));
    let liar = Double::start(&server.url(), "liar", {
        let (lies, has_lied, is_back) = (Arc::clone(&lies), Arc::clone(&has_lied), Arc::clone(&is_back));
        move |outcome| {
            if !lies.load(Ordering::Relaxed) {
                return;
            }
            let is_first = !has_lied.swap(true, Ordering::Relaxed);
            // The coordinator is frozen meanwhile; what comes later can be reported to the next server only.
            std::thread::sleep(Duration::from_millis(300));
            while !is_first && !is_back.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(20));
            }
            (0..outcome.pairs.len()).for_each(|at| flip(outcome, at));
        }
    });
    // A game takes so long that nothing is checked before the connection is known to be lost.
    let place = Place::new(&SMALL.replace("nodes:60", "nodes:100000").replace("Generations(6)", "Generations(1000)"));
    let url = server.url();
    let mut process = place.start(&["tune", "job.ron", "--cluster", &url, "--threads", "1"]);
    let later = |process: &mut std::process::Child, rounds: usize| {
        let before = rows(&place.run("small"));
        assert!(wait_until(process, || rows(&place.run("small")) >= before + rounds));
    };
    later(&mut process, 1);
    lies.store(true, Ordering::Relaxed);
    assert!(wait_until(&mut process, || has_lied.load(Ordering::Relaxed)));
    signal(&process, "-STOP");
    std::thread::sleep(Duration::from_secs(1));
    server.kill();
    signal(&process, "-CONT");
    later(&mut process, 2);
    // The next server lets it know.
    server.revive();
    is_back.store(true, Ordering::Relaxed);
    let left = until_ended(liar);
    signal(&process, "-TERM");
    let said = stderr(&process.wait_with_output().unwrap());
    assert_eq!(left, End::SentHome, "{said}");
    assert!(said.contains("liar reported wrong results") && said.contains("lost the connection"), "{said}");
}

/// Waits for a double that is to be sent home.
fn until_ended(double: Double) -> End {
    until(|| double.has_ended());
    double.end()
}

#[test]
fn an_honest_double_is_believed() {
    let Some(server) = Server::start() else { return };
    let double = Double::start(&server.url(), "double", |_| ());
    let (left, said) = tuned(&server, &[]);
    assert_eq!((left, said.as_str()), (LOCAL.clone(), ""));
    assert_eq!(double.end(), End::Stopped);
}

/// A client in a runtime of its own, for what tests send by hand.
fn by_hand<R>(server: &Server, work: impl AsyncFnOnce(Client) -> R) -> R {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let client = async_nats::connect(server.url()).await.unwrap();
        let result = work(client.clone()).await;
        client.flush().await.unwrap();
        result
    })
}

#[test]
fn a_worker_of_another_build_gets_no_games_and_is_named() {
    let Some(server) = Server::start() else { return };
    let worker = server.worker("same");
    let stop = Arc::new(AtomicBool::new(false));
    let other = std::thread::spawn({
        let (url, stop) = (server.url(), Arc::clone(&stop));
        move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let client = async_nats::connect(url).await.unwrap();
                let mut other = card("other");
                other.engine = Digest::of(b"another build");
                "9.9.9".clone_into(&mut other.version);
                while !stop.load(Ordering::Relaxed) {
                    let payload = serde_json::to_vec(&other).unwrap();
                    client.publish(subject::worker("other"), payload.into()).await.unwrap();
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            });
        }
    });
    let url = server.url();
    until(|| Place::new(SMALL).done(&["workers", &url]).contains("other build"));
    let (left, said) = tuned(&server, &[]);
    stop.store(true, Ordering::Relaxed);
    other.join().unwrap();
    assert!(said.contains("other gets no games") && said.contains("9.9.9"), "{said}");
    assert_eq!(left, *LOCAL);
    // The other side says it as well.
    by_hand(&server, async |client: Client| {
        let call = serde_json::json!({"version": "8.8.8", "engine": Digest::of(b"coordinator")});
        client.publish(subject::ROLL, call.to_string().into()).await.unwrap();
    });
    until(|| worker.log().contains("8.8.8"));
}

/// Bytes that are no message, or one that asks for something impossible.
fn garbage() -> Vec<Vec<u8>> {
    let digest = Engine::this().digest;
    let with = |batch: &str| format!(r#"{{"engine":"{digest}","contest":"{digest}","batch":{batch}}}"#).into_bytes();
    vec![
        Vec::new(),
        b"\x00\xff garbage".to_vec(),
        b"null".to_vec(),
        b"{}".to_vec(),
        vec![b'['; 900_000],
        vec![b'7'; 1_000_000],
        with("{}"),
        with(r#"{"format":9,"ground":{},"candidates":{},"opponents":{},"jobs":[]}"#),
        with(
            r#"{"format":1,"ground":{"board":"9x14","plies":4,"block":"all","order":0,"duels":false,"pairs":9,"seed":0,
                "placement":{"first":0,"stride":0}},"candidates":{"0":"random"},"opponents":{"0":"random"},
                "jobs":[[0,0,0,1]]}"#,
        ),
        with(
            r#"{"format":1,"ground":{"board":"7x7","plies":2,"block":"all","order":0,"duels":false,"pairs":99999,"seed":0,
                "placement":{"first":0,"stride":0}},"candidates":{"0":"random"},"opponents":{"0":"random"},
                "jobs":[[0,0,0,99999]]}"#,
        ),
        serde_json::json!({"engine": Digest::of(b"x"), "contest": digest, "batch": {}}).to_string().into_bytes(),
    ]
}

/// The resident memory of a process in megabytes.
#[cfg(target_os = "linux")]
fn memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").trim().parse::<u64>().unwrap() / 1024
}

#[test]
fn garbage_on_every_subject_is_ignored_and_counted() {
    let Some(server) = Server::start() else { return };
    let worker = server.worker("a");
    // Its first run creates the streams.
    assert_eq!(tuned(&server, &[]).0, *LOCAL);
    let stop = Arc::new(AtomicBool::new(false));
    let vandal = std::thread::spawn({
        let (url, stop) = (server.url(), Arc::clone(&stop));
        move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(vandalize(&url, &stop));
        }
    });
    let (left, said) = tuned(&server, &[]);
    stop.store(true, Ordering::Relaxed);
    vandal.join().unwrap();
    assert_eq!(left, *LOCAL, "{said}");
    assert!(said.contains("ignored a message"), "{said}");
    assert!(!said.contains("panicked") && !worker.log().contains("panicked"), "{said}");
    until(|| worker.log().contains("refused a message"));
    let url = server.url();
    let refused = || Place::new(SMALL).json(&["workers", &url, "--json"])["workers"][0]["refused"].as_u64().unwrap();
    // All but the one that can be played.
    until(|| refused() + 1 >= garbage().len() as u64);
    #[cfg(target_os = "linux")]
    assert!(memory(worker.id()) < 300, "{} MB", memory(worker.id()));
    // It still plays.
    assert_eq!(tuned(&server, &[]).0, *LOCAL);
}

/// Sends garbage to workers and coordinators, and forges outcomes, until the flag is raised.
async fn vandalize(url: &str, stop: &AtomicBool) {
    let client = async_nats::connect(url).await.unwrap();
    let engine = Engine::this().digest;
    let mut batches = client.subscribe("isotune.job.>").await.unwrap();
    for (number, bytes) in garbage().into_iter().enumerate() {
        let name = Digest::of(&[u8::try_from(number).unwrap()]);
        client.publish(subject::job(engine, name, name), bytes.clone().into()).await.unwrap();
        for subject in [subject::ROLL, "isotune.worker.a", "isotune.worker.x.y", "isotune.leave.b"] {
            client.publish(subject, bytes.clone().into()).await.unwrap();
        }
    }
    while !stop.load(Ordering::Relaxed) {
        let next = tokio::time::timeout(Duration::from_millis(50), batches.next()).await;
        let Ok(Some(message)) = next else { continue };
        let Ok(batch) = BatchMessage::read(&message.payload, engine) else { continue };
        for bytes in garbage() {
            client.publish(subject::result(batch.contest, "mallory"), bytes.into()).await.unwrap();
        }
        // Well-formed, but nobody has played it.
        let jobs = batch.batch.jobs().to_vec();
        let pairs: usize = jobs.iter().map(|job| job.pairs).sum();
        let worker = "mallory".to_owned();
        let forged =
            BatchOutcome { engine, contest: batch.contest, worker, jobs, pairs: "3".repeat(pairs), seconds: 0.1 };
        let payload = serde_json::to_vec(&forged).unwrap();
        client.publish(subject::result(batch.contest, "mallory"), payload.into()).await.unwrap();
    }
}

/// The login of contrib/nats-server.conf with passwords, its worker called `a`, and TLS.
fn permissions(tls: &Path) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("contrib/nats-server.conf");
    let text = fs::read_to_string(file).unwrap();
    let (_, rest) = text.split_once("\nauthorization").unwrap();
    assert!(rest.contains("isotune.result.*.lab") && rest.contains("_INBOX_lab.>"), "{rest}");
    let login = rest.replace("$COORDINATOR_PASSWORD", "\"first\"").replace("$WORKER_PASSWORD", "\"second\"");
    let login = login.replace("\"lab\"", "\"a\"").replace(".lab\"", ".a\"").replace("_lab.", "_a.");
    let tls = tls.display();
    format!("tls {{ cert_file: \"{tls}/server.pem\", key_file: \"{tls}/server-key.pem\" }}\nauthorization{login}")
}

/// A pair of keys of nobody, from the documentation of NATS.
const NKEY: [&str; 2] = [
    "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4",
    "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY",
];

#[test]
fn a_login_by_nkey_is_taken_and_others_are_refused() {
    let [public, seed] = NKEY;
    let Some(server) = Server::with(&format!("authorization {{ users: [ {{ nkey: {public} }} ] }}")) else { return };
    let file = server.folder().join("seed");
    fs::write(&file, format!("{seed}\n")).unwrap();
    let key = [("ISOTUNE_NATS_NKEY", file.to_str().unwrap())];
    let worker = server.worker_with("a", 1, &key);
    let (place, url) = (Place::new(SMALL), server.url());
    let with = |key: &str| {
        let mut command = place.command(&["tune", "job.ron", "--cluster", &url, "--threads", "0"]);
        command.env("ISOTUNE_NATS_NKEY", key).output().unwrap()
    };
    for (content, reason) in [("garbage", "refuses the login"), (&seed[..20], "refuses the login")] {
        let other = server.folder().join("other");
        fs::write(&other, content).unwrap();
        let output = with(other.to_str().unwrap());
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(reason) && !stderr(&output).contains(content), "{}", stderr(&output));
    }
    place.refused(&["workers", &url], &["refuses the login", "ISOTUNE_NATS_NKEY"]);
    assert!(!place.run("small").exists());
    let output = with(file.to_str().unwrap());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(Lasting::of(&place.run("small")), *LOCAL);
    assert!(!worker.log().contains(&seed[..20]) && !stderr(&output).contains(&seed[..20]));
}

#[test]
fn tls_and_a_worker_with_the_least_permissions() {
    let tls = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tls");
    let Some(server) = Server::with(&permissions(&tls)) else { return };
    let authority = tls.join("authority.pem");
    let authority = authority.to_str().unwrap();
    let password = server.folder().join("password");
    fs::write(&password, "second\n").unwrap();
    let login = [
        ("ISOTUNE_NATS_USER", "a"),
        ("ISOTUNE_NATS_PASSWORD_FILE", password.to_str().unwrap()),
        ("ISOTUNE_NATS_CA", authority),
    ];
    let worker = server.worker_with("a", 1, &login);
    let place = Place::new(SMALL);
    let url = server.url().replace("nats://", "tls://");
    let arguments = ["tune", "job.ron", "--cluster", &url, "--threads", "0"];
    let with = |password: &str| {
        let mut command = place.command(&arguments);
        command.env("ISOTUNE_NATS_USER", "coordinator").env("ISOTUNE_NATS_PASSWORD", password);
        command.env("ISOTUNE_NATS_CA", authority).output().unwrap()
    };
    let wrong = with("wrong-secret");
    assert_eq!(wrong.status.code(), Some(2), "{}", stderr(&wrong));
    assert!(stderr(&wrong).contains("refuses the login"), "{}", stderr(&wrong));
    let output = with("first");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(Lasting::of(&place.run("small")), *LOCAL);
    // No secret in anything that is written or said.
    let written: Vec<u8> = crate::tuning::files(&place.run("small")).into_iter().flat_map(|(_, bytes)| bytes).collect();
    let said = [&output.stdout, &output.stderr, &wrong.stderr, worker.log().as_bytes(), &written].map(<[u8]>::to_vec);
    for text in said {
        let text = String::from_utf8_lossy(&text).into_owned();
        assert!(!["first-", "wrong-secret", "second\n"].iter().any(|secret| text.contains(secret)));
    }
    // Without the authority, the server is not believed.
    let unsure = place.command(&["workers", &url]).output().unwrap();
    assert_eq!(unsure.status.code(), Some(2), "{}", stderr(&unsure));
    refused_to_a(&server, authority);
}

/// What a worker with these permissions cannot do: publish jobs, purge, answer as another, listen to others.
fn refused_to_a(server: &Server, authority: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (sender, mut refused) = tokio::sync::mpsc::unbounded_channel();
        let client = async_nats::ConnectOptions::new()
            .user_and_password("a".to_owned(), "second".to_owned())
            .add_root_certificates(authority.into())
            .event_callback(move |event| {
                let sender = sender.clone();
                async move {
                    if let async_nats::Event::ServerError(error) = event {
                        let _ = sender.send(error.to_string());
                    }
                }
            })
            .connect(server.url())
            .await
            .unwrap();
        for subject in ["isotune.job.x", "isotune.result.x.b", "isotune.leave.b", "$JS.API.STREAM.PURGE.ISOTUNE1_JOBS"]
        {
            client.publish(subject, "x".into()).await.unwrap();
            let error = tokio::time::timeout(Duration::from_secs(20), refused.recv()).await.unwrap().unwrap();
            assert!(error.to_lowercase().contains("permissions violation"), "{subject}: {error}");
        }
        for subject in ["isotune.result.>", "_INBOX.>", "isotune.leave.b"] {
            let _subscription = client.subscribe(subject).await.unwrap();
            let error = tokio::time::timeout(Duration::from_secs(20), refused.recv()).await.unwrap().unwrap();
            assert!(error.to_lowercase().contains("permissions violation"), "{subject}: {error}");
        }
    });
}
