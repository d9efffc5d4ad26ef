//! `isotune watch`: runs as live pages.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::args::watch::WatchPlace;
use crate::cli::output::failure::Failure;
use crate::cli::server::Server;
use crate::cli::signals::stop_flag;

/// The interval at which the stop flag is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Serve the report of a run as a live page that follows it, or all runs of a folder.
///
/// The page is for a browser on this machine; on a remote one, forward the port: ssh -L 8017:127.0.0.1:8017 HOST. A run is
/// neither locked nor slowed, and need not have started. Ctrl-C ends it.
///
/// Examples: isotune watch; isotune watch overnight --port 9000
// The text is for the terminal, not for rustdoc.
#[allow(rustdoc::bare_urls)]
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The run, by name or folder [default: all runs of the folder].
    run: Option<String>,
    #[command(flatten)]
    watch: WatchPlace,
    #[command(flatten)]
    place: RunsFolder,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
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
