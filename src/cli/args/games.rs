//! How games are played: the arguments shared by the verbs that play many of them.

use crate::agent::{NamedAgent, Roster};
use crate::arena::{Draw, OpeningBlock, Protocol};
use crate::game::BoardSize;
use crate::search::Budget;
use crate::seed::Seed;
use crate::text;

use crate::cli::args::players::PlayersArgs;
use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::output::failure::Failure;
use crate::cli::players::Players;

/// The number of plies of an opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Plies {
    /// Both placements: 2,352 openings on 7x7.
    #[value(name = "2")]
    Two,
    /// Both placements and one move each: 52,296 openings on 7x7.
    #[value(name = "4")]
    Four,
}

/// How games are played.
#[derive(clap::Args)]
pub(crate) struct GameArgs {
    /// Which rules: modern (Udacity's AIND-Isolation since April 2017) or classic (January 2017).
    #[arg(long, default_value = "modern", value_name = "modern|classic")]
    pub(crate) protocol: Protocol,
    /// Opponents and rules other than the protocol's: a roster by name or file.
    #[arg(long, value_name = "ROSTER")]
    roster: Option<String>,
    /// Let agents of rosters start programs (exec:COMMAND); look at a roster that comes from elsewhere first.
    #[arg(long)]
    allow_exec: bool,
    /// Search budget per move: depth:4, nodes:5000, effort:17300 or time:150 [default: the roster's]. It applies to agents
    /// given as a heuristic alone and to the roster's iterative-deepening opponents; agents written in full keep their own, and so do
    /// opponents with another budget than their roster's.
    #[arg(long)]
    pub(crate) budget: Option<Budget>,
    /// Which openings: all, or the block that tuning trains on, selects on or reports on.
    #[arg(long, default_value = "all", value_name = "all|train|select|final")]
    pub(crate) block: OpeningBlock,
    /// The random seed.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    players: PlayersArgs,
    /// Board size as width x height.
    #[arg(long, default_value = "7x7", value_name = "WxH")]
    pub(crate) board: BoardSize,
}

impl GameArgs {
    /// Returns the roster with the given budget.
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

    /// Finds an agent by its text, which plays with the roster's budget if it names none.
    pub(crate) fn agent(&self, place: &RunsFolder, text: &str, roster: &Roster) -> Result<NamedAgent, Failure> {
        place.player(text, &roster.budget, self.allow_exec)
    }

    /// Notes which of the agents were tuned for another budget.
    pub(crate) fn note_budgets<'a>(
        &self,
        place: &RunsFolder,
        names: impl IntoIterator<Item = &'a str>,
        roster: &Roster,
    ) {
        place.note_budgets(names, roster, self.budget.is_some());
    }

    /// Refuses a roster whose opponents start programs, unless they may.
    pub(crate) fn check_programs(&self, roster: &Roster) -> Result<(), Failure> {
        match roster.program().filter(|_| !self.allow_exec) {
            None => Ok(()),
            Some(program) => Err(Failure::Input(format!(
                "the roster '{}' starts the program '{}'; look whether you trust it, then add --allow-exec",
                roster.name,
                text::quoted(program)
            ))),
        }
    }

    /// Returns the draw of a number of openings, or of all.
    pub(crate) fn draw(&self, plies: Plies, pairs: Option<usize>) -> Draw {
        let plies = match plies {
            Plies::Two => 2,
            Plies::Four => 4,
        };
        Draw { plies, block: self.block, pairs, seed: Seed(self.seed) }
    }

    /// Starts the threads, and connects to the workers.
    pub(crate) fn players(&self) -> Result<Players, Failure> {
        self.players.players()
    }
}
