//! The conditions that games were played under, so that they can be repeated.

use crate::agent::Roster;
use crate::arena::Draw;
use crate::game::BoardSize;
use serde::Serialize;

/// The conditions of a tournament or a comparison.
#[derive(Serialize)]
pub(crate) struct Setting {
    roster: String,
    board: String,
    block: &'static str,
    plies: usize,
    /// Whether every opening of the block was played without chance.
    census: bool,
    /// Nothing when chance had no part.
    seed: Option<u64>,
    pub(crate) partial: bool,
    /// Whether the same seed gives the same games: neither a clock nor another program decides.
    repeatable: bool,
}

impl Setting {
    /// Creates the conditions; a census of deterministic games needs no seed.
    pub(crate) fn new(roster: &Roster, board: BoardSize, draw: &Draw, deterministic: bool, complete: bool) -> Setting {
        let asked = draw.is_census();
        Setting {
            roster: roster.name.clone(),
            board: board.to_string(),
            block: draw.block.name(),
            plies: draw.plies,
            census: false,
            seed: (!asked || !deterministic).then_some(draw.seed.0),
            partial: !complete,
            repeatable: true,
        }
    }

    /// Returns the conditions with whether the same seed gives the same games.
    pub(crate) fn repeatable(self, repeatable: bool) -> Setting {
        Setting { repeatable, ..self }
    }

    /// Returns the conditions with whether every opening was played without chance, so that the scores have no error.
    pub(crate) fn census(self, census: bool) -> Setting {
        Setting { census, ..self }
    }

    /// Returns the conditions in one line.
    pub(crate) fn line(&self, budget: &str) -> String {
        let Setting { roster, board, block, plies, .. } = self;
        let seed = self.seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
        let luck = if self.repeatable { "" } else { ", not repeatable" };
        format!("{roster}, {budget}, {board}, block {block}, {plies} plies{seed}{luck}")
    }
}
