//! The reference's two tournaments.

use crate::agent::{Roster, RosterError};
use crate::document::serde_as_text;
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
    pub const ALL: [Self; 2] = [Self::Modern, Self::Classic];

    /// Returns the name, which is the roster's as well.
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
    /// Never, as the rosters are part of the program.
    pub fn roster(self) -> Result<Roster, RosterError> {
        Roster::named(self.name())
    }

    /// The time that the reference's tournaments leave for a move, in milliseconds: 150 less 10 in reserve.
    pub const MILLISECONDS: u64 = 140;

    /// Returns the effort that the reference spends in a time: what the budget of its roster is for
    /// [`MILLISECONDS`](Self::MILLISECONDS), in proportion.
    #[must_use]
    pub const fn effort_of(self, milliseconds: u64) -> u64 {
        let units: u64 = match self {
            Self::Modern => 17_300,
            Self::Classic => 2_880,
        };
        let effort = (milliseconds.saturating_mul(units).saturating_add(Self::MILLISECONDS / 2)) / Self::MILLISECONDS;
        if effort == 0 { 1 } else { effort }
    }

    /// Returns how many pairs of games a match has against each opponent.
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
