//! Where a live page is served.

use std::net::{IpAddr, Ipv4Addr};

use crate::tune::RunFolder;

use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::output::failure::Failure;
use crate::cli::output::terminal;
use crate::cli::server::{Place, Server};

/// Where a live page is served.
#[derive(clap::Args)]
pub(crate) struct WatchPlace {
    /// The port [default: 8017, or a free one if that is taken].
    #[arg(long, value_name = "PORT", value_parser = clap::value_parser!(u16).range(1..))]
    port: Option<u16>,
    /// The address to listen at. On any address but the loopback the page's address contains a secret.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
}

impl WatchPlace {
    /// Returns the place to listen at.
    pub(crate) fn place(&self) -> Place {
        Place { bind: self.bind, port: self.port }
    }

    /// Serves a run that works in this process, and prints the address to standard error.
    pub(crate) fn serve(&self, runs: &RunsFolder, folder: &RunFolder) -> Result<Server, Failure> {
        let server = Server::start(self.place(), runs.runs.clone(), Some(folder.name()))?;
        terminal::message(&format!("watch: {}", server.url()));
        Ok(server)
    }
}
