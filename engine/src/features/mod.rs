//! Features: the numbers of a position that a heuristic weighs, as a closed list.
//!
//! [`Feature::ALL`] drives everything that lists features. [`Feature::value`] is the plain definition of each, which
//! the compiled evaluators of [`heuristic`](crate::heuristic) must match. The [`Ingredient`]s of a feature are the
//! computations it needs, which cost profiles price.
//!
//! ```
//! # use isotune_engine as isotune;
//! use isotune::features::{Feature, FeatureTables, View};
//! use isotune::game::{Board, Player, Position};
//!
//! let board = Board::seven();
//! let tables = FeatureTables::new(&board);
//! let position = Position::replay(&board, [[3, 3], [0, 0]])?;
//! let view = View::new(&position, Player::One);
//! assert!((Feature::OwnMoves.value(&view, &tables) - 8.0).abs() < 1e-12);
//! # Ok::<(), isotune::game::IllegalMove>(())
//! ```

mod feature;
mod ingredient;
mod spread;
mod tables;
mod value;
mod view;

pub use feature::{Dependence, Feature};
pub use ingredient::Ingredient;
pub use spread::spreads;
pub use tables::FeatureTables;
pub use value::phase;
pub use view::View;

pub(crate) use value::{EARLY_PLIES, central, polosin, ratio, std_of_areas, targets_centre};
