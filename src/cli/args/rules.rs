//! The rules that a few games are played by.

use crate::agent::Roster;
use crate::arena::Protocol;

use crate::cli::output::failure::Failure;

/// Whose move order, cost profile and budget hold.
#[derive(clap::Args)]
pub(crate) struct RulesArgs {
    /// Which rules: modern (Udacity's AIND-Isolation since April 2017) or classic (January 2017).
    #[arg(long, default_value = "modern", value_name = "modern|classic")]
    protocol: Protocol,
    /// The move order, cost profile and budget of a roster, by name or file, in place of the protocol's.
    #[arg(long, value_name = "ROSTER")]
    roster: Option<String>,
}

impl RulesArgs {
    /// Returns the roster with the rules.
    pub(crate) fn roster(&self) -> Result<Roster, Failure> {
        match &self.roster {
            Some(name) => Roster::named(name),
            None => self.protocol.roster(),
        }
        .map_err(Failure::input)
    }
}
