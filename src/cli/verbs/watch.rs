//! `isotune watch`: runs as live pages.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::args::watch::WatchPlace;
use crate::cli::output::failure::Failure;
use crate::cli::screen;
use crate::cli::server::Server;
use crate::cli::signals::stop_flag;

/// The interval at which the stop flag is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Serve the report of a run as a live page that follows it, or all runs of a folder.
///
/// The page is for a browser on this machine; on a remote one, forward the port: ssh -L 8017:127.0.0.1:8017 HOST. A run is
/// neither locked nor slowed, and need not have started. Ctrl-C ends it.
///
/// With --terminal there is no server: the run fills the terminal instead, with its curve, opponents, weights and log; q
/// quits and ? lists the keys. In a pipe it is printed once.
///
/// Examples: isotune watch; isotune watch overnight --port 9000; isotune watch overnight --terminal
// The text is for the terminal, not for rustdoc.
#[allow(rustdoc::bare_urls)]
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The run, by name or folder [default: all runs of the folder].
    run: Option<String>,
    /// Show it in this terminal instead of serving a page.
    #[arg(long, conflicts_with_all = ["port", "bind"])]
    terminal: bool,
    #[command(flatten)]
    watch: WatchPlace,
    #[command(flatten)]
    place: RunsFolder,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    if args.terminal {
        return screen::show(&args.place, args.run.as_deref(), out);
    }
    let stop = stop_flag()?;
    if let Some(run) = &args.run {
        args.place.find(run)?;
    }
    let server = Server::start(args.watch.place(), args.place.runs.clone(), args.run.clone())?;
    writeln!(out, "{}\nCtrl-C ends it", server.url())?;
    out.flush()?;
    // The server works in its own threads until it is dropped.
    while !stop.load(Ordering::Relaxed) {
        thread::sleep(POLL_INTERVAL);
    }
    Ok(())
}
