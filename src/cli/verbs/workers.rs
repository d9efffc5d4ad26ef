//! `isotune workers`: who plays for a server.

use std::io::Write;

use crate::cli::output::failure::Failure;

/// List the workers of a NATS server: version, threads, games, games per second, and what they refused.
///
/// A worker of another build than this one gets no games from runs of this one.
///
/// Example: isotune workers nats://lab-1:4222
// The text is for the terminal, not for rustdoc.
#[allow(clippy::doc_markdown, rustdoc::bare_urls)]
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The server: nats://HOST:4222, or tls://HOST:4222 to demand TLS.
    #[cfg_attr(not(feature = "cluster"), allow(dead_code))]
    url: String,
    /// Print one JSON object.
    #[arg(long)]
    #[cfg_attr(not(feature = "cluster"), allow(dead_code))]
    json: bool,
}

#[cfg(not(feature = "cluster"))]
pub(crate) fn run(_: &Args, _: &mut impl Write) -> Result<(), Failure> {
    Err(crate::cli::players::built_without())
}

#[cfg(feature = "cluster")]
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    use crate::cli::args::server::{address, failure};
    use crate::cli::output::data::json;
    use crate::cli::output::figures::{align_numbers, fitted, table};
    use crate::cluster::{Engine, WorkerCard, roll_call};
    use serde::Serialize;

    #[derive(Serialize)]
    struct Row {
        #[serde(flatten)]
        card: WorkerCard,
        /// Whether it plays for runs of this build.
        same_build: bool,
    }
    #[derive(Serialize)]
    struct Record {
        server: String,
        workers: Vec<Row>,
    }

    let (server, engine) = (address(&args.url)?, Engine::this());
    let cards = roll_call(&server, engine).map_err(failure)?;
    let row = |card: WorkerCard| Row { same_build: card.engine == engine.digest, card };
    let record = Record { server: server.to_string(), workers: cards.into_iter().map(row).collect() };
    if args.json {
        return json::print(&record, out);
    }
    if record.workers.is_empty() {
        let server = &record.server;
        return Ok(writeln!(out, "no workers at {server}; start some with 'isotune worker {server}'")?);
    }
    let mut shown = table(["worker", "host", "version", "threads", "games", "games/s", "refused"]);
    align_numbers(&mut shown, 3..6);
    for Row { card, same_build } in &record.workers {
        let version = if *same_build { card.version.clone() } else { format!("{} (other build)", card.version) };
        let refused = match &card.refusal {
            Some(reason) => format!("{}, last: {reason}", card.refused),
            None => String::new(),
        };
        shown.add_row([
            card.name.clone(),
            card.host.clone(),
            version,
            card.threads.to_string(),
            card.games.to_string(),
            format!("{:.0}", card.games_per_second),
            refused,
        ]);
    }
    Ok(writeln!(out, "{}", fitted(shown, &[6, 1]))?)
}
