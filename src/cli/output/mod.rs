//! What is printed: tables, figures, progress, verdicts, failures.

pub(super) mod best;
pub(super) mod csv;
pub(super) mod curve;
pub(super) mod dashboard;
pub(super) mod events;
pub(super) mod failure;
pub(super) mod figures;
pub(super) mod head_to_head;
pub(super) mod hints;
pub(super) mod json;
pub(super) mod observers;
pub(super) mod plan;
pub(super) mod progress;
pub(super) mod records;
pub(super) mod run_record;
pub(super) mod setting;
pub(super) mod style;
pub(super) mod taskbar;
pub(super) mod terminal;
pub(super) mod verbosity;
pub(super) mod verdict;
