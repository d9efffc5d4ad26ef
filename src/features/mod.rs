//! What a heuristic may look at: a closed list of features, each linear in its weight.
//!
//! [`Feature::ALL`] drives everything that lists features. [`Feature::value`] is the plain definition of each; the
//! compiled evaluators of [`heuristic`](crate::heuristic) must equal it. What computing a feature takes is said by
//! its [`Ingredient`]s, which cost profiles put a price on.

mod feature;
mod ingredient;
mod tables;
mod value;
mod view;

pub use feature::{Dependence, Feature};
pub use ingredient::Ingredient;
pub use tables::FeatureTables;
pub use value::phase;
pub use view::View;

pub(crate) use value::{EARLY_PLIES, central, polosin, ratio, std_of_areas, targets_centre};
