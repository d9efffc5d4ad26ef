//! How much a search may cost.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How much a search may cost; the games of measurements and of the verdict come on top.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum Total {
    /// So many games.
    Games(u64),
    /// So many generations.
    Generations(u64),
    /// As many games as this machine plays in so many hours, counted when the run begins.
    Hours(f64),
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Total::Games(games) => write!(f, "{games} games"),
            Total::Generations(generations) => write!(f, "{generations} generations"),
            Total::Hours(hours) => write!(f, "{hours} hours"),
        }
    }
}
