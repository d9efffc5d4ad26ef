//! Who plays the games: threads of this machine, and workers on others.

use crate::arena::Threads;

use crate::cli::output::failure::Failure;
use crate::cli::players::Players;

/// Who plays the games.
// The text is for the terminal, not for rustdoc.
#[allow(clippy::doc_markdown, rustdoc::bare_urls)]
#[derive(clap::Args)]
pub(crate) struct PlayersArgs {
    /// Number of threads [default: one per core]; with --cluster, 0 leaves all games to the workers. Results depend on it only
    /// with time budgets.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: Option<u16>,
    /// Play on the workers of a NATS server as well, for example nats://HOST:4222 (see 'isotune worker --help'). The results
    /// are the same.
    #[arg(long, value_name = "URL")]
    cluster: Option<String>,
    /// Play one in N of the workers' jobs again, to find those that compute wrongly.
    #[arg(long, value_name = "N", default_value_t = 128, requires = "cluster",
        value_parser = clap::value_parser!(u32).range(1..))]
    check_one_in: u32,
}

impl PlayersArgs {
    /// Starts the threads, and connects to the workers.
    pub(crate) fn players(&self) -> Result<Players, Failure> {
        match (&self.cluster, self.threads) {
            (None, Some(0)) => {
                Err(Failure::Input("--threads 0 needs the workers of --cluster; give at least 1 thread".to_owned()))
            }
            (None, threads) => Threads::new(threads.map(usize::from)).map(Players::Threads).map_err(Failure::work),
            (Some(url), threads) => Players::cluster(url, threads, self.check_one_in),
        }
    }
}
