//! The reference's two tournaments.

use crate::agent::{Roster, RosterError};
use crate::suggest::read_by_name;

/// One of the reference's two tournaments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// From April 2017 on.
    Modern,
    /// January 2017.
    Classic,
}

impl Protocol {
    /// Both protocols.
    pub const ALL: [Protocol; 2] = [Protocol::Modern, Protocol::Classic];

    /// Gives the name, which is the roster's as well.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Modern => "modern",
            Protocol::Classic => "classic",
        }
    }

    /// Gives the opponents.
    ///
    /// # Errors
    /// Never, as the rosters are part of the program.
    pub fn roster(self) -> Result<Roster, RosterError> {
        Roster::named(self.name())
    }

    /// Gives how many pairs of games a match has against each opponent.
    #[must_use]
    pub const fn pairs_per_match(self) -> usize {
        match self {
            Protocol::Modern => 1,
            Protocol::Classic => 2,
        }
    }
}

read_by_name!(Protocol, "protocol");
