//! The five published reports and the results they claim.

use serde::Serialize;

/// The source of a heuristic of the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Report {
    /// Udacity's AIND-Isolation itself.
    #[serde(rename = "udacity")]
    Reference,
    /// Stuart Minshull, July 2017.
    #[serde(rename = "000")]
    R000,
    /// A comparison of evaluation methods, 2017.
    #[serde(rename = "001")]
    R001,
    /// Matei Stefan Neagu.
    #[serde(rename = "002")]
    R002,
    /// A comparison of look-ahead scores.
    #[serde(rename = "003")]
    R003,
    /// Oleg Polosin.
    #[serde(rename = "004")]
    R004,
}

/// The conditions of a report's games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ReportedTournament {
    /// The roster of opponents, which is also the protocol.
    pub roster: &'static str,
    /// The time for a move.
    pub milliseconds: u32,
    /// The number of games, as far as the report states it.
    pub games: &'static str,
}

/// The result that a report gives for a heuristic.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ReportedResult {
    /// The win rate in percent, if reported.
    pub win_rate: Option<f64>,
    /// The baseline's win rate in the same tournament.
    pub baseline: Option<f64>,
    /// The difference from the baseline in percentage points.
    pub difference: Option<f64>,
    /// The p-value of the difference.
    pub p_value: Option<f64>,
}

impl Report {
    /// Udacity's AIND-Isolation and the five reports.
    pub const ALL: [Self; 6] = [Self::Reference, Self::R000, Self::R001, Self::R002, Self::R003, Self::R004];

    /// Returns the name of the report.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reference => "Udacity",
            Self::R000 => "000",
            Self::R001 => "001",
            Self::R002 => "002",
            Self::R003 => "003",
            Self::R004 => "004",
        }
    }

    /// Returns the report's tournament, if it ran one.
    #[must_use]
    pub const fn tournament(self) -> Option<ReportedTournament> {
        let (roster, milliseconds, games) = match self {
            Self::Reference => return None,
            Self::R000 => ("modern", 150, "140 games each"),
            Self::R001 => ("classic", 500, "3 runs of 20 matches"),
            Self::R002 => ("classic", 150, "10 tournaments, 400 for the last heuristic"),
            Self::R003 => ("classic", 150, "140 games each"),
            Self::R004 => ("modern", 150, "4 runs of 100 games per pairing"),
        };
        Some(ReportedTournament { roster, milliseconds, games })
    }
}

impl ReportedResult {
    /// No result.
    pub(super) const NONE: Self = Self { win_rate: None, baseline: None, difference: None, p_value: None };

    /// Only a difference from the baseline.
    pub(super) const fn by(difference: f64) -> Self {
        Self { difference: Some(difference), ..Self::NONE }
    }

    /// A win rate and the baseline's.
    pub(super) const fn against(win_rate: f64, baseline: f64) -> Self {
        // A report has at most three decimals; the difference of two binary fractions has more.
        let thousandths = 1e3 * (win_rate - baseline);
        #[allow(clippy::cast_possible_truncation)]
        let thousandths = (thousandths + if thousandths < 0.0 { -0.5 } else { 0.5 }) as i32;
        let difference = thousandths as f64 / 1e3;
        Self { win_rate: Some(win_rate), baseline: Some(baseline), difference: Some(difference), p_value: None }
    }

    /// Adds a p-value.
    pub(super) const fn p(self, p_value: f64) -> Self {
        Self { p_value: Some(p_value), ..self }
    }
}
