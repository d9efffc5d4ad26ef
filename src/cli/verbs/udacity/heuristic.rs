//! A heuristic for a checkout.

use crate::export::Format;
use crate::game::BoardSize;
use crate::heuristic::{Heuristic, HeuristicSource};

use super::Args;
use crate::cli::output::failure::Failure;

/// A heuristic to put into the checkout.
pub(super) struct CheckoutHeuristic {
    /// As it was given.
    pub(super) name: String,
    pub(super) source: HeuristicSource,
    pub(super) heuristic: Heuristic,
    /// The text of the Python module.
    pub(super) module: String,
}

impl CheckoutHeuristic {
    /// Finds the weights by a name, and exports them.
    pub(super) fn find(args: &Args, name: &str) -> Result<Self, Failure> {
        let found = args.place.heuristic(name)?;
        let document = found.document(Some(BoardSize::SEVEN)).map_err(Failure::input)?;
        let module = Format::Python.exporter().export(&document, BoardSize::SEVEN).map_err(Failure::input)?;
        let heuristic = found.heuristic(BoardSize::SEVEN).map_err(Failure::input)?;
        Ok(Self { name: name.to_owned(), source: found, heuristic, module })
    }
}
