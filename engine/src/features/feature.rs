//! The closed list of features.

use super::ingredient::Ingredient;
use crate::document::serde_as_text;
use crate::suggest::read_by_name;

/// What a feature's value depends on, which decides how it is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dependence {
    /// The two numbers of moves and the side to move: one look-up for all such features.
    Moves,
    /// The two cells: one look-up for all such features.
    Cells,
    /// The blank cells as well.
    Board,
}

macro_rules! features {
    ($($(#[$doc:meta])* $variant:ident, $name:literal, $formula:literal, $dependence:ident, $full:literal, [$($ingredient:ident),*];)*) => {
        /// A number computed from a position, from the view of the player being scored.
        ///
        /// In the formulas: `m` own moves, `o` opponent's moves, `B` blank cells, `(y, x)` own cell, `(oy, ox)` the
        /// opponent's, `(cy, cx) = (height/2, width/2)` the centre of all published heuristics. A term that needs the
        /// cell of a player who is not yet placed is 0.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Feature {
            $($(#[$doc])* $variant,)*
        }

        impl Feature {
            /// All features, in the order in which they are listed, exported and summed.
            pub const ALL: [Feature; 41] = [$(Feature::$variant),*];

            /// Returns the name used in weights files.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Feature::$variant => $name,)* }
            }

            /// Returns the formula in one line.
            #[must_use]
            pub const fn formula(self) -> &'static str {
                match self { $(Feature::$variant => $formula,)* }
            }

            /// Returns what the value depends on.
            #[must_use]
            pub const fn dependence(self) -> Dependence {
                match self { $(Feature::$variant => Dependence::$dependence,)* }
            }

            /// Returns whether the value is invariant under all symmetries of the board. Otherwise only the
            /// transposition preserves it, as the published centre and areas are half a cell off the middle.
            #[must_use]
            pub const fn is_fully_symmetric(self) -> bool {
                match self { $(Feature::$variant => $full,)* }
            }

            /// Returns the ingredients of the feature, which it may share with others.
            #[must_use]
            pub const fn ingredients(self) -> &'static [Ingredient] {
                match self { $(Feature::$variant => &[$(Ingredient::$ingredient),*],)* }
            }
        }
    };
}

