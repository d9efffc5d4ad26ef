//! Statistics of paired trials: scores with errors, tests and sequential tests.
//!
//! The unit of evidence is the pair: two trials that share their starting point, so that a pair
//! is lost, split or won and counts 0, ½ or 1. Every standard error comes from pairs.
//!
//! The room is a leaf of pure data and arithmetic. No figure is ever NaN or infinite; a figure that may not exist (no
//! pairs, no variance) is an `Option`. Intervals are of 95 %.
//!
//! ```
//! # use isotune_engine as isotune;
//! use isotune::stats::{PairTally, Population, Score};
//!
//! let tally = PairTally { lost: 20, split: 50, won: 30 };
//! let score = Score::of(tally, Population::Unlimited).expect("there are pairs");
//! assert!((score.mean - 0.55).abs() < 1e-12);
//! println!("{:.1} ± {:.1} %", 100.0 * score.mean, 100.0 * score.se);
//! ```

mod elo;
mod head_to_head;
mod interval;
mod jackknife;
mod likelihood;
mod pair_outcome;
mod pair_tally;
mod population;
mod sample;
mod score;
mod sprt;
mod t_test;

pub use elo::{Elo, elo_of_score, score_of_elo};
pub use head_to_head::HeadToHead;
pub use interval::{Interval, Z_95, wilson};
pub use jackknife::Jackknife;
pub use pair_outcome::PairOutcome;
pub use pair_tally::PairTally;
pub use population::{Coverage, Population};
pub use sample::Sample;
pub use score::Score;
pub use sprt::{EloScale, Hypotheses, Sprt, SprtError, SprtState, SprtVerdict};
pub use t_test::{TTest, paired, welch};
