//! The catalogue: every published heuristic with its name, source and published result.

use super::form::{Form, Heuristic};
use super::quirk::Quirk;
use super::report::{Report, ReportedResult};
use super::weights::Weights;
use crate::features::Feature::{
    self, EarlyCentrality, MovesBalance, MovesPerBlank, MovesRatio, MovesShare, OpponentDistance,
    OpponentLookaheadTotal, OpponentMoves, OpponentTargetsCentre, OwnCentreDistance, OwnCentreManhattan,
    OwnLookaheadTotal, OwnMoves, OwnMovesCentre, OwnOpenSpace, OwnTargetsCentre, PolosinBalance,
};
use crate::game::BoardSize;

/// A published heuristic.
///
/// In the formulas: `m` own moves, `o` opponent's moves, `B` blank cells, `(y, x)` own cell, `(cy, cx)` the centre
/// `(height/2, width/2)`, `d²` the squared distance from it, `od²` that from the opponent.
#[derive(Clone, Copy, Debug)]
pub struct Published {
    /// The name in this program.
    pub name: &'static str,
    /// The source.
    pub report: Report,
    /// The score of the player being scored while the game is not over.
    pub formula: &'static str,
    /// The published result.
    pub outcome: ReportedResult,
    /// The form for a board size; some formulas depend on the distance of the corner from the centre.
    form: fn(BoardSize) -> Form,
}

impl Published {
    /// Returns the heuristic for a board size.
    #[must_use]
    pub fn heuristic(&self, size: BoardSize) -> Heuristic {
        Heuristic::new(self.name, (self.form)(size))
    }
}

/// Finds a published heuristic by its name.
#[must_use]
pub fn published(name: &str) -> Option<&'static Published> {
    CATALOGUE.iter().find(|entry| entry.name == name)
}

fn linear(weights: &[(Feature, f64)]) -> Form {
    Form::Linear(Weights::fixed(weights))
}

/// cy² + cx², the squared distance of the corner from the centre.
fn corner(size: BoardSize) -> f64 {
    let (cy, cx) = size.centre();
    cy * cy + cx * cx
}

