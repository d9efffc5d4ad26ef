//! A candidate for the outcome of a run.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::stats::Score;

/// A candidate for the outcome.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Finalist {
    /// Where it comes from.
    #[serde(rename = "name")]
    pub origin: FinalistOrigin,
    /// The vector of its weights.
    pub vector: Vec<f64>,
    /// Its score on the select block, on fewer pairs if it dropped out early.
    pub score: Score,
    /// Its value by the run's objective.
    pub value: f64,
}

/// Where a finalist comes from; saved as the text that [`Display`](fmt::Display) gives, at most 15 characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum FinalistOrigin {
    /// The last mean of the search.
    Mean,
    /// The average of the means over the last half of the search.
    TailMean,
    /// The average of the means over the last quarter.
    LateMean,
    /// The optimum of the fitted surface.
    SurfaceOptimum,
    /// The average of the means over a window of generations.
    Window {
        /// The first generation.
        first: u64,
        /// The last generation.
        last: u64,
    },
    /// What the search recommended after a number of generations, with one of the best hold-out scores.
    Holdout(u64),
    /// What the search recommends without a number of features, those that weigh least for what they cost.
    Pruned(usize),
    /// The start weights.
    Start,
}

impl FinalistOrigin {
    /// Returns whether a finalist needs no clear lead to win: what the search ends with, and the start weights, which need no
    /// proof. There are many points on the way, so that the best of them looks better than it is.
    #[must_use]
    pub fn is_on_par(self) -> bool {
        match self {
            Self::Mean | Self::TailMean | Self::LateMean | Self::SurfaceOptimum | Self::Pruned(_) | Self::Start => true,
            Self::Window { .. } | Self::Holdout(_) => false,
        }
    }
}

impl fmt::Display for FinalistOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Mean => "mean".to_owned(),
            Self::TailMean => "tail mean".to_owned(),
            Self::LateMean => "late mean".to_owned(),
            Self::SurfaceOptimum => "surface optimum".to_owned(),
            Self::Window { first, last } => format!("means {first}-{last}"),
            Self::Holdout(generation) => format!("mean after {generation}"),
            Self::Pruned(features) => format!("pruned by {features}"),
            Self::Start => "start".to_owned(),
        };
        f.pad(&text)
    }
}

impl From<FinalistOrigin> for String {
    fn from(origin: FinalistOrigin) -> Self {
        origin.to_string()
    }
}

impl TryFrom<String> for FinalistOrigin {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl FromStr for FinalistOrigin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fixed = [Self::Mean, Self::TailMean, Self::LateMean, Self::SurfaceOptimum, Self::Start];
        let window = || {
            let (first, last) = text.strip_prefix("means ")?.split_once('-')?;
            Some(Self::Window { first: first.parse().ok()?, last: last.parse().ok()? })
        };
        let holdout = || text.strip_prefix("mean after ")?.parse().ok().map(Self::Holdout);
        let named = fixed.into_iter().find(|origin| origin.to_string() == text);
        let pruned = || text.strip_prefix("pruned by ")?.parse().ok().map(Self::Pruned);
        named.or_else(window).or_else(holdout).or_else(pruned).ok_or_else(|| "unknown origin of a finalist".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_read_back_from_its_text() {
        let origins = [
            FinalistOrigin::Mean,
            FinalistOrigin::TailMean,
            FinalistOrigin::LateMean,
            FinalistOrigin::SurfaceOptimum,
            FinalistOrigin::Window { first: 11, last: 14 },
            FinalistOrigin::Holdout(40),
            FinalistOrigin::Pruned(3),
            FinalistOrigin::Start,
        ];
        for origin in origins {
            assert_eq!(origin.to_string().parse(), Ok(origin));
        }
        for wrong in ["", "Mean", "means 1", "means a-b", "mean after", "mean after -1", "pruned by x"] {
            assert!(wrong.parse::<FinalistOrigin>().is_err(), "{wrong}");
        }
    }
}
