//! What is printed: [`live`] while work goes on, [`data`] for programs, and what people read at the end.

pub(super) mod best;
pub(super) mod data;
pub(super) mod failure;
pub(super) mod figures;
pub(super) mod forfeits;
pub(super) mod head_to_head;
pub(super) mod hints;
pub(super) mod live;
pub(super) mod plan;
pub(super) mod reopened;
pub(super) mod style;
pub(super) mod terminal;
pub(super) mod tuned_for;
pub(super) mod verbosity;
pub(super) mod verdict;
pub(super) mod wrapped;