/// Every published heuristic: Udacity's own first, then report by report.
pub const CATALOGUE: &[Published] = &[
    Published {
        name: "null",
        report: Report::Reference,
        formula: "0",
        outcome: ReportedResult::NONE,
        form: |_| linear(&[]),
    },
    Published {
        name: "open",
        report: Report::Reference,
        formula: "m",
        outcome: ReportedResult::NONE,
        form: |_| linear(&[(OwnMoves, 1.0)]),
    },
    Published {
        name: "improved",
        report: Report::Reference,
        formula: "m − o",
        outcome: ReportedResult::NONE,
        form: |_| linear(&[(OwnMoves, 1.0), (OpponentMoves, -1.0)]),
    },
    Published {
        name: "center",
        report: Report::Reference,
        formula: "d² (it rewards distance from the centre)",
        outcome: ReportedResult::NONE,
        form: |_| linear(&[(OwnCentreDistance, 1.0)]),
    },
    Published {
        name: "minshull-hybrid",
        report: Report::R000,
        formula: "1.5·m − 1.75·d² − 0.7·od²",
        outcome: ReportedResult::against(65.0, 55.0),
        form: |_| linear(&[(OwnMoves, 1.5), (OwnCentreDistance, -1.75), (OpponentDistance, -0.7)]),
    },
    Published {
        name: "minshull-eccc",
        report: Report::R000,
        formula: "−1.75·d² − od²",
        outcome: ReportedResult::against(63.6, 55.0),
        form: |_| linear(&[(OwnCentreDistance, -1.75), (OpponentDistance, -1.0)]),
    },
    Published {
        name: "minshull-open-center",
        report: Report::R000,
        formula: "1.5·m − (|cy − y| + |cx − x|)",
        outcome: ReportedResult::against(57.9, 55.0),
        form: |_| linear(&[(OwnMoves, 1.5), (OwnCentreManhattan, -1.0)]),
    },
    Published {
        name: "dominating-moves",
        report: Report::R001,
        formula: "m / (1 + m + 3·o)",
        outcome: ReportedResult::by(2.4),
        form: |_| linear(&[(MovesShare, 1.0)]),
    },
    Published {
        name: "dominating-space",
        report: Report::R001,
        formula: "m / B",
        outcome: ReportedResult::by(-2.0),
        form: |_| linear(&[(MovesPerBlank, 1.0)]),
    },
    Published {
        name: "schadenfreude",
        report: Report::R001,
        formula: "−o",
        outcome: ReportedResult::by(-5.3),
        form: |_| linear(&[(OpponentMoves, -1.0)]),
    },
    Published {
        name: "mixed-centrality",
        report: Report::R001,
        formula: "m − o, plus 1 − Δx²·Δy² / (width²·height²) up to ply 5",
        outcome: ReportedResult::by(2.5),
        form: |_| linear(&[(OwnMoves, 1.0), (OpponentMoves, -1.0), (EarlyCentrality, 1.0)]),
    },
    Published {
        name: "legal-moves",
        report: Report::R001,
        formula: "m − o (improved again, as a canary)",
        outcome: ReportedResult::by(-0.1),
        form: |_| linear(&[(OwnMoves, 1.0), (OpponentMoves, -1.0)]),
    },
    Published {
        name: "weighted-0.3",
        report: Report::R002,
        formula: "m − 0.3·o",
        outcome: ReportedResult::against(74.643, 74.142).p(0.6257),
        form: |_| linear(&[(OwnMoves, 1.0), (OpponentMoves, -0.3)]),
    },
    Published {
        name: "weighted-0.5",
        report: Report::R002,
        formula: "m − 0.5·o",
        outcome: ReportedResult::against(75.358, 74.284).p(0.3611),
        form: |_| linear(&[(OwnMoves, 1.0), (OpponentMoves, -0.5)]),
    },
    Published {
        name: "weighted-2",
        report: Report::R002,
        formula: "m − 2·o",
        outcome: ReportedResult::against(75.857, 74.999).p(0.1825),
        form: |_| linear(&[(OwnMoves, 1.0), (OpponentMoves, -2.0)]),
    },
    Published {
        name: "weighted-5",
        report: Report::R002,
        formula: "m − 5·o",
        outcome: ReportedResult::against(75.642, 73.572).p(0.5969),
        form: |_| linear(&[(OwnMoves, 1.0), (OpponentMoves, -5.0)]),
    },
    Published {
        name: "weighted-8",
        report: Report::R002,
        formula: "m − 8·o",
        outcome: ReportedResult::against(76.501, 73.714).p(0.1005),
        form: |_| linear(&[(OwnMoves, 1.0), (OpponentMoves, -8.0)]),
    },
    Published {
        name: "open-space",
        report: Report::R002,
        formula: "−std of the blank cells in the four areas around the player",
        outcome: ReportedResult::against(73.14, 75.49),
        form: |_| linear(&[(OwnOpenSpace, -1.0)]),
    },
    Published {
        name: "open-space-hybrid",
        report: Report::R002,
        formula: "m − 8·o − std",
        outcome: ReportedResult::against(77.5, 74.7).p(5e-33),
        form: |_| linear(&[(OwnMoves, 1.0), (OpponentMoves, -8.0), (OwnOpenSpace, -1.0)]),
    },
    Published {
        name: "improved-0.7",
        report: Report::R003,
        formula: "0.7·m − 0.3·o",
        outcome: ReportedResult::NONE,
        form: |_| linear(&[(OwnMoves, 0.7), (OpponentMoves, 0.7 - 1.0)]),
    },
    Published {
        name: "lookahead-own",
        report: Report::R003,
        formula: "m + mean over own moves of own moves after it",
        outcome: ReportedResult::against(63.57, 65.0),
        form: |_| Form::Quirk(Quirk::LookaheadOwn),
    },
    Published {
        name: "opponent-moves",
        report: Report::R003,
        formula: "−o",
        outcome: ReportedResult::against(65.71, 70.0),
        form: |_| linear(&[(OpponentMoves, -1.0)]),
    },
    Published {
        name: "lookahead-opponent",
        report: Report::R003,
        formula: "m − mean over own moves of opponent's moves after it",
        outcome: ReportedResult::against(68.57, 72.86),
        form: |_| Form::Quirk(Quirk::LookaheadOpponent),
    },
    Published {
        name: "center-deviation",
        report: Report::R003,
        formula: "0.8·m/8 − 0.2·d² / (cy² + cx²)",
        outcome: ReportedResult::against(62.86, 65.0),
        form: |size| linear(&[(OwnMoves, 0.8 / 8.0), (OwnCentreDistance, (0.8 - 1.0) / corner(size))]),
    },
    Published {
        name: "lookahead-both-0.3",
        report: Report::R003,
        formula: "0.3·(m − o) + 0.7·(mean own moves after − mean opponent's moves after)",
        outcome: ReportedResult::against(70.0, 67.86),
        form: |_| Form::Quirk(Quirk::LookaheadBoth(0.3)),
    },
    Published {
        name: "lookahead-both-0.5",
        report: Report::R003,
        formula: "0.5·(m − o) + 0.5·(mean own moves after − mean opponent's moves after)",
        outcome: ReportedResult::against(72.14, 66.43),
        form: |_| Form::Quirk(Quirk::LookaheadBoth(0.5)),
    },
    Published {
        name: "lookahead-both-0.7",
        report: Report::R003,
        formula: "0.7·(m − o) + 0.3·(mean own moves after − mean opponent's moves after)",
        outcome: ReportedResult::against(72.86, 70.0),
        form: |_| Form::Quirk(Quirk::LookaheadBoth(0.7)),
    },
    Published {
        name: "difference",
        report: Report::R004,
        formula: "m − 2·o",
        outcome: ReportedResult::NONE,
        form: |_| linear(&[(OwnMoves, 1.0), (OpponentMoves, -2.0)]),
    },
    Published {
        name: "ratio",
        report: Report::R004,
        formula: "m / o, +∞ when o = 0",
        outcome: ReportedResult::NONE,
        form: |_| linear(&[(MovesRatio, 1.0)]),
    },
    Published {
        name: "improved-difference",
        report: Report::R004,
        formula: "(m − o) / (m + o)",
        outcome: ReportedResult::against(70.18, 69.45),
        form: |_| linear(&[(MovesBalance, 1.0)]),
    },
    Published {
        name: "deep-legal-moves",
        report: Report::R004,
        formula: "65·m + Σ moves after each − the same for the opponent",
        outcome: ReportedResult::NONE,
        form: |_| {
            linear(&[
                (OwnMoves, 65.0),
                (OpponentMoves, -65.0),
                (OwnLookaheadTotal, 1.0),
                (OpponentLookaheadTotal, -1.0),
            ])
        },
    },
    Published {
        name: "weighted-legal-moves",
        report: Report::R004,
        formula: "Σ over own moves of (1.7 − d² / (cy² + cx²)) − the same for the opponent",
        outcome: ReportedResult::NONE,
        form: |size| {
            linear(&[
                (OwnMoves, 1.7),
                (OpponentMoves, -1.7),
                (OwnTargetsCentre, -1.0 / corner(size)),
                (OpponentTargetsCentre, 1.0 / corner(size)),
            ])
        },
    },
    Published {
        name: "weighted-position",
        report: Report::R004,
        formula: "m·(1.7 − d² / (cy² + cx²)) − o",
        outcome: ReportedResult::against(71.58, 69.45),
        form: |size| linear(&[(OwnMoves, 1.7), (OpponentMoves, -1.0), (OwnMovesCentre, -1.0 / corner(size))]),
    },
    Published {
        name: "polosin-final",
        report: Report::R004,
        formula: "(P − o) / (P + o), P = m·(1.7 − d² / (cy² + cx²))",
        outcome: ReportedResult::against(72.08, 69.45),
        form: |_| linear(&[(PolosinBalance, 1.0)]),
    },
];
