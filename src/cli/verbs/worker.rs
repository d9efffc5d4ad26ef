//! `isotune worker`: plays games for runs on other machines.

use std::io::Write;

use crate::cli::output::failure::Failure;

/// Play games for runs on other machines, over a NATS server with JetStream.
///
/// Start a server ('nats-server -js'), any number of workers, and a run with 'isotune tune --cluster URL'. Workers come and
/// go at will; results do not depend on them. Ctrl-C or SIGTERM ends a worker within a second, and what it was playing is
/// played elsewhere. Without a server it waits for one.
///
/// Credentials come from the environment: ISOTUNE_NATS_TOKEN, ISOTUNE_NATS_USER and ISOTUNE_NATS_PASSWORD, or files named by
/// ISOTUNE_NATS_TOKEN_FILE, ISOTUNE_NATS_PASSWORD_FILE, ISOTUNE_NATS_CREDS or ISOTUNE_NATS_NKEY; ISOTUNE_NATS_CA names the
/// authority of the server's certificate. See docs/cluster.md.
///
/// Examples: isotune worker nats://lab-1:4222; isotune worker tls://lab-1:4222 --threads 4 --name attic
// The text is for the terminal, not for rustdoc.
#[allow(clippy::doc_markdown, rustdoc::bare_urls)]
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The server: nats://HOST:4222, or tls://HOST:4222 to demand TLS.
    #[cfg_attr(not(feature = "cluster"), allow(dead_code))]
    url: String,
    /// Number of threads [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    #[cfg_attr(not(feature = "cluster"), allow(dead_code))]
    threads: Option<u16>,
    /// Name of the worker: up to 64 letters, digits, '-' and '_' [default: the machine's name and the process].
    #[arg(long)]
    #[cfg_attr(not(feature = "cluster"), allow(dead_code))]
    name: Option<String>,
}

#[cfg(not(feature = "cluster"))]
pub(crate) fn run(_: &Args, _: &mut impl Write) -> Result<(), Failure> {
    Err(crate::cli::players::built_without())
}

#[cfg(feature = "cluster")]
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    use crate::cli::args::server::{address, failure};
    use crate::cli::output::figures::now;
    use crate::cli::output::terminal;
    use crate::cli::output::verbosity::is_quiet;
    use crate::cli::signals::stop_flag;
    use crate::cluster::{Worker, WorkerEvent, subject};
    use crate::text::plural;

    let stop = stop_flag()?;
    let server = address(&args.url)?;
    let host = host();
    let name = args.name.clone().unwrap_or_else(|| subject::name_of(&format!("{host}-{}", std::process::id())));
    let cores = || std::thread::available_parallelism().ok().and_then(|cores| u16::try_from(cores.get()).ok());
    let threads = args.threads.or_else(cores).unwrap_or(1);
    let shown = server.to_string();
    let worker = Worker::new(server, &name, &host, threads).map_err(failure)?;
    let tell = |event: &WorkerEvent| {
        if is_quiet() {
            return;
        }
        let text = match event {
            WorkerEvent::Waiting(cause) => format!("waiting: {cause}"),
            WorkerEvent::Joined => format!("joined {shown} as {name} with {threads} {}", plural(threads, "thread")),
            WorkerEvent::Lost => "lost the connection; trying again".to_owned(),
            WorkerEvent::Back => "connected again".to_owned(),
            WorkerEvent::Refused(reason) => format!("refused a message: {reason}"),
            WorkerEvent::OtherBuild { version } => {
                format!(
                    "a coordinator is another build of isotune ({version}) and sends no games; install the same one here"
                )
            }
            WorkerEvent::Minute(card) => {
                format!("{} {}, {:.0} games/s", card.games, plural(card.games, "game"), card.games_per_second)
            }
            WorkerEvent::Left(card) => format!("left after {} {}", card.games, plural(card.games, "game")),
        };
        terminal::message(&format!("{} {text}", now().format("%H:%M:%S")));
    };
    out.flush()?;
    worker.run(&stop, &tell).map_err(failure)
}

/// Returns the name of the machine.
#[cfg(all(feature = "cluster", unix))]
fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// Returns the name of the machine.
#[cfg(all(feature = "cluster", not(unix)))]
fn host() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_else(|_| "worker".to_owned())
}
