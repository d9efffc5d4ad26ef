//! Udacity's two tournaments.

use crate::agent::{Roster, RosterError};
use crate::document::serde_as_text;
use crate::suggest::read_by_name;

/// One of Udacity's two tournaments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// From April 2017 on.
    Modern,
    /// January 2017.
    Classic,
}

impl Protocol {
    /// Both protocols.
    pub const ALL: [Self; 2] = [Self::Modern, Self::Classic];

    /// Returns the name, which is also the roster's.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Modern => "modern",
            Self::Classic => "classic",
        }
    }

    /// Returns the opponents.
    ///
    /// # Errors
    /// Never fails, as the rosters are embedded.
    pub fn roster(self) -> Result<Roster, RosterError> {
        Roster::named(self.name())
    }

    /// The time for a move in Udacity's tournaments, in milliseconds: 150 minus a reserve of 10.
    pub const MILLISECONDS: u64 = 140;

    /// The part of a move's time that Udacity's players leave to be in time, in milliseconds.
    pub const RESERVE: u64 = 10;

    /// Returns the effort that Udacity's players spend in a number of milliseconds; for
    /// [`MILLISECONDS`](Self::MILLISECONDS) it is the budget of the roster.
    #[must_use]
    pub const fn effort_of(self, milliseconds: u64) -> u64 {
        let units: u64 = match self {
            Self::Modern => 17_300,
            Self::Classic => 2_880,
        };
        let effort = (milliseconds.saturating_mul(units).saturating_add(Self::MILLISECONDS / 2)) / Self::MILLISECONDS;
        if effort == 0 { 1 } else { effort }
    }

    /// Returns the number of pairs of games of a match against each opponent.
    #[must_use]
    pub const fn pairs_per_match(self) -> usize {
        match self {
            Self::Modern => 1,
            Self::Classic => 2,
        }
    }
}

read_by_name!(Protocol, "protocol");
serde_as_text!(Protocol);
