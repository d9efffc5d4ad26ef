//! A heuristic for a checkout.

use crate::export::Format;
use crate::game::BoardSize;
use crate::heuristic::{Heuristic, HeuristicSource};

use super::Args;
use crate::cli::output::failure::Failure;

/// The names that heuristics of checkouts have in a tournament: Udacity's, and the student's own.
const TAKEN: [&str; 7] = ["null", "open", "center", "improved", "custom_score", "custom_score_2", "custom_score_3"];

/// A heuristic to put into the checkout.
pub(super) struct CheckoutHeuristic {
    /// As it was given.
    pub(super) name: String,
    /// As it plays.
    pub(super) agent: String,
    pub(super) source: HeuristicSource,
    pub(super) heuristic: Heuristic,
    /// The text of the Python module.
    pub(super) module: String,
}

impl CheckoutHeuristic {
    /// Finds the weights by a text, and exports them; tables show them by a name.
    pub(super) fn find(args: &Args, text: &str, name: &str) -> Result<Self, Failure> {
        let found = args.place.heuristic(text)?;
        let document = found.document(Some(BoardSize::SEVEN)).map_err(Failure::input)?;
        let module = Format::Python.exporter().export(&document, BoardSize::SEVEN).map_err(Failure::input)?;
        let heuristic = found.heuristic(BoardSize::SEVEN).map_err(Failure::input)?;
        let agent = if TAKEN.contains(&name) { format!("{name} (exported)") } else { name.to_owned() };
        Ok(Self { name: text.to_owned(), agent, source: found, heuristic, module })
    }
}
