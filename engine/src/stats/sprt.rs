//! The sequential probability ratio test on pairs.

use std::f64::consts::SQRT_2;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::elo::{NORMALIZED_ELO, score_of_elo};
use super::interval::Interval;
use super::likelihood::ScoreFrequencies;
use super::pair_tally::PairTally;

/// The largest Elo bound of a test: the fit of normalized Elo is sound up to 212.
const MAX_ELO: f64 = 200.0;

/// The unit in which the hypotheses of a sequential test are stated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EloScale {
    /// The hypotheses state the mean score.
    Logistic,
    /// The hypotheses state the lead in standard deviations, so the length of a test does not
    /// depend on how many pairs are split.
    Normalized,
}

/// The two differences of strength that a sequential test tells apart.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hypotheses {
    /// The unit of both differences.
    pub scale: EloScale,
    /// The difference under H0, at which the test should reject.
    pub h0: f64,
    /// The difference under H1, at which the test should accept.
    pub h1: f64,
}

/// Why a sequential test cannot be set up.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum SprtError {
    /// The hypotheses are equal or the wrong way round.
    #[error("the SPRT bounds {h0} and {h1} are not in rising order; give the smaller Elo first, as in 0,5")]
    NotRising {
        /// The bound given for H0.
        h0: f64,
        /// The bound given for H1.
        h1: f64,
    },
    /// A hypothesis is too far from even for the test to be exact.
    #[error("an SPRT bound of {elo} Elo is out of range; choose bounds between −{MAX_ELO} and {MAX_ELO}")]
    OutOfRange {
        /// The bound given.
        elo: f64,
    },
    /// An error rate is not a small probability.
    #[error("an SPRT error rate of {rate} is out of range; choose one between 0 and 0.5, as in 0.05")]
    ErrorRate {
        /// The rate given.
        rate: f64,
    },
}

/// A checked sequential probability ratio test on pairs, in its generalized form (GSPRT).
///
/// Ask for a verdict only after whole pairs, in batches of a size fixed beforehand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    hypotheses: Hypotheses,
    bounds: Interval,
}

/// The decision of a sequential test so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SprtState {
    /// H1 is accepted.
    Accepted,
    /// H1 is rejected in favour of H0.
    Rejected,
    /// More pairs are needed.
    Continue,
}

/// The state of a sequential test with the figures that led to it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SprtVerdict {
    /// The log-likelihood ratio of H1 to H0.
    pub llr: f64,
    /// The ratios at which the test stops.
    pub bounds: Interval,
    /// The hypotheses that were tested.
    pub hypotheses: Hypotheses,
    /// What the ratio means.
    pub state: SprtState,
}

impl Sprt {
    /// Checks the hypotheses, the rate `alpha` of accepting H1 when H0 is true and the rate `beta`
    /// of rejecting it when it is true.
    ///
    /// # Errors
    ///
    /// The hypotheses must rise and lie between −200 and 200 Elo, the rates between 0 and ½.
    pub fn new(hypotheses: Hypotheses, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        let Hypotheses { h0, h1, .. } = hypotheses;
        if let Some(elo) = [h0, h1].into_iter().find(|elo| !(-MAX_ELO..=MAX_ELO).contains(elo)) {
            return Err(SprtError::OutOfRange { elo });
        }
        if h0 >= h1 {
            return Err(SprtError::NotRising { h0, h1 });
        }
        if let Some(rate) = [alpha, beta].into_iter().find(|&rate| !(rate > 0.0 && rate < 0.5)) {
            return Err(SprtError::ErrorRate { rate });
        }
        // Wald, Sequential Tests of Statistical Hypotheses, 1945.
        let bounds = Interval { low: (beta / (1.0 - alpha)).ln(), high: ((1.0 - beta) / alpha).ln() };
        Ok(Self { hypotheses, bounds })
    }

    /// Returns the exact log-likelihood ratio for counts of pairs by their score, in equal steps
    /// from 0 to 1: three cells without draws, five with them.
    ///
    /// Fewer than two cells, or only empty ones, are no evidence: the ratio is 0.
    #[must_use]
    pub fn llr(&self, counts: &[u64]) -> f64 {
        let Some(cells) = ScoreFrequencies::new(counts) else {
            return 0.0;
        };
        let misfit = |elo| match self.hypotheses.scale {
            EloScale::Logistic => cells.misfit_of_mean(score_of_elo(elo)),
            // A pair's mean of two trials has 1/√2 of a trial's standard deviation.
            EloScale::Normalized => cells.misfit_of_t(SQRT_2 * elo / NORMALIZED_ELO),
        };
        misfit(self.hypotheses.h0) - misfit(self.hypotheses.h1)
    }

    /// Returns the verdict on a tally.
    #[must_use]
    pub fn verdict(&self, tally: PairTally) -> SprtVerdict {
        let llr = self.llr(&tally.counts());
        let state = if llr >= self.bounds.high {
            SprtState::Accepted
        } else if llr <= self.bounds.low {
            SprtState::Rejected
        } else {
            SprtState::Continue
        };
        SprtVerdict { llr, bounds: self.bounds, hypotheses: self.hypotheses, state }
    }
}
