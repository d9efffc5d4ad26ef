//! The cost of a search.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::text::plural;

/// The cost of a search, without the games of measurements and of the verdict.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum Total {
    /// A number of games.
    Games(u64),
    /// A number of generations.
    Generations(u64),
    /// The games that this machine plays in a number of hours, counted when the run starts.
    Hours(f64),
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Total::Games(games) => write!(f, "{games} {}", plural(*games, "game")),
            Total::Generations(generations) => write!(f, "{generations} {}", plural(*generations, "generation")),
            Total::Hours(hours) => write!(f, "{hours:?} hours"),
        }
    }
}
