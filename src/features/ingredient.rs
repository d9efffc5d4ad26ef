//! What a heuristic has to compute once, however many of its features use it.

use crate::document::serde_as_text;
use crate::suggest::read_by_name;

/// A piece of work that features share: two features that need the own moves list them once.
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
    /// Whose turn it is.
    SideToMove,
    /// The phase of the game, for tapered weights.
    Phase,
}

impl Ingredient {
    /// All ingredients.
    pub const ALL: [Ingredient; 15] = [
        Ingredient::OwnMoves,
        Ingredient::OpponentMoves,
        Ingredient::OwnCell,
        Ingredient::OpponentCell,
        Ingredient::BlankScan,
        Ingredient::OwnAreas,
        Ingredient::OpponentAreas,
        Ingredient::OwnLookahead,
        Ingredient::OpponentLookahead,
        Ingredient::OwnTargets,
        Ingredient::OpponentTargets,
        Ingredient::OwnRings,
        Ingredient::OpponentRings,
        Ingredient::SideToMove,
        Ingredient::Phase,
    ];

    /// Returns the name under which cost profiles list the ingredient.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ingredient::OwnMoves => "own-moves",
            Ingredient::OpponentMoves => "opponent-moves",
            Ingredient::OwnCell => "own-cell",
            Ingredient::OpponentCell => "opponent-cell",
            Ingredient::BlankScan => "blank-scan",
            Ingredient::OwnAreas => "own-areas",
            Ingredient::OpponentAreas => "opponent-areas",
            Ingredient::OwnLookahead => "own-lookahead",
            Ingredient::OpponentLookahead => "opponent-lookahead",
            Ingredient::OwnTargets => "own-targets",
            Ingredient::OpponentTargets => "opponent-targets",
            Ingredient::OwnRings => "own-rings",
            Ingredient::OpponentRings => "opponent-rings",
            Ingredient::SideToMove => "side-to-move",
            Ingredient::Phase => "phase",
        }
    }
}

read_by_name!(Ingredient, "ingredient");
serde_as_text!(Ingredient);
