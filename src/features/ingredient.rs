//! What a heuristic has to compute once, however many of its features use it.

use std::fmt;
use std::str::FromStr;

use crate::document::deserialize_by_name;
use crate::suggest::Suggestion;

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

    /// Gives the name under which cost profiles list the ingredient.
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

impl fmt::Display for Ingredient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no ingredient has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no ingredient '{name}'{suggestion}; copy the names from a profile in configs/costs")]
pub struct UnknownIngredient {
    /// The name as it was given.
    pub name: String,
    /// The ingredient that may have been meant.
    pub suggestion: Suggestion,
}

impl FromStr for Ingredient {
    type Err = UnknownIngredient;

    fn from_str(name: &str) -> Result<Ingredient, UnknownIngredient> {
        Ingredient::ALL.into_iter().find(|ingredient| ingredient.name() == name).ok_or_else(|| UnknownIngredient {
            name: name.to_owned(),
            suggestion: Suggestion::of(name, Ingredient::ALL.map(Ingredient::name)),
        })
    }
}

deserialize_by_name!(Ingredient);
