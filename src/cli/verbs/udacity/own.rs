//! The heuristics that a checkout has itself.

use std::path::Path;

use crate::udacity::Checkout;

use super::heuristic::CheckoutHeuristic;
use crate::cli::args::target::holds;

/// A heuristic of the checkout's own that works, and what it has to do with the sources.
pub(super) struct OwnHeuristic {
    /// The function of `game_agent.py`.
    pub(super) name: String,
    /// The source that it is.
    pub(super) is: Option<String>,
    /// The source that it calls.
    pub(super) calls: Option<String>,
}

impl OwnHeuristic {
    /// Finds all of them, after the modules were written.
    pub(super) fn all(folder: &Path, checkout: &Checkout, sources: &[CheckoutHeuristic]) -> Vec<Self> {
        let own = |name: &String| {
            let source = |itself: bool| {
                let imports = checkout.imported_scores().iter();
                let mut imports = imports.filter(|import| import.function == *name && import.itself == itself);
                imports.find_map(|import| {
                    let file = folder.join(format!("{}.py", import.module));
                    sources.iter().find(|source| holds(&file, &source.module)).map(|source| source.agent.clone())
                })
            };
            Self { name: name.clone(), is: source(true), calls: source(false) }
        };
        checkout.own_heuristics().iter().map(own).collect()
    }
}
