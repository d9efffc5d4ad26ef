//! The published heuristics that no weighted sum of features can express.
//!
//! Report 003 looks ahead with Udacity's `forecast_move`, which plays a move of the side to move, whichever
//! player is scored. So its three look-ahead scores differ between the player to move and the other one.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::evaluator::Evaluate;
use super::host::{HostFunction, HostHeuristic};
use super::lookahead::LookaheadCounts;
use crate::features::{FeatureTables, View};
use crate::game::Word;

/// Report 003's look-ahead scores, which only the catalogue uses, and functions from outside.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quirk {
    /// Own moves, plus the mean of own moves after each of them.
    LookaheadOwn,
    /// Own moves, minus the mean of the opponent's moves after each of them.
    LookaheadOpponent,
    /// The difference of moves now and after each own move, mixed by a factor.
    LookaheadBoth(f64),
    /// A function of the program that uses the library, by its number; it is not data.
    #[serde(skip)]
    Host(u32),
}

/// A quirk compiled for one board.
#[derive(Clone, Debug)]
pub struct QuirkEvaluator<W> {
    quirk: Quirk,
    tables: Arc<FeatureTables<W>>,
    host: Option<HostFunction>,
}

impl<W: Word> QuirkEvaluator<W> {
    pub(super) fn new(quirk: Quirk, tables: Arc<FeatureTables<W>>) -> Self {
        let host = match quirk {
            Quirk::Host(number) => HostHeuristic::function(number),
            _ => None,
        };
        Self { quirk, tables, host }
    }

    /// Returns the quirk that was compiled.
    #[must_use]
    pub fn quirk(&self) -> Quirk {
        self.quirk
    }

    /// The mean of the opponent's moves after "own" moves. If the scored player is to move, its moves take away the
    /// common cells; otherwise it is the opponent who lands on the player's targets.
    fn opponent_after(&self, view: &View<W>, n: f64, o: f64) -> f64 {
        if view.to_move {
            (n * o - f64::from((view.own_moves & view.opponent_moves).len())) / n
        } else {
            self.neighbours(view) / n
        }
    }

    /// The mean of the own moves after "own" moves; a player not to move only loses the cell the opponent lands on.
    fn own_after(&self, view: &View<W>, n: f64) -> f64 {
        if view.to_move { self.neighbours(view) / n } else { n - 1.0 }
    }

    fn neighbours(&self, view: &View<W>) -> f64 {
        LookaheadCounts::new(self.tables.board(), view.own_moves, view.blank).total
    }
}

impl<W: Word> Evaluate<W> for QuirkEvaluator<W> {
    #[inline(always)]
    fn score(&self, view: &View<W>) -> f64 {
        if let Quirk::Host(_) = self.quirk {
            return self.host.as_ref().map_or(0.0, |host| host.score(view, self.tables.board()));
        }
        if view.own_moves.is_empty() {
            return f64::NEG_INFINITY;
        }
        let (n, o) = (f64::from(view.own_moves.len()), f64::from(view.opponent_moves.len()));
        match self.quirk {
            Quirk::LookaheadOwn => n + self.own_after(view, n),
            Quirk::LookaheadOpponent => n - self.opponent_after(view, n, o),
            Quirk::LookaheadBoth(now) => {
                now * (n - o) + (1.0 - now) * (self.own_after(view, n) - self.opponent_after(view, n, o))
            }
            // Scored above.
            Quirk::Host(_) => 0.0,
        }
    }
}
