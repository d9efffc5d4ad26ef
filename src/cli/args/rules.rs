//! The arguments that all verbs share which play many games.

use isotune::agent::Roster;
use isotune::arena::{Draw, OpeningBlock, Protocol, Threads};
use isotune::game::BoardSize;
use isotune::search::Budget;
use isotune::seed::Seed;

use crate::cli::output::failure::Failure;

/// The plies of an opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Plies {
    /// The two placements: 2,352 openings on 7x7.
    #[value(name = "2")]
    Two,
    /// One move each as well: 52,296 on 7x7.
    #[value(name = "4")]
    Four,
}

/// How games are played.
#[derive(clap::Args)]
pub(crate) struct Rules {
    /// Whose rules: modern (from April 2017 on) or classic (January 2017).
    #[arg(long, default_value = "modern", value_name = "modern|classic")]
    pub(crate) protocol: Protocol,
    /// Other opponents and rules than the protocol's: a roster's name or file.
    #[arg(long, value_name = "ROSTER")]
    roster: Option<String>,
    /// What an agent may think about a move: depth:4, nodes:5000, effort:17300 or time:150. Goes to every agent named by its
    /// heuristic alone and to the roster's iterative deepening opponents; agents written out keep their own. [default: the
    /// roster's]
    #[arg(long)]
    pub(crate) budget: Option<Budget>,
    /// Which openings: all of them, or the block that tuning trains, selects or reports on.
    #[arg(long, default_value = "all", value_name = "all|train|select|final")]
    pub(crate) block: OpeningBlock,
    /// The seed of all chance.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// How many threads play; one for each core by default. Only with time budgets do results depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Width x height of the board.
    #[arg(long, default_value = "7x7", value_name = "WxH")]
    pub(crate) board: BoardSize,
}

impl Rules {
    /// Gives the roster, with the budget asked for.
    pub(crate) fn roster(&self) -> Result<Roster, Failure> {
        let roster = match &self.roster {
            Some(name) => Roster::named(name),
            None => self.protocol.roster(),
        };
        let roster = roster.map_err(Failure::input)?;
        Ok(match &self.budget {
            Some(budget) => roster.with_budget(budget),
            None => roster,
        })
    }

    /// Gives the draw of so many openings, or of all.
    pub(crate) fn draw(&self, plies: Plies, pairs: Option<usize>) -> Draw {
        let plies = match plies {
            Plies::Two => 2,
            Plies::Four => 4,
        };
        Draw { plies, block: self.block, pairs, seed: Seed(self.seed) }
    }

    /// Starts the threads.
    pub(crate) fn threads(&self) -> Result<Threads, Failure> {
        Threads::new(self.threads.map(usize::from)).map_err(Failure::work)
    }
}
