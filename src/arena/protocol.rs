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

    /// Returns the effort that the tournament's clock of some milliseconds pays for on Udacity's machine.
    #[must_use]
    pub const fn effort_of(self, milliseconds: u64) -> u64 {
        // The cost of a node in tenths of a microsecond.
        let node = match self {
            Self::Modern => 81,
            Self::Classic => 486,
        };
        let effort = milliseconds.saturating_mul(10_000) / node;
        if effort > 0 { effort } else { 1 }
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
