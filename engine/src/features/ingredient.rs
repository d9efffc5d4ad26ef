//! Work that a heuristic does once, however many of its features need it.

use crate::document::serde_as_text;
use crate::suggest::read_by_name;

/// A computation that features share: two features that need the own moves list them once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ingredient {
    /// The list of the own moves.
    OwnMoves,
    /// The list of the opponent's moves.
    OpponentMoves,
    /// The own cell, and what depends on it alone.
    OwnCell,
    /// The opponent's cell, and what depends on both cells alone.
    OpponentCell,
    /// One scan of the blank cells.
    BlankScan,
    /// The blank cells sorted into the four areas around the own cell.
    OwnAreas,
    /// The blank cells sorted into the four areas around the opponent's cell.
    OpponentAreas,
    /// The blank neighbours of every own move.
    OwnLookahead,
    /// The blank neighbours of every move of the opponent.
    OpponentLookahead,
    /// The distance of every own move from the centre.
    OwnTargets,
    /// The distance of every move of the opponent from the centre.
    OpponentTargets,
    /// The blank cells sorted by knight distance from the own cell.
    OwnRings,
    /// The blank cells sorted by knight distance from the opponent's cell.
    OpponentRings,
    /// The blank cells sorted by who reaches them first.
    Territory,
    /// Whose turn it is.
    SideToMove,
    /// The phase of the game, for tapered weights.
    Phase,
}

impl Ingredient {
    /// All ingredients.
    pub const ALL: [Self; 16] = [
        Self::OwnMoves,
        Self::OpponentMoves,
        Self::OwnCell,
        Self::OpponentCell,
        Self::BlankScan,
        Self::OwnAreas,
        Self::OpponentAreas,
        Self::OwnLookahead,
        Self::OpponentLookahead,
        Self::OwnTargets,
        Self::OpponentTargets,
        Self::OwnRings,
        Self::OpponentRings,
        Self::Territory,
        Self::SideToMove,
        Self::Phase,
    ];

    /// Returns the name used in cost profiles.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OwnMoves => "own-moves",
            Self::OpponentMoves => "opponent-moves",
            Self::OwnCell => "own-cell",
            Self::OpponentCell => "opponent-cell",
            Self::BlankScan => "blank-scan",
            Self::OwnAreas => "own-areas",
            Self::OpponentAreas => "opponent-areas",
            Self::OwnLookahead => "own-lookahead",
            Self::OpponentLookahead => "opponent-lookahead",
            Self::OwnTargets => "own-targets",
            Self::OpponentTargets => "opponent-targets",
            Self::OwnRings => "own-rings",
            Self::OpponentRings => "opponent-rings",
            Self::Territory => "territory",
            Self::SideToMove => "side-to-move",
            Self::Phase => "phase",
        }
    }
}

read_by_name!(Ingredient, "ingredient");
serde_as_text!(Ingredient);
