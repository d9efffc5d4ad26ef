//! The optimizer: CMA-ES for costs that are known only through noise.
//!
//! The core asks and is told, on plain data: [`Optimizer::ask`] gives a [`Generation`] of
//! candidates, the caller finds their costs however it likes, [`Optimizer::tell`] takes them. It
//! knows no objective, prints nothing, and all its randomness is a function of the seed, the
//! generation and the index, so a [`Snapshot`] is the whole state. [`Policy`] turns a budget of
//! games into a population, games per candidate and generations. The answer is the distribution's
//! mean ([`Optimizer::recommendation`]), never the luckiest sample.
//!
//! ```
//! # use isotune_engine as isotune;
//! use isotune::optimize::{Config, Coordinate, Method, Optimizer, Space, StopRules};
//! use isotune::seed::Seed;
//!
//! // Two coordinates to tune, the second inside a box, and a third that stays where it is.
//! let space = Space::new(vec![
//!     Coordinate::free(0.0, 0.5),
//!     Coordinate::free(1.0, 0.5).within(0.0, 2.0),
//!     Coordinate::frozen(3.0),
//! ])?;
//! let config = Config {
//!     method: Method::Cma,
//!     population: 8,
//!     rank_mu: 1.0,
//!     restarts: 0,
//!     stop: StopRules::BUDGET_ONLY,
//!     seed: Seed(1),
//!     evaluations: 800,
//! };
//! let mut optimizer = Optimizer::new(space, config)?;
//! while optimizer.stop().is_none() {
//!     let generation = optimizer.ask();
//!     let cost = |x: &Vec<f64>| (x[0] - 1.0).powi(2) + 10.0 * (x[1] - 0.5).powi(2) + x[2];
//!     let costs: Vec<f64> = generation.candidates.iter().map(cost).collect();
//!     optimizer.tell(&costs)?;
//! }
//! let found = optimizer.recommendation();
//! assert!((found[0] - 1.0).abs() < 1e-6 && (found[1] - 0.5).abs() < 1e-6 && found[2] == 3.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To run it under argmin, with checkpoints and observers, see [`argmin`].

pub mod argmin;
mod cma;
mod condition;
mod config;
mod generation;
mod left_out;
mod optimizer;
mod plain;
mod policy;
mod progress;
mod random;
mod search;
mod space;
mod spsa;
mod stop;
mod surface;
mod trail;

pub use cma::constants::default_population;
pub use condition::condition;
pub use config::{Config, ConfigError, Method};
pub use generation::{Generation, Scoring};
pub use optimizer::{Optimizer, ResumeError, Shape, Snapshot, TellError};
#[doc(hidden)]
pub use policy::{DUEL_GAMES, couples};
pub use policy::{Policy, PolicyError};
pub use progress::{Outlook, Progress};
pub use space::{Coordinate, Space, SpaceError};
pub use stop::{Stop, StopRules};
pub use trail::WindowMean;
