//! The reference's two tournaments.

use std::fmt;
use std::str::FromStr;

use crate::agent::{Roster, RosterError};
use crate::suggest::Suggestion;

/// One of the reference's two tournaments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// From April 2017 on.
    Modern,
    /// January 2017.
    Classic,
}

/// A name that no protocol has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no protocol '{name}'{suggestion}; there are modern and classic")]
pub struct ProtocolError {
    /// The name as it was given.
    pub name: String,
    /// The protocol that may have been meant.
    pub suggestion: Suggestion,
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

impl FromStr for Protocol {
    type Err = ProtocolError;

    fn from_str(name: &str) -> Result<Protocol, ProtocolError> {
        Protocol::ALL.into_iter().find(|protocol| protocol.name() == name).ok_or_else(|| ProtocolError {
            name: name.to_owned(),
            suggestion: Suggestion::of(name, Protocol::ALL.map(Protocol::name)),
        })
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