features! {
    /// The own moves.
    OwnMoves, "own-moves", "m", Moves, true, [OwnMoves];
    /// The opponent's moves.
    OpponentMoves, "opponent-moves", "o", Moves, true, [OpponentMoves];
    /// The own share of all moves, with the opponent's counted three times (report 001).
    MovesShare, "moves-share", "m / (1 + m + 3·o)", Moves, true, [OwnMoves, OpponentMoves];
    /// The difference of the moves relative to their sum (report 004).
    MovesBalance, "moves-balance", "(m − o) / (m + o)", Moves, true, [OwnMoves, OpponentMoves];
    /// The ratio of the moves (report 004).
    MovesRatio, "moves-ratio", "m / o, +∞ when o = 0", Moves, true, [OwnMoves, OpponentMoves];
    /// The right to move.
    ToMove, "to-move", "1 if to move, else 0", Moves, true, [SideToMove];
    /// The own moves while to move.
    ToMoveOwnMoves, "to-move-own-moves", "m if to move, else 0", Moves, true, [SideToMove, OwnMoves];
    /// The opponent's moves while to move.
    ToMoveOpponentMoves, "to-move-opponent-moves", "o if to move, else 0", Moves, true, [SideToMove, OpponentMoves];
    /// The squared distance from the centre.
    OwnCentreDistance, "own-centre-distance", "d² = (y − cy)² + (x − cx)²", Cells, false, [OwnCell];
    /// The opponent's squared distance from the centre.
    OpponentCentreDistance, "opponent-centre-distance", "d² of the opponent's cell", Cells, false, [OpponentCell];
    /// The Manhattan distance from the centre.
    OwnCentreManhattan, "own-centre-manhattan", "|y − cy| + |x − cx|", Cells, false, [OwnCell];
    /// The opponent's Manhattan distance from the centre.
    OpponentCentreManhattan, "opponent-centre-manhattan", "|oy − cy| + |ox − cx|", Cells, false, [OpponentCell];
    /// The squared distance between the players.
    OpponentDistance, "opponent-distance", "(y − oy)² + (x − ox)²", Cells, true, [OwnCell, OpponentCell];
    /// The own moves for each blank cell (report 001).
    MovesPerBlank, "moves-per-blank", "m / B", Board, true, [OwnMoves, BlankScan];
    /// The balance of moves with the own ones weighted by position (report 004).
    PolosinBalance, "polosin-balance", "(P − o) / (P + o), P = m·(1.7 − d² / (cy² + cx²))", Board, false, [OwnMoves, OpponentMoves, OwnCell];
    /// The centrality in the opening (report 001).
    EarlyCentrality, "early-centrality", "1 − Δy²·Δx² / (height²·width²) up to ply 5, then 0", Board, false, [OwnCell];
    /// The own moves times the squared distance from the centre.
    OwnMovesCentre, "own-moves-centre", "m · d²", Board, false, [OwnMoves, OwnCell];
    /// The opponent's moves times its squared distance from the centre.
    OpponentMovesCentre, "opponent-moves-centre", "o · d² of the opponent's cell", Board, false, [OpponentMoves, OpponentCell];
    /// How unevenly the blank cells lie around the player (report 002).
    OwnOpenSpace, "own-open-space", "std of the blank cells in the four areas around the own cell", Board, false, [BlankScan, OwnAreas];
    /// How unevenly the blank cells lie around the opponent.
    OpponentOpenSpace, "opponent-open-space", "std of the blank cells in the four areas around the opponent", Board, false, [BlankScan, OpponentAreas];
    /// The own moves after an own move, on average.
    OwnLookaheadMean, "own-lookahead-mean", "mean over own moves of the blank neighbours of the target", Board, true, [OwnMoves, OwnLookahead];
    /// The own pairs of moves in a row.
    OwnLookaheadTotal, "own-lookahead-total", "Σ over own moves of the blank neighbours of the target", Board, true, [OwnMoves, OwnLookahead];
    /// The cells the player truly reaches in two jumps.
    OwnReachTwo, "own-reach-two", "distinct blank cells reached by two jumps over a blank one", Board, true, [OwnMoves, OwnLookahead];
    /// The opponent's moves after a move of its own, on average.
    OpponentLookaheadMean, "opponent-lookahead-mean", "mean over the opponent's moves of the blank neighbours of the target", Board, true, [OpponentMoves, OpponentLookahead];
    /// The opponent's pairs of moves in a row.
    OpponentLookaheadTotal, "opponent-lookahead-total", "Σ over the opponent's moves of the blank neighbours of the target", Board, true, [OpponentMoves, OpponentLookahead];
    /// The cells the opponent truly reaches in two jumps.
    OpponentReachTwo, "opponent-reach-two", "distinct blank cells the opponent reaches by two jumps over a blank one", Board, true, [OpponentMoves, OpponentLookahead];
    /// The squared distances of the own moves from the centre (report 004).
    OwnTargetsCentre, "own-targets-centre", "Σ over own moves of d² of the target", Board, false, [OwnMoves, OwnTargets];
    /// The squared distances of the opponent's moves from the centre (report 004).
    OpponentTargetsCentre, "opponent-targets-centre", "Σ over the opponent's moves of d² of the target", Board, false, [OpponentMoves, OpponentTargets];
    /// The cells both players could go to.
    CommonMoves, "common-moves", "s, the cells that are moves of both", Board, true, [OwnMoves, OpponentMoves];
    /// The blank cells 1 jumps from the player on the empty board.
    OwnRing1, "own-ring-1", "blank cells at empty-board knight distance 1", Moves, true, [BlankScan, OwnRings];
    /// The blank cells 2 jumps from the player on the empty board.
    OwnRing2, "own-ring-2", "blank cells at empty-board knight distance 2", Board, true, [BlankScan, OwnRings];
    /// The blank cells 3 jumps from the player on the empty board.
    OwnRing3, "own-ring-3", "blank cells at empty-board knight distance 3", Board, true, [BlankScan, OwnRings];
    /// The blank cells 4 jumps from the player on the empty board.
    OwnRing4, "own-ring-4", "blank cells at empty-board knight distance 4", Board, true, [BlankScan, OwnRings];
    /// The blank cells 5 jumps from the player on the empty board.
    OwnRing5, "own-ring-5", "blank cells at empty-board knight distance 5", Board, true, [BlankScan, OwnRings];
    /// The blank cells 1 jumps from the opponent on the empty board.
    OpponentRing1, "opponent-ring-1", "blank cells at empty-board knight distance 1 of the opponent", Moves, true, [BlankScan, OpponentRings];
    /// The blank cells 2 jumps from the opponent on the empty board.
    OpponentRing2, "opponent-ring-2", "blank cells at empty-board knight distance 2 of the opponent", Board, true, [BlankScan, OpponentRings];
    /// The blank cells 3 jumps from the opponent on the empty board.
    OpponentRing3, "opponent-ring-3", "blank cells at empty-board knight distance 3 of the opponent", Board, true, [BlankScan, OpponentRings];
    /// The blank cells 4 jumps from the opponent on the empty board.
    OpponentRing4, "opponent-ring-4", "blank cells at empty-board knight distance 4 of the opponent", Board, true, [BlankScan, OpponentRings];
    /// The blank cells 5 jumps from the opponent on the empty board.
    OpponentRing5, "opponent-ring-5", "blank cells at empty-board knight distance 5 of the opponent", Board, true, [BlankScan, OpponentRings];
    /// The blank cells the player can be at first.
    OwnTerritory, "own-territory", "blank cells reached before the opponent, or as soon if to move", Board, true, [OwnMoves, OpponentMoves, SideToMove, Territory];
    /// The blank cells the opponent can be at first.
    OpponentTerritory, "opponent-territory", "blank cells the opponent reaches first, or as soon if to move", Board, true, [OwnMoves, OpponentMoves, SideToMove, Territory];
}

read_by_name!(Feature, "feature");
serde_as_text!(Feature);
